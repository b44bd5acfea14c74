"""Rules and bots given as text, checks of their options, and questions in JSON."""

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import fields
from reprlib import repr as brief
from typing import Any, TypeVar, cast, get_type_hints

from evenhand.games.protocol import Bot, Game
from evenhand.params import parse_params, suggest

T = TypeVar("T")

KIND_NAMES = {str: "a text", list: "a list", int: "a whole number", bool: "true or false"}


def describe_options(kind: type[Any]) -> dict[str, str]:
    """Return what the options of rules or of a bot mean: the texts with which they are annotated.

    >>> from dataclasses import make_dataclass
    >>> from typing import Annotated
    >>> rules = make_dataclass("Rules", [("sides", Annotated[int, "of each die"]), ("dice", int)])
    >>> describe_options(rules)
    {'sides': 'of each die', 'dice': ''}
    """
    hints = get_type_hints(kind, include_extras=True)
    known = [one.name for one in fields(kind) if one.init]
    notes = {name: getattr(hints[name], "__metadata__", ("",)) for name in known}
    return {name: str(about) for name, (about, *_) in notes.items()}


def parse_bot(game: Game, text: str) -> Bot:
    """Make a bot from its name, with parameters behind colons, as in ``min-score:threshold=5``."""
    name, *settings = (part.strip() for part in text.split(":"))
    if name not in game.bots:
        raise ValueError(f"no bot {name!r}; {suggest(name, game.bots)}")
    kind = game.bots[name]
    return kind(**parse_params(kind, name, settings, option=f"the bot {name}"))


def format_bot(game: Game, bot: Bot) -> str:
    """Return the text of a bot: its name, and the parameters that are not as usual."""
    name = next(name for name, kind in game.bots.items() if kind is type(bot))
    return ":".join((name, *_format_fields(bot)))


def parse_rules(game: Game, texts: Sequence[str]) -> Any:
    """Make the rules of a game from texts such as ``turn_limit=50``; the others are as usual."""
    return game.Rules(**parse_params(game.Rules, game.name, texts, word="rule"))


def format_rules(rules: Any) -> list[str]:
    """Return the texts of the rules that are not as usual, as in ``turn_limit=50``."""
    return _format_fields(rules)


def format_value(value: object) -> str:
    """Return a value as it is typed.

    >>> [format_value(value) for value in (True, None, 0, 0.5)]
    ['yes', 'none', '0', '0.5']
    """
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value is None else str(value)


def check_luck(game: Game, luck: str) -> None:
    """Refuse a kind of luck that the game does not measure."""
    check_choice("luck", luck, tuple(game.luck_kinds))


def check_seats(game: Game, seats: int) -> None:
    """Refuse a number of players that the game does not have."""
    if seats not in game.seats:
        sizes = " or ".join(map(str, game.seats))
        raise ValueError(f"{game.name} has {sizes} seats, not {seats}")


def check_choice(name: str, value: object, choices: Sequence[str]) -> None:
    """Refuse what is none of the choices.

    >>> check_choice("undeclared", "lost", ("lower-score", "draw"))
    Traceback (most recent call last):
    ValueError: undeclared must be lower-score or draw, not 'lost'
    """
    if value not in choices:
        raise ValueError(f"{name} must be {' or '.join(choices)}, not {brief(value)}")


def check_number(name: str, value: object, least: int, most: int) -> None:
    """Refuse what is no integer, or too small or too large."""
    is_integer = isinstance(value, int) and not isinstance(value, bool)
    if not is_integer or not least <= cast(int, value) <= most:
        problem = f"must be a whole number from {least} to {most}, not {brief(value)}"
        raise ValueError(f"{name} {problem}")


def check_flag(name: str, value: object) -> None:
    """Refuse what is neither True nor False."""
    if not isinstance(value, bool):
        raise ValueError(f"{name} must be True or False, not {brief(value)}")


def check_share(name: str, value: object) -> None:
    """Refuse what is no number from 0 to 1."""
    if not isinstance(value, int | float) or isinstance(value, bool) or not 0.0 <= value <= 1.0:
        raise ValueError(f"{name} must be a number from 0 to 1, not {brief(value)}")


def read_object(line: str, keys: Collection[str] = ()) -> dict[str, Any]:
    """Read a JSON object, with no other keys than these if any are given.

    >>> read_object('{"wild": "J"}', ["hand", "wild"])
    {'wild': 'J'}
    >>> read_object('{"joker": "J"}', ["hand", "wild"])
    Traceback (most recent call last):
    ValueError: unknown key 'joker'; known are hand, wild
    """
    try:
        given = json.loads(line)
    except json.JSONDecodeError as problem:
        raise ValueError(f"not JSON: {problem.msg} at character {problem.pos + 1}") from None
    except (ValueError, RecursionError):
        raise ValueError(
            "not JSON that can be read: numbers too long, or nested too deep"
        ) from None
    if not isinstance(given, dict):
        raise ValueError(f"not a JSON object: {brief(given)}")
    for key in given:
        if keys and key not in keys:
            raise ValueError(f"unknown key {brief(key)}; known are {', '.join(keys)}")
    return given


def get_typed(given: Mapping[str, Any], key: str, kind: type[T], default: T | None = None) -> T:
    """Return the value of a key, which must be of this kind; the default if it is not given."""
    value = default if given.get(key) is None else given[key]
    if value is None:
        raise ValueError(f"missing {key}")
    if not isinstance(value, kind) or isinstance(value, bool) is not (kind is bool):
        raise ValueError(f"{key} must be {KIND_NAMES[kind]}, not {brief(value)}")
    return value


def check_card_names(cards: list[Any]) -> list[str]:
    """Return names of cards if they are texts, and refuse anything else."""
    for card in cards:
        if not isinstance(card, str):
            raise ValueError(f"a card must be a text such as CJ, not {brief(card)}")
    return cards


def _format_fields(options: Any) -> list[str]:
    usual = type(options)()
    changed = [
        (field.name, getattr(options, field.name))
        for field in fields(options)
        if field.init and getattr(options, field.name) != getattr(usual, field.name)
    ]
    return [f"{name}={format_value(value)}" for name, value in changed]

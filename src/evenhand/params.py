"""Parse parameters given as text, such as ``k=20``, into the fields of a dataclass."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields
from difflib import get_close_matches
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

Parser = Callable[[str], object]

TRUE_WORDS, FALSE_WORDS = ("yes", "true", "on", "1"), ("no", "false", "off", "0")
NONE_WORDS = ("none", "off")


def parse_params(
    cls: type,
    owner: str,
    texts: Iterable[str],
    *,
    word: str = "parameter",
    option: str = "--set",
    parsers: Mapping[str, Parser] | None = None,
) -> dict[str, Any]:
    """Parse texts of the form ``name=value`` into values of the fields of a dataclass.

    Error messages call the dataclass ``owner``, its fields ``word``, and the place where the
    texts were given ``option``.  A field with an entry in ``parsers`` is parsed by it.

    >>> from dataclasses import make_dataclass
    >>> rules = make_dataclass("Rules", [("turn_limit", int), ("drop", int | None)])
    >>> parse_params(rules, "rummy", ["turn-limit=50", "drop=none"])
    {'turn_limit': 50, 'drop': None}
    """
    types = field_types(cls)
    values: dict[str, Any] = {}
    for text in texts:
        key, equals, value = (part.strip() for part in text.partition("="))
        name = key.replace("-", "_")
        if not equals:
            raise ValueError(f"{option} wants NAME=VALUE, not {text!r}")
        if name not in types:
            raise ValueError(f"{owner} has no {word} {key!r}; {suggest(name, list(types))}")
        parser = (parsers or {}).get(name)
        values[name] = parser(value) if parser else parse_value(name, value, types[name])
    return values


def field_types(cls: type) -> dict[str, Any]:
    """Return the types of the fields that the constructor of a dataclass takes."""
    hints = get_type_hints(cls)
    return {field.name: hints[field.name] for field in fields(cls) if field.init}


def parse_value(name: str, text: str, kind: Any) -> object:
    """Parse the value of a field of a type.

    >>> parse_value("size", "big", Literal["small", "large"])
    Traceback (most recent call last):
    ValueError: size must be one of small, large, not 'big'
    """
    if get_origin(kind) is Literal:
        return _look_up(name, text, {str(choice): choice for choice in get_args(kind)})
    if get_origin(kind) in (Union, UnionType):
        return _parse_union(name, text, get_args(kind))
    if kind is bool:
        words = dict.fromkeys(TRUE_WORDS, True) | dict.fromkeys(FALSE_WORDS, False)
        return _look_up(name, text.lower(), words)
    try:
        return kind(text)
    except ValueError:
        wanted = {int: "a whole number", float: "a number"}.get(kind) or _list_members(kind)
        raise ValueError(f"{name} must be {wanted}, not {text!r}") from None


def suggest(word: str, choices: Iterable[str]) -> str:
    """Suggest the choice most similar to a wrong word, or list them all.

    >>> suggest("rumy", ["ludo", "rummy"]), suggest("go", ["ludo", "rummy"])
    ('did you mean rummy?', 'choose from ludo, rummy')
    """
    known = list(choices)
    similar = get_close_matches(word, known, 1)
    if similar:
        return f"did you mean {similar[0]}?"
    return f"choose from {', '.join(known)}" if known else "there are none"


def suggest_all(word: str, choices: Iterable[str]) -> str:
    """Suggest the choice most similar to a wrong word, and list them all.

    >>> suggest_all("bier", ["log-loss", "brier"])
    'did you mean brier? Choose from log-loss, brier'
    """
    known = list(choices)
    advice = suggest(word, known)
    similar = advice.startswith("did you mean")
    return f"{advice} Choose from {', '.join(known)}" if similar else advice


def _parse_union(name: str, text: str, kinds: tuple[Any, ...]) -> object:
    """Parse a value of the first of some types; None if it is one of them and the text says so."""
    if NoneType in kinds and text.lower() in NONE_WORDS:
        return None
    return parse_value(name, text, next(kind for kind in kinds if kind is not NoneType))


def _look_up(name: str, text: str, choices: Mapping[str, object]) -> object:
    if text not in choices:
        raise ValueError(f"{name} must be one of {', '.join(choices)}, not {text!r}")
    return choices[text]


def _list_members(enumeration: Any) -> str:
    return f"one of {', '.join(str(member.value) for member in enumeration)}"

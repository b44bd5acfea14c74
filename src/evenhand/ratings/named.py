"""Rating systems by name, with parameters typed as text, and the text of a parameter."""

from collections.abc import Iterable
from dataclasses import fields
from typing import Any

from evenhand.params import NONE_WORDS, field_types, parse_params, suggest_all
from evenhand.ratings.adjustment import Adjustment
from evenhand.ratings.schedule import Schedule
from evenhand.ratings.system import RatingSystem

ALIASES = {"start": "initial"}


def find_system(name: str) -> type[RatingSystem]:
    """The system of a name.

    >>> find_system("glicko2")
    Traceback (most recent call last):
    ValueError: no system 'glicko2'; did you mean glicko-2? Choose from elo, multi-elo, ...
    """
    from evenhand.ratings import SYSTEMS

    if name not in SYSTEMS:
        raise ValueError(f"no system {name!r}; {suggest_all(name, SYSTEMS)}")
    return SYSTEMS[name]


def name_of(system: type[RatingSystem]) -> str:
    """The name of a system; that of its class if it has no other."""
    from evenhand.ratings import SYSTEMS

    return next((name for name, kind in SYSTEMS.items() if kind is system), system.__name__)


def make_system(name: str, settings: Iterable[str] | None = None) -> RatingSystem:
    """The system of a name with some parameters set.

    >>> make_system("elo", ["k=60/30/16@5/10", "start=1000"])
    Elo(k=Schedule(k_a=60.0, ...), initial=1000.0, scale=400.0, advantage=0.0, luck=None)
    """
    system = find_system(name)
    return system(**read_parameters(system, settings or []))


def read_parameters(
    system: type[RatingSystem], settings: Iterable[str], option: str = "--set"
) -> dict[str, Any]:
    """The parameters of a system, typed as in ``k=20``."""
    named = [_without_alias(setting) for setting in settings]
    for setting in named:
        key, equals, _ = setting.partition("=")
        if equals:
            check_name(system, key)
    owner = name_of(system)
    return parse_params(
        system, owner, named, option=option, parsers={"k": read_k, "luck": read_luck}
    )


def check_name(system: type[RatingSystem], name: str) -> None:
    """Refuse a parameter that the system does not have, and tell those that it has."""
    known = list(field_types(system))
    if without_alias(name) not in known:
        advice = suggest_all(without_alias(name), known)
        raise ValueError(f"{name_of(system)} has no parameter {name.strip()!r}; {advice}")


def parameters(system: RatingSystem) -> dict[str, Any]:
    """All parameters of a system as a file keeps them: numbers, and texts for the rest.

    >>> parameters(make_system("elo", ["k=60/30/16@5/10"]))
    {'k': '60/30/16@5/10', 'initial': 1500.0, 'scale': 400.0, 'advantage': 0.0, 'luck': None}
    """
    names = [field.name for field in fields(system)]  # type: ignore[arg-type]
    values = {name: getattr(system, name) for name in names}
    plain = int | float | str | None
    return {n: v if isinstance(v, plain) else text_of(v) for n, v in values.items()}


def text_of(value: object) -> str:
    """The text by which a value can be typed, with all its digits.

    >>> text_of(16.0), text_of(1 / 3), text_of(Schedule(60.0, 30.0, 1 / 3, 5.0, 10.0))
    ('16', '0.3333333333333333', '60/30/0.3333333333333333@5/10')
    """
    if isinstance(value, Schedule):
        if value.is_constant:
            return text_of(value.k_a)
        numbers = [text_of(number) for number in value.array().tolist()]
        return f"{'/'.join(numbers[:3])}@{'/'.join(numbers[3:])}".removesuffix("/inf")
    if isinstance(value, float):
        return f"{value:g}" if float(f"{value:g}") == value else repr(value)
    return "none" if value is None else str(value)


def without_alias(name: str) -> str:
    """The name of a parameter as its system has it."""
    return ALIASES.get(name.strip(), name.strip().replace("-", "_"))


def _without_alias(setting: str) -> str:
    key, equals, text = setting.partition("=")
    return ALIASES.get(key.strip(), key) + equals + text


def read_k(text: str) -> object:
    """A constant or a schedule."""
    schedule = Schedule.parse(text)
    return schedule.k_a if schedule.is_constant else schedule


def read_luck(text: str) -> object:
    """An adjustment, or none."""
    return None if text.lower() in NONE_WORDS else Adjustment.parse(text)

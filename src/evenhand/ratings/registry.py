"""Rating systems by name, their parameters as text, and files that hold both.

A file is ``{"system": "elo", "params": {"k": "60/30/16@5/10", "initial": 1000}}``; whatever
stands beside these two is for people and left alone.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from evenhand.files import atomic_write
from evenhand.params import NONE_WORDS, field_types, parse_params, suggest_all
from evenhand.ratings.adjustment import Adjustment
from evenhand.ratings.base import Effects, RatingSystem
from evenhand.ratings.benchmark import BenchmarkElo
from evenhand.ratings.elo import (
    AverageOpponentElo,
    Elo,
    EloFamily,
    MultiElo,
    PooledPointsElo,
    SuccessiveElo,
)
from evenhand.ratings.glicko import Glicko, Glicko2
from evenhand.ratings.k_factor import KSchedule
from evenhand.ratings.score_share import QuotientElo, ScoreShareElo
from evenhand.ratings.true_skill import TrueSkill
from evenhand.ratings.weng_lin import WengLin

SYSTEMS: dict[str, type[RatingSystem]] = {
    "elo": Elo,
    "multi-elo": MultiElo,
    "average-opponent-elo": AverageOpponentElo,
    "successive-elo": SuccessiveElo,
    "pooled-points-elo": PooledPointsElo,
    "score-share-elo": ScoreShareElo,
    "quotient-elo": QuotientElo,
    "benchmark-elo": BenchmarkElo,
    "glicko": Glicko,
    "glicko-2": Glicko2,
    "true-skill": TrueSkill,
    "weng-lin": WengLin,
}
ALIASES = {"start": "initial"}
COMMON = ("advantage", "effects", "luck")  # parameters of every system, named last
LATER = ("advantage", "effects")
WANTED = '{"system": "elo", "params": {"k": 16}}'


def find_system(name: str) -> type[RatingSystem]:
    """Return the system of a name.

    >>> find_system("glicko2")
    Traceback (most recent call last):
    ValueError: no system 'glicko2'; did you mean glicko-2? Choose from elo, multi-elo, ...
    """
    if name not in SYSTEMS:
        raise ValueError(f"no system {name!r}; {suggest_all(name, SYSTEMS)}")
    return SYSTEMS[name]


def name_of(system: type[RatingSystem]) -> str:
    """Return the name of a system; that of its class if it has no other."""
    return next((name for name, kind in SYSTEMS.items() if kind is system), system.__name__)


def make_system(name: str, settings: Iterable[str] | None = None) -> RatingSystem:
    """Return the system of a name with some parameters set as text.

    >>> make_system("elo", ["k=60/30/16@5/10", "start=1000"])
    Elo(k=KSchedule(...), initial=1000.0, scale=400.0)
    """
    system = find_system(name)
    return system(**read_parameters(system, settings or []))


def as_system(system: str | RatingSystem | type[RatingSystem], **params: Any) -> RatingSystem:
    """Return a system given by name, class or as it is, with some parameters set.

    >>> as_system("elo", k=20, luck=0.9)
    Elo(k=20, initial=1500.0, scale=400.0, luck=Adjustment(c=0.9, ...))
    """
    kind = find_system(system) if isinstance(system, str) else system
    if not isinstance(kind, RatingSystem | type):
        raise ValueError(f"a system is a name such as elo, or a rating system, not {system!r}")
    values = {expand_alias(name): value for name, value in params.items()}
    for name in values:
        check_name(kind if isinstance(kind, type) else type(kind), name)
    texts = [f"{name}={text}" for name, text in values.items() if isinstance(text, str)]
    values |= read_parameters(kind if isinstance(kind, type) else type(kind), texts)
    if isinstance(luck := values.get("luck"), int | float):
        values["luck"] = Adjustment(float(luck))
    return kind(**values) if isinstance(kind, type) else replace(kind, **values)


def system_from(name: str, params: Mapping[str, Any]) -> RatingSystem:
    """Return the system of a name with parameters as :func:`parameters` gives them."""
    system = find_system(name)
    typed = [f"{key}={text_of(value)}" for key, value in params.items()]
    return system(**read_parameters(system, typed))


def parameter_names(system: type[RatingSystem]) -> list[str]:
    """Return the names of all parameters of a system, its own first."""
    names = list(field_types(system))
    return [name for name in names if name not in COMMON] + list(COMMON)


def read_parameters(
    system: type[RatingSystem], settings: Iterable[str], option: str = "--set"
) -> dict[str, Any]:
    """Read parameters of a system typed as in ``k=20``."""
    named = [_expand_alias(setting) for setting in settings]
    for setting in named:
        key, equals, _ = setting.partition("=")
        if equals:
            check_name(system, key)
    parsers = {"k": read_k, "luck": read_luck, "effects": Effects.parse}
    return parse_params(system, name_of(system), named, option=option, parsers=parsers)


def check_name(system: type[RatingSystem], name: str) -> None:
    """Refuse a parameter that the system does not have."""
    known = parameter_names(system)
    if expand_alias(name) not in known:
        advice = suggest_all(expand_alias(name), known)
        raise ValueError(f"{name_of(system)} has no parameter {name.strip()!r}; {advice}")


def parameters(system: RatingSystem) -> dict[str, Any]:
    """Return all parameters of a system as a file keeps them: numbers, and texts for the rest.

    >>> parameters(make_system("elo", ["k=60/30/16@5/10"]))
    {'k': '60/30/16@5/10', 'initial': 1500.0, 'scale': 400.0, 'advantage': 0.0, 'luck': None}
    """
    names = parameter_names(type(system))
    values = {name: getattr(system, name) for name in names}
    for name in LATER:  # version 0.1 wrote files without them
        if not values[name] and not (name == "advantage" and isinstance(system, EloFamily)):
            del values[name]
    plain = int | float | str | None
    return {n: v if isinstance(v, plain) else text_of(v) for n, v in values.items()}


def text_of(value: object) -> str:
    """Return the text by which a value can be typed, with all its digits.

    >>> text_of(16.0), text_of(1 / 3), text_of(KSchedule(60.0, 30.0, 1 / 3, 5.0, 10.0))
    ('16', '0.3333333333333333', '60/30/0.3333333333333333@5/10')
    """
    if isinstance(value, KSchedule):
        if value.is_constant:
            return text_of(value.k_a)
        numbers = [text_of(float(number)) for number in value.numbers()]
        return f"{'/'.join(numbers[:3])}@{'/'.join(numbers[3:])}".removesuffix("/inf")
    if isinstance(value, float):
        return f"{value:g}" if float(f"{value:g}") == value else repr(value)
    return "none" if value is None else str(value)


def expand_alias(name: str) -> str:
    """Return the name of a parameter as its system has it."""
    return ALIASES.get(name.strip(), name.strip().replace("-", "_"))


def _expand_alias(setting: str) -> str:
    key, equals, text = setting.partition("=")
    return ALIASES.get(key.strip(), key) + equals + text


def read_k(text: str) -> float | KSchedule:
    """Read a constant or a schedule."""
    schedule = KSchedule.parse(text)
    return schedule.k_a if schedule.is_constant else schedule


def read_luck(text: str) -> Adjustment | None:
    """Read an adjustment, or none."""
    return None if text.lower() in NONE_WORDS else Adjustment.parse(text)


def write_parameters(path: Path, system: RatingSystem, **beside: Any) -> None:
    """Write a system and its parameters to a JSON file."""
    content = {"system": name_of(type(system)), "params": parameters(system), **beside}
    text = json.dumps(content, ensure_ascii=False, indent=2, allow_nan=False) + "\n"
    atomic_write(path, lambda draft: draft.write_text(text, encoding="utf-8"))


def read_system(path: Path, settings: Sequence[str] = ()) -> RatingSystem:
    """Read the system of a file; settings such as ``k=20`` go before what it says."""
    name, params = _read_content(path)
    try:
        system = find_system(name)
        known = read_parameters(system, [f"{k}={text_of(value)}" for k, value in params.items()])
        if not settings:
            return system(**known)
    except ValueError as problem:
        raise ValueError(f"{path}: {problem}") from None
    return system(**known | read_parameters(system, settings))


def _read_content(path: Path) -> tuple[str, Mapping[str, Any]]:
    """Return the name and the parameters."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (json.JSONDecodeError, UnicodeDecodeError, RecursionError):
        raise ValueError(f"{path}: is not JSON") from None
    if not isinstance(found, dict) or not isinstance(found.get("system"), str):
        raise ValueError(f"{path}: names no system; it should be like {WANTED}")
    params = found.get("params", {})
    simple = int | float | str | None
    if not isinstance(params, dict) or not all(isinstance(v, simple) for v in params.values()):
        raise ValueError(f"{path}: params must be names with values, like {WANTED}")
    return found["system"], params

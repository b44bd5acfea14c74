"""Which configurations are tried: values and ranges of a system's own parameters.

Values are typed as everywhere, so that schedules such as ``60/30/16@5/10`` are values too; a dot
leads to the fields of a schedule, as in ``k.n_1``.  ``q10+1`` in a value stands for a number:
see :mod:`evenhand.tuning.quantiles`.
"""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from itertools import product
from types import UnionType
from typing import Any, Union, get_args, get_origin

from evenhand.params import field_types, parse_value, suggest_all
from evenhand.ratings.adjustment import Adjustment
from evenhand.ratings.named import (
    check_name,
    name_of,
    read_parameters,
    text_of,
    without_alias,
)
from evenhand.ratings.schedule import Schedule
from evenhand.ratings.system import RatingSystem
from evenhand.tuning.quantiles import fewest, most

UNITS: Mapping[str, tuple[str, ...]] = {
    "benchmark-elo": ("initial", "alpha"),
    "true-skill": ("initial", "beta"),
    "weng-lin": ("initial", "beta", "kappa"),
}
"""Parameters that only set the unit of the ratings (or, as kappa, guard against rounding)."""
USUAL_UNITS = ("initial", "scale")
CUT_OFFS = ("n_1", "n_2")
NESTED = {"k": "60/30/16@5/10", "luck": "1/1/0.5"}
"""Parameters with fields behind a dot, and how they are typed."""
WIDER = 4.0  # an unasked range goes from the default divided by this to the default times it
DIGITS = 4  # of numbers drawn from a range


@dataclass(frozen=True, slots=True)
class Range:
    """Numbers from low to high, by their logarithm if both ends are on one side of zero.

    >>> Range.read("4:64"), Range(4, 64).by_log, Range(4, 64, "linear").by_log, Range(-1, 1).by_log
    (Range(low='4', high='64', way=''), True, False, False)
    """

    low: float | str
    high: float | str
    way: str = ""  # log or linear, if asked for

    @classmethod
    def read(cls, text: str) -> "Range":
        """A range from ``4:64``, ``4:64:log`` or ``4:64:linear``."""
        parts = [part.strip() for part in text.split(":")]
        if len(parts) not in (2, 3) or not all(parts) or parts[2:] not in ([], ["log"], ["linear"]):
            raise ValueError(f"a range is like 4:64, 4:64:log or 4:64:linear, not {text!r}")
        return cls(*parts)

    @property
    def by_log(self) -> bool:
        """Whether numbers are drawn by their logarithm."""
        low, high = self.ends()
        return self.way != "linear" and low * high > 0.0

    def ends(self) -> tuple[float, float]:
        """Both ends as numbers."""
        try:
            low, high = float(self.low), float(self.high)
        except ValueError:
            raise ValueError(f"a range has two numbers, not {self.low}:{self.high}") from None
        if not (math.isfinite(low) and math.isfinite(high) and low < high):
            raise ValueError(f"a range goes from a number up to another, not {low:g} to {high:g}")
        if self.way == "log" and low * high <= 0.0:
            raise ValueError(f"there are no logarithms from {low:g} to {high:g}")
        return low, high


Values = Mapping[str, Sequence[object] | Range]
"""What is tried of each parameter."""


def read_values(grid: Sequence[str], ranges: Sequence[str] = ()) -> dict[str, list[str] | Range]:
    """What is to be tried, from texts such as ``k=8,16,32`` and ``k=4:64``.

    >>> read_values(["k=8,16"], ["advantage=-50:50"])
    {'k': ['8', '16'], 'advantage': Range(low='-50', high='50', way='')}
    """
    values: dict[str, list[str] | Range] = {}
    for option, typed, example in (("--grid", grid, "8,16,32"), ("--range", ranges, "4:64")):
        for setting in typed:
            name, equals, text = (part.strip() for part in setting.partition("="))
            if not equals or not name:
                raise ValueError(f"{option} wants NAME={example}, not {setting!r}")
            if name in values:
                raise ValueError(f"{name} is given twice")
            listed = [part.strip() for part in text.split(",")]
            values[name] = listed if option == "--grid" else Range.read(text)
    return values


def read_base(settings: Sequence[str]) -> dict[str, str]:
    """What stays as it is, from texts such as ``k=60/30/16@q10/q25``; checked by ``make_space``.

    >>> read_base(["k = 20", "start=1000"])
    {'k': '20', 'start': '1000'}
    """
    base: dict[str, str] = {}
    for setting in settings:
        name, equals, text = (part.strip() for part in setting.partition("="))
        if not equals:
            raise ValueError(f"--set wants NAME=VALUE, not {setting!r}")
        base[name] = text
    return base


@dataclass(frozen=True, slots=True)
class Space:
    """All that may be tried of a system, checked; texts as they were typed."""

    kind: type[RatingSystem]
    base: Mapping[str, Any]  # parameters that stay as they are
    values: Mapping[str, tuple[str, ...]]
    ranges: Mapping[str, Range]
    fill_in: Callable[[str], str]  # puts numbers in the place of quantiles

    def grid(self) -> Iterator[dict[str, str]]:
        """All combinations of the values."""
        for chosen in product(*self.values.values()):
            yield dict(zip(self.values, chosen, strict=True))

    def make(self, texts: Mapping[str, str]) -> RatingSystem:
        """The system with some parameters; refused if they do not go together."""
        filled = {name: self.fill_in(text) for name, text in texts.items()}
        whole = [f"{name}={text}" for name, text in filled.items() if "." not in name]
        chosen = dict(self.base) | read_parameters(self.kind, whole, "--grid")
        nested: dict[str, dict[str, Any]] = {}
        for name, text in filled.items():
            if "." in name:
                head, _, tail = name.partition(".")
                kind = nested_kinds(self.kind, head)[tail]
                nested.setdefault(head, {})[tail] = parse_value(name, text, kind)
        for head, changes in nested.items():
            chosen[head] = _changed(head, self._now(chosen, head), changes)
        return self.kind(**chosen)

    def counted(self, name: str) -> bool:
        """Whether a parameter is a whole number."""
        return _counted(self.kind, name)

    def _now(self, chosen: Mapping[str, Any], name: str) -> object:
        return chosen[name] if name in chosen else getattr(self.kind(**self.base), name)


def make_space(
    system: type[RatingSystem],
    values: Values,
    base: Mapping[str, object],
    fill_in: Callable[[str], str] = str,
) -> Space:
    """Check what is to be tried, name by name and value by value.

    Before the games are read ``fill_in`` can do nothing, and what depends on them is not checked.
    """
    fixed = _fixed(system, base, fill_in)
    space = Space(system, fixed, {}, {}, fill_in)
    listed: dict[str, tuple[str, ...]] = {}
    ranges: dict[str, Range] = {}
    for given, choice in values.items():
        name = _known(system, given)
        if name in listed or name in ranges:
            raise ValueError(f"{name} is given twice")
        if name in fixed:
            raise ValueError(f"{name} is fixed by --set and tried as well: leave out one of them")
        if isinstance(choice, Range):
            ranges[name] = _checked_range(space, name, choice)
        else:
            listed[name] = tuple(_text(value) for value in choice)
            _check_values(space, name, listed[name])
    return replace(space, values=listed, ranges=ranges)


def usual_ranges(system: RatingSystem) -> dict[str, Range]:
    """Every number of a system from a quarter to four times what it is, but for its units.

    >>> from evenhand.ratings import Elo
    >>> usual_ranges(Elo())
    {'k': Range(low=4.0, high=64.0, way='')}
    """
    units = UNITS.get(name_of(type(system)), USUAL_UNITS)
    numbers: dict[str, float] = {}
    for field in fields(system):  # type: ignore[arg-type]
        value = getattr(system, field.name)
        if isinstance(value, Schedule):
            steps = ("k_a", "k_b", "k_c", *CUT_OFFS)
            numbers |= {f"{field.name}.{step}": getattr(value, step) for step in steps}
        elif isinstance(value, Adjustment):
            numbers |= {f"{field.name}.c": value.c}
        elif isinstance(value, int | float) and not isinstance(value, bool):
            numbers |= {} if field.name in units else {field.name: value}
    return {
        name: _around(number, _counted(type(system), name))
        for name, number in numbers.items()
        if number != 0.0 and math.isfinite(number)
    }


def _around(number: float, counted: bool) -> Range:
    low, high = sorted((number / WIDER, number * WIDER))
    return Range(float(max(1, round(low))), float(round(high))) if counted else Range(low, high)


def _counted(system: type[RatingSystem], name: str) -> bool:
    """Whether a parameter is a number of games, or another whole number."""
    head, _, tail = name.partition(".")
    return tail in CUT_OFFS if tail else field_types(system)[head] is int


def nested_kinds(system: type[RatingSystem], name: str) -> dict[str, Any]:
    """The fields that lie behind a dot."""
    kind = field_types(system)[name]
    kinds = get_args(kind) if get_origin(kind) in (Union, UnionType) else (kind,)
    found = next((each for each in kinds if is_dataclass(each)), None)
    return field_types(found) if isinstance(found, type) else {}


def _known(system: type[RatingSystem], given: str) -> str:
    """The name of a parameter or, behind a dot, of a field of it."""
    head, dot, tail = (part.strip() for part in given.partition("."))
    check_name(system, head)
    head, tail = without_alias(head), tail.replace("-", "_")
    if not dot:
        return head
    behind = nested_kinds(system, head)
    if tail not in behind:
        advice = suggest_all(tail, behind) if behind else "there is nothing behind a dot"
        raise ValueError(f"{head} has no field {tail!r}; {advice}")
    return f"{head}.{tail}"


def _check_values(space: Space, name: str, texts: Sequence[str]) -> None:
    """Refuse what cannot be read, whatever it is combined with."""
    if not any(texts):
        raise ValueError(f"the grid of {name} is empty: give values, as in {name}=8,16,32")
    for text in texts:
        _read(space.kind, name, text, "--grid")


def _fixed(
    system: type[RatingSystem], base: Mapping[str, object], fill_in: Callable[[str], str]
) -> dict[str, Any]:
    """The parameters that stay as they are."""
    found: dict[str, Any] = {}
    for given, value in base.items():
        check_name(system, given)
        name = without_alias(given)
        found[name] = _read(system, name, fill_in(_text(value)), "--set")
    return found


def _read(system: type[RatingSystem], name: str, text: str, option: str) -> Any:
    """The value of a text; refused if it is wrong whatever numbers its quantiles are."""
    try:
        return _read_plain(system, name, fewest(text), option)
    except ValueError:
        with_most = most(text)
    try:
        return _read_plain(system, name, with_most, option)
    except ValueError as problem:
        raise ValueError(str(problem).replace(with_most, text)) from None


def _read_plain(system: type[RatingSystem], name: str, text: str, option: str) -> Any:
    head, dot, tail = name.partition(".")
    if dot:
        return parse_value(name, text, nested_kinds(system, head)[tail])
    return read_parameters(system, [f"{name}={text}"], option)[name]


def _checked_range(space: Space, name: str, given: Range) -> Range:
    low, high = (space.fill_in(_text(end)) for end in (given.low, given.high))
    try:
        ends = Range(fewest(low), most(high), given.way).ends()
    except ValueError as problem:
        raise ValueError(f"{name}: {problem}") from None
    if space.counted(name) and any(end != round(end) for end in ends):
        raise ValueError(f"{name} is a whole number: its range goes from one to another")
    _check_values(space, name, [low, high])
    return Range(low, high, given.way)


def _changed(name: str, value: object, changes: Mapping[str, Any]) -> object:
    """A schedule or an adjustment with some fields changed."""
    whole = Schedule.parse(value) if isinstance(value, str) else value
    if not isinstance(whole, Schedule | Adjustment):
        first, example = next(iter(changes)), NESTED[name]
        raise ValueError(
            f"{name}.{first} needs a whole {name}, as in --set {name}={example},"
            f" not {name}={text_of(value)}"
        )
    return replace(whole, **changes)


def _text(value: object) -> str:
    return value.strip() if isinstance(value, str) else text_of(value)

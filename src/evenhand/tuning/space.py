"""The search space: values and ranges of a system's parameters.

Values are typed as everywhere, so that schedules such as ``60/30/16@5/10`` are values too.  A dot
leads to a field of a schedule, as in ``k.n_1``, or to an entry of a mapping, as in
``effects.derby``.

A quantile such as ``q10+1`` stands for a number of games, [q10] + 1 of Maitra 2025: the 10th
percentile of the number of games of each player, rounded down, plus one.  Only games of the tuning
period count, and players who played one.
"""

import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, is_dataclass, replace
from importlib import import_module
from itertools import product
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin

import numpy as np

from evenhand.params import field_types, parse_value, suggest_all
from evenhand.ratings import (
    Adjustment,
    KSchedule,
    RatingSystem,
    check_name,
    expand_alias,
    find_system,
    name_of,
    parameter_names,
    read_parameters,
    text_of,
)
from evenhand.tables import GameTable

UNITS: Mapping[str, tuple[str, ...]] = {
    "benchmark-elo": ("initial", "alpha"),
    "true-skill": ("initial", "beta"),
    "weng-lin": ("initial", "beta", "kappa"),
}
"""Parameters that only set the unit of the ratings (or, as kappa, guard against rounding)."""
COMMON_UNITS = ("initial", "scale")
CUT_OFFS = ("n_1", "n_2")
EXAMPLES = {"k": "60/30/16@5/10", "luck": "1/1/0.5"}  # of parameters with fields behind a dot
WIDTH = 4.0  # a default range goes from the default divided by this to the default times it
DIGITS = 4  # of numbers drawn from a range
EDGE = 0.02  # a best value this close to an end of its range lies at the edge
MIN_GRID = 3  # values of a grid for which the lowest and the highest are edges
QUANTILE = re.compile(r"(?<![\w.])q(\d+(?:\.\d+)?)(?:\+(\d+))?(?![\w.])")
FEWEST, MOST = "1", "1000000000"  # games that a player may have played


@dataclass(frozen=True, slots=True)
class Range:
    """Numbers from low to high, by their logarithm if both ends are on one side of zero.

    >>> Range.read("4:64"), Range(4, 64).by_log, Range(4, 64, "linear").by_log, Range(-1, 1).by_log
    (Range(low='4', high='64', spacing=''), True, False, False)
    """

    low: float | str
    high: float | str
    spacing: str = ""  # log or linear, if not the usual one

    @classmethod
    def read(cls, text: str) -> "Range":
        """Read a range from ``4:64``, ``4:64:log`` or ``4:64:linear``."""
        parts = [part.strip() for part in text.split(":")]
        if len(parts) not in (2, 3) or not all(parts) or parts[2:] not in ([], ["log"], ["linear"]):
            raise ValueError(f"a range is like 4:64, 4:64:log or 4:64:linear, not {text!r}")
        return cls(*parts)

    @property
    def by_log(self) -> bool:
        """Whether numbers are drawn by their logarithm."""
        low, high = self.ends()
        return self.spacing != "linear" and low * high > 0.0

    def ends(self) -> tuple[float, float]:
        """Return both ends as numbers."""
        try:
            low, high = float(self.low), float(self.high)
        except ValueError:
            raise ValueError(f"a range has two numbers, not {self.low}:{self.high}") from None
        if not (math.isfinite(low) and math.isfinite(high) and low < high):
            raise ValueError(f"a range goes from a number up to another, not {low:g} to {high:g}")
        if self.spacing == "log" and low * high <= 0.0:
            raise ValueError(f"there are no logarithms from {low:g} to {high:g}")
        return low, high

    def position(self, number: float) -> float:
        """Return where a number lies between the ends, from 0 to 1.

        >>> Range(4, 64).position(16), Range(-1, 1).position(0.5)
        (0.5, 0.75)
        """
        low, high = self.ends()
        if not self.by_log:
            return (number - low) / (high - low)
        return math.log(number / low) / math.log(high / low)


Values = Mapping[str, Sequence[object] | Range]
"""What is tried of each parameter: a list of values, or a range."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A value of a parameter, and the text by which people know it."""

    text: str
    value: Any
    problem: str = ""  # why the value is impossible on these games

    @property
    def has_quantiles(self) -> bool:
        """Whether the text stands for numbers that depend on the games."""
        return QUANTILE.search(self.text) is not None

    @property
    def is_number(self) -> bool:
        """Whether the value is a number."""
        return isinstance(self.value, int | float) and not isinstance(self.value, bool)


@dataclass(frozen=True, slots=True, eq=False)
class Configuration:
    """A system to try, and the choices it comes from; several if they mean the same."""

    system: RatingSystem
    choices: list[Mapping[str, Choice]] = field(default_factory=list)

    @property
    def params_text(self) -> list[dict[str, str]]:
        """The parameters as they were typed, for each of the choices."""
        return [{name: choice.text for name, choice in one.items()} for one in self.choices]

    def __str__(self) -> str:
        return " ".join(f"{name}={choice.text}" for name, choice in self.choices[0].items())


@dataclass(frozen=True, slots=True)
class Space:
    """What may be tried of a system, checked."""

    kind: type[RatingSystem]
    base: Mapping[str, Choice]  # parameters that stay as they are
    choices: Mapping[str, tuple[Choice, ...]] = field(default_factory=dict)
    ranges: Mapping[str, Range] = field(default_factory=dict)

    @property
    def default(self) -> RatingSystem:
        """The system with what is fixed, and nothing tuned."""
        return self.kind(**{name: choice.value for name, choice in self.base.items()})

    def grid(self) -> Iterator[dict[str, Choice]]:
        """Yield all combinations of the values."""
        for chosen in product(*self.choices.values()):
            yield dict(zip(self.choices, chosen, strict=True))

    def make(self, params: Mapping[str, Choice]) -> RatingSystem:
        """Make the system with some parameters; refuse those that do not go together."""
        chosen = {name: choice.value for name, choice in self.base.items()}
        nested: dict[str, dict[str, Any]] = {}
        for name, choice in params.items():
            if choice.problem:
                raise ValueError(choice.problem)
            head, dot, tail = name.partition(".")
            if dot:
                nested.setdefault(head, {})[tail] = choice.value
            else:
                chosen[name] = choice.value
        for head, changes in nested.items():
            now = chosen[head] if head in chosen else getattr(self.default, head)
            chosen[head] = _change_nested(head, now, changes)
        return self.kind(**chosen)

    def draw(self, name: str, number: float) -> Choice:
        """Return a number drawn from a range as a choice: rounded, and within the range."""
        if self.is_count(name):
            count = round(number)
            return Choice(str(count), _convert(self.kind, name, count, "--range"))
        value = round_within(number, *self.ranges[name].ends())
        return Choice(text_of(value), value)

    def is_count(self, name: str) -> bool:
        """Whether a parameter is a number of games, or another whole number."""
        return _is_count(self.kind, name)

    def at_edge(self, params: Mapping[str, Choice]) -> dict[str, str]:
        """Return which parameters are at the ``low`` or the ``high`` end of what was tried."""
        sides = {name: self._side(name, choice) for name, choice in params.items()}
        return {name: side for name, side in sides.items() if side}

    def _side(self, name: str, choice: Choice) -> str:
        if not choice.is_number:
            return ""
        if name in self.ranges:
            position = self.ranges[name].position(choice.value)
        else:
            tried = [each for each in self.choices[name] if not each.problem]
            if not all(each.is_number for each in tried):
                return ""
            numbers = sorted({each.value for each in tried})
            if len(numbers) < MIN_GRID:
                return ""
            position = numbers.index(choice.value) / (len(numbers) - 1)
        bounded = (*self.kind.positive, *self.kind.not_negative)
        if position <= EDGE and not (choice.value == 0.0 and name in bounded):
            return "low"
        return "high" if position >= 1.0 - EDGE else ""


def make_space(
    system: str | type[RatingSystem],
    values: Values,
    base: Mapping[str, object] | None = None,
    *,
    trials: int | None = None,
) -> Space:
    """Check what is to be tried, name by name and value by value, before there are games.

    What quantiles stand for is known later: see :func:`resolve_quantiles`.
    """
    kind = find_system(system) if isinstance(system, str) else system
    fixed: dict[str, Choice] = {}
    for given, value in (base or {}).items():
        check_name(kind, given)
        name = expand_alias(given)
        fixed[name] = _choice(kind, name, value, "--set")
    choices: dict[str, tuple[Choice, ...]] = {}
    ranges: dict[str, Range] = {}
    for given, tried in values.items():
        name = _full_name(kind, given)
        if name in choices or name in ranges:
            raise ValueError(f"{name} is given twice")
        if name in fixed:
            raise ValueError(f"{name} is fixed by --set and tried as well: leave out one of them")
        if not isinstance(tried, Range | Iterable):
            raise ValueError(f"what to try of {name} is a list or a Range, not {tried!r}")
        if isinstance(tried, Range):
            ranges[name] = _check_range(kind, name, tried)
        else:
            if not any(value != "" for value in tried):
                raise ValueError(f"the grid of {name} is empty: give values, as in {name}=8,16,32")
            choices[name] = tuple(_choice(kind, name, value, "--grid") for value in tried)
    space = Space(kind, fixed, choices, ranges)
    _check_trials(space, trials)
    return space


def resolve_quantiles(space: Space, table: GameTable, test_start: int) -> Space:
    """Put numbers in the place of quantiles, which are those of the games before the test.

    A space for trials that says nothing else gets the default ranges of its system; where nobody
    is at home, that of the advantage is left out.
    """
    put = quantile_numbers(table, test_start)
    base = {name: _resolve(space.kind, name, choice, put) for name, choice in space.base.items()}
    for choice in base.values():
        if choice.problem:
            raise ValueError(choice.problem)
    choices = {
        name: tuple(_resolve(space.kind, name, choice, put) for choice in tried)
        for name, tried in space.choices.items()
    }
    ranges = {
        name: _check_range(space.kind, name, replace(span, low=put(span.low), high=put(span.high)))
        for name, span in space.ranges.items()
    }
    space = Space(space.kind, base, choices, ranges)
    if choices or ranges:
        return space
    free = _free_ranges(space)
    if table.home is not None and not table.home.any():
        free.pop("advantage", None)  # nobody is at home
    return replace(space, ranges=free)


def quantile_numbers(table: GameTable, test_start: int) -> Callable[[float | str], float | str]:
    """Return a function that puts numbers in the place of quantiles in a text.

    >>> table = GameTable.from_games([{"A": 1, "B": 0}, {"A": 1, "C": 0}, {"A": 0, "D": 1}] * 2)
    >>> put = quantile_numbers(table, test_start=3)
    >>> put("60/30/16@q50+1/q100"), put("by-games")
    ('60/30/16@2/3', 'by-games')
    """
    seats = table.seats[:test_start]
    counts = np.bincount(seats[seats >= 0], minlength=len(table.names))
    played = counts[counts > 0]

    def number(found: re.Match[str]) -> str:
        return str(math.floor(np.percentile(played, _percent(found))) + int(found[2] or 0))

    return lambda text: QUANTILE.sub(number, text) if isinstance(text, str) else text


def default_ranges(system: RatingSystem) -> dict[str, Range]:
    """Return a range for every number of a system, but for its units.

    Numbers go from a quarter to four times what they are.  An ``advantage`` of either side is
    tried up to a quarter of the ``scale``: 100 points where 400 are ten to one.  A system class may
    say otherwise by ``tuning_ranges``, a mapping from parameters to their ends.

    >>> from evenhand.ratings import Elo
    >>> default_ranges(Elo())
    {'k': Range(low=4.0, high=64.0, spacing=''), 'advantage': Range(low=-100.0, high=100.0, ...)}
    """
    units = UNITS.get(name_of(type(system)), COMMON_UNITS)
    ranges = {name: Range(*ends) for name, ends in getattr(system, "tuning_ranges", {}).items()}
    found: dict[str, Range] = {}
    for name in parameter_names(type(system)):
        value, scale = getattr(system, name), getattr(system, "scale", 400.0)
        if name in ranges:
            found[name] = ranges[name]
        elif name == "advantage":
            found[name] = Range(-scale / 4.0, scale / 4.0)
        elif isinstance(value, KSchedule):
            for part in ("k_a", "k_b", "k_c", *CUT_OFFS):
                found |= _range_around(type(system), f"{name}.{part}", getattr(value, part))
        elif isinstance(value, Adjustment):
            found |= _range_around(type(system), f"{name}.c", value.c)
        elif isinstance(value, int | float) and not isinstance(value, bool) and name not in units:
            found |= _range_around(type(system), name, value)
    return found | ranges


def read_values(grid: Sequence[str], ranges: Sequence[str] = ()) -> dict[str, list[str] | Range]:
    """Read what is to be tried from texts such as ``k=8,16,32`` and ``k=4:64``.

    >>> read_values(["k=8,16"], ["advantage=-50:50"])
    {'k': ['8', '16'], 'advantage': Range(low='-50', high='50', spacing='')}
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
    """Read what stays as it is from texts such as ``k=60/30/16@q10/q25``, to be checked later.

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


def round_within(number: float, low: float, high: float) -> float:
    """Round a number to four digits, but keep it within its range.

    >>> round_within(17.382453, 4.0, 64.0), round_within(63.99999, 4.0, 63.999991)
    (17.38, 63.999991)
    """
    if number == 0.0:
        return 0.0
    places = DIGITS - 1 - math.floor(math.log10(abs(number)))
    return float(min(max(round(number, places), low), high))


def require_optuna() -> Any:
    """Import Optuna and make it quiet; refuse to go on without it."""
    try:
        optuna = import_module("optuna")
    except ImportError:
        raise ValueError("trials need Optuna: pip install 'evenhand[tuning]'") from None
    optuna.logging.set_verbosity(optuna.logging.ERROR)
    return optuna


def _check_trials(space: Space, trials: int | None) -> None:
    """Refuse ranges without trials, and trials without numbers to choose."""
    default = space.default
    if trials is None:
        if space.ranges:
            name = next(iter(space.ranges))
            raise ValueError(f"a range, as that of {name}, needs a number of trials")
        if not space.choices:
            raise ValueError("nothing to tune: give a grid such as k=8,16,32, or trials")
        return
    if trials < 1:
        raise ValueError(f"at least one trial must be made, not {trials}")
    require_optuna()
    if not (space.choices or space.ranges or _free_ranges(space)):
        raise ValueError(
            f"{name_of(type(default))} has no numbers left to tune: give ranges such as k=4:64"
        )


def _free_ranges(space: Space) -> dict[str, Range]:
    """Return the default ranges of what is not fixed; fields of a fixed schedule are free."""
    fixed = {name for name, choice in space.base.items() if choice.is_number}
    ranges = default_ranges(space.default)
    return {name: span for name, span in ranges.items() if name not in fixed}


def _range_around(system: type[RatingSystem], name: str, number: float) -> dict[str, Range]:
    """Return the default range of a number; none for zero and infinity."""
    if number == 0.0 or not math.isfinite(number):
        return {}
    low, high = sorted((number / WIDTH, number * WIDTH))
    if _is_count(system, name):
        low, high = float(max(1, round(low))), float(round(high))
    return {name: Range(low, high)}


def _full_name(system: type[RatingSystem], given: str) -> str:
    """Return the name of a parameter or, behind a dot, of a part of it."""
    head, dot, tail = (part.strip() for part in given.partition("."))
    check_name(system, head)
    head = expand_alias(head)
    if not dot:
        return head
    parts = _parts(system, head)
    if parts is None and tail:  # any entry of a mapping
        return f"{head}.{tail}"
    tail = tail.replace("-", "_")
    if not parts or tail not in parts:
        advice = suggest_all(tail, parts) if parts else "there is nothing behind a dot"
        raise ValueError(f"{head} has no field {tail!r}; {advice}")
    return f"{head}.{tail}"


def _kinds(kind: Any) -> tuple[Any, ...]:
    """Return the alternatives of a union, or the type alone."""
    return get_args(kind) if get_origin(kind) in (Union, UnionType) else (kind,)


def _parts(system: type[RatingSystem], head: str) -> dict[str, Any] | None:
    """Return the types of the fields behind a dot; None for a mapping, which takes any name."""
    for kind in _kinds(field_types(system)[head]):
        whole = get_origin(kind) or kind
        if isinstance(whole, type) and is_dataclass(whole):
            return field_types(whole)
        if isinstance(whole, type) and issubclass(whole, Mapping):
            return None
    return {}


def _kind_of(system: type[RatingSystem], name: str) -> Any:
    """Return the type of a parameter or of a part of it."""
    head, dot, tail = name.partition(".")
    if not dot:
        return field_types(system)[head]
    parts = _parts(system, head)
    return float if parts is None else parts[tail]


def _is_count(system: type[RatingSystem], name: str) -> bool:
    head, _, tail = name.partition(".")
    return (
        tail in CUT_OFFS and bool(_parts(system, head)) if tail else _kind_of(system, head) is int
    )


def _change_nested(name: str, value: object, changes: Mapping[str, Any]) -> object:
    """Return a schedule, an adjustment or a mapping with some of its parts changed."""
    whole = KSchedule.parse(value) if isinstance(value, str) else value
    if isinstance(whole, Mapping):
        make: Callable[[Mapping[str, Any]], object] = type(whole)
        return make({**whole, **changes})
    if not is_dataclass(whole) or isinstance(whole, type):
        first = next(iter(changes))
        example = f", as in --set {name}={EXAMPLES[name]}" if name in EXAMPLES else ""
        raise ValueError(
            f"{name}.{first} needs a whole {name}{example}, not {name}={text_of(value)}"
        )
    return replace(whole, **changes)


def _choice(system: type[RatingSystem], name: str, value: object, option: str) -> Choice:
    """Return a value with its text; refuse one that is wrong whatever its quantiles are."""
    text = value.strip() if isinstance(value, str) else text_of(value)
    if not QUANTILE.search(text):
        return Choice(text, _convert(system, name, value, option))
    for found in QUANTILE.finditer(text):
        _percent(found)
    try:
        return Choice(text, _read(system, name, QUANTILE.sub(FEWEST, text), option))
    except ValueError:
        most = QUANTILE.sub(MOST, text)
    try:
        return Choice(text, _read(system, name, most, option))
    except ValueError as problem:
        raise ValueError(str(problem).replace(most, text)) from None


def _resolve(
    system: type[RatingSystem],
    name: str,
    choice: Choice,
    put: Callable[[float | str], float | str],
) -> Choice:
    """Return a choice with the value that its quantiles stand for, or why it has none."""
    if not choice.has_quantiles:
        return choice
    try:
        return replace(choice, value=_read(system, name, str(put(choice.text)), "--grid"))
    except ValueError as problem:
        return replace(choice, problem=str(problem))


def _convert(system: type[RatingSystem], name: str, value: object, option: str) -> Any:
    """Return a value as the parameter has it: texts are read, whole numbers may become floats."""
    kinds = _kinds(_kind_of(system, name))
    if isinstance(value, KSchedule) and value.is_constant:
        value = value.k_a
    if isinstance(value, int | float | np.number) and not isinstance(value, bool):
        number = float(value)
        if float in kinds:
            return number
        if int in kinds and number.is_integer():
            return int(number)
    plain = [get_origin(kind) or kind for kind in kinds]
    allowed_types = tuple(kind for kind in plain if isinstance(kind, type))
    if not isinstance(value, str) and isinstance(value, allowed_types):
        return value
    if value is None and NoneType in kinds:
        return None
    return _read(system, name, value if isinstance(value, str) else text_of(value), option)


def _read(system: type[RatingSystem], name: str, text: str, option: str) -> Any:
    """Read the value of a parameter, or of a part of it, from its text."""
    if "." in name:
        return parse_value(name, text.strip(), _kind_of(system, name))
    return read_parameters(system, [f"{name}={text}"], option)[name]


def _check_range(system: type[RatingSystem], name: str, span: Range) -> Range:
    """Return a range with numbers for its ends where they do not depend on the games."""
    least = QUANTILE.sub(FEWEST, str(span.low))
    try:
        ends = Range(least, QUANTILE.sub(MOST, str(span.high)), span.spacing).ends()
    except ValueError as problem:
        raise ValueError(f"{name}: {problem}") from None
    if _is_count(system, name) and any(end != round(end) for end in ends):
        raise ValueError(f"{name} is a whole number: its range goes from one to another")
    low, high = (_choice(system, name, end, "--range") for end in (span.low, span.high))
    return replace(
        span,
        low=low.text if low.has_quantiles else ends[0],
        high=high.text if high.has_quantiles else ends[1],
    )


def _percent(found: re.Match[str]) -> float:
    """Return the percentile of a quantile, if there is one."""
    if float(found[1]) > 100.0:
        raise ValueError(f"a quantile lies between q0 and q100, not at {found[0]}")
    return float(found[1])

"""What is to be tried on which games, checked before any work begins."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from evenhand.ratings.named import find_system
from evenhand.ratings.system import RatingSystem
from evenhand.tables import GameTable
from evenhand.tuning.configurations import Configurations
from evenhand.tuning.differences import check_two_seats
from evenhand.tuning.metrics import Metric, find_metric
from evenhand.tuning.quantiles import fill_in
from evenhand.tuning.space import Space, Values, make_space, usual_ranges
from evenhand.tuning.split import Split, split_games
from evenhand.tuning.trials import require_optuna


@dataclass(frozen=True, slots=True, eq=False)
class Plan:
    """Games, what is tried on them, and by what it is judged."""

    table: GameTable
    split: Split
    space: Space
    metric: Metric
    trials: int | None
    default: RatingSystem  # with what is fixed, but nothing tuned
    rateable: bool  # whether the default can rate these games; the grid may make it possible
    candidates: Configurations  # all of a grid; those of trials come later

    @property
    def count(self) -> int:
        """How many configurations will be measured, at most, the default among them."""
        if self.trials is not None:
            return self.rateable + self.trials
        return len(self.candidates.found.keys() | ({self.default} if self.rateable else set()))


def make_plan(
    system: str | type[RatingSystem],
    values: Values,
    table: GameTable,
    *,
    base: Mapping[str, object] | None = None,
    metric: str = "log-loss",
    since: int | None = None,
    test_fraction: float | None = None,
    trials: int | None = None,
) -> Plan:
    """Check what is asked for; the arguments are those of ``tune``."""
    kind = find_system(system) if isinstance(system, str) else system
    judge = find_metric(metric)
    if judge.needs_regression:
        check_two_seats(table, "f1")
    split = split_games(table, since=since, fraction=test_fraction)
    space = make_space(kind, values, base or {}, fill_in(table, split))
    default = kind(**space.base)
    space = _with_ranges(space, default, trials)
    candidates = Configurations(space, table)
    if trials is None:
        for texts in space.grid():
            candidates.add(texts)
        candidates.require()
    rateable = _can_rate(default, table)
    return Plan(table, split, space, judge, trials, default, rateable, candidates)


def check_request(
    system: str | type[RatingSystem],
    values: Values,
    *,
    base: Mapping[str, object] | None = None,
    metric: str = "log-loss",
    trials: int | None = None,
) -> None:
    """Refuse what is wrong whatever the games are."""
    kind = find_system(system) if isinstance(system, str) else system
    find_metric(metric)
    space = make_space(kind, values, base or {})
    _with_ranges(space, kind(**space.base), trials)


def _can_rate(system: RatingSystem, table: GameTable) -> bool:
    try:
        system.check(table)
    except ValueError:
        return False
    return True


def _with_ranges(space: Space, default: RatingSystem, trials: int | None) -> Space:
    """The space of a grid or of trials, which may choose their own ranges."""
    if trials is None:
        if space.ranges:
            name = next(iter(space.ranges))
            raise ValueError(f"a range, as that of {name}, needs a number of trials")
        if not space.values:
            raise ValueError("nothing to tune: give a grid such as k=8,16,32, or trials")
        return space
    if trials < 1:
        raise ValueError(f"at least one trial must be made, not {trials}")
    require_optuna()
    if space.values or space.ranges:
        return space
    ranges = usual_ranges(default)
    if not ranges:
        raise ValueError("there are no numbers to tune: give ranges such as k=4:64")
    return replace(space, ranges=ranges)

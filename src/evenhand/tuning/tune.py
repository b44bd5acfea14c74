"""Find the parameters of a rating system by what it predicts.

The games are split by time.  Every configuration rates all of them once; the choice is made on what
was foretold in the tuning period, and the test period, which the choice has not seen, tells what it
is worth.  Source of the idea: Maitra 2025, section 3.  Ours: proper scores beside F1, a test
period, and intervals that tell which configurations are truly different.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from pathlib import Path

from evenhand.parallel import Pool, pool
from evenhand.ratings.system import RatingSystem
from evenhand.tables import Floats, GameTable
from evenhand.tuning.bootstrap import RESAMPLES
from evenhand.tuning.configurations import Configuration
from evenhand.tuning.journal import Journal, header
from evenhand.tuning.measure import Task, cut, measure
from evenhand.tuning.metrics import COLUMNS, PLAIN
from evenhand.tuning.plan import Plan, make_plan
from evenhand.tuning.space import Values
from evenhand.tuning.trials import run_trials
from evenhand.tuning.tuned import Tuned


def tune(
    system: str | type[RatingSystem],
    values: Values,
    table: GameTable,
    *,
    base: Mapping[str, object] | None = None,
    metric: str = "log-loss",
    since: int | None = None,
    test_fraction: float | None = None,
    trials: int | None = None,
    seed: int = 0,
    resamples: int = RESAMPLES,
    journal: Path | None = None,
    workers: int | None = None,
    cluster: str | None = None,
    done: Callable[[int], object] | None = None,
) -> Tuned:
    """Try configurations of a system and choose the one that foretells best.

    ``values`` has what is tried of each parameter: a list, or a ``Range`` for trials.  All
    combinations of lists are tried, or so many ``trials`` that Optuna chooses; without any
    values it may change every number of the system.  ``base`` has parameters that stay as
    they are.  Games from ``since`` on (microseconds), or the last ``test_fraction`` of them (a
    fifth if not said), are the test period.  What is done is written to a ``journal``, if one
    is named, and not done again.  ``done`` is called with the number of configurations so far.

    >>> from numpy.random import default_rng
    >>> from evenhand.datasets import make_games
    >>> table, _ = make_games(default_rng(1), players=50, games=5000)
    >>> tuned = tune("elo", {"k": [1, 16, 128]}, table)
    >>> tuned.system.k, tuned.frame()["verdict"].to_list()
    (16.0, ['best', 'worse', 'worse'])
    """
    plan = make_plan(
        system,
        values,
        table,
        base=base,
        metric=metric,
        since=since,
        test_fraction=test_fraction,
        trials=trials,
    )
    return carry_out(
        plan,
        seed=seed,
        resamples=resamples,
        journal=journal,
        workers=workers,
        cluster=cluster,
        done=done,
    )


def carry_out(
    plan: Plan,
    *,
    seed: int = 0,
    resamples: int = RESAMPLES,
    journal: Path | None = None,
    workers: int | None = None,
    cluster: str | None = None,
    done: Callable[[int], object] | None = None,
) -> Tuned:
    """Measure the configurations of a plan; the arguments are those of ``tune``."""
    record = None if journal is None else Journal(journal, header(plan))
    games = cut(plan.table, plan.split)
    with pool(shared=games, workers=workers, cluster=cluster) as map_over:
        if record is not None:
            record.begin()
        known = Measured(plan, map_over, record, done)
        known.measure([plan.default] if plan.rateable else [])
        if plan.trials is None:
            known.measure(list(plan.candidates.found))
        else:
            run_trials(plan.trials, seed, plan.candidates, known.losses)
    plan.candidates.require()
    found = plan.candidates.found
    return Tuned(
        metric=plan.metric,
        split=plan.split,
        seed=seed,
        trials=plan.trials,
        configurations=tuple(found.values()),
        sums=tuple(known.sums[system] for system in found),
        default=plan.default,
        default_sums=known.sums.get(plan.default),
        left_out=dict(plan.candidates.left_out),
        resamples=resamples,
    )


class Measured:
    """The sums of configurations: from the journal if they are there, else worked out."""

    def __init__(
        self,
        plan: Plan,
        map_over: Pool,
        journal: Journal | None,
        done: Callable[[int], object] | None,
    ) -> None:
        self.plan, self.map_over, self.journal, self.done = plan, map_over, journal, done
        self.sums: dict[RatingSystem, Floats] = {}
        self.left_out = plan.candidates.dropped
        self.regression = plan.metric.needs_regression

    def measure(self, systems: Sequence[RatingSystem]) -> None:
        """Find the sums of systems."""
        missing = [each for each in dict.fromkeys(systems) if not self._known(each)]
        tasks = [Task(system, self.regression) for system in missing]
        with closing(self.map_over(measure, tasks)) as results:
            for system, found in zip(missing, results, strict=True):
                self._take(system, found)
                self._tell()

    def losses(self, some: Sequence[Configuration]) -> list[float | None]:
        """What is to be made small, in the tuning period; nothing for what is left out."""
        self.measure([one.system for one in some])
        return [self._loss(self.sums.get(one.system)) for one in some]

    def _loss(self, sums: Floats | None) -> float | None:
        if sums is None:
            return None
        metric, tuning = self.plan.metric, sums[: self.plan.split.border]
        return metric.sign * float(metric.value(tuning.sum(axis=0)))

    def _take(self, system: RatingSystem, found: Floats | str) -> None:
        """Keep the sums of a system, or leave it out for a reason; only sums are written down."""
        if isinstance(found, str):
            self.plan.candidates.drop(system, found)
            return
        self.sums[system] = found
        if self.journal is not None:
            self.journal.add(system, found)

    def _known(self, system: RatingSystem) -> bool:
        if system not in self.sums and self.journal is not None:
            columns = COLUMNS if self.regression else PLAIN
            sums = self.journal.find(system, columns)
            if sums is not None:
                self.sums[system] = sums
                self._tell()
        return system in self.sums or system in self.left_out

    def _tell(self) -> None:
        if self.done is not None:
            self.done(len(self.sums) + len(self.left_out))

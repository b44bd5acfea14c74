"""Find the parameters of a rating system by what it predicts.

The games are split by time.  Every configuration rates all of them once; the best is chosen by its
predictions in the tuning period, and scored on the test period, which the choice has not seen.
Source of the idea: Maitra 2025, section 3.  Ours: proper scores beside F1, a test period, and
intervals that show which configurations differ for certain.

Optuna chooses configurations in batches of a fixed size, whatever the number of workers: so the
same seed tries the same configurations anywhere.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from evenhand.evaluation import (
    BASIC_SUMS,
    F1_SUMS,
    RESAMPLES,
    Metric,
    Split,
    check_two_seats,
    find_metric,
    split_games,
)
from evenhand.parallel import Pool, pool
from evenhand.ratings import RatingSystem
from evenhand.tables import Floats, GameTable
from evenhand.tuning.journal import Journal
from evenhand.tuning.measure import OUT_OF_RANGE, Games, Task, measure
from evenhand.tuning.result import TuningResult
from evenhand.tuning.space import (
    Choice,
    Configuration,
    Space,
    Values,
    make_space,
    require_optuna,
    resolve_quantiles,
)

BATCH = 8

Progress = Callable[[int], object]


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
    done: Progress | None = None,
) -> TuningResult:
    """Try configurations of a system and choose the one that predicts best.

    ``values`` has what is tried of each parameter: a list, or a ``Range`` for trials.  All
    combinations of lists are tried, or as many ``trials`` as Optuna may choose; without any
    values it may change every number of the system.  ``base`` has parameters that stay as
    they are.  Games from ``since`` on (microseconds), or the last ``test_fraction`` of them (by
    default a fifth), are the test period.  Measured configurations are written to a ``journal``,
    if one is named, and not measured again.  ``done`` is called with the number of
    configurations so far.

    >>> from numpy.random import default_rng
    >>> from evenhand.datasets import make_games
    >>> table, _ = make_games(default_rng(1), players=50, games=5000)
    >>> result = tune("elo", {"k": [1, 16, 128]}, table)
    >>> result.system.k, result.table["verdict"].to_list()
    (16.0, ['best', 'worse', 'worse'])
    """
    find_metric(metric)
    space = make_space(system, values, base, trials=trials)
    plan = make_plan(
        space, table, metric=metric, since=since, test_fraction=test_fraction, trials=trials
    )
    return run(
        plan,
        seed=seed,
        resamples=resamples,
        journal=journal,
        workers=workers,
        cluster=cluster,
        done=done,
    )


@dataclass(frozen=True, slots=True, eq=False)
class Candidates:
    """The configurations that are possible, in the order of the search, and those skipped."""

    space: Space
    table: GameTable
    found: dict[RatingSystem, Configuration] = field(default_factory=dict)
    skipped: Counter[str] = field(default_factory=Counter)  # how many, by reason
    failed: dict[RatingSystem, str] = field(default_factory=dict)  # why measuring failed

    def add(self, params: Mapping[str, Choice]) -> Configuration | None:
        """Add a configuration; None if it is impossible, the known one if it was there."""
        try:
            system = self.space.make(params)
            if system in self.failed:
                raise ValueError(self.failed[system])
            if system not in self.found:
                system.check(self.table)
        except (ValueError, ArithmeticError) as problem:
            self.skipped[str(problem) if isinstance(problem, ValueError) else OUT_OF_RANGE] += 1
            return None
        known = self.found.setdefault(system, Configuration(system))
        if params not in known.choices:
            known.choices.append(params)
        return known

    def fail(self, system: RatingSystem, reason: str) -> None:
        """Skip a configuration that could not be measured."""
        self.failed[system] = reason
        known = self.found.pop(system, None)
        if known is not None:
            self.skipped[reason] += len(known.choices)

    def require(self) -> None:
        """Refuse to go on without any configuration."""
        if not self.found:
            (reason, _), *others = self.skipped.most_common() or [("nothing was tried", 0)]
            more = f" (and {len(others)} other reasons)" if others else ""
            raise ValueError(f"no configuration is possible: {reason}{more}")


@dataclass(frozen=True, slots=True, eq=False)
class Plan:
    """What is tried on which games, checked before any work begins."""

    table: GameTable
    split: Split
    space: Space
    metric: Metric
    trials: int | None
    default: RatingSystem  # with what is fixed, but nothing tuned
    rateable: bool  # whether the default can rate these games; the grid may make it possible
    candidates: Candidates  # all of a grid; those of trials come later

    @property
    def count(self) -> int:
        """How many configurations will be measured, at most, the default among them."""
        if self.trials is not None:
            return self.rateable + self.trials
        return len(self.candidates.found.keys() | ({self.default} if self.rateable else set()))


def make_plan(
    space: Space,
    table: GameTable,
    *,
    metric: str = "log-loss",
    since: int | None = None,
    test_fraction: float | None = None,
    trials: int | None = None,
) -> Plan:
    """Check a space of ``make_space`` against the games; the arguments are those of ``tune``."""
    scored_by = find_metric(metric)
    if scored_by.needs_regression:
        check_two_seats(table, "f1")
    split = split_games(table, since=since, fraction=test_fraction)
    space = resolve_quantiles(space, table, split.test_start)
    candidates = Candidates(space, table)
    if trials is None:
        for params in space.grid():
            candidates.add(params)
        candidates.require()
    default = space.default
    rateable = _can_rate(default, table)
    return Plan(table, split, space, scored_by, trials, default, rateable, candidates)


def _can_rate(system: RatingSystem, table: GameTable) -> bool:
    try:
        system.check(table)
    except ValueError:
        return False
    return True


def run(
    plan: Plan,
    *,
    seed: int = 0,
    resamples: int = RESAMPLES,
    journal: Path | None = None,
    workers: int | None = None,
    cluster: str | None = None,
    done: Progress | None = None,
) -> TuningResult:
    """Measure the configurations of a plan; the arguments are those of ``tune``."""
    record = (
        None if journal is None else Journal.about(journal, plan.default, plan.table, plan.split)
    )
    games = Games(plan.table, plan.split)
    with pool(shared=games, workers=workers, cluster=cluster) as compute:
        if record is not None:
            record.begin()
        scores = Scores(plan.metric, plan.split, plan.candidates, compute, record, done)
        if plan.rateable:
            scores.measure([plan.default])
        if plan.trials is None:
            scores.measure(plan.candidates.found)
        else:
            _run_trials(plan.trials, seed, scores)
    plan.candidates.require()
    found = plan.candidates.found
    return TuningResult(
        games=plan.table,
        metric=plan.metric,
        split=plan.split,
        space=plan.space,
        seed=seed,
        trials=plan.trials,
        configurations=tuple(found.values()),
        sums=tuple(scores.sums[system] for system in found),
        default=plan.default,
        default_sums=scores.sums.get(plan.default),
        skipped=dict(plan.candidates.skipped),
        resamples=resamples,
    )


@dataclass(frozen=True, slots=True, eq=False)
class Scores:
    """The sums of measured configurations: from the journal if they are there, else worked out."""

    metric: Metric
    split: Split
    candidates: Candidates
    pool: Pool
    journal: Journal | None
    done: Progress | None
    sums: dict[RatingSystem, Floats] = field(default_factory=dict)

    def measure(self, systems: Iterable[RatingSystem]) -> None:
        """Find the sums of systems; those that fail become no candidates."""
        regression = self.metric.needs_regression
        missing = [each for each in dict.fromkeys(systems) if not self._is_known(each)]
        tasks = [Task(system, regression) for system in missing]
        with closing(self.pool(measure, tasks)) as results:
            for system, found in zip(missing, results, strict=True):
                if isinstance(found, str):
                    self.candidates.fail(system, found)
                else:
                    self.sums[system] = found
                    if self.journal is not None:
                        self.journal.add(system, found)
                self._report()

    def loss(self, system: RatingSystem) -> float | None:
        """Return what is to be made small, in the tuning period; None if measuring failed."""
        if system not in self.sums:
            return None
        train = self.sums[system][: self.split.n_train_blocks]
        return self.metric.sign * float(self.metric.value(train.sum(axis=0)))

    def _is_known(self, system: RatingSystem) -> bool:
        if system not in self.sums and self.journal is not None:
            columns = F1_SUMS if self.metric.needs_regression else BASIC_SUMS
            sums = self.journal.find(system, columns)
            if sums is not None:
                self.sums[system] = sums
                self._report()
        return system in self.sums or system in self.candidates.failed

    def _report(self) -> None:
        if self.done is not None:
            self.done(len(self.sums) + len(self.candidates.failed))


def _run_trials(trials: int, seed: int, scores: Scores) -> None:
    """Let Optuna choose configurations, batch by batch, by the losses of those before."""
    optuna = require_optuna()
    candidates = scores.candidates
    # a batch knows what it has asked for already, so that it does not repeat itself
    sampler = optuna.samplers.TPESampler(seed=seed, constant_liar=True)
    study = optuna.create_study(sampler=sampler)
    for start in range(0, trials, BATCH):
        batch = [study.ask() for _ in range(min(BATCH, trials - start))]
        asked = [candidates.add(_suggest(trial, candidates.space)) for trial in batch]
        scores.measure([one.system for one in asked if one is not None])
        for trial, one in zip(batch, asked, strict=True):
            loss = None if one is None else scores.loss(one.system)
            if loss is None:
                study.tell(trial, state=optuna.trial.TrialState.FAIL)
            else:
                study.tell(trial, loss)


def _suggest(trial: Any, space: Space) -> dict[str, Choice]:
    """Return what Optuna suggests."""
    params: dict[str, Choice] = {}
    for name, choices in space.choices.items():
        by_text = {choice.text: choice for choice in choices}
        params[name] = by_text[trial.suggest_categorical(name, [each.text for each in choices])]
    for name, span in space.ranges.items():
        low, high = span.ends()
        if space.is_count(name):
            by_log = span.by_log and low > 0.0
            number = float(trial.suggest_int(name, round(low), round(high), log=by_log))
        elif span.by_log and high < 0.0:
            number = -trial.suggest_float(name, -high, -low, log=True)
        else:
            number = trial.suggest_float(name, low, high, log=span.by_log)
        params[name] = space.draw(name, number)
    return params

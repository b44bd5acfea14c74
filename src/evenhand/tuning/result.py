"""The result of tuning: every configuration with its scores, and which of them differ."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from evenhand.evaluation import (
    METRICS,
    NO_DIFFERENCE,
    RESAMPLES,
    BootstrapScores,
    Comparison,
    Estimate,
    EvaluationReport,
    Metric,
    Split,
    bootstrap_scores,
    compare,
    evaluate,
    find_metric,
    resample_blocks,
)
from evenhand.ratings import RatingSystem, name_of, parameters, write_parameters
from evenhand.tables import Floats, GameTable
from evenhand.tuning.space import Configuration, Space


@dataclass(frozen=True, eq=False)
class TuningResult:
    """All configurations in the order of the search, and the best one."""

    games: GameTable
    metric: Metric
    split: Split
    space: Space
    seed: int
    trials: int | None
    configurations: tuple[Configuration, ...]
    sums: tuple[Floats, ...]  # of each configuration
    default: RatingSystem  # with what was fixed, but nothing tuned
    default_sums: Floats | None  # None if it cannot rate these games
    skipped: Mapping[str, int]  # how many were impossible, by reason
    resamples: int = RESAMPLES

    @property
    def best(self) -> Configuration:
        """The configuration that is best in the tuning period."""
        return self.configurations[self.comparison().best]

    @property
    def system(self) -> RatingSystem:
        """The best system."""
        return self.best.system

    @property
    def count(self) -> int:
        """Number of configurations."""
        return len(self.configurations)

    @property
    def name(self) -> str:
        """Name of the system."""
        return name_of(type(self.default))

    @property
    def base_is_default(self) -> bool:
        """Whether nothing was fixed, so that the default is that of the system."""
        return self.default == type(self.default)()

    @property
    def table(self) -> pl.DataFrame:
        """All configurations by the metric of the search, the best first."""
        return self.frame()

    @cached_property
    def report(self) -> EvaluationReport:
        """All metrics of the best system on the test period."""
        start, rng = self.split.test_start, np.random.default_rng(self.seed)
        return evaluate(
            self.system, self.games, test_start=start, rng=rng, resamples=self.resamples
        )

    @property
    def at_edge(self) -> dict[str, str]:
        """Parameters whose best value is at the ``low`` or ``high`` end of what was tried."""
        return self.space.at_edge(self.best.choices[0])

    @property
    def warnings(self) -> list[str]:
        """What to change before the result is trusted."""
        best = self.best.choices[0]
        other = {"low": "smaller", "high": "larger"}
        return [
            f"{name}={best[name].text} is at the {side} end of what was tried:"
            f" try {other[side]} values"
            for name, side in self.at_edge.items()
        ]

    def value(self, number: int, metric: str = "", *, test: bool = False) -> Estimate:
        """Return a metric of a configuration, in the tuning or in the test period."""
        return self._scores(metric, test).estimate(number)

    def comparison(self, metric: str = "") -> Comparison:
        """Compare every configuration with the best by a metric, in the tuning period."""
        name = metric or self.metric.name
        if name not in self._comparisons:
            scores = self._scores(name, False)
            own = scores._replace(
                values=scores.values[: self.count], samples=scores.samples[: self.count]
            )
            self._comparisons[name] = compare(own)
        return self._comparisons[name]

    def improvement(self, metric: str = "") -> Estimate | None:
        """Return how much better the best one is than the defaults, in the test period.

        None if the defaults cannot rate these games.
        """
        if self.default_sums is None:
            return None
        return self._scores(metric, True).improvement(self.comparison().best, self.count)

    def frame(self, metric: str = "") -> pl.DataFrame:
        """Return all configurations by a metric, the best first."""
        found, test = self.comparison(metric), self._scores(metric, True).values
        rows = []
        for number in self._order(metric):
            own, worse = self.value(number, metric), found.differences[number]
            row: dict[str, Any] = dict(self.configurations[number].params_text[0])
            row |= {self._metric(metric).column: own.value, "low": own.low, "high": own.high}
            row |= {"worse_by": worse.value, "worse_by_low": worse.low, "worse_by_high": worse.high}
            rows.append(row | {"verdict": found.verdict(number), "test_score": float(test[number])})
        frame = pl.DataFrame(rows, infer_schema_length=None)
        return frame.insert_column(0, frame["worse_by"].rank("min").cast(pl.Int64).alias("rank"))

    def as_dict(self) -> dict[str, Any]:
        """Return everything, for JSON."""
        rows = []
        for row, number in zip(self.frame().to_dicts(), self._order(), strict=True):
            one = self.configurations[number]
            also = {"params": parameters(one.system), "metrics": self._metrics(number)}
            rows.append(row | also)
        return {
            "system": self.name,
            "params": parameters(self.system),
            "tuned": self.summary(),
            "configurations": rows,
            "skipped": dict(self.skipped),
        }

    def summary(self) -> dict[str, Any]:
        """Return how the parameters were found and how well they predict."""
        number, improvement = self.comparison().best, self.improvement()
        verdicts = [self.comparison().verdict(n) for n in range(self.count)]
        return {
            "metric": self.metric.name,
            "tuning": asdict(self.value(number)),
            "test": asdict(self.value(number, test=True)),
            "improvement_over_defaults": None if improvement is None else asdict(improvement),
            "games": self.split.games,
            "test_games": self.split.test_games,
            "configurations": self.count,
            "no_clear_difference": verdicts.count(NO_DIFFERENCE),
            "skipped": sum(self.skipped.values()),
            "at_edge": self.at_edge,
            "trials": self.trials,
            "seed": self.seed,
        }

    def write(self, path: Path) -> None:
        """Write the best parameters as a file for ``rate --params``."""
        write_parameters(path, self.system, tuned=self.summary())

    @cached_property
    def _comparisons(self) -> dict[str, Comparison]:
        return {}

    @cached_property
    def _scores_by_key(self) -> dict[tuple[str, bool], BootstrapScores]:
        return {}

    def _scores(self, name: str, test: bool) -> BootstrapScores:
        """Return the scores of all configurations, and behind them the default's."""
        metric = self._metric(name)
        key, border = (metric.name, test), self.split.n_train_blocks
        if key not in self._scores_by_key:
            period = slice(border, None) if test else slice(border)
            default = [] if self.default_sums is None else [self.default_sums]
            sums = [each[period] for each in (*self.sums, *default)]
            rng = np.random.default_rng([self.seed, int(test)])
            counts = resample_blocks(rng, len(sums[0]), self.resamples)
            self._scores_by_key[key] = bootstrap_scores(metric, sums, counts)
        return self._scores_by_key[key]

    def _order(self, metric: str = "") -> list[int]:
        """Return the numbers of the configurations, the best first."""
        worse = [difference.value for difference in self.comparison(metric).differences]
        return sorted(range(len(worse)), key=lambda number: (worse[number], number))

    def _metric(self, name: str) -> Metric:
        chosen = find_metric(name) if name else self.metric
        if chosen.needs_regression and not self.metric.needs_regression:
            raise ValueError("f1 is known only where it was tuned by f1")
        return chosen

    def _metrics(self, number: int) -> dict[str, Any]:
        """Return all known metrics of a configuration in both periods."""
        known = [m for m in METRICS if m != "f1" or self.metric.needs_regression]
        periods = {"tuning": False, "test": True}
        return {
            name: {p: asdict(self.value(number, name, test=test)) for p, test in periods.items()}
            for name in known
        }

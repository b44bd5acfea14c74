"""What came of tuning: every configuration, how good it is, and which are truly different."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from evenhand.ratings.evaluate import Estimate, resampled_counts
from evenhand.ratings.named import name_of, parameters
from evenhand.ratings.parameter_files import write_parameters
from evenhand.ratings.system import RatingSystem
from evenhand.tables import Floats
from evenhand.tuning.bootstrap import (
    NOT_TOLD_APART,
    RESAMPLES,
    Compared,
    Judged,
    compare,
    judged,
)
from evenhand.tuning.configurations import Configuration
from evenhand.tuning.metrics import METRICS, Metric, find_metric
from evenhand.tuning.split import Split


@dataclass(frozen=True, eq=False)
class Tuned:
    """All configurations in the order in which they were asked for, and the chosen one."""

    metric: Metric
    split: Split
    seed: int
    trials: int | None
    configurations: tuple[Configuration, ...]
    sums: tuple[Floats, ...]  # of each configuration
    default: RatingSystem  # with what was fixed, but nothing tuned
    default_sums: Floats | None  # nothing if it cannot rate these games
    left_out: Mapping[str, int]  # how many were impossible, by reason
    resamples: int = RESAMPLES

    @property
    def best(self) -> Configuration:
        """The configuration that is best in the tuning period."""
        return self.configurations[self.compared().best]

    @property
    def system(self) -> RatingSystem:
        """The best system."""
        return self.best.system

    @property
    def count(self) -> int:
        """How many configurations there are."""
        return len(self.configurations)

    @property
    def name(self) -> str:
        """The name of the system."""
        return name_of(type(self.default))

    @property
    def untouched(self) -> bool:
        """Whether nothing was fixed, so that the default is that of the system."""
        return self.default == type(self.default)()

    def value(self, number: int, metric: str = "", *, test: bool = False) -> Estimate:
        """A metric of a configuration, in the tuning or in the test period."""
        return self._judged(metric, test).estimate(number)

    def compared(self, metric: str = "") -> Compared:
        """Every configuration against the best by a metric, in the tuning period."""
        name = metric or self.metric.name
        if name not in self._known:
            found = self._judged(name, False)
            own = found._replace(values=found.values[: self.count], drawn=found.drawn[: self.count])
            self._known[name] = compare(own)
        return self._known[name]

    def gained(self, metric: str = "") -> Estimate | None:
        """What the chosen one gains over the defaults in the test period; less than 0 is a loss."""
        if self.default_sums is None:
            return None
        return self._judged(metric, True).gain(self.compared().best, self.count)

    def frame(self, metric: str = "") -> pl.DataFrame:
        """All configurations, the best first."""
        found, test = self.compared(metric), self._judged(metric, True).values
        rows = []
        for number in self._order(metric):
            own, apart = self.value(number, metric), found.differences[number]
            row: dict[str, Any] = dict(self.configurations[number].texts[0])
            row |= {self._metric(metric).column: own.value, "low": own.low, "high": own.high}
            row |= {"behind": apart.value, "behind_low": apart.low, "behind_high": apart.high}
            rows.append(row | {"verdict": found.verdict(number), "test": float(test[number])})
        frame = pl.DataFrame(rows, infer_schema_length=None)
        return frame.insert_column(0, frame["behind"].rank("min").cast(pl.Int64).alias("rank"))

    def as_dict(self) -> dict[str, Any]:
        """Everything, for JSON."""
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
            "left_out": dict(self.left_out),
        }

    def summary(self) -> dict[str, Any]:
        """How the parameters were found and what they are worth."""
        number, gained = self.compared().best, self.gained()
        verdicts = [self.compared().verdict(n) for n in range(self.count)]
        return {
            "metric": self.metric.name,
            "tuning": asdict(self.value(number)),
            "test": asdict(self.value(number, test=True)),
            "gained_over_defaults": None if gained is None else asdict(gained),
            "games": self.split.games,
            "test_games": self.split.tested,
            "configurations": self.count,
            "not_told_apart": verdicts.count(NOT_TOLD_APART),
            "left_out": sum(self.left_out.values()),
            "trials": self.trials,
            "seed": self.seed,
        }

    def write(self, path: Path) -> None:
        """Write the chosen parameters as a file for ``rate --params``."""
        write_parameters(path, self.system, tuned=self.summary())

    @cached_property
    def _known(self) -> dict[str, Compared]:
        return {}

    @cached_property
    def _found(self) -> dict[tuple[str, bool], Judged]:
        return {}

    def _judged(self, name: str, test: bool) -> Judged:
        """All configurations, and behind them the default, by a metric."""
        metric = self._metric(name)
        key, border = (metric.name, test), self.split.border
        if key not in self._found:
            period = slice(border, None) if test else slice(border)
            default = [] if self.default_sums is None else [self.default_sums]
            sums = [each[period] for each in (*self.sums, *default)]
            counts = resampled_counts(self._rng(test), len(sums[0]), self.resamples)
            self._found[key] = judged(metric, sums, counts)
        return self._found[key]

    def _rng(self, test: bool) -> np.random.Generator:
        return np.random.default_rng([self.seed, int(test)])

    def _order(self, metric: str = "") -> list[int]:
        behind = [apart.value for apart in self.compared(metric).differences]
        return sorted(range(len(behind)), key=lambda number: (behind[number], number))

    def _metric(self, name: str) -> Metric:
        chosen = find_metric(name) if name else self.metric
        if chosen.needs_regression and not self.metric.needs_regression:
            raise ValueError("f1 is known only where it was tuned by f1")
        return chosen

    def _metrics(self, number: int) -> dict[str, Any]:
        known = [m for m in METRICS if m != "f1" or self.metric.needs_regression]
        periods = {"tuning": False, "test": True}
        return {
            name: {p: asdict(self.value(number, name, test=test)) for p, test in periods.items()}
            for name in known
        }

r"""Bootstrap intervals over blocks of games, and which configurations differ for certain.

Blocks of consecutive games are drawn with replacement.  All configurations are scored on the same
draws, so that games which are hard to predict for all of them cancel out of their differences.

The best one was picked because it looked best, and that alone makes it look better than it is.
So the intervals of differences are simultaneous over all pairs of configurations (max-t): with d
the difference of two of them, s its standard error and d* the difference in one draw,

.. math:: t^* = \max_{i < j} \frac{|d^*_{ij} - d_{ij}|}{s_{ij}}, \qquad d_{ij} \pm c \, s_{ij}

where c is the 95 % quantile of t* over the draws.  Intervals from few blocks are too narrow: with
fewer than 40 blocks, which then are single games, there is no verdict.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from evenhand.evaluation.metrics import Metric
from evenhand.tables import Floats

RESAMPLES = 1000
LEVEL = 0.95
ROUNDING = 1e-12  # differences of this size come from rounding
MIN_BLOCKS = 40  # for a verdict
BEST, WORSE, NO_DIFFERENCE, TOO_FEW = "best", "worse", "no clear difference", "too few games"


@dataclass(frozen=True, slots=True)
class Estimate:
    """A measured value and its bootstrap interval.

    >>> print(Estimate(0.61, 0.58, 0.64))
    0.6100 (0.5800 to 0.6400)
    """

    value: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.value:.4f} ({self.low:.4f} to {self.high:.4f})"


class Comparison(NamedTuple):
    """Differences of configurations from the best one; positive is worse."""

    best: int
    differences: list[Estimate]
    conclusive: bool  # whether there are enough games for a verdict

    def verdict(self, number: int) -> str:
        """Return what the intervals say about a configuration."""
        if number == self.best:
            return BEST
        if not self.conclusive:
            return TOO_FEW
        return WORSE if self.differences[number].low > 0.0 else NO_DIFFERENCE


class BootstrapScores(NamedTuple):
    """A metric of several configurations: over all games of a period, and in each draw."""

    metric: Metric
    values: Floats  # (configurations,)
    samples: Floats  # (configurations, draws)
    blocks: int  # that were drawn from

    def estimate(self, number: int) -> Estimate:
        """Return the metric of a configuration with its interval."""
        return percentile_interval(float(self.values[number]), self.samples[number])

    def improvement(self, number: int, other: int) -> Estimate:
        """Return how much better one is than another, both chosen without these games."""
        sign = self.metric.sign
        samples = sign * (self.samples[other] - self.samples[number])
        value = sign * float(self.values[other] - self.values[number])
        return percentile_interval(value, samples)


def resample_blocks(rng: np.random.Generator, blocks: int, resamples: int) -> Floats:
    """Draw blocks of games with replacement; return how often each is in each draw (a row)."""
    counts = rng.multinomial(blocks, np.full(blocks, 1.0 / blocks), size=resamples)
    return counts.astype(np.float64)


def percentile_interval(value: float, samples: Floats, level: float = LEVEL) -> Estimate:
    """Return a value with the interval between two percentiles of its bootstrap samples."""
    low, high = np.quantile(samples, [(1.0 - level) / 2.0, (1.0 + level) / 2.0])
    return Estimate(value, float(low), float(high))


def bootstrap_scores(metric: Metric, sums: Sequence[Floats], counts: Floats) -> BootstrapScores:
    """Score configurations by their sums over blocks, which each draw has so often as counted."""
    blocks, columns = sums[0].shape
    together = np.stack(sums, axis=1).reshape(blocks, -1)
    samples = (counts @ together).reshape(len(counts), len(sums), columns)
    values = metric.value(together.sum(axis=0).reshape(len(sums), columns))
    return BootstrapScores(metric, values, np.ascontiguousarray(metric.value(samples).T), blocks)


def compare(scores: BootstrapScores) -> Comparison:
    """Compare each configuration with the best one, by simultaneous intervals.

    >>> from evenhand.evaluation import METRICS
    >>> noise = np.random.default_rng(1).normal(0.0, 0.01, (1, 1000))
    >>> own = np.random.default_rng(2).normal(0.0, 0.001, (3, 1000))
    >>> values = np.array([0.50, 0.52, 0.5001])
    >>> samples = values[:, None] + noise + own
    >>> found = compare(BootstrapScores(METRICS["log-loss"], values, samples, blocks=500))
    >>> [found.verdict(number) for number in range(3)]
    ['best', 'worse', 'no clear difference']
    """
    sign, values = scores.metric.sign, scores.values
    losses, errors = sign * values, sign * (scores.samples - values[:, None])
    smallest = ROUNDING * max(float(np.abs(values).max()), 1.0)
    best = int(losses.argmin())
    critical = float(np.quantile(_max_t(errors, smallest), LEVEL))
    standard_errors = np.maximum((errors - errors[best]).std(axis=1, ddof=1), smallest)
    margins = np.maximum(critical * standard_errors, smallest)
    differences = [
        Estimate(float(d), float(d - m), float(d + m))
        for d, m in zip(losses - losses[best], margins, strict=True)
    ]
    differences[best] = Estimate(0.0, 0.0, 0.0)
    return Comparison(best, differences, scores.blocks >= MIN_BLOCKS)


def _max_t(errors: Floats, smallest: float) -> Floats:
    """Return the largest t of any pair of configurations in each draw."""
    draws = errors.shape[1]
    largest = np.zeros(draws)
    for number in range(1, len(errors)):
        apart = errors[number] - errors[:number]
        centred = apart - _last_sums(apart) / draws
        deviations = np.sqrt(_last_sums(centred * centred) / (draws - 1))
        t = np.abs(apart) / np.maximum(deviations, smallest)
        np.maximum(largest, t.max(axis=0), out=largest)
    return largest


def _last_sums(rows: Floats) -> Floats:
    """Add up each row from left to right, so that the result does not depend on numpy's blocks."""
    return np.add.accumulate(rows, axis=1)[:, -1:]

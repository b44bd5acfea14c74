r"""Which configurations are truly different: blocks of consecutive games drawn again and again.

All configurations are judged on the same draws, so that what makes games hard to foretell for all
of them cancels out of their differences.

The best one was picked because it looked best, and that alone makes it look better than it is.
So the intervals of differences hold for all pairs of configurations at once, whichever of them
comes out best: with d the difference of two of them, s its standard error and d* the difference in
one draw,

.. math:: t^* = \max_{i < j} \frac{|d^*_{ij} - d_{ij}|}{s_{ij}}, \qquad d_{ij} \pm c \, s_{ij}

where c is the 95 % quantile of t* over the draws.  Draws of few blocks promise more than they can
hold: below forty, which are as many games, no verdict is given.
"""

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from evenhand.compiled import kernel
from evenhand.ratings.evaluate import Estimate
from evenhand.tables import Floats
from evenhand.tuning.metrics import Metric

RESAMPLES = 1000
LEVEL = 0.95
ROUNDING = 1e-12  # differences of this size come from rounding
ENOUGH = 40  # blocks for a verdict
BEST, WORSE, NOT_TOLD_APART, TOO_FEW = "best", "worse", "not told apart", "too few games"


class Compared(NamedTuple):
    """Differences from the best of some configurations; positive is worse."""

    best: int
    differences: list[Estimate]
    enough: bool  # games for a verdict

    def verdict(self, number: int) -> str:
        """What can be said of a configuration."""
        if number == self.best:
            return BEST
        if not self.enough:
            return TOO_FEW
        return WORSE if self.differences[number].low > 0.0 else NOT_TOLD_APART


class Judged(NamedTuple):
    """A metric of some configurations: on all games of a period, and in each draw."""

    metric: Metric
    values: Floats  # (configurations,)
    drawn: Floats  # (configurations, draws)
    blocks: int  # that were drawn from

    def estimate(self, number: int) -> Estimate:
        """The metric of a configuration with its interval."""
        return _estimate(float(self.values[number]), self.drawn[number])

    def gain(self, number: int, other: int) -> Estimate:
        """By how much one is better than another, chosen without looking at these games."""
        sign = self.metric.sign
        drawn = sign * (self.drawn[other] - self.drawn[number])
        return _estimate(sign * float(self.values[other] - self.values[number]), drawn)


def judged(metric: Metric, sums: Sequence[Floats], counts: Floats) -> Judged:
    """Judge configurations by their sums over blocks, drawn so often as the counts say."""
    blocks, columns = sums[0].shape
    beside = np.stack(sums, axis=1).reshape(blocks, -1)
    drawn = (counts @ beside).reshape(len(counts), len(sums), columns)
    values = metric.value(beside.sum(axis=0).reshape(len(sums), columns))
    return Judged(metric, values, np.ascontiguousarray(metric.value(drawn).T), blocks)


def compare(found: Judged) -> Compared:
    """Each configuration against the best.

    >>> from evenhand.tuning.metrics import METRICS
    >>> noise = np.random.default_rng(1).normal(0.0, 0.01, (1, 1000))
    >>> own = np.random.default_rng(2).normal(0.0, 0.001, (3, 1000))
    >>> values = np.array([0.50, 0.52, 0.5001])
    >>> found = compare(Judged(METRICS["log-loss"], values, values[:, None] + noise + own, 500))
    >>> [found.verdict(number) for number in range(3)]
    ['best', 'worse', 'not told apart']
    """
    sign, values = found.metric.sign, found.values
    losses, moved = sign * values, sign * (found.drawn - values[:, None])
    least = ROUNDING * max(float(np.abs(values).max()), 1.0)
    largest = np.zeros(moved.shape[1])
    _largest_of_pairs(moved, least, largest)
    best, critical = int(losses.argmin()), float(np.quantile(largest, LEVEL))
    errors = np.maximum((moved - moved[best]).std(axis=1, ddof=1), least)
    apart, reach = losses - losses[best], np.maximum(critical * errors, least)
    differences = [
        Estimate(float(d), float(d - r), float(d + r)) for d, r in zip(apart, reach, strict=True)
    ]
    differences[best] = Estimate(0.0, 0.0, 0.0)
    return Compared(best, differences, found.blocks >= ENOUGH)


@kernel
def _largest_of_pairs(moved: Floats, least: float, largest: Floats) -> None:
    """For each draw by how many standard errors some pair is off, at the most."""
    count, draws = moved.shape
    apart = np.empty(draws)
    for i in range(count):
        for j in range(i):
            apart[:] = moved[i] - moved[j]
            mean, squares = apart.sum() / draws, 0.0
            for draw in range(draws):
                squares += (apart[draw] - mean) * (apart[draw] - mean)
            error = max(math.sqrt(squares / (draws - 1)), least)
            for draw in range(draws):
                largest[draw] = max(largest[draw], abs(apart[draw]) / error)


def _estimate(value: float, drawn: Floats) -> Estimate:
    low, high = np.quantile(drawn, [(1.0 - LEVEL) / 2.0, (1.0 + LEVEL) / 2.0])
    return Estimate(value, float(low), float(high))

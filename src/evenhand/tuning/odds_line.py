r"""Logistic regression on one column: the log odds of a win are a straight line.

.. math:: \ln \frac{p}{1 - p} = a + b x

Newton's steps find the a and b that make what happened most likely.
"""

from typing import NamedTuple

import numpy as np

from evenhand.compiled import kernel
from evenhand.ratings.logistic_games import logistic
from evenhand.tables import Flags, Floats

MOST_STEPS = 50
CLOSE = 1e-10
LARGEST = 1e150  # its square is still a number
ROUNDING = 1e-12  # differences that differ by no more, beside their size, are the same


class NoLineError(ValueError):
    """No line makes the results most likely."""


class OddsLine(NamedTuple):
    """Log odds as a straight line."""

    start: float
    slope: float

    def chance(self, x: Floats) -> Floats:
        """The chances to win."""
        with np.errstate(over="ignore"):  # chances of zero
            return np.asarray(1.0 / (1.0 + np.exp(-(self.start + self.slope * x))))

    def claims(self, x: Floats) -> Flags:
        """Where a win is more likely than not."""
        return np.greater(self.start + self.slope * x, 0.0)


def fit_odds_line(x: Floats, won: Flags) -> OddsLine:
    """The line that makes the results most likely; level where all x are the same.

    >>> line = fit_odds_line(np.array([0.0, 0.0, 0.0, 1.0, 1.0, 1.0]),
    ...                      np.array([True, False, False, True, True, False]))
    >>> [round(p, 4) for p in line.chance(np.array([0.0, 1.0])).tolist()]
    [0.3333, 0.6667]
    """
    if len(x) == 0:
        raise NoLineError("no line fits best: there are no decided games")
    if won.all() or not won.any():
        raise NoLineError("no line fits best: one side wins all games")
    if all_the_same(x):
        share = float(won.mean())
        return OddsLine(float(np.log(share / (1.0 - share))), 0.0)
    start, slope, spread, sums = 0.0, 0.0, float(x.std()), np.zeros(5)
    for _ in range(MOST_STEPS):
        _add_up(x, won, start, slope, spread, sums)
        bend = np.array([[sums[2], sums[3]], [sums[3], sums[4]]])
        try:
            change = np.linalg.solve(bend, sums[:2])
        except np.linalg.LinAlgError:
            break
        start, slope = start + float(change[0]), slope + float(change[1])
        if np.abs(change).max() < CLOSE:
            return OddsLine(start, slope / spread)
    raise NoLineError(f"no line fits best: {_why(x, won)}")


def all_the_same(x: Floats) -> bool:
    """Whether all differences are the same, but for rounding; refuse what are no numbers."""
    size = float(np.abs(x).max(initial=0.0))
    if not size < LARGEST:
        what = "too large" if size < np.inf else "not a finite number"
        raise NoLineError(f"no line fits best: a rating difference is {what}")
    return float(np.ptp(x)) <= ROUNDING * size


def _why(x: Floats, won: Flags) -> str:
    """Why Newton's steps found nothing."""
    winners, losers = x[won], x[~won]
    if winners.min() >= losers.max() or losers.min() >= winners.max():
        return "one side wins all games beyond a point"
    return f"none was found in {MOST_STEPS} steps"


@kernel
def _add_up(x: Floats, won: Flags, start: float, slope: float, spread: float, sums: Floats) -> None:
    """First and second derivatives of the likelihood, x taken in units of its spread."""
    up_start, up_slope, bend_start, bend_both, bend_slope = 0.0, 0.0, 0.0, 0.0, 0.0
    for game in range(len(x)):
        at = x[game] / spread
        chance = logistic(start + slope * at)
        news = (1.0 if won[game] else 0.0) - chance
        weight = chance * (1.0 - chance)
        up_start += news
        up_slope += news * at
        bend_start += weight
        bend_both += weight * at
        bend_slope += weight * at * at
    sums[0], sums[1] = up_start, up_slope
    sums[2], sums[3], sums[4] = bend_start, bend_both, bend_slope

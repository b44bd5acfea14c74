r"""The spread of ratings: how far skill drives players apart.

The spread is the standard deviation (over n - 1) of the final ratings of the regulars, who have
played at least 25 games, with Elo from 0 and the best k.  The more a game is left to chance, the
nearer to zero it is.

Intervals are by a parametric bootstrap: the same players, with the ratings that were fitted,
play the same pairings in the same order again; k* and the spread are fitted anew.  There the
true spread is known, so the refits tell by what factor a fit misses it, and

.. math:: \left[ \frac{v^2}{q_{97.5}}, \frac{v^2}{q_{2.5}} \right]

with v the measured value and q the quantiles of the refits corrects for it.  It holds for these
players: it tells what other luck would have given, not what other players would.

* If even the smallest k is best, no skill is seen, and the interval goes from 0 to an unknown end
  (None).  What coins give is no bound for it: small differences are often overlooked altogether.
* If more than 2.5 % of the refits come out like that, the upper end is unknown, too.

Blocks of consecutive games drawn again, which keep the order too, are no alternative: a game that
is drawn twice makes luck look like skill.  See ``docs/analyse.md`` for what was measured.
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from evenhand.analysis.best_fit import BestFit, best_fit
from evenhand.analysis.results import by_ratings
from evenhand.tables import Flags, Floats, Indices

LEVEL = 0.95


class Interval(NamedTuple):
    """A measured value, and where the true one may lie; None is what is not known or has no end."""

    value: float | None
    low: float | None
    high: float | None


class Measured(NamedTuple):
    """What one fit gives."""

    k: float
    spread: float
    at_the_edge: bool


@dataclass(frozen=True, slots=True, eq=False)
class Pairings:
    """Who played whom, with the ratings that the bootstrap takes for the truth."""

    seats: Indices
    regulars: Flags
    ratings: Floats
    tied: float

    def refit(self, seed: int) -> Measured:
        """Play all games again, and fit them."""
        score = by_ratings(self.seats, self.ratings, self.tied, np.random.default_rng(seed))
        fit = best_fit(self.seats, score, len(self.ratings))
        return measured(fit, self.regulars)


def measured(fit: BestFit, regulars: Flags) -> Measured:
    """k and the spread of a fit."""
    return Measured(fit.k, spread_of(fit.ratings[regulars]), fit.at_the_edge)


def spread_of(ratings: Floats) -> float:
    """The standard deviation of ratings.

    >>> spread_of(np.array([-100.0, 0.0, 100.0]))
    100.0
    """
    return float(ratings.std(ddof=1))


def corrected(value: float, refits: Floats, at_the_edge: bool, lost: Flags) -> Interval:
    """The interval of a value by its refits; ``lost`` are those that saw no skill at all.

    >>> refits = np.linspace(80.0, 125.0, 1001)
    >>> low, high = corrected(100.0, refits, False, np.zeros(1001, np.bool_))[1:]
    >>> round(low), round(high)
    (81, 123)
    """
    tail = (1.0 - LEVEL) / 2.0
    if not len(refits):
        return Interval(value, None, None)
    low, high = np.quantile(refits, [tail, 1.0 - tail]).tolist()
    if at_the_edge:
        return Interval(value, 0.0, None)
    return Interval(value, value**2 / high, None if lost.mean() > tail else value**2 / low)

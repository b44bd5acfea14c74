r"""Logistic regression on one column: the log odds of a win are a straight line.

.. math:: \ln \frac{p}{1 - p} = a + b x

Newton's steps find the a and b that make what happened most likely.
"""

from typing import NamedTuple

import numpy as np

from evenhand.tables.table import Flags, Floats

MOST_STEPS = 50
CLOSE = 1e-10


class OddsLine(NamedTuple):
    """Log odds as a straight line."""

    start: float
    slope: float

    def chance(self, x: Floats) -> Floats:
        """The chances to win."""
        return np.asarray(1.0 / (1.0 + np.exp(-(self.start + self.slope * x))))


def fit_odds_line(x: Floats, won: Flags) -> OddsLine:
    """The line that makes the results most likely.

    >>> line = fit_odds_line(np.array([0.0, 0.0, 0.0, 1.0, 1.0, 1.0]),
    ...                      np.array([True, False, False, True, True, False]))
    >>> [round(p, 4) for p in line.chance(np.array([0.0, 1.0])).tolist()]
    [0.3333, 0.6667]
    """
    spread = float(x.std()) or 1.0
    columns = np.stack([np.ones(len(x)), x / spread], axis=1)
    weights = np.zeros(2)
    for _ in range(MOST_STEPS):
        chance = 1.0 / (1.0 + np.exp(-(columns @ weights)))
        slope = columns.T @ (won - chance)
        bend = (columns * (chance * (1.0 - chance))[:, None]).T @ columns
        change = np.linalg.solve(bend, slope)
        weights += change
        if np.abs(change).max() < CLOSE:
            return OddsLine(float(weights[0]), float(weights[1]) / spread)
    raise ValueError("no line fits best: one side wins all games, or all beyond a point")

"""Chances from weights: logistic regression with a quadratic penalty.

The log odds of a win are a sum of weights.  The weights make::

    sum of log chances of what happened  -  w' P w / 2

as large as it gets, P being the penalty.  It has one maximum, which Newton's steps find.
"""

import numpy as np
from numpy.typing import NDArray

from evenhand.games.skat.strength.hand_strength import Floats

MOST_STEPS = 100
CLOSE = 1e-9  # weights that move less are found
FARTHEST = 30.0  # log odds beyond are as good as certain
LEAST = 1e-6  # no chance is nearer to 0 or 1


def chances_of(log_odds: Floats) -> Floats:
    """The chances that belong to log odds.

    >>> chances_of(np.array([0.0, 1000.0])).tolist()
    [0.5, 0.999999]
    """
    chances: Floats = 1.0 / (1.0 + np.exp(-np.clip(log_odds, -FARTHEST, FARTHEST)))
    return np.clip(chances, LEAST, 1.0 - LEAST)


def log_odds_of(chances: Floats) -> Floats:
    """The log odds of chances.

    >>> log_odds_of(np.array([0.5])).tolist()
    [0.0]
    """
    inside = np.clip(chances, LEAST, 1.0 - LEAST)
    odds: Floats = np.log(inside / (1.0 - inside))
    return odds


def fit_logistic(columns: Floats, won: Floats, penalty: Floats) -> Floats:
    """The best weights of some columns; ``won`` is 1, 0 or a share between.

    The penalty has to hold every weight that the games do not.
    """
    weights = np.zeros(columns.shape[1])
    worth = _worth(columns, won, penalty, weights)
    for _ in range(MOST_STEPS):
        chance = chances_of(columns @ weights)
        slope = columns.T @ (won - chance) - penalty @ weights
        bend = (columns * (chance * (1.0 - chance))[:, None]).T @ columns + penalty
        change = np.linalg.solve(bend, slope)
        while (better := _worth(columns, won, penalty, weights + change)) < worth:
            if np.abs(change).max() < CLOSE:
                return weights
            change /= 2.0
        weights, worth = weights + change, better
        if np.abs(change).max() < CLOSE:
            break
    return weights


def _worth(columns: Floats, won: Floats, penalty: Floats, weights: Floats) -> float:
    odds = columns @ weights
    fit = won @ odds - np.logaddexp(0.0, odds).sum()
    return float(fit - 0.5 * weights @ penalty @ weights)


def one_column_a_level(groups: NDArray[np.int64], levels: int) -> Floats:
    """A column for each level: 1 where a game is in it."""
    columns: Floats = (groups[:, None] == np.arange(levels)).astype(np.float64)
    return columns

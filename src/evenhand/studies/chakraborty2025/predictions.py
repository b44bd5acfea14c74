"""How well the winner of a game is foretold: F1 of "the first player wins", and log loss.

The last fifth of the games, in the order in which they were played, tests what the others taught.
Draws are left out.
"""

from typing import NamedTuple

import numpy as np

from evenhand.evaluation import MIN_PROBABILITY, find_test_start, fit_logistic
from evenhand.ratings import RatingSystem, RunArrays
from evenhand.tables import Flags, Floats, GameTable

TEST_PART = 0.2


class Quality(NamedTuple):
    """What predictions are worth."""

    f1: float
    log_loss: float


class Split(NamedTuple):
    """Which games are learned from and tested on, and whether the first player won."""

    train: Flags
    test: Flags
    won: Flags

    @property
    def draws(self) -> int:
        """How many games are left out."""
        return int((~(self.train | self.test)).sum())


def split(table: GameTable) -> Split:
    """The last fifth of the games is the test."""
    decided = table.score[:, 0] != table.score[:, 1]
    late = np.arange(len(table)) >= find_test_start(table, fraction=TEST_PART)
    return Split(decided & ~late, decided & late, table.score[:, 0] > table.score[:, 1])


def by_regression(system: RatingSystem, table: GameTable, run: RunArrays, parts: Split) -> Quality:
    """A logistic regression on the difference of the ratings before the game."""
    apart = run.before[:, 0] - run.before[:, 1]
    line = fit_logistic(apart[parts.train], parts.won[parts.train])
    return quality(line.probability(apart[parts.test]), parts.won[parts.test])


def by_own_chances(run: RunArrays, parts: Split) -> Quality:
    """The chances that the system itself gives."""
    return quality(run.expected[parts.test, 0], parts.won[parts.test])


def quality(chance: Floats, won: Flags) -> Quality:
    """F1 and log loss of chances.

    >>> quality(np.array([0.5, 0.8, 0.8]), np.array([False, True, False])).f1.__round__(4)
    0.6667
    """
    claimed = chance > 0.5
    f1 = 2.0 * (claimed & won).sum() / max(claimed.sum() + won.sum(), 1)
    right = np.clip(np.where(won, chance, 1.0 - chance), MIN_PROBABILITY, 1.0)
    return Quality(float(f1), float(-np.log(right).mean()))

"""What kernels know of a strategy: a row of numbers."""

from typing import Final, Literal

import numpy as np

from evenhand.games.bots import Row
from evenhand.games.rummy.points import MOST

KIND, TIES, JOKERS_TOO, THRESHOLD, MEMORY, SEES_END = COLUMNS = range(6)
RANDOM, DEFEAT_SEEKING, MIN_SCORE, MIN_DIST, HYBRID, OPPONENT_AWARE = KINDS = range(6)

BY_POINTS, BY_SCORE, BY_NUMBER, BY_LOT = range(4)
Ties = Literal["points", "score", "number", "lot"]
TIES_BY_NAME: Final[dict[str, int]] = {
    "points": BY_POINTS,
    "score": BY_SCORE,
    "number": BY_NUMBER,
    "lot": BY_LOT,
}
"""Which of several discards that are as good is made: that of the most points, among these of
the highest card number; that which leaves the least MinScore, then as before; that of the
highest number; any."""

MOST_REMEMBERED: Final = 32


def row(
    kind: int,
    ties: Ties = "points",
    *,
    keeps_jokers: bool = True,
    threshold: int = 1,
    memory: int = 0,
    sees_end: bool = False,
) -> Row:
    """The numbers of a strategy."""
    if ties not in TIES_BY_NAME:
        raise ValueError(f"ties must be one of {', '.join(TIES_BY_NAME)}, not {ties!r}")
    if not 1 <= threshold <= MOST:
        raise ValueError(f"threshold must be from 1 to {MOST} points, not {threshold}")
    if not 0 <= memory <= MOST_REMEMBERED:
        raise ValueError(f"memory must be from 0 to {MOST_REMEMBERED} discards, not {memory}")
    numbers = (kind, TIES_BY_NAME[ties], not keeps_jokers, threshold, memory, sees_end)
    return np.array(numbers, np.int64)

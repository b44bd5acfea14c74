"""The workspace in which a game of any number of players is rated, and its teams.

Rows have names: ``table[RATING, i]``, ``index[SEAT, i]``.  In kernels ``table`` and ``index`` are
two-dimensional arrays, in plain Python dicts with the same keys, so one source serves both.

====================  ===================================================================
per player (i < n)    the system's columns, HOME, RECEIVED, LUCK_POINTS; SEAT, PLAYER, SIDE
per team (k < teams)  SIZE, SCORE, LUCK, PROBABILITY; ORDER
====================  ===================================================================

``index[SIDE, i]`` is the team of player i; without teams every player is a team of one.  Rows
from SCRATCH on belong to the system that is rating and hold whatever it likes.
"""

from typing import Any, Protocol

import numpy as np

from evenhand.compiled import step
from evenhand.tables import Floats, Indices

RATING, GAMES = 0, 1  # the first two columns of every system
MOST_COLUMNS = 10
SCORE, SIZE, HOME, RECEIVED, LUCK, PROBABILITY, LUCK_POINTS = range(MOST_COLUMNS, MOST_COLUMNS + 7)
SCRATCH = LUCK_POINTS + 1
FLOAT_ROWS = SCRATCH + 6
SEAT, PLAYER, SIDE, ORDER = range(4)  # rows of the integers
INDEX_ROWS = 4


class Workspace(Protocol):
    """Floats by row and place: an array in kernels, a dict in plain Python."""

    def __getitem__(self, place: tuple[int, int], /) -> Any: ...
    def __setitem__(self, place: tuple[int, int], value: float, /) -> None: ...


class Index(Protocol):
    """Integers by row and place."""

    def __getitem__(self, place: tuple[int, int], /) -> Any: ...
    def __setitem__(self, place: tuple[int, int], value: int, /) -> None: ...


def make_arrays(width: int) -> tuple[Floats, Indices]:
    """Allocate a workspace for kernels."""
    return np.zeros((FLOAT_ROWS, width)), np.zeros((INDEX_ROWS, width), np.int32)


def make_dicts(width: int) -> tuple[Workspace, Index]:
    """Allocate a workspace for plain Python."""
    table = {(row, place): 0.0 for row in range(FLOAT_ROWS) for place in range(width)}
    return table, {(row, place): 0 for row in range(INDEX_ROWS) for place in range(width)}


@step
def sum_teams(
    table: Workspace,
    index: Index,
    n: int,
    teams: int,
    deviation: int,
    tau: float,
    mean: int,
    variance: int,
) -> None:
    """Add up ratings and variances of each team's members, tau added to every deviation.

    A team is as strong as the sum of its members.  ``deviation`` is the row to read, ``mean``
    and ``variance`` are the rows to write.
    """
    for k in range(teams):
        table[mean, k] = table[variance, k] = 0.0
    for i in range(n):
        k = index[SIDE, i]
        table[mean, k] += table[RATING, i] + table[HOME, i]
        table[variance, k] += table[deviation, i] * table[deviation, i] + tau * tau

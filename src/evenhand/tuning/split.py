"""The games of the past, on which a choice is made, and later ones, which tell what it is worth."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from evenhand.ratings.evaluate import block_edges, first_to_judge, what_there_is
from evenhand.tables import Flags, GameTable

BLOCKS = 500  # of consecutive games, in each period
TEST_PART = 0.2


@dataclass(frozen=True, slots=True, eq=False)
class Split:
    """Where the test period begins, and the blocks of both periods."""

    first: int  # game of the test period
    games: int
    edges: NDArray[np.int64]  # of the blocks
    border: int  # so many blocks belong to the tuning period

    @property
    def tested(self) -> int:
        """Games of the test period."""
        return self.games - self.first


def split_games(
    table: GameTable, *, since: int | None = None, fraction: float | None = None
) -> Split:
    """Split by a time (microseconds), or keep the last part for the test (a fifth if not said).

    >>> table = GameTable.from_games([{"Anna": 1, "Ben": 0}] * 10)
    >>> split_games(table).first
    8
    """
    if since is None and fraction is None:
        fraction = TEST_PART
    if not len(table):
        raise ValueError("there are no games to tune on")
    first = first_to_judge(table, since=since, fraction=fraction)
    decided = decided_games(table)
    if not decided[:first].any():
        raise ValueError(f"no decided game before the test period; {what_there_is(table)}")
    if not decided[first:].any():
        raise ValueError(f"no decided game in the test period; {what_there_is(table)}")
    before, after = block_edges(first, BLOCKS), block_edges(len(table) - first, BLOCKS)
    edges = np.concatenate([before, first + after[1:]])
    return Split(first, len(table), edges, len(before) - 1)


def decided_games(table: GameTable) -> Flags:
    """The games in which not everybody had the same score."""
    if table.width == 2:
        return np.not_equal(table.score[:, 0], table.score[:, 1])
    taken = table.taken
    best = np.where(taken, table.score, -np.inf).max(axis=1)
    worst = np.where(taken, table.score, np.inf).min(axis=1)
    return np.asarray(best != worst)

"""The result of every seat of every game, from the scores of a table."""

import numpy as np

from evenhand.tables.table import Floats, GameTable


def win_shares(table: GameTable) -> Floats:
    """Return every seat's share of the win; players tied for it share it, empty seats are NaN.

    >>> win_shares(GameTable.from_games([{"Anna": 9, "Ben": 9, "Cem": 3}])).tolist()
    [[0.5, 0.5, 0.0]]
    """
    taken = table.taken
    score = np.where(taken, table.score, -np.inf)
    winners = taken & (score == score.max(axis=1, keepdims=True))
    return np.where(taken, winners / winners.sum(axis=1, keepdims=True), np.nan)


def shares_beaten(table: GameTable) -> Floats:
    """Return the share of opponents that every seat beat; a tie is half, empty seats are NaN.

    >>> shares_beaten(GameTable.from_games([{"Anna": 9, "Ben": 9, "Cem": 3}])).tolist()
    [[0.75, 0.75, 0.0]]
    """
    taken, score = table.taken, table.score
    beaten = np.full(score.shape, -0.5)  # everybody ties with themselves
    for seat in range(table.width):
        other = score[:, seat, None]
        result = np.where(score > other, 1.0, np.where(score == other, 0.5, 0.0))
        beaten += np.where(taken[:, seat, None], result, 0.0)
    opponents = taken.sum(axis=1, keepdims=True) - 1
    return np.where(taken, beaten / opponents, np.nan)

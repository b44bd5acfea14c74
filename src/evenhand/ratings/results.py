"""Results of games as arrays: shares of the win, shares of the opponents beaten, draws."""

import numpy as np

from evenhand.tables.table import Flags, Floats, GameTable


def win_shares(table: GameTable) -> Floats:
    """Return every seat's share of the win; players tied for it share it.  NaN for empty seats.

    >>> table = GameTable.from_games([{"Anna": 3, "Ben": 3, "Cem": 1}, {"Anna": 3, "Ben": 1}])
    >>> win_shares(table).tolist()
    [[0.5, 0.5, 0.0], [1.0, 0.0, nan]]
    """
    taken = table.taken
    score = np.where(taken, table.score, -np.inf)
    won = taken & (score == score.max(axis=1, keepdims=True, initial=-np.inf))
    return np.where(taken, won / won.sum(axis=1, keepdims=True), np.nan)


def shares_beaten(table: GameTable) -> Floats:
    """Return every seat's share of the opponents beaten; a tie counts half.  NaN for empty seats.

    >>> table = GameTable.from_games([{"Anna": 3, "Ben": 3, "Cem": 1}, {"Anna": 3, "Ben": 1}])
    >>> shares_beaten(table).tolist()
    [[0.75, 0.75, 0.0], [1.0, 0.0, nan]]
    """
    taken, score = table.taken, table.score
    beaten = np.full(score.shape, -0.5)  # nobody beats himself, but everybody ties with himself
    for seat in range(table.width):
        other = score[:, [seat]]
        beaten += np.where(taken[:, [seat]], (score > other) + 0.5 * (score == other), 0.0)
    opponents = taken.sum(axis=1, keepdims=True) - 1
    return np.where(taken, beaten / opponents, np.nan)


def decided_games(table: GameTable) -> Flags:
    """Return which games have a winner: not all players have the same score.

    >>> table = GameTable.from_games([{"Anna": 1, "Ben": 0}, {"Anna": 1, "Ben": 1}])
    >>> decided_games(table).tolist()
    [True, False]
    """
    if table.width == 2:
        return np.not_equal(table.score[:, 0], table.score[:, 1])
    taken = table.taken
    best = np.where(taken, table.score, -np.inf).max(axis=1)
    worst = np.where(taken, table.score, np.inf).min(axis=1)
    return np.asarray(best != worst)

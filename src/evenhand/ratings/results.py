"""What a game brought: pairs won, shares of the win, shares of the opponents beaten."""

import numpy as np

from evenhand.compiled import formula, step
from evenhand.tables import Flags, Floats, GameTable, Indices


@formula
def pair_score(own: float, other: float) -> float:
    """Return 1 for more points, 0 for fewer, 1/2 for the same.

    >>> pair_score(3.0, 1.0), pair_score(1.0, 1.0), pair_score(1.0, 3.0)
    (1.0, 0.5, 0.0)
    """
    ahead = 1.0 if own > other else 0.5
    return ahead if own >= other else 0.0


@step
def take_seats(row: Indices, at: Indices) -> int:
    """Write the numbers of the occupied seats into ``at``; return how many there are."""
    n = 0
    for seat in range(len(row)):
        if row[seat] >= 0:
            at[n] = seat
            n += 1
    return n


def win_shares(table: GameTable) -> Floats:
    """Return every seat's share of the win: ties for it share it, NaN where nobody sat.

    >>> win_shares(GameTable.from_games([{"Anna": 90, "Ben": 90, "Cem": 30}])).tolist()
    [[0.5, 0.5, 0.0]]
    """
    taken = table.taken
    best = np.where(taken, table.score, -np.inf).max(axis=1, keepdims=True)
    won = (table.score == best) & taken
    shares = won / np.maximum(won.sum(axis=1, keepdims=True), 1)
    return np.where(taken, shares, np.nan)


def shares_beaten(table: GameTable) -> Floats:
    """Return every seat's share of the opponents beaten: a tie counts half, NaN where nobody sat.

    >>> shares_beaten(GameTable.from_games([{"Anna": 90, "Ben": 40, "Cem": 30}])).tolist()
    [[1.0, 0.5, 0.0]]
    """
    taken = table.taken
    beaten = np.zeros(table.score.shape)
    for seat in range(table.width):
        other = table.score[:, seat, None]
        points = np.where(table.score > other, 1.0, np.where(table.score == other, 0.5, 0.0))
        beaten += points * taken[:, seat, None]
    opponents = taken.sum(axis=1, keepdims=True) - 1
    with np.errstate(invalid="ignore"):
        return np.where(taken, (beaten - 0.5) / opponents, np.nan)


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

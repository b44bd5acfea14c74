"""Results as a system counts them: shares of opponents beaten, shares of the win, or points."""

import numpy as np

from evenhand.compiled import kernel
from evenhand.ratings.elo_family import pair_score, take_seats
from evenhand.ratings.evaluate import shares_won
from evenhand.ratings.system import RatingSystem
from evenhand.tables import Floats, GameTable, Indices


def results(system: RatingSystem, table: GameTable) -> Floats:
    """The result of every seat in the unit of a system; NaN where nobody sat.

    >>> from evenhand.ratings import Elo, MultiElo
    >>> game = GameTable.from_games([{"Anna": 90, "Ben": 40, "Cem": 30}])
    >>> results(Elo(), game).tolist(), results(MultiElo(), game).tolist()
    ([[1.0, 0.5, 0.0]], [[1.0, 0.0, 0.0]])
    """
    if system.result == "won":
        return shares_won(table)
    if system.result == "points":
        return np.where(table.taken, table.score, np.nan)
    return shares_beaten(table)


def shares_beaten(table: GameTable) -> Floats:
    """Every seat's share of the opponents beaten; NaN where nobody sat."""
    shares = np.full(table.seats.shape, np.nan)
    _shares_beaten(table.seats, table.score, shares)
    return shares


@kernel
def _shares_beaten(seats: Indices, score: Floats, shares: Floats) -> None:
    games, width = seats.shape
    at = np.empty(width, np.int32)
    for game in range(games):
        n = take_seats(seats[game], at)
        for i in range(n):
            beaten = 0.0
            for j in range(n):
                beaten += pair_score(score[game, at[i]], score[game, at[j]])
            shares[game, at[i]] = (beaten - 0.5) / (n - 1)

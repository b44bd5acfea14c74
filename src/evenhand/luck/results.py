"""Results as a system counts them: shares of opponents beaten, shares of the win, or points."""

import numpy as np

from evenhand.ratings.results import shares_beaten, win_shares
from evenhand.ratings.system import RatingSystem
from evenhand.tables.table import Floats, GameTable


def results(system: RatingSystem, table: GameTable) -> Floats:
    """The result of every seat in the unit of a system; NaN where nobody sat.

    >>> from evenhand.ratings import Elo, MultiElo
    >>> game = GameTable.from_games([{"Anna": 90, "Ben": 40, "Cem": 30}])
    >>> results(Elo(), game).tolist(), results(MultiElo(), game).tolist()
    ([[1.0, 0.5, 0.0]], [[1.0, 0.0, 0.0]])
    """
    if system.result == "won":
        return win_shares(table)
    if system.result == "points":
        return np.where(table.taken, table.score, np.nan)
    return shares_beaten(table)

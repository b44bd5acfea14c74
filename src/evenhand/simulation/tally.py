"""Who won how often."""

import numpy as np
import polars as pl
from numpy.typing import NDArray

from evenhand.tables import Flags, GameTable


def standings(table: GameTable) -> pl.DataFrame:
    """Games won, drawn and lost by each player, and the mean score; best share of wins first.

    A game is won by who alone has the highest score, and drawn by those who share it.

    >>> games = [{"Anna": 3, "Ben": 1}, {"Ben": 2, "Cem": 2}]
    >>> standings(GameTable.from_games(games)).row(0)
    ('Anna', 1, 1, 0, 0, 3.0)
    """
    score = np.where(table.taken, table.score, -np.inf)
    best = score == score.max(axis=1, keepdims=True)
    alone = best.sum(axis=1, keepdims=True) == 1
    games = _counts(table, table.taken)
    won, drawn = _counts(table, best & alone), _counts(table, best & ~alone)
    sums = np.bincount(table.seats[table.taken], table.score[table.taken], len(table.names))
    counted = np.maximum(games, 1)
    order = np.lexsort((-drawn / counted, -won / counted))
    columns = {"games": games, "won": won, "drawn": drawn, "lost": games - won - drawn}
    mean = pl.Series(sums / counted).set(pl.Series(games == 0), None)
    frame = pl.DataFrame({"player": table.names, **columns, "mean_score": mean})
    return frame[order]


def _counts(table: GameTable, where: Flags) -> NDArray[np.int64]:
    """How many of some seats belong to each player."""
    return np.bincount(table.seats[where], minlength=len(table.names))

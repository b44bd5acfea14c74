"""The list that people look at: who stands where."""

import numpy as np
import polars as pl
from numpy.typing import NDArray

from evenhand.compiled import kernel
from evenhand.ratings.system import RatingSystem
from evenhand.tables import Floats, GameTable, Indices

SHOWN = ("deviation", "volatility")


def leaderboard(
    system: RatingSystem, table: GameTable, ratings: Floats, *, min_games: int = 1
) -> pl.DataFrame:
    """Players by rating, best first; equal ratings share a rank and keep the table's order.

    >>> from evenhand.ratings import Elo
    >>> game = GameTable.from_games([{"Anna": 0, "Ben": 1}])
    >>> leaderboard(Elo(k=20.0), game, Elo(k=20.0).rate(game).ratings).rows()
    [(1, 'Ben', 1510.0, 1), (2, 'Anna', 1490.0, 1)]
    """
    if not np.isfinite(ratings[:, 0]).all():
        raise ValueError("the ratings are out of range: are the parameters or scores too large?")
    games = games_played(table)
    columns = {
        name: ratings[:, system.columns.index(name)] for name in SHOWN if name in system.columns
    }
    frame = pl.DataFrame(
        {
            "player": pl.Series(table.names, dtype=pl.String),
            "rating": ratings[:, 0],
            **columns,
            "games": games,
        }
    )
    frame = frame.filter(pl.col("games") >= min_games).sort(
        "rating", descending=True, maintain_order=True
    )
    rank = pl.col("rating").rank("min", descending=True).cast(pl.Int64).alias("rank")
    return frame.select(rank, pl.all())


def games_played(table: GameTable) -> NDArray[np.int64]:
    """Number of games of every player.

    >>> games_played(GameTable.from_games([{"Anna": 0, "Ben": 1}, {"Ben": 1, "Cem": 0}])).tolist()
    [1, 2, 1]
    """
    games = np.zeros(len(table.names), np.int64)
    _count(table.seats, games)
    return games


@kernel
def _count(seats: Indices, games: NDArray[np.int64]) -> None:
    for player in seats.flat:
        if player >= 0:
            games[player] += 1

"""Rating curves of players, series by series."""

from collections.abc import Sequence

import numpy as np
import polars as pl

from evenhand.ratings import RunArrays, count_games
from evenhand.tables import GameTable


def rating_steps(table: GameTable, run: RunArrays) -> pl.DataFrame:
    """A row for each player of each series: player, series, own series and the rating after it.

    >>> from evenhand.ratings import Elo
    >>> table = GameTable.from_games([{"A": 1, "B": 0}, {"C": 1, "B": 0}])
    >>> rating_steps(table, Elo(k=20.0).run(table))["own_series"].to_list()
    [1, 1, 1, 2]
    """
    names = pl.Series("player", table.names, dtype=pl.String)
    frame = pl.DataFrame(
        {
            "player": names.gather(table.seats.ravel()),
            "series": np.repeat(np.arange(1, len(table) + 1), table.width),
            "rating": run.after.ravel(),
        }
    )
    return frame.with_columns(pl.int_range(1, pl.len() + 1).over("player").alias("own_series"))


def first_to_play(table: GameTable, count: int) -> list[str]:
    """The players who were the first to play."""
    seats = table.seats.ravel().tolist()
    return [table.names[player] for player in dict.fromkeys(seats)][:count]


def busiest(table: GameTable, count: int) -> list[str]:
    """The players of the most series."""
    order = np.argsort(-count_games(table), kind="stable")
    return [table.names[player] for player in order[:count].tolist()]


def of_players(steps: pl.DataFrame, players: Sequence[str]) -> pl.DataFrame:
    """The rows of some players."""
    return steps.filter(pl.col("player").is_in(list(players)))

r"""The luck that players received, and how much of the results it explains.

Luck is taken less its mean over the table, in the unit of the file.  The share explained is

.. math:: R^2 = 1 - \frac{\sum (y - c \, l)^2}{\sum y^2}

with y the share of the win less 1/n, l the luck, and c fitted on the other half of the games:
first half by second, second by first.  So luck that says nothing explains nothing, and may come out
a little below zero.  Games in which the luck of a seat is not known are left out.
"""

from dataclasses import dataclass

import numpy as np
import polars as pl

from evenhand.ratings import win_shares
from evenhand.tables.table import Flags, Floats, GameTable, Indices


@dataclass(frozen=True, slots=True, eq=False)
class Received:
    """Luck of a file of games."""

    games: int  # with luck known
    explained: float | None  # of the variance of the results
    players: pl.DataFrame  # player, games, luck, mean, error


def luck_received(table: GameTable) -> Received | None:
    """Luck by player, the luckiest first; None if the games have no luck."""
    if table.luck is None:
        return None
    taken = table.taken
    known = (np.isfinite(table.luck) | ~taken).all(axis=1)
    if not known.any():
        return None
    seats, taken = table.seats[known], taken[known]
    luck = _less_mean(table.luck[known], taken)
    result = _less_mean(win_shares(table)[known], taken)
    frame = _by_player(table, seats[taken], luck[taken])
    unit = float(np.abs(luck).max()) or 1.0  # so that luck of any size can be squared
    return Received(int(known.sum()), _explained(luck / unit, result), frame)


def _less_mean(values: Floats, taken: Flags) -> Floats:
    """Values less their mean over the table; zero where nobody sits."""
    filled = np.where(taken, values, 0.0)
    mean = filled.sum(axis=1, keepdims=True) / taken.sum(axis=1, keepdims=True)
    return np.where(taken, filled - mean, 0.0)


def _explained(luck: Floats, result: Floats) -> float | None:
    half = len(luck) // 2
    halves = (slice(0, half), slice(half, None))
    left, total = 0.0, float((result**2).sum())
    for own, other in (halves, halves[::-1]):
        known = float((luck[other] ** 2).sum())
        if not known or not total:
            return None
        c = float((luck[other] * result[other]).sum()) / known
        left += float(((result[own] - c * luck[own]) ** 2).sum())
    return 1.0 - left / total


def _by_player(table: GameTable, players: Indices, luck: Floats) -> pl.DataFrame:
    names = pl.Series("player", table.names, dtype=pl.String)
    frame = pl.DataFrame({"player": names.gather(players), "luck": luck})
    mean, error = pl.col("luck").mean(), pl.col("luck").std() / pl.len().sqrt()
    return (
        frame.group_by("player", maintain_order=True)
        .agg(
            pl.len().alias("games"), mean.alias("mean"), error.alias("error"), pl.col("luck").sum()
        )
        .select("player", "games", "luck", "mean", "error")
        .sort("luck", descending=True, maintain_order=True)
    )

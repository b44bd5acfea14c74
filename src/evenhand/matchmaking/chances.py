"""Winning chances at many tables at once, by any rating system."""

from dataclasses import fields, replace
from typing import Any

import numpy as np

from evenhand.ratings.system import RatingSystem
from evenhand.tables import Floats, GameTable, Indices

AT_ONCE = 1 << 17  # seats


def table_chances(system: RatingSystem, ratings: Floats, seats: Indices) -> Floats:
    """The chances of all players at tables given as (tables, seats) rows of the ratings.

    A player may sit at many tables; each is looked at by itself, as ``predict`` does.  An
    advantage of the first seat is left out, because who sits there is not decided yet.

    >>> from evenhand.ratings import Elo
    >>> ratings = np.array([[1500.0, 0.0], [1600.0, 0.0], [1700.0, 0.0]])
    >>> pairs = np.array([[0, 1], [1, 2], [0, 2]], np.int32)
    >>> table_chances(Elo(advantage=50.0), ratings, pairs).round(2).tolist()
    [[0.36, 0.64], [0.36, 0.64], [0.24, 0.76]]
    """
    judge = _without_advantage(system).game_by_game()
    chances = np.empty(seats.shape)
    size = max(AT_ONCE // seats.shape[1], 1)
    for start in range(0, len(seats), size):
        part = seats[start : start + size]
        chances[start : start + size] = _of_strangers(judge, ratings[part.ravel()], part.shape)
    if not np.isfinite(chances).all():
        table = int(np.isfinite(chances).all(axis=1).argmin())
        raise ValueError(f"no chances can be told for players {seats[table].tolist()}")
    return chances


def _of_strangers(system: RatingSystem, rows: Floats, shape: tuple[int, ...]) -> Floats:
    """Chances at tables at which nobody sits twice, in the order of the rows."""
    seats = np.arange(len(rows), dtype=np.int32).reshape(shape)
    nothing = np.zeros(shape)
    run = system.rate(GameTable(("",) * len(rows), seats, nothing, luck=nothing), rows)
    return system.win_chances(run.expected)


def _without_advantage(system: Any) -> RatingSystem:
    names = {field.name for field in fields(system)}
    level: RatingSystem = replace(system, advantage=0.0) if "advantage" in names else system
    return level

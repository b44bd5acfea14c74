"""Games and values that several tests rate."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike

from evenhand.ratings import RatingSystem
from evenhand.tables import EMPTY, Floats, GameTable

BELIEF = [0, 2]
"""Columns of rating and deviation in every system that has a deviation."""


def make_values(system: RatingSystem, beliefs: ArrayLike) -> Floats:
    """Return the values of players with these ratings and deviations."""
    pairs = np.asarray(beliefs, np.float64)
    values = system.initial_values(len(pairs))
    values[:, BELIEF] = pairs
    return values


def one_game(points: Sequence[float], team: Sequence[int] | None = None) -> GameTable:
    n = len(points)
    return GameTable(
        tuple(map(str, range(n))),
        np.arange(n, dtype=np.int32)[None],
        np.array([points], float),
        team=None if team is None else np.array([team], np.int8),
    )


def many_games(width: int, games: int = 200, players: int = 12, seed: int = 1) -> GameTable:
    rng = np.random.default_rng(seed)
    seats = np.array([rng.choice(players, width, replace=False) for _ in range(games)], np.int32)
    score = rng.integers(0, 4, seats.shape).astype(float)
    return GameTable(tuple(map(str, range(players))), seats, score)


def padded(table: GameTable) -> GameTable:
    """The same games with an empty seat before and after every seat."""
    games, width = table.seats.shape
    seats, score = np.full((games, 2 * width + 1), EMPTY, np.int32), np.ones((games, 2 * width + 1))
    seats[:, 1::2], score[:, 1::2] = table.seats, table.score
    return replace(table, seats=seats, score=score)

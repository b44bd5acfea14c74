"""Tables that every rating system can rate."""

from dataclasses import replace

import numpy as np
import pytest

from evenhand.tables import EMPTY, GameTable


def random_table(seats: int, games: int = 200, players: int = 9, seed: int = 1) -> GameTable:
    """Random games with ties, luck and times; scores are penalties, so none is above zero."""
    rng = np.random.default_rng(seed)
    rows = np.array([rng.choice(players, seats, replace=False) for _ in range(games)], np.int32)
    score = -rng.integers(0, 8, rows.shape).astype(float)
    luck = -rng.uniform(0.0, 80.0, rows.shape)
    time = np.cumsum(rng.integers(0, 10 * 86_400_000_000, games))
    names = tuple(f"player {number}" for number in range(players))
    return GameTable(names, rows, score, luck=luck, time=time)


def mix(table: GameTable) -> GameTable:
    """Leave seats of a table of four empty: games of two, three and four players."""
    seats = table.seats.copy()
    seats[0::3, 3] = EMPTY  # three players
    seats[1::3, 0] = seats[1::3, 2] = EMPTY  # two players
    return replace(table, seats=seats)


@pytest.fixture(params=[2, 3, 4], ids="{}-seats".format)
def table(request: pytest.FixtureRequest) -> GameTable:
    return random_table(request.param)


@pytest.fixture
def mixed_table() -> GameTable:
    """Games of two, three and four players in one table."""
    return mix(random_table(4))

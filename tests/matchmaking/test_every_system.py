"""Every rating system can seat players by its own chances."""

from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest

from evenhand.matchmaking import Fairness, fair_tables
from evenhand.ratings import SYSTEMS, Adjustment, Glicko2, predict
from tests.matchmaking.made import check_seats
from tests.ratings.conftest import random_table

PLAYERS = 24


@pytest.mark.parametrize("name", SYSTEMS)
@pytest.mark.parametrize("seats", [2, 3])
def test_every_pair_is_fair_by_the_chances_of_the_system(name: str, seats: int) -> None:
    system = SYSTEMS[name]()
    rows = system.rate(random_table(3, games=300, players=PLAYERS)).ratings
    waiting = np.linspace(0.0, 120.0, PLAYERS)
    found = fair_tables(system, rows, waiting, seats=seats)
    check_seats(found, PLAYERS)
    assert len(found)
    lowest = Fairness().lowest_after(waiting)
    for table, chances in zip(found.seats.tolist(), found.chances, strict=True):
        np.testing.assert_allclose(chances, predict(system, rows, table), rtol=1e-12)
        for pair in combinations(table, 2):
            # the pair was looked at with the other one first, which rounds otherwise
            assert predict(system, rows, pair).min() >= lowest[list(pair)].max() - 1e-12


def test_rating_periods_and_luck_do_not_matter() -> None:
    plain = Glicko2()
    rows = plain.rate(random_table(2, players=PLAYERS)).ratings
    odd = replace(plain, period=30.0, luck=Adjustment(c=0.01, fade=1.5, explained=0.4))
    one, other = (fair_tables(system, rows, np.zeros(PLAYERS)) for system in (plain, odd))
    np.testing.assert_array_equal(one.seats, other.seats)
    np.testing.assert_array_equal(one.chances, other.chances)

"""How near to the best possible seating the closest-first rule comes."""

import numpy as np
import pytest

from evenhand.matchmaking import Fairness, fair_tables
from evenhand.ratings import Elo
from evenhand.tables import Floats
from tests.matchmaking.made import uneven

ANY = Fairness(lowest=0.0, widest=0.0)


def best_in_order(ratings: Floats, seats: int) -> float:
    """How far from even neighbours in the order of ratings are, added up, if all players sit.

    They have the least sum of differences: two tables that overlap can be sorted into one below
    the other.  Chances are not quite linear in differences, but nearly where these are small.
    """
    ranked = np.sort(ratings).reshape(-1, seats)
    return sum(uneven(low, high) for low, high in ranked[:, [0, -1]])


def best_of_all_pairings(ratings: list[float]) -> float:
    """The same for two seats, by trying everything."""
    if not ratings:
        return 0.0
    first, *others = ratings
    return min(
        uneven(first, other) + best_of_all_pairings(others[:at] + others[at + 1 :])
        for at, other in enumerate(others)
    )


@pytest.mark.parametrize("seed", range(20))
def test_at_a_small_spread_neighbours_are_the_best_of_all_pairings(seed: int) -> None:
    """Where chances are nearly linear in the difference: below about 150 points."""
    ratings = np.random.default_rng(seed).uniform(1450.0, 1550.0, 8)
    assert best_in_order(ratings, 2) == pytest.approx(best_of_all_pairings(ratings.tolist()))


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize(("players", "times"), [(24, 1.3), (60, 1.5), (240, 1.8)])
def test_closest_first_is_not_far_from_the_best(seats: int, players: int, times: float) -> None:
    """Tables formed early leave gaps to later ones: the more players, the more it costs."""
    ours, best = 0.0, 0.0
    for seed in range(20):
        ratings = np.random.default_rng(seed).normal(1500.0, 200.0, players)
        found = fair_tables(Elo(), ratings, np.zeros(players), seats=seats, fairness=ANY)
        assert not len(found.left)
        rows = ratings[found.seats]
        ours += sum(uneven(row.min(), row.max()) for row in rows)
        best += best_in_order(ratings, seats)
    assert best <= ours < times * best


@pytest.mark.parametrize(("players", "share"), [(10, 0.8), (20, 0.85), (40, 0.88)])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_nearly_as_many_are_seated_as_can_be(seats: int, players: int, share: float) -> None:
    """The most tables: from the lowest rating upwards, whenever the next players fit."""
    ours = most = 0
    for seed in range(100):
        ratings = np.sort(np.random.default_rng(seed).normal(1500.0, 200.0, players))
        ours += len(fair_tables(Elo(), ratings, np.zeros(players), seats=seats))
        at = 0
        while at + seats <= players:
            fits = uneven(ratings[at], ratings[at + seats - 1]) <= 0.2
            most, at = most + fits, at + (seats if fits else 1)
    assert share * most < ours <= most

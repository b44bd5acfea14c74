"""After how many games ratings stay near their end."""

import numpy as np

from evenhand.analysis.settling import settled_after
from evenhand.tables import GameTable

BOTH = np.array([True, True])


def path_of(*ratings: float) -> tuple[GameTable, np.ndarray[tuple[int, int], np.dtype[np.float64]]]:
    """Games of two, after which the ratings of both are so many points from zero."""
    table = GameTable.from_games([{"Anna": 1, "Ben": 0}] * len(ratings))
    return table, np.array([[rating, -rating] for rating in ratings])


def test_a_rating_has_settled_when_it_never_leaves_again() -> None:
    table, after = path_of(10.0, 50.0, 98.0, 60.0, 99.0, 101.0, 100.0, 100.0)
    assert settled_after(table, after, BOTH, 5.0) == 4.0
    assert settled_after(table, after, BOTH, 45.0) == 2.0
    assert settled_after(table, after, BOTH, 1000.0) == 0.0


def test_a_rating_that_still_moves_at_the_end_has_not_settled() -> None:
    table, after = path_of(*(10.0 * game for game in range(40)))
    assert settled_after(table, after, BOTH, 1.0) is None


def test_only_regulars_count() -> None:
    table, after = path_of(10.0, 50.0, 100.0, 100.0, 100.0, 100.0, 100.0, 100.0)
    after[:, 1] = 0.0
    assert settled_after(table, after, np.array([True, False]), 5.0) == 2.0
    assert settled_after(table, after, np.array([False, True]), 5.0) == 0.0

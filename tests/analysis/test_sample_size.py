"""Games until the better player leads, and until ratings converge."""

from itertools import pairwise
from math import comb

import numpy as np
import pytest

from evenhand.analysis import (
    EXACT_UP_TO,
    REFERENCES,
    convergence,
    games_needed,
    lead_probability,
    spread_to_probability,
)
from evenhand.tables import GameTable


def ahead(games: int, probability: float) -> float:
    """The definition, term by term."""
    return sum(
        comb(games, won)
        * probability**won
        * (1.0 - probability) ** (games - won)
        * (1.0 if 2 * won > games else 0.5 if 2 * won == games else 0.0)
        for won in range(games + 1)
    )


@pytest.mark.parametrize("probability", [0.51, 0.55, 0.67, 0.9])
@pytest.mark.parametrize("games", [1, 2, 3, 4, 7, 30, 101])
def test_the_probability_to_lead_is_the_sum_over_all_outcomes(
    games: int, probability: float
) -> None:
    assert lead_probability(probability, games) == pytest.approx(
        ahead(games, probability), abs=1e-12
    )


@pytest.mark.parametrize("probability", [0.52, 0.55, 0.6, 0.67, 0.7, 0.74, 0.75, 0.99, 1.0])
def test_games_needed_are_the_fewest_that_are_enough(probability: float) -> None:
    games = games_needed(probability)
    assert games is not None
    assert ahead(games, probability) >= 0.75
    assert all(ahead(fewer, probability) < 0.75 for fewer in range(1, games))


def test_chess_needs_three_games_by_rounding_and_five_by_the_letter() -> None:
    """Second hand the paper says 3: there the probability is 74.6 %, which only rounds to 75 %."""
    probability = spread_to_probability(123.4)
    assert round(100.0 * lead_probability(probability, 3), 1) == 74.6
    assert games_needed(probability) == 5


def test_poker_needs_far_more_games_than_the_hundred_quoted_second_hand() -> None:
    """A spread of 6.0 gives about 1,500 games; a hundred would need one of about 23."""
    assert games_needed(spread_to_probability(6.0)) == pytest.approx(1525, abs=10)
    assert games_needed(spread_to_probability(23.5)) == pytest.approx(100, abs=3)


def test_more_skill_needs_fewer_games() -> None:
    needed = [games_needed(spread_to_probability(mark.spread)) for mark in REFERENCES]
    assert needed[0] is None
    assert all(a > b for a, b in pairwise(needed) if a and b)


def test_the_normal_approximation_goes_on_where_counting_ends() -> None:
    counted, estimated = games_needed(0.50108), games_needed(0.50105)
    assert counted is not None
    assert estimated is not None
    assert counted < EXACT_UP_TO < estimated
    # The number of games goes with 1 / (2p - 1)^2.
    assert estimated / counted == pytest.approx((0.00108 / 0.00105) ** 2, rel=1e-3)


@pytest.mark.parametrize("probability", [-0.1, 1.1])
def test_what_is_no_probability_is_refused(probability: float) -> None:
    with pytest.raises(ValueError, match=r"the first lies in \[0, 1\]"):
        games_needed(probability)


BOTH = np.array([True, True])


def path_of(*ratings: float) -> tuple[GameTable, np.ndarray[tuple[int, int], np.dtype[np.float64]]]:
    """Games of two, after which the ratings of both are so many points from zero."""
    table = GameTable.from_games([{"Anna": 1, "Ben": 0}] * len(ratings))
    return table, np.array([[rating, -rating] for rating in ratings])


def test_a_rating_has_converged_when_it_never_leaves_again() -> None:
    table, after = path_of(10.0, 50.0, 98.0, 60.0, 99.0, 101.0, 100.0, 100.0)
    assert convergence(table, after, BOTH, 5.0) == 4.0
    assert convergence(table, after, BOTH, 45.0) == 2.0
    assert convergence(table, after, BOTH, 1000.0) == 0.0


def test_a_rating_that_still_moves_at_the_end_has_not_converged() -> None:
    table, after = path_of(*(10.0 * game for game in range(40)))
    assert convergence(table, after, BOTH, 1.0) is None


def test_only_regulars_count_for_convergence() -> None:
    table, after = path_of(10.0, 50.0, 100.0, 100.0, 100.0, 100.0, 100.0, 100.0)
    after[:, 1] = 0.0
    assert convergence(table, after, np.array([True, False]), 5.0) == 2.0
    assert convergence(table, after, np.array([False, True]), 5.0) == 0.0

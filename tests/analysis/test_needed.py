"""Games until the better player leads."""

from itertools import pairwise
from math import comb

import pytest

from evenhand.analysis import REFERENCES, chance_of_spread, games_needed, lead_chance
from evenhand.analysis.needed import EXACT


def ahead(games: int, chance: float) -> float:
    """The definition, term by term."""
    return sum(
        comb(games, won)
        * chance**won
        * (1.0 - chance) ** (games - won)
        * (1.0 if 2 * won > games else 0.5 if 2 * won == games else 0.0)
        for won in range(games + 1)
    )


@pytest.mark.parametrize("chance", [0.51, 0.55, 0.67, 0.9])
@pytest.mark.parametrize("games", [1, 2, 3, 4, 7, 30, 101])
def test_the_chance_to_lead_is_the_sum_over_all_outcomes(games: int, chance: float) -> None:
    assert lead_chance(chance, games) == pytest.approx(ahead(games, chance), abs=1e-12)


@pytest.mark.parametrize("chance", [0.52, 0.55, 0.6, 0.67, 0.7, 0.74, 0.75, 0.99, 1.0])
def test_games_needed_are_the_fewest_that_are_enough(chance: float) -> None:
    games = games_needed(chance)
    assert games is not None
    assert ahead(games, chance) >= 0.75
    assert all(ahead(fewer, chance) < 0.75 for fewer in range(1, games))


def test_chess_needs_three_games_by_rounding_and_five_by_the_letter() -> None:
    """Second hand the paper says 3: there the chance is 74.6 %, which only rounds to 75 %."""
    chance = chance_of_spread(123.4)
    assert round(100.0 * lead_chance(chance, 3), 1) == 74.6
    assert games_needed(chance) == 5


def test_poker_needs_far_more_games_than_the_hundred_quoted_second_hand() -> None:
    """A spread of 6.0 gives about 1,500 games; a hundred would need one of about 23."""
    assert games_needed(chance_of_spread(6.0)) == pytest.approx(1525, abs=10)
    assert games_needed(chance_of_spread(23.5)) == pytest.approx(100, abs=3)


def test_more_skill_needs_fewer_games() -> None:
    needed = [games_needed(chance_of_spread(mark.spread)) for mark in REFERENCES]
    assert needed[0] is None
    assert all(a > b for a, b in pairwise(needed) if a and b)


def test_the_normal_approximation_goes_on_where_counting_ends() -> None:
    counted, estimated = games_needed(0.50108), games_needed(0.50105)
    assert counted is not None
    assert estimated is not None
    assert counted < EXACT < estimated
    # The number of games goes with 1 / (2p - 1)^2.
    assert estimated / counted == pytest.approx((0.00108 / 0.00105) ** 2, rel=1e-3)


@pytest.mark.parametrize("chance", [-0.1, 1.1])
def test_what_is_no_chance_is_refused(chance: float) -> None:
    with pytest.raises(ValueError, match="chances lie between"):
        games_needed(chance)

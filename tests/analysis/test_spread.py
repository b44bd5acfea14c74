"""Results made anew, and the intervals that they give."""

import numpy as np
import pytest

from evenhand.analysis import analyse, best_fit
from evenhand.analysis.results import by_ratings, tied_share, with_coins
from evenhand.analysis.spread import corrected
from evenhand.datasets import make_games, random_seats
from evenhand.tables import GameTable


def test_coins_of_a_larger_part_contain_those_of_a_smaller_one() -> None:
    table, _ = make_games(np.random.default_rng(1), 20, 2000)
    few, many = (with_coins(table, part, np.random.default_rng(7)) for part in (0.2, 0.6))
    changed_few, changed_many = ((s != table.score).any(axis=1) for s in (few, many))
    assert (changed_many | ~changed_few).all()
    assert changed_few.mean() == pytest.approx(0.2, abs=0.03)
    assert changed_many.mean() == pytest.approx(0.6, abs=0.03)


def test_no_coins_leave_all_results() -> None:
    table, _ = make_games(np.random.default_rng(1), 20, 100, 3)
    score = with_coins(table, 0.0, np.random.default_rng(7))
    np.testing.assert_array_equal(score, table.score)


@pytest.mark.parametrize("tied", [0.0, 0.3])
def test_two_players_score_what_elo_expects(tied: float) -> None:
    seats = np.tile(np.array([[0, 1]], np.int32), (200_000, 1))
    score = by_ratings(seats, np.array([100.0, 0.0]), tied, np.random.default_rng(1))
    # 1 / (1 + 10^(-1/4)) = 0.640; the standard error is 0.001.
    assert score[:, 0].mean() == pytest.approx(0.640, abs=0.004)
    assert (score == 0.5).all(axis=1).mean() == pytest.approx(tied, abs=0.004)


def test_in_larger_games_each_pair_scores_what_elo_expects() -> None:
    seats = np.tile(np.array([[0, 1, 2]], np.int32), (200_000, 1))
    score = by_ratings(seats, np.array([100.0, 0.0, 300.0]), 0.0, np.random.default_rng(1))
    assert (score[:, 0] > score[:, 1]).mean() == pytest.approx(0.640, abs=0.004)
    assert (score[:, 2] > score[:, 1]).mean() == pytest.approx(0.849, abs=0.004)


def test_ties_are_counted_for_two_players_only() -> None:
    assert tied_share(GameTable.from_games([{"A": 1, "B": 1, "C": 1}])) == 0.0


def test_refits_that_come_out_too_high_move_the_interval_down() -> None:
    refits = np.linspace(110.0, 130.0, 101)
    found = corrected(100.0, refits, False, np.zeros(101, np.bool_))
    assert found.high is not None
    assert found.high < 100.0


def test_an_end_is_unknown_if_refits_see_no_skill() -> None:
    lost = np.arange(100) < 5
    found = corrected(10.0, np.where(lost, 0.1, 10.0), False, lost)
    assert found.low == pytest.approx(10.0)
    assert found.high is None


def test_a_fit_that_sees_no_skill_has_no_upper_end() -> None:
    """Of eight such fits at a true spread of 10, what coins give was a bound for none."""
    found = corrected(0.1, np.linspace(0.1, 5.0, 50), True, np.ones(50, np.bool_))
    assert found == (0.1, 0.0, None)


def test_without_refits_no_end_is_known() -> None:
    assert corrected(10.0, np.empty(0), False, np.empty(0, np.bool_)) == (10.0, None, None)


def test_most_intervals_hold_the_true_spread() -> None:
    """Of 95 % intervals, twelve; with 40 refits they are a little narrow."""
    held = 0
    for seed in range(12):
        rng = np.random.default_rng(seed)
        table, skill = make_games(rng, 40, 6000, spread=100.0)
        low, high = analyse(table, resamples=40, rng=rng).spread[1:]
        assert low is not None
        assert high is not None
        held += low <= skill.std(ddof=1) <= high
    assert held >= 9


@pytest.mark.parametrize("spread", [60.0, 100.0, 300.0])
def test_a_known_spread_is_recovered(spread: float) -> None:
    table, skill = make_games(np.random.default_rng(3), 100, 60_000, spread=spread)
    fit = best_fit(table.seats, table.score, 100)
    # Elo with a constant k never comes to rest: its noise adds a few percent.
    assert fit.ratings.std(ddof=1) == pytest.approx(skill.std(ddof=1), rel=0.1)


def test_half_of_all_results_by_coins_leave_about_half_of_small_differences() -> None:
    """Near 1/2 a chance is 1/2 + gap * ln(10)/1600: half as far from 1/2 is half the gap."""
    table, _ = make_games(np.random.default_rng(3), 50, 200_000, spread=60.0)
    coins = analyse(table, resamples=0).coins["spread"].to_list()
    assert coins[5] / coins[0] == pytest.approx(0.5, abs=0.08)
    assert coins[10] < 0.1 * coins[0]


def test_coins_have_the_spread_of_pure_chance() -> None:
    """It is within what other coins on the same pairings give, and no skill is claimed."""
    rng = np.random.default_rng(2)
    seats, others = random_seats(rng, 50, 10_000, 2), []
    for _ in range(20):
        others.append(best_fit(seats, rng.random((10_000, 2)), 50).ratings.std(ddof=1))
    table = GameTable(tuple(map(str, range(50))), seats, rng.random((10_000, 2)))
    spread = analyse(table, resamples=40).spread
    assert spread.value is not None
    assert spread.value <= max(others)
    assert max(others) < 15.0
    assert spread.low is not None
    assert spread.low < 1.0

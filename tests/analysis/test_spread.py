"""The best K, simulated results, and the intervals that they give."""

import numpy as np
import pytest

from evenhand.analysis import (
    MAX_K,
    MIN_K,
    analyse,
    bias_corrected,
    convergence,
    fit_k,
    mix_with_coin_flips,
    prediction_errors,
    simulate_results,
    tied_share,
)
from evenhand.datasets import make_games, random_seats
from evenhand.ratings import Elo
from evenhand.tables import GameTable
from tests.plain_python import in_plain_python
from tests.tuning.games import TRUE_K, games_of_k


def some_games(seats: int = 2, games: int = 3000, draw: float = 0.0) -> GameTable:
    return make_games(np.random.default_rng(5), 30, games, seats, draw=draw)[0]


@pytest.mark.parametrize(("seats", "draw"), [(2, 0.0), (2, 0.3), (3, 0.0), (5, 0.0)])
def test_ratings_and_errors_are_those_of_elo_from_zero(seats: int, draw: float) -> None:
    table = some_games(seats, draw=draw)
    fit = fit_k(table.seats, table.score, len(table.names))
    run = Elo(k=fit.k, initial=0.0).run(table)
    np.testing.assert_allclose(fit.ratings, run.values[:, 0], rtol=0.0, atol=1e-9)
    own, other = np.triu_indices(seats, 1)
    probability = run.expected[:, own] / (run.expected[:, own] + run.expected[:, other])
    ahead = np.sign(table.score[:, own] - table.score[:, other]) / 2.0 + 0.5
    assert fit.error == pytest.approx(((ahead - probability) ** 2).mean(), abs=1e-12)


def test_games_with_empty_seats_are_rated_as_elo_rates_them() -> None:
    table = GameTable.from_games([{"A": 3, "B": 2, "C": 1}, {"B": 1, "C": 0}, {"C": 1, "A": 1}] * 9)
    fit = fit_k(table.seats, table.score, 3)
    ratings = Elo(k=fit.k, initial=0.0).run(table).values[:, 0]
    np.testing.assert_allclose(fit.ratings, ratings, atol=1e-9)


@pytest.mark.parametrize("seats", [2, 3])
def test_no_k_of_a_fine_grid_predicts_better(seats: int) -> None:
    table = some_games(seats)
    fit = fit_k(table.seats, table.score, len(table.names))
    grid = np.geomspace(MIN_K, MAX_K, 400)
    errors = prediction_errors(table.seats, table.score, len(table.names), grid)
    # The parabola ends within a few thousandths of the true minimum, where errors are flat.
    assert fit.error <= errors.min() + 1e-7


def test_the_true_k_is_recovered() -> None:
    table = games_of_k(30_000)
    fit = fit_k(table.seats, table.score, len(table.names))
    # The error is so flat around its minimum that 30,000 games tell k to about a tenth.
    assert fit.k == pytest.approx(TRUE_K, rel=0.15)


def test_who_wins_always_drives_k_to_its_upper_bound() -> None:
    table = GameTable.from_games([{"Anna": 1, "Ben": 0}] * 200)
    assert fit_k(table.seats, table.score, 2).k == pytest.approx(MAX_K)


def fit_and_convergence(table: GameTable) -> tuple[float, float, bytes, float | None]:
    fit = fit_k(table.seats, table.score, 30)
    after = np.cumsum(np.cos(table.score), axis=0)
    found = convergence(table, after, np.ones(30, np.bool_), 9.0)
    return fit.k, fit.error, fit.ratings.tobytes(), found


def test_kernels_equal_their_python_source() -> None:
    table = some_games(3, games=60)
    assert fit_and_convergence(table) == in_plain_python(fit_and_convergence, table)


def test_names_of_players_and_seats_do_not_matter() -> None:
    table = some_games()
    fit = fit_k(table.seats, table.score, 30)
    swapped = fit_k(
        np.ascontiguousarray(table.seats[:, ::-1]), np.ascontiguousarray(table.score[:, ::-1]), 30
    )
    assert swapped.k == pytest.approx(fit.k, rel=1e-9)
    renamed = fit_k(29 - table.seats, table.score, 30)
    assert renamed.k == fit.k
    np.testing.assert_array_equal(renamed.ratings[::-1], fit.ratings)


def test_who_wins_and_who_loses_may_be_exchanged() -> None:
    table = some_games()
    fit, other = (fit_k(table.seats, score, 30) for score in (table.score, -table.score))
    assert other.k == pytest.approx(fit.k, rel=1e-9)
    np.testing.assert_allclose(other.ratings, -fit.ratings, atol=1e-6)


def test_coin_flips_of_a_larger_share_contain_those_of_a_smaller_one() -> None:
    table, _ = make_games(np.random.default_rng(1), 20, 2000)
    few, many = (
        mix_with_coin_flips(table, share, np.random.default_rng(7)) for share in (0.2, 0.6)
    )
    changed_few, changed_many = ((s != table.score).any(axis=1) for s in (few, many))
    assert (changed_many | ~changed_few).all()
    assert changed_few.mean() == pytest.approx(0.2, abs=0.03)
    assert changed_many.mean() == pytest.approx(0.6, abs=0.03)


def test_no_coin_flips_leave_all_results() -> None:
    table, _ = make_games(np.random.default_rng(1), 20, 100, 3)
    score = mix_with_coin_flips(table, 0.0, np.random.default_rng(7))
    np.testing.assert_array_equal(score, table.score)


@pytest.mark.parametrize("tied", [0.0, 0.3])
def test_two_players_score_what_elo_expects(tied: float) -> None:
    seats = np.tile(np.array([[0, 1]], np.int32), (200_000, 1))
    score = simulate_results(seats, np.array([100.0, 0.0]), tied, np.random.default_rng(1))
    # 1 / (1 + 10^(-1/4)) = 0.640; the standard error is 0.001.
    assert score[:, 0].mean() == pytest.approx(0.640, abs=0.004)
    assert (score == 0.5).all(axis=1).mean() == pytest.approx(tied, abs=0.004)


def test_in_larger_games_each_pair_scores_what_elo_expects() -> None:
    seats = np.tile(np.array([[0, 1, 2]], np.int32), (200_000, 1))
    score = simulate_results(seats, np.array([100.0, 0.0, 300.0]), 0.0, np.random.default_rng(1))
    assert (score[:, 0] > score[:, 1]).mean() == pytest.approx(0.640, abs=0.004)
    assert (score[:, 2] > score[:, 1]).mean() == pytest.approx(0.849, abs=0.004)


def test_ties_are_counted_for_two_players_only() -> None:
    assert tied_share(GameTable.from_games([{"A": 1, "B": 1, "C": 1}])) == 0.0


def test_refits_that_come_out_too_high_move_the_interval_down() -> None:
    refits = np.linspace(110.0, 130.0, 101)
    found = bias_corrected(100.0, refits, False, np.zeros(101, np.bool_))
    assert found.high is not None
    assert found.high < 100.0


def test_an_end_is_unknown_if_refits_see_no_skill() -> None:
    undetected = np.arange(100) < 5
    found = bias_corrected(10.0, np.where(undetected, 0.1, 10.0), False, undetected)
    assert found.low == pytest.approx(10.0)
    assert found.high is None


def test_a_fit_that_sees_no_skill_has_no_upper_end() -> None:
    """Of eight such fits at a true spread of 10, what coins give was a bound for none."""
    found = bias_corrected(0.1, np.linspace(0.1, 5.0, 50), True, np.ones(50, np.bool_))
    assert found == (0.1, 0.0, None)


def test_without_refits_no_end_is_known() -> None:
    assert bias_corrected(10.0, np.empty(0), False, np.empty(0, np.bool_)) == (10.0, None, None)


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
    fit = fit_k(table.seats, table.score, 100)
    # Elo with a constant k never comes to rest: its noise adds a few percent.
    assert fit.ratings.std(ddof=1) == pytest.approx(skill.std(ddof=1), rel=0.1)


def test_half_of_all_results_by_coins_leave_about_half_of_small_differences() -> None:
    """Near 1/2 a probability is 1/2 + gap * ln(10)/1600: half as far from 1/2 is half the gap."""
    table, _ = make_games(np.random.default_rng(3), 50, 200_000, spread=60.0)
    coins = analyse(table, resamples=0).coin_flips["spread"].to_list()
    assert coins[5] / coins[0] == pytest.approx(0.5, abs=0.08)
    assert coins[10] < 0.1 * coins[0]


def test_coins_have_the_spread_of_pure_chance() -> None:
    """It is within what other coins on the same pairings give, and no skill is claimed."""
    rng = np.random.default_rng(2)
    seats, others = random_seats(rng, 50, 10_000, 2), []
    for _ in range(20):
        others.append(fit_k(seats, rng.random((10_000, 2)), 50).ratings.std(ddof=1))
    table = GameTable(tuple(map(str, range(50))), seats, rng.random((10_000, 2)))
    spread = analyse(table, resamples=40).spread
    assert spread.value is not None
    assert spread.value <= max(others)
    assert max(others) < 15.0
    assert spread.low is not None
    assert spread.low < 1.0

"""The k that foretells best."""

import numpy as np
import pytest

from evenhand.analysis import best_fit
from evenhand.analysis.best_fit import HIGHEST, LOWEST, _rate_all, prediction_errors
from evenhand.compiled import python_source
from evenhand.datasets import make_games
from evenhand.ratings import Elo
from evenhand.tables import GameTable
from tests.tuning.games import TRUE_K, games_of_k


def some_games(seats: int = 2, games: int = 3000, draw: float = 0.0) -> GameTable:
    return make_games(np.random.default_rng(5), 30, games, seats, draw=draw)[0]


@pytest.mark.parametrize(("seats", "draw"), [(2, 0.0), (2, 0.3), (3, 0.0), (5, 0.0)])
def test_ratings_and_errors_are_those_of_elo_from_zero(seats: int, draw: float) -> None:
    table = some_games(seats, draw=draw)
    fit = best_fit(table.seats, table.score, len(table.names))
    run = Elo(k=fit.k, initial=0.0).rate(table)
    np.testing.assert_allclose(fit.ratings, run.ratings[:, 0], rtol=0.0, atol=1e-9)
    own, other = np.triu_indices(seats, 1)
    chance = run.expected[:, own] / (run.expected[:, own] + run.expected[:, other])
    ahead = np.sign(table.score[:, own] - table.score[:, other]) / 2.0 + 0.5
    assert fit.error == pytest.approx(((ahead - chance) ** 2).mean(), abs=1e-12)


def test_games_with_empty_seats_are_rated_as_elo_rates_them() -> None:
    table = GameTable.from_games([{"A": 3, "B": 2, "C": 1}, {"B": 1, "C": 0}, {"C": 1, "A": 1}] * 9)
    fit = best_fit(table.seats, table.score, 3)
    ratings = Elo(k=fit.k, initial=0.0).rate(table).ratings[:, 0]
    np.testing.assert_allclose(fit.ratings, ratings, atol=1e-9)


@pytest.mark.parametrize("seats", [2, 3])
def test_no_k_of_a_fine_grid_foretells_better(seats: int) -> None:
    table = some_games(seats)
    fit = best_fit(table.seats, table.score, len(table.names))
    grid = np.geomspace(LOWEST, HIGHEST, 400)
    errors = prediction_errors(table.seats, table.score, len(table.names), grid)
    # The parabola ends within a few thousandths of the true minimum, where errors are flat.
    assert fit.error <= errors.min() + 1e-7


def test_players_who_move_as_elo_says_are_found_out() -> None:
    table = games_of_k(30_000)
    fit = best_fit(table.seats, table.score, len(table.names))
    # The error is so flat around its minimum that 30,000 games tell k to about a tenth.
    assert fit.k == pytest.approx(TRUE_K, rel=0.15)


def test_who_wins_always_drives_k_to_its_upper_bound() -> None:
    table = GameTable.from_games([{"Anna": 1, "Ben": 0}] * 200)
    assert best_fit(table.seats, table.score, 2).k == pytest.approx(HIGHEST)


def test_the_kernel_is_its_python_source() -> None:
    table = some_games(3, games=20)
    ks, found = np.array([5.0, 50.0]), []
    for rate in (_rate_all, python_source(_rate_all)):
        ratings, errors = np.zeros((30, 2)), np.zeros(2)
        rate(table.seats, table.score, ks, ratings, errors)
        found.append((ratings, errors))
    np.testing.assert_array_equal(found[0][0], found[1][0])
    np.testing.assert_array_equal(found[0][1], found[1][1])


def test_names_of_players_and_seats_do_not_matter() -> None:
    table = some_games()
    fit = best_fit(table.seats, table.score, 30)
    swapped = best_fit(
        np.ascontiguousarray(table.seats[:, ::-1]), np.ascontiguousarray(table.score[:, ::-1]), 30
    )
    assert swapped.k == pytest.approx(fit.k, rel=1e-9)
    renamed = best_fit(29 - table.seats, table.score, 30)
    assert renamed.k == fit.k
    np.testing.assert_array_equal(renamed.ratings[::-1], fit.ratings)


def test_who_wins_and_who_loses_may_be_exchanged() -> None:
    table = some_games()
    fit, other = (best_fit(table.seats, score, 30) for score in (table.score, -table.score))
    assert other.k == pytest.approx(fit.k, rel=1e-9)
    np.testing.assert_allclose(other.ratings, -fit.ratings, atol=1e-6)

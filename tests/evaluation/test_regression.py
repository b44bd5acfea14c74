"""Logistic regression beside numbers from elsewhere, and the table and bins of Maitra 2025."""

import math

import numpy as np
import pytest

from evenhand.evaluation import (
    LogisticFit,
    accuracy_by_difference,
    fit_logistic,
    fitted_curve,
    rating_differences,
    regression_f1,
    regression_table,
)
from evenhand.ratings import Elo, Glicko
from evenhand.tables import Floats, GameTable
from tests.tuning.games import games_of_k, some_games

HOURS = "0.5 0.75 1 1.25 1.5 1.75 1.75 2 2.25 2.5 2.75 3 3.25 3.5 4 4.25 4.5 4.75 5 5.5"
PASSED = "0 0 0 0 0 0 1 0 1 0 1 0 1 0 1 1 1 1 1 1"


def games_with(won: list[float]) -> GameTable:
    """Two players, and the results of the first."""
    first = np.array(won)
    seats = np.tile(np.array([[0, 1]], np.int32), (len(won), 1))
    return GameTable(("A", "B"), seats, np.column_stack([first, 1.0 - first]))


def textbook() -> tuple[GameTable, Floats]:
    """Wikipedia, "Logistic regression": hours of study and who passed."""
    return games_with([float(p) for p in PASSED.split()]), np.array(HOURS.split(), float)


def test_the_shares_of_two_groups_are_found() -> None:
    # 1 of 4 and 3 of 4 won: log odds -ln 3 and +ln 3
    x = np.repeat([100.0, 300.0], 4)
    won = np.array([True, False, False, False, True, True, True, False])
    fit = fit_logistic(x, won)
    assert fit.slope == pytest.approx(2 * math.log(3) / 200)
    assert fit.intercept == pytest.approx(-2 * math.log(3))


def test_the_regression_table_is_that_of_a_textbook() -> None:
    frame = regression_table(*textbook())
    assert frame["variable"].to_list() == ["intercept", "rating difference"]
    rows = [list(row[1:]) for row in frame.rows()]
    # as printed there: coefficient, standard error, z, p
    assert rows[0] == pytest.approx([-4.0777, 1.7610, -2.316, 0.0206], abs=5e-4)
    assert rows[1] == pytest.approx([1.5046, 0.6287, 2.393, 0.0167], abs=5e-4)
    # by statsmodels 0.15.0, Logit with tol=1e-12
    by_statsmodels = [
        [-4.077713431087631, 1.7609943141564697, -2.3155744446800717, 0.020581515512458466],
        [1.5046454283733335, 0.6287208459453852, 2.393185207833934, 0.01670280734036782],
    ]
    assert rows[0] == pytest.approx(by_statsmodels[0], rel=1e-8)
    assert rows[1] == pytest.approx(by_statsmodels[1], rel=1e-8)


@pytest.mark.parametrize("spread", [0.01, 1.0, 200.0])
def test_statsmodels_finds_the_same_line_and_the_same_errors(spread: float) -> None:
    rng = np.random.default_rng(7)
    x = rng.normal(0.3 * spread, spread, 5000)
    won = rng.random(5000) < 1.0 / (1.0 + np.exp(0.2 - 1.5 * x / spread))
    fit = fit_logistic(x, won)
    # by statsmodels 0.15.0 for a spread of 1
    assert fit.intercept == pytest.approx(-0.23468329918494954, rel=1e-8)
    assert fit.intercept_error == pytest.approx(0.035243310197739894, rel=1e-8)
    assert fit.slope * spread == pytest.approx(1.5201453195817933, rel=1e-8)
    assert fit.slope_error * spread == pytest.approx(0.046898472073388424, rel=1e-8)


def test_p_values_keep_their_digits_far_out() -> None:
    rng = np.random.default_rng(7)
    x = rng.normal(0.3, 1.0, 5000)
    won = rng.random(5000) < 1.0 / (1.0 + np.exp(0.2 - 1.5 * x))
    found = regression_table(games_with(won.astype(float).tolist()), x)["p_value"].to_list()
    # by statsmodels 0.15.0; a relative error of z of 1e-12 is one of z * z * 1e-12 = 1e-9 in p
    assert found == pytest.approx([2.757982506206628e-11, 1.769313709484603e-230], rel=1e-8)


def test_the_same_difference_everywhere_is_a_level_line() -> None:
    fit = fit_logistic(np.full(4, 7.0), np.array([True, False, False, False]))
    assert fit.intercept == pytest.approx(-math.log(3))
    assert fit.slope == 0.0


def test_differences_that_vary_only_by_rounding_are_the_same() -> None:
    x = np.array([0.1 + 0.2, 0.3, 0.3, 0.1 + 0.2])
    fit = fit_logistic(x, np.array([True, False, False, False]))
    assert (fit.intercept, fit.slope) == pytest.approx((-math.log(3), 0.0))


@pytest.mark.parametrize(
    ("x", "won", "why"),
    [
        ([1.0, 2.0, 3.0, 4.0], "0011", "one side wins all games beyond a point"),
        ([1.0, 2.0, 3.0, 4.0], "1100", "one side wins all games beyond a point"),
        ([1.0, 2.0, 3.0], "111", "one side wins all games"),
        ([1.0, 2.0, 3.0], "000", "one side wins all games"),
        ([], "", "there are no decided games"),
        ([math.nan, 1.0, 2.0, 1.5], "1010", "a rating difference is not a finite number"),
        ([math.inf, 1.0, 2.0, 1.5], "1010", "a rating difference is not a finite number"),
        ([1e200, 1.0, 2.0, 1.5], "1010", "a rating difference is too large"),
    ],
)
def test_the_error_says_why_there_is_no_fit(x: list[float], won: str, why: str) -> None:
    with pytest.raises(ValueError, match=f"^no logistic fit: {why}$"):
        fit_logistic(np.array(x), np.array([each == "1" for each in won], np.bool_))


def test_probabilities_far_away_are_zero_and_one() -> None:
    fit = fit_logistic(np.array([0.0, 0.0, 1.0, 1.0, 1.0]), np.array([1, 0, 1, 1, 0]) == 1)
    assert fit.probability(np.array([-1e9, 1e9])).tolist() == [0.0, 1.0]


def test_a_fit_predicts_wins_that_are_more_likely_than_not() -> None:
    x = np.array([-3.0, -2.0, -1.0])
    fit = LogisticFit(2.0, 1.0)
    assert fit.predict(x).tolist() == (fit.probability(x) > 0.5).tolist() == [False, False, True]


def test_differences_are_those_before_each_game() -> None:
    table = some_games(draw=0.1)
    for system in (Elo(k=40.0), Glicko()):
        before = system.run(table).before
        found = rating_differences(system, table)
        np.testing.assert_array_equal(found, before[:, 0] - before[:, 1])


def test_bins_by_hand() -> None:
    # draws are left out; 0 and 30 belong to the first bin, 500 to the fifth
    results = [1.0, 0.0, 0.5, 1.0, 0.0, 1.0, 0.0]
    differences = np.array([0.0, -30.0, 10.0, 30.1, 500.0, 501.0, -501.0])
    fit = LogisticFit(0.001, 0.01)
    frame = accuracy_by_difference(games_with(results), differences, fit=fit)
    assert frame["low"].to_list() == [0.0, 30.0, 60.0, 100.0, 200.0, 500.0]
    assert frame["high"].to_list() == [30.0, 60.0, 100.0, 200.0, 500.0, None]
    assert frame["games"].to_list() == [2, 1, 0, 0, 1, 2]
    assert frame["accuracy"].to_list() == [1.0, 1.0, None, None, 0.0, 1.0]
    assert frame["f1"].to_list() == [1.0, 1.0, None, None, 0.0, 1.0]


def test_f1_over_all_games_by_hand() -> None:
    table, differences = games_with([1.0, 0.0, 1.0, 0.0]), np.array([10.0, 20.0, -10.0, 30.0])
    # predicted in three games, true in one of them; two were won
    assert regression_f1(table, differences, LogisticFit(0.0, 1.0)) == 2 * 1 / (3 + 2)


def test_larger_differences_are_predicted_better() -> None:
    table = games_of_k(5000)
    frame = accuracy_by_difference(table, rating_differences(Elo(k=24.0), table))
    assert frame["games"].sum() == 5000
    filled = frame.filter(frame["games"] > 300)
    assert filled["accuracy"].is_sorted()
    assert filled.height >= 4


def test_the_curve_goes_through_the_shares() -> None:
    table = games_of_k(20_000)
    points = fitted_curve(table, rating_differences(Elo(k=24.0), table))
    assert points["difference"].is_sorted()
    assert points["fitted"].is_sorted()
    assert points["games"].sum() >= 0.99 * 20_000
    near = points.filter(points["games"] > 400)
    off = (near["won"] - near["fitted"]).abs()
    assert (off < 4 * 0.5 / near["games"].sqrt()).all()  # four standard errors


def test_the_slope_of_true_probabilities_is_that_of_theory() -> None:
    table = games_of_k(20_000)
    frame = regression_table(table, rating_differences(Elo(k=24.0), table))
    slope = frame.row(1, named=True)
    assert abs(slope["coefficient"] - np.log(10) / 400) < 4 * slope["standard_error"]


def test_more_than_two_seats_are_refused() -> None:
    table = some_games(seats=3)
    for work in (regression_table, accuracy_by_difference, fitted_curve):
        with pytest.raises(ValueError, match="is for games of two players, not of up to 3"):
            work(table, np.zeros(len(table)))
    with pytest.raises(ValueError, match="is for games of two players, not of up to 3"):
        rating_differences(Elo(), table)


def test_a_table_of_equal_differences_is_refused_but_not_the_bins() -> None:
    table, _ = textbook()
    with pytest.raises(ValueError, match=r"^all rating differences are the same$"):
        regression_table(table, np.full(len(table), 7.0))
    assert accuracy_by_difference(table, np.full(len(table), 7.0))["games"].sum() == len(table)

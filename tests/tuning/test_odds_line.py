"""Logistic regression on one column, beside numbers from elsewhere."""

import math

import numpy as np
import pytest
import statsmodels.api as sm

from evenhand.compiled import python_source
from evenhand.tuning import OddsLine, fit_odds_line
from evenhand.tuning.odds_line import _add_up


def test_the_shares_of_two_groups_are_found() -> None:
    # 1 of 4 and 3 of 4 won: log odds -ln 3 and +ln 3
    x = np.repeat([100.0, 300.0], 4)
    won = np.array([True, False, False, False, True, True, True, False])
    line = fit_odds_line(x, won)
    assert line.slope == pytest.approx(2 * math.log(3) / 200)
    assert line.start == pytest.approx(-2 * math.log(3))


def test_the_example_of_a_textbook() -> None:
    # Hours of study and who passed; Wikipedia, "Logistic regression": -4.0777 and 1.5046.
    hours = "0.5 0.75 1 1.25 1.5 1.75 1.75 2 2.25 2.5 2.75 3 3.25 3.5 4 4.25 4.5 4.75 5 5.5"
    passed = "0 0 0 0 0 0 1 0 1 0 1 0 1 0 1 1 1 1 1 1"
    line = fit_odds_line(np.array(hours.split(), float), np.array(passed.split()) == "1")
    assert line == pytest.approx((-4.0777, 1.5046), abs=5e-5)


@pytest.mark.parametrize("spread", [0.01, 1.0, 200.0])
def test_statsmodels_finds_the_same_line(spread: float) -> None:
    rng = np.random.default_rng(7)
    x = rng.normal(0.3 * spread, spread, 5000)
    won = rng.random(5000) < 1.0 / (1.0 + np.exp(0.2 - 1.5 * x / spread))
    fit = sm.Logit(won.astype(float), sm.add_constant(x)).fit(disp=0, tol=1e-12)
    assert fit_odds_line(x, won) == pytest.approx(tuple(fit.params), rel=1e-7)


def test_the_same_difference_everywhere_is_a_level_line() -> None:
    line = fit_odds_line(np.full(4, 7.0), np.array([True, False, False, False]))
    assert line.start == pytest.approx(-math.log(3))
    assert line.slope == 0.0


@pytest.mark.parametrize(
    ("x", "won"),
    [
        ([1.0, 2.0, 3.0, 4.0], [False, False, True, True]),
        ([1.0, 2.0, 3.0], [True, True, True]),
        ([1.0, 2.0, 3.0], [False, False, False]),
        ([], []),
    ],
)
def test_where_nothing_holds_a_line_it_is_refused(x: list[float], won: list[bool]) -> None:
    with pytest.raises(ValueError, match="no line fits best"):
        fit_odds_line(np.array(x), np.array(won, np.bool_))


def test_chances_far_away_are_zero_and_one() -> None:
    line = fit_odds_line(np.array([0.0, 0.0, 1.0, 1.0, 1.0]), np.array([1, 0, 1, 1, 0]) == 1)
    assert line.chance(np.array([-1e9, 1e9])).tolist() == [0.0, 1.0]


def test_the_kernel_adds_up_as_its_python_source() -> None:
    rng = np.random.default_rng(1)
    x, won = rng.normal(0.0, 300.0, 200), rng.random(200) < 0.5
    sums, plain = np.zeros(5), np.zeros(5)
    _add_up(x, won, -0.1, 0.8, 300.0, sums)
    python_source(_add_up)(x, won, -0.1, 0.8, 300.0, plain)
    np.testing.assert_allclose(sums, plain, rtol=1e-13)  # exp may differ in its last bit


@pytest.mark.parametrize(
    ("number", "what"),
    [(math.nan, "not a finite number"), (math.inf, "not a finite number"), (1e200, "too large")],
)
def test_differences_that_are_no_numbers_are_named(number: float, what: str) -> None:
    x = np.array([number, 1.0, 2.0, 1.5])
    with pytest.raises(ValueError, match=f"^no line fits best: a rating difference is {what}$"):
        fit_odds_line(x, np.array([True, False, True, False]))


def test_differences_that_only_rounding_tells_apart_are_the_same() -> None:
    x = np.array([0.1 + 0.2, 0.3, 0.3, 0.1 + 0.2])
    line = fit_odds_line(x, np.array([True, False, False, False]))
    assert line == pytest.approx((-math.log(3), 0.0))


@pytest.mark.parametrize(
    ("x", "won", "why"),
    [
        (
            [1.0, 2.0, 3.0, 4.0],
            [False, False, True, True],
            "one side wins all games beyond a point",
        ),
        (
            [1.0, 2.0, 3.0, 4.0],
            [True, True, False, False],
            "one side wins all games beyond a point",
        ),
        ([1.0, 2.0], [True, True], "one side wins all games"),
        ([], [], "there are no decided games"),
    ],
)
def test_why_there_is_no_line_is_told(x: list[float], won: list[bool], why: str) -> None:
    with pytest.raises(ValueError, match=f"^no line fits best: {why}$"):
        fit_odds_line(np.array(x), np.array(won, np.bool_))


def test_a_line_claims_wins_that_are_more_likely_than_not() -> None:
    x = np.array([-3.0, -2.0, -1.0])
    line = OddsLine(2.0, 1.0)
    assert line.claims(x).tolist() == (line.chance(x) > 0.5).tolist() == [False, False, True]

"""The regression table and the bands of Maitra 2025."""

import sys

import numpy as np
import pytest

from evenhand.ratings import Elo, Glicko, ratings_before
from evenhand.tables import Floats, GameTable
from evenhand.tuning import (
    OddsLine,
    by_difference,
    f1_of,
    fitted_curve,
    rating_differences,
    regression_table,
)
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


def test_the_regression_table_is_that_of_a_textbook() -> None:
    frame = regression_table(*textbook())
    assert frame["variable"].to_list() == ["intercept", "rating difference"]
    rows = [list(row[1:]) for row in frame.rows()]
    # as printed there: coefficient, standard error, z, p
    assert rows[0] == pytest.approx([-4.0777, 1.7610, -2.316, 0.0206], abs=5e-4)
    assert rows[1] == pytest.approx([1.5046, 0.6287, 2.393, 0.0167], abs=5e-4)


def test_differences_are_those_before_each_game() -> None:
    table = some_games(draw=0.1)
    for system in (Elo(k=40.0), Glicko()):
        run = system.rate(table)
        before = ratings_before(table, run, system.start(len(table.names))[:, 0])
        found = rating_differences(system, table)
        np.testing.assert_array_equal(found, before[:, 0] - before[:, 1])


def test_bands_by_hand() -> None:
    # draws are left out; 0 and 30 belong to the first band, 500 to the fifth
    results = [1.0, 0.0, 0.5, 1.0, 0.0, 1.0, 0.0]
    apart = np.array([0.0, -30.0, 10.0, 30.1, 500.0, 501.0, -501.0])
    frame = by_difference(games_with(results), apart, line=OddsLine(0.001, 0.01))
    assert frame["low"].to_list() == [0.0, 30.0, 60.0, 100.0, 200.0, 500.0]
    assert frame["high"].to_list() == [30.0, 60.0, 100.0, 200.0, 500.0, None]
    assert frame["games"].to_list() == [2, 1, 0, 0, 1, 2]
    assert frame["accuracy"].to_list() == [1.0, 1.0, None, None, 0.0, 1.0]
    assert frame["f1"].to_list() == [1.0, 1.0, None, None, 0.0, 1.0]


def test_f1_over_all_games_by_hand() -> None:
    apart = np.array([10.0, 20.0, -10.0, 30.0])
    # said in three games, true in one of them; two were won
    assert f1_of(games_with([1.0, 0.0, 1.0, 0.0]), apart, OddsLine(0.0, 1.0)) == 2 * 1 / (3 + 2)


def test_bands_of_games_hold_together() -> None:
    table = games_of_k(5000)
    apart = rating_differences(Elo(k=24.0), table)
    frame = by_difference(table, apart)
    assert frame["games"].sum() == 5000
    filled = frame.filter(frame["games"] > 300)
    assert filled["accuracy"].is_sorted()  # who leads by more wins more often
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


def test_the_slope_of_true_chances_is_that_of_theory() -> None:
    table = games_of_k(20_000)
    frame = regression_table(table, rating_differences(Elo(k=24.0), table))
    slope = frame.row(1, named=True)
    assert abs(slope["coefficient"] - np.log(10) / 400) < 4 * slope["standard_error"]


def test_more_than_two_seats_are_refused() -> None:
    table = some_games(seats=3)
    for work in (regression_table, by_difference, fitted_curve):
        with pytest.raises(ValueError, match="is for games of two players, not of up to 3"):
            work(table, np.zeros(len(table)))
    with pytest.raises(ValueError, match="is for games of two players, not of up to 3"):
        rating_differences(Elo(), table)


def test_without_statsmodels_it_is_said_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "statsmodels", None)
    with pytest.raises(ValueError, match=r"needs statsmodels: pip install 'evenhand\[tuning\]'$"):
        regression_table(*textbook())


def test_differences_that_are_all_the_same_are_told() -> None:
    table, _ = textbook()
    with pytest.raises(ValueError, match=r"^all rating differences are the same$"):
        regression_table(table, np.full(len(table), 7.0))
    assert by_difference(table, np.full(len(table), 7.0))["games"].sum() == len(table)

"""When ratings have settled, on curves of which the answer is known."""

import numpy as np
import pytest

from evenhand.ratings import Elo
from evenhand.studies.edelkamp2021.amounts import Amount
from evenhand.studies.edelkamp2021.fixpoint import (
    measured,
    rating_matrix,
    settled_after,
    spread_of,
)
from evenhand.tables import Floats, GameTable
from tests.studies.edelkamp2021.runs import frame_of, run


def family(length: int) -> Floats:
    """Three ratings that come nearer by a tenth each series, and leave again every 20 series.

    They begin 50, 100 and 200 from where they end.
    """
    n = np.arange(length)
    leaving = np.select([n % 20 == 10, n % 20 == 11], [60.0, -60.0])
    away = np.array([50.0, -100.0, 200.0])[:, None]
    curves: Floats = 850.0 - away + away * 0.9**n + leaving
    return curves


@pytest.mark.parametrize("length", [200, 400, 1600])
def test_the_fixpoint_does_not_move_with_the_length_of_the_curves(length: int) -> None:
    # 100 * 0.9^n is 10.94 after 21 series and 9.85 after 22, 3.82 after 31
    assert settled_after(family(length), 10.0) == 22
    assert settled_after(family(length), 51.0) == 7
    assert settled_after(family(length), 101.0) == 0


def test_ratings_that_never_come_near_have_not_settled() -> None:
    curves = np.tile([0.0, 10.0], (3, 20))  # the start and 39 series
    assert settled_after(curves, 4.0) == 40
    assert settled_after(curves, 5.0) == 0


def test_half_of_the_players_decide() -> None:
    near, far = np.full(8, 900.0), np.r_[np.full(4, 700.0), np.full(4, 900.0)]
    assert settled_after(np.stack([near, near, far]), 10.0) == 0
    assert settled_after(np.stack([near, far, far]), 10.0) == 4


def test_a_hopeless_player_does_not_widen_the_spread() -> None:
    values = np.random.default_rng(1).normal(850.0, 100.0, 999)
    # of 999 values this spread has an error of about 4 %
    assert spread_of(values) == pytest.approx(100.0, rel=0.12)
    assert spread_of(np.r_[values, -1e6]) == pytest.approx(spread_of(values), rel=0.01)


def test_short_curves_are_not_asked_when_they_settle() -> None:
    skill = np.array([0.0, 1.0, -1.0])
    assert "settled_spread" in measured(family(151), skill)
    assert "settled_spread" not in measured(family(150), skill)


def test_curves_are_cut_where_the_first_of_the_regulars_stops() -> None:
    games = [{"A": 1, "B": 0, "C": 0}] * 4 + [{"A": 1, "B": 0, "D": 0}] * 1
    table = GameTable.from_games(games)
    matrix = rating_matrix(table, Elo().run(table))
    assert matrix.shape == (4, 5)
    assert np.isnan(matrix[3]).all()
    assert (matrix[:3, 0] == 850.0).all()
    assert (np.diff(matrix[0, 1:]) > 0).all()


@pytest.mark.usefixtures("_stand_in")
def test_nothing_is_said_to_settle_after_a_handful_of_series() -> None:
    report = run("fixpoint", Amount(30, 20))
    frame = frame_of(report)
    assert frame["factors"].to_list() == ["none", "value", "hand", "hand and value"]
    assert (frame["series"] >= 1).all()
    assert "skill_1" in frame.columns
    assert "settled_spread" not in frame.columns
    assert any("too few series to tell" in remark for remark in report.remarks)
    assert not any("Settled" in remark for remark in report.remarks)


@pytest.mark.usefixtures("_stand_in")
def test_sooner_is_said_with_an_interval() -> None:
    report = run("fixpoint", Amount(6, 600))
    frame, (_, apart) = frame_of(report), report.tables[1]
    assert (frame["series"] >= 150).all()
    (both,) = apart.filter(factors="hand and value", measure="settled_spread").to_dicts()
    assert both["difference"] == frame["settled_spread"][3] - frame["settled_spread"][0]
    assert both["low"] <= both["high"]
    (said,) = [remark for remark in report.remarks if remark.startswith("Settled")]
    assert both["verdict"] in said
    assert "95% interval" in said

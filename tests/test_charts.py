"""Rating curves: the points drawn, and the files."""

from pathlib import Path

import numpy as np
import polars as pl
import pytest

from evenhand import charts
from evenhand.datasets import load_skat_league
from evenhand.ratings import Elo
from evenhand.tables import GameTable

GAMES = GameTable.from_games([{"A": 1, "B": 0}, {"B": 1, "C": 0}, {"A": 0, "B": 1}])


def test_a_curve_has_a_point_for_each_game_of_the_player() -> None:
    run = Elo().rate(GAMES)
    points = charts.curve_points(run, ["A", "C"])
    assert points.filter(points["player"] == "A")["when"].to_list() == [1, 3]
    assert points["rating"].to_list() == [run.after[0, 0], run.after[2, 0], run.after[1, 1]]


def test_curves_of_many_games_are_thinned_and_keep_their_end() -> None:
    games = 60_000
    seats = np.tile(np.array([[0, 1]], np.int32), (games, 1))
    table = GameTable(("A", "B"), seats, np.random.default_rng(0).random((games, 2)))
    run = Elo().rate(table)
    points = charts.curve_points(run, ["A", "B"])
    assert len(points) <= charts.MOST_POINTS + 2
    assert points["rating"][-1] == run.after[-1, 1]


def test_players_who_never_played_are_refused() -> None:
    with pytest.raises(ValueError, match="none of these players"):
        charts.curve_points(Elo().rate(GAMES), ["Z"])


@pytest.mark.parametrize(("name", "begins"), [("c.svg", b"<svg"), ("c.png", b"\x89PNG")])
def test_a_chart_is_written_without_a_browser(tmp_path: Path, name: str, begins: bytes) -> None:
    table = load_skat_league()
    chart = charts.rating_curves(Elo().rate(table), ["Sabine", "Otto"], "Elo")
    charts.save(chart, tmp_path / name)
    assert (tmp_path / name).read_bytes().startswith(begins)
    assert [path.name for path in tmp_path.iterdir()] == [name]


def test_an_html_chart_needs_nothing_from_the_network(tmp_path: Path) -> None:
    chart = charts.rating_curves(Elo().rate(GAMES), ["A", "B"])
    charts.save(chart, tmp_path / "c.html")
    text = (tmp_path / "c.html").read_text()
    assert "vegaEmbed" in text
    assert '<script src="http' not in text


def test_an_unknown_kind_of_chart_is_refused(tmp_path: Path) -> None:
    chart = charts.rating_curves(Elo().rate(GAMES), ["A"])
    with pytest.raises(ValueError, match=r"\.svg, \.png or \.html"):
        charts.save(chart, tmp_path / "c.gif")


def test_curves_get_a_panel_for_each_value_of_a_column() -> None:
    points = pl.DataFrame({"x": [1, 2], "y": [3.0, 4.0], "who": ["A", "B"], "kind": ["p", "q"]})
    chart = charts.curves(points, "x", "y", "who", order=["B", "A"], panels="kind", steps=True)
    drawn = chart.to_dict()
    assert drawn["encoding"]["facet"]["field"] == "kind"
    assert drawn["encoding"]["color"]["sort"] == ["B", "A"]
    assert drawn["mark"]["interpolate"] == "step-after"


def test_charts_stand_side_by_side() -> None:
    points = pl.DataFrame({"x": [1, 2], "y": [3.0, 4.0], "who": ["A", "B"]})
    part = charts.curves(points, "x", "y", "who", order=["A", "B"], title="left")
    titles = [each["title"] for each in charts.side_by_side(part, part).to_dict()["hconcat"]]
    assert titles == ["left", "left"]


def test_the_fitted_curve_has_points_of_games_and_a_line(tmp_path: Path) -> None:
    points = pl.DataFrame(
        {
            "difference": [-100.0, 0.0, 100.0],
            "games": [5, 50, 5],
            "fitted": [0.36, 0.5, 0.64],
            "won": [0.4, 0.48, 0.6],
        }
    )
    chart = charts.fitted_curve(points, "elo, k=16")
    layers = chart.to_dict()["layer"]
    assert [layer["encoding"]["y"]["field"] for layer in layers] == ["fitted", "won"]
    assert layers[1]["encoding"]["size"]["field"] == "games"
    charts.save(chart, tmp_path / "curve.svg")
    assert "elo, k=16" in (tmp_path / "curve.svg").read_text()

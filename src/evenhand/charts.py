"""Pictures of ratings: Vega-Lite by altair, written without a browser."""

import importlib.util
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
import polars as pl

from evenhand.files import atomic_write
from evenhand.ratings import Run

if TYPE_CHECKING:
    import altair as alt

    from evenhand.analysis import Interval, Reference

    Chart = alt.TopLevelMixin

MOST_POINTS = 20_000
SPREAD_TICKS = (0, 5, 10, 20, 50, 100, 200, 400, 800)
OWN, GREY = "#d1495b", "#555"
NAME_WIDTH = 0.0095  # of a letter, as a part of the line


def rating_curves(run: Run, players: Sequence[str], title: str = "") -> "alt.Chart":
    """Draw the ratings of some players after each of their games, over time if it is known.

    This is the time-expanded view of Edelkamp 2021, Figure 2.  Very long histories are
    thinned evenly.
    """
    import altair as alt

    timed = run.table.time is not None
    x = alt.X("when:T" if timed else "when:Q", title="date" if timed else "game")
    y = alt.Y("rating:Q", scale=alt.Scale(zero=False), axis=alt.Axis(format="~r"))
    colour = alt.Color("player:N", sort=list(players), title=None)
    lines = alt.Chart(curve_points(run, players)).mark_line(interpolate="step-after")
    chart: alt.Chart = lines.encode(x, y, colour)
    return chart.properties(width=720, height=380, title=title)


def curve_points(run: Run, players: Sequence[str]) -> pl.DataFrame:
    """Return the points of the curves: player, when, rating."""
    table = run.table
    number = {name: player for player, name in enumerate(table.names)}
    wanted = [name for name in players if name in number]
    parts = []
    for name in wanted:
        game, seat = np.nonzero(table.seats == number[name])
        step = max(1, len(game) * max(1, len(wanted)) // MOST_POINTS)
        keep = np.unique(np.r_[np.arange(0, len(game), step), len(game) - 1])
        game, seat = game[keep], seat[keep]
        when = pl.Series(game + 1)
        if table.time is not None:
            when = pl.Series(table.time[game]).cast(pl.Datetime("us"))
        columns = {"player": [name] * len(game), "when": when, "rating": run.after[game, seat]}
        parts.append(pl.DataFrame(columns))
    if not parts:
        raise ValueError("none of these players is in the table")
    return pl.concat(parts)


def curves(
    points: pl.DataFrame,
    x: str,
    y: str,
    colour: str,
    *,
    order: Sequence[str],
    title: str = "",
    x_title: str = "",
    steps: bool = False,
    panels: str = "",
    panel_order: Sequence[str] = (),
) -> "alt.Chart":
    """Lines through points, a colour a line; with ``steps`` nothing changes between points.

    ``panels`` names a column; each of its values gets a panel.
    """
    import altair as alt

    across = alt.X(f"{x}:Q", title=x_title or x)
    up = alt.Y(f"{y}:Q", title=y, scale=alt.Scale(zero=False), axis=alt.Axis(format="~r"))
    hue = alt.Color(f"{colour}:N", sort=list(order), title=None)
    lines = alt.Chart(points).mark_line(
        strokeWidth=1.5, interpolate="step-after" if steps else "linear"
    )
    chart: alt.Chart = lines.encode(across, up, hue)
    chart = chart.properties(width=440, height=300, title=title)
    if panels:
        chart = chart.encode(
            alt.Facet(f"{panels}:N", columns=2, sort=list(panel_order), title=None)
        )
    return chart


def fitted_curve(points: pl.DataFrame, title: str = "") -> "alt.LayerChart":
    """Shares of wins by rating difference, and the line of a regression through them.

    The points are those of :func:`evenhand.evaluation.fitted_curve`; the more games, the larger.
    """
    import altair as alt

    base = alt.Chart(points)
    across = alt.X("difference:Q", title="rating difference before the game")
    up = alt.Scale(domain=[0, 1])
    kinds = alt.Scale(domain=["games played", "regression"], range=["#4c78a8", "#f58518"])
    colour = alt.Color("kind:N", scale=kinds, title=None)
    seen = (
        base.transform_calculate(kind="'games played'")
        .mark_circle(opacity=0.8)
        .encode(
            across,
            alt.Y("won:Q", title="first player wins", scale=up, axis=alt.Axis(format="%")),
            alt.Size("games:Q", scale=alt.Scale(range=[8, 160]), legend=None),
            colour,
        )
    )
    line = base.transform_calculate(kind="'regression'").mark_line()
    line = line.encode(across, alt.Y("fitted:Q", scale=up), colour)
    chart: alt.LayerChart = alt.LayerChart(layer=[line, seen])
    return chart.properties(width=560, height=340, title=title)


def skill_line(
    spread: "Interval",
    marks: Sequence["Reference"],
    name: str,
    title: str = "",
    source: str = "",
) -> "alt.LayerChart":
    """A game on the line from chance to skill, with its interval, among games of others.

    Places are by the root of the spread, so that those near to chance stand apart.  An end of the
    interval that is not known is drawn to the end of the line.  ``source`` tells where
    the marks are from.
    """
    import altair as alt

    value = spread.value or 0.0
    far = 1.15 * max(*(mark.spread for mark in marks), spread.high or value)
    places = alt.Scale(type="sqrt", domain=[0.0, far], nice=False)
    ticks = [tick for tick in SPREAD_TICKS if tick <= far]
    axis = alt.Axis(values=ticks, format="~r", grid=False, domain=False)

    def across(column: str) -> alt.X:
        return alt.X(f"{column}:Q", scale=places, axis=axis, title="spread of ratings, Elo points")

    def up(column: str) -> alt.Y:
        return alt.Y(f"{column}:Q", scale=alt.Scale(domain=[-1.6, 3.6]), axis=None)

    others, own = alt.Chart(_staggered(marks, far)), alt.Chart(_own_place(spread, name, far))
    line = own.mark_rule(color=GREY, strokeWidth=2).encode(across("start"), up("line"))
    stems = others.mark_rule(color="#bbb").encode(across("spread"), up("height"), alt.Y2("line"))
    dots = others.mark_point(filled=True, size=70, color=GREY, opacity=1.0)
    names = others.mark_text(dy=-8, dx=-4, align="left", color="#333").encode(
        across("spread"), up("height")
    )
    reach = own.mark_rule(color=OWN, strokeWidth=6, opacity=0.4).encode(across("low"), up("height"))
    diamond = own.mark_point(filled=True, shape="diamond", size=180, color=OWN, opacity=1.0)
    label = own.mark_text(
        dy=22, dx=-6, color=OWN, fontWeight="bold", fontSize=13, align=_side(value, far)
    )
    layers = [
        line.encode(alt.X2("end")),
        stems,
        dots.encode(across("spread"), up("line")),
        names.encode(alt.Text("label")),
        reach.encode(alt.X2("high")),
        diamond.encode(across("spread"), up("height")),
        label.encode(across("spread"), up("height"), alt.Text("label")),
    ]
    chart: alt.LayerChart = alt.LayerChart(layer=layers)
    chart = chart.properties(width=720, height=190, title=alt.Title(title, subtitle=source))
    framed: alt.LayerChart = chart.configure_view(stroke=None)
    return framed


def _side(value: float, far: float) -> Literal["left", "right"]:
    """On which side of its mark a name begins, so that it does not leave the picture."""
    return "left" if value < far / 4.0 else "right"


def _own_place(spread: "Interval", name: str, far: float) -> pl.DataFrame:
    """The game of the picture, a little below the line."""
    value = spread.value or 0.0
    row = {"spread": value, "low": spread.low or 0.0, "label": f"{name} {value:.1f}"}
    row["high"] = far if spread.high is None else spread.high
    return pl.DataFrame([row | {"height": -0.8, "line": 0.0, "start": 0.0, "end": far}])


def _staggered(marks: Sequence["Reference"], far: float) -> pl.DataFrame:
    """Marks with heights for their names, which begin at their stems.

    A name stands above the stems that it would cover: those of the marks to its right.
    """
    rows: list[dict[str, Any]] = []
    for mark in sorted(marks, key=lambda one: -one.spread):
        label, place = f"{mark.name} {mark.spread:g}", (mark.spread / far) ** 0.5
        covered = [row["height"] for row in rows if row["place"] < place + NAME_WIDTH * len(label)]
        height = max(covered, default=0.0) + 0.9
        rows.append({"spread": mark.spread, "label": label, "place": place, "height": height})
    return pl.DataFrame(rows).with_columns(line=pl.lit(0.0))


def side_by_side(*parts: "alt.Chart") -> "alt.HConcatChart":
    """Charts in a row, with one legend."""
    import altair as alt

    return alt.hconcat(*parts)


def save(chart: "Chart", path: Path) -> None:
    """Write a chart as .svg, .png or .html (self-contained), whole or not at all."""
    options: dict[str, dict[str, Any]] = {
        ".svg": {},
        ".png": {"scale_factor": 2},
        ".html": {"inline": True},
    }
    chosen = options.get(path.suffix.lower())
    if chosen is None:
        raise ValueError(f"{path}: a chart is .svg, .png or .html")
    atomic_write(path, lambda draft: chart.save(str(draft), **chosen))


def require() -> None:
    """Refuse to go on without the packages that draw."""
    for package in ("altair", "vl_convert"):
        if importlib.util.find_spec(package) is None:
            raise ValueError("charts need two more packages: pip install 'evenhand[charts]'")

"""Pictures of ratings: Vega-Lite by altair, written without a browser."""

import importlib.util
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from evenhand.ratings import Run
from evenhand.tables import GameTable
from evenhand.tables.whole import write_whole

if TYPE_CHECKING:
    import altair as alt

    Chart = alt.TopLevelMixin

MOST_POINTS = 20_000


def rating_curves(
    table: GameTable, run: Run, players: Sequence[str], title: str = ""
) -> "alt.Chart":
    """Rating of some players after each of their games, over time if the games have times.

    This is the time-expanded view of Edelkamp 2021, Figure 2.  Very long histories are
    thinned evenly.
    """
    import altair as alt

    timed = table.time is not None
    x = alt.X("when:T" if timed else "when:Q", title="date" if timed else "game")
    y = alt.Y("rating:Q", scale=alt.Scale(zero=False), axis=alt.Axis(format="~r"))
    colour = alt.Color("player:N", sort=list(players), title=None)
    lines = alt.Chart(curve_points(table, run, players)).mark_line(interpolate="step-after")
    chart: alt.Chart = lines.encode(x, y, colour)
    return chart.properties(width=720, height=380, title=title)


def curve_points(table: GameTable, run: Run, players: Sequence[str]) -> pl.DataFrame:
    """The points of the curves: player, when, rating."""
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

    The points are those of :func:`evenhand.tuning.fitted_curve`; the more games, the larger.
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
    write_whole(path, lambda draft: chart.save(str(draft), **chosen))


def require() -> None:
    """Refuse to go on without the packages that draw."""
    for package in ("altair", "vl_convert"):
        if importlib.util.find_spec(package) is None:
            raise ValueError("charts need two more packages: pip install 'evenhand[charts]'")

"""Figure 1: the histogram of ratings."""

from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from evenhand.ratings import as_schedule
from evenhand.studies.maitra2025 import printed
from evenhand.studies.maitra2025.platform import CHOSEN, FITTED, SYNTHETIC, made, size_remark
from evenhand.studies.maitra2025.table_3 import LAST, readings
from evenhand.studies.study import Report, Setting
from evenhand.studies.verdicts import BESIDE, one_line
from evenhand.tables import Floats

if TYPE_CHECKING:
    import altair as alt

    from evenhand.charts import Chart

WIDTH = 20.0  # points of a bar
QUANTILES = ("10 %", "25 %", "median", "75 %", "90 %")


def run(setting: Setting) -> Report:
    """The shares of ratings, over games and over players."""
    platform = made(setting)
    bars = pl.concat([histogram(name, one) for name, one in readings(platform).items()])
    after = platform.run.after.ravel()
    middle = float(((after >= 1000.0) & (after <= 1150.0)).mean())
    remarks = [
        SYNTHETIC,
        size_remark(setting),
        f"Of the ratings after each game {middle:.0%} lie between 1000 and 1150, where the paper"
        " sees most of its own.  The bell is that over games, or over players who have stayed.",
        _largest(bars.filter(pl.col("ratings") == LAST)),
        "The vertical lines are the 10, 25, 50, 75 and 90 % of the paper's Table 3.",
    ]
    wide = bars.pivot("ratings", index="rating", values="share").sort("rating").fill_null(0.0)
    shown = wide.with_columns(
        pl.col(name) * 100.0 for name in wide.columns if name != "rating"
    ).rename(lambda name: name.replace(" ", "_"))

    def figure() -> "Chart":
        return _chart(bars)

    text = f"{FITTED}: {middle:.0%} of the ratings lie between 1000 and 1150, in the paper most"
    tables = [("Percent of ratings, SYNTHETIC", shown)]
    return Report(tables, {"figure": figure}, remarks, one_line(BESIDE, text))


def histogram(name: str, ratings: Floats) -> pl.DataFrame:
    """Which share of the ratings lies in each bar, named by its lower end."""
    place, counts = np.unique(np.floor(ratings / WIDTH), return_counts=True)
    columns = {"rating": place * WIDTH, "share": counts / len(ratings)}
    return pl.DataFrame(columns).with_columns(pl.lit(name).alias("ratings"))


def _largest(bars: pl.DataFrame) -> str:
    """Where most of the players end, and where one lost game puts a newcomer."""
    most = bars.sort("share", descending=True).row(0, named=True)
    lost = printed.START - as_schedule(CHOSEN.k).k_a / 2.0
    return (
        f"Of all players the largest group, {most['share']:.0%}, ends between {most['rating']:.0f}"
        f" and {most['rating'] + WIDTH:.0f}; one lost game puts a newcomer at {lost:.0f}."
    )


def _chart(bars: pl.DataFrame) -> "Chart":
    import altair as alt

    names = bars["ratings"].unique(maintain_order=True).to_list()
    panels = alt.hconcat(*[_panel(bars.filter(pl.col("ratings") == name), name) for name in names])
    chart: alt.HConcatChart = panels.resolve_scale(x="shared", y="shared")
    title = "Ratings on a SYNTHETIC platform; lines: 10, 25, 50, 75 and 90 % of the paper"
    return chart.properties(title=title)


def _panel(bars: pl.DataFrame, name: str) -> "alt.LayerChart":
    """The bars of some ratings, and lines at the quantiles that the paper prints."""
    import altair as alt

    ends = bars.with_columns((pl.col("rating") + WIDTH).alias("end"))
    blocks = alt.Chart(ends).mark_bar(stroke="white", strokeWidth=0.3)
    blocks = blocks.encode(
        alt.X("rating:Q", bin="binned", title="rating", axis=alt.Axis(format="d", tickCount=8)),
        alt.X2("end:Q"),
        alt.Y("share:Q", title="share of the ratings", axis=alt.Axis(format="%")),
    )
    there = pl.DataFrame({"rating": [float(printed.TABLE_3[quantile]) for quantile in QUANTILES]})
    rules = alt.Chart(there).mark_rule(color="#e45756", strokeWidth=1).encode(alt.X("rating:Q"))
    chart: alt.LayerChart = alt.LayerChart(layer=[blocks, rules])
    return chart.properties(width=300, height=220, title=name)

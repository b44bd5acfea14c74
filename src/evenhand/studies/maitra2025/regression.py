"""The regression of the first player's win on the difference of the ratings."""

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from evenhand.evaluation import fitted_curve, rating_differences, regression_table
from evenhand.studies.maitra2025 import printed
from evenhand.studies.maitra2025.platform import CHOSEN, FITTED, SYNTHETIC, Made, made, size_remark
from evenhand.studies.study import Report, Setting
from evenhand.studies.verdicts import BESIDE, one_line
from evenhand.tables import Floats

if TYPE_CHECKING:
    import altair as alt

THEORY = math.log(10.0) / 400.0
WIDE = 1.96  # standard errors
PRINTED = (printed.INTERCEPT, printed.SLOPE)


def run(setting: Setting) -> Report:
    """Our table beside the printed one, and the curve."""
    platform = made(setting)
    apart = rating_differences(CHOSEN, platform.table)
    with setting.progress("fitting", None):
        found = regression_table(platform.table, apart)
    curve = fitted_curve(platform.table, apart)

    def figure() -> "alt.LayerChart":
        return _chart(curve)

    remarks = [SYNTHETIC, size_remark(setting), *_remarks(platform, apart, found)]
    shown = [("Regression, SYNTHETIC", beside(found, PRINTED))]
    (start, slope), (_, error) = (found[name] for name in ("coefficient", "standard_error"))
    text = f"slope {slope:.5f} +- {WIDE * error:.5f}, {printed.SLOPE.value} printed; intercept"
    verdict = f"{FITTED}: {text} {start:.4f}, {printed.INTERCEPT.value} printed"
    return Report(shown, {"figure": figure}, remarks, one_line(BESIDE, verdict))


def beside(found: pl.DataFrame, paper: Sequence[printed.Coefficient]) -> pl.DataFrame:
    """A regression table of ours, that of the paper, and what Elo's formula says."""
    rows = []
    for row, there, theory in zip(found.to_dicts(), paper, (0.0, THEORY), strict=True):
        rows.append(
            {
                "variable": row["variable"],
                "coefficient": f"{row['coefficient']:.5f}",
                "standard_error": f"{row['standard_error']:.2e}",
                "statistic": f"{row['statistic']:.1f}",
                "p_value": f"{row['p_value']:.3f}",
                "paper": f"{there.value:g}",
                "paper_error": f"{there.error:g}",
                "paper_statistic": f"{there.statistic:g}",
                "elo_theory": f"{theory:.6f}",
            }
        )
    return pl.DataFrame(rows)


def games_behind(found: pl.DataFrame, games: int) -> float:
    """How many games the printed error of the intercept speaks of.

    The error falls with the root of the games; how decided the games are is taken from ours.
    """
    printed_error = printed.INTERCEPT.value / printed.INTERCEPT.statistic
    return float(games * (found["standard_error"][0] / printed_error) ** 2)


def worth(platform: Made, apart: Floats) -> float:
    """Points of known skill that a point of rating difference is worth, by least squares."""
    skill = platform.population.skill
    return float(np.polyfit(apart, skill[:, 0] - skill[:, 1], 1)[0])


def _remarks(platform: Made, apart: Floats, found: pl.DataFrame) -> list[str]:
    slope, games = float(found["coefficient"][1]), len(apart)
    behind = games_behind(found, games)
    counted = sum(band.games for band in printed.TABLE_2)
    return [
        f"Elo's own chances have the slope ln(10)/400 = {THEORY:.6f}.  The paper's"
        f" {printed.SLOPE.value} and ours {slope:.4f} lie below: ratings lie further apart than"
        f" they should, by {THEORY / printed.SLOPE.value - 1.0:.0%} in the paper and by"
        f" {THEORY / slope - 1.0:.0%} here, because they follow every lucky game.  Chances are too"
        f" bold: by the paper's slope a favourite by 200 points wins"
        f" {_won(200 * printed.SLOPE.value)} of the games and not {_won(200 * THEORY)}.",
        "Here the truth is known: a point of rating difference is worth"
        f" {worth(platform, apart):.2f} points of skill difference.",
        "The paper takes the slope for a scale that replaces the 400 of Elo's formula.  But it is"
        " that of K as well: a smaller K makes it steeper (study maitra2025/truth).",
        f"The intercept is that of the first seat; ours has {platform.population.first_seat:g}"
        " between equals.  The rest is there because our platform lets the weaker sit first more"
        " often and the ratings do not know all of it.",
        f"The paper's error of the intercept speaks of about {behind:,.0f} games, which is nearer"
        f" to the {counted:,} of its Table 2 than to its {printed.GAMES:,}: the same games seem to"
        " be left out here."
        if games == printed.GAMES
        else "At the paper's size the error of its intercept tells how many games it has used.",
        "The games are not independent, since players play many: the errors, both the paper's and"
        " ours, are those of the formula and somewhat too small.",
    ]


def _won(log_odds: float) -> str:
    return f"{1.0 / (1.0 + math.exp(-log_odds)):.0%}"


def _chart(curve: pl.DataFrame) -> "alt.LayerChart":
    import altair as alt

    across = alt.X("difference:Q", title="rating difference")
    up = alt.Y("share:Q", title="first player wins", axis=alt.Axis(format="%"))
    chances = lines(curve)
    order = chances["line"].unique(maintain_order=True).to_list()
    hue = alt.Color("line:N", sort=order, title=None)
    dashes = alt.Scale(domain=order, range=[[1, 0], [6, 5], [1, 0]])
    dash = alt.StrokeDash("line:N", scale=dashes, legend=None)
    drawn = alt.Chart(chances).mark_line(strokeWidth=2).encode(across, up, hue, dash)
    seen = alt.Chart(curve.rename({"won": "share"})).mark_circle(color="black", size=18)
    chart: alt.LayerChart = alt.LayerChart(layer=[drawn, seen.encode(across, up)])
    return chart.properties(
        width=560, height=340, title="Regression, SYNTHETIC platform; dots: games"
    )


def lines(curve: pl.DataFrame) -> pl.DataFrame:
    """The chances by our regression, by the paper's and by Elo's formula."""
    apart = curve["difference"]
    ours = pl.DataFrame({"line": "fitted", "difference": apart, "share": curve["fitted"]})
    others = {
        "paper": printed.INTERCEPT.value + printed.SLOPE.value * apart,
        "Elo": THEORY * apart,
    }
    parts = [
        pl.DataFrame({"line": name, "difference": apart, "share": 1.0 / (1.0 + (-odds).exp())})
        for name, odds in others.items()
    ]
    return pl.concat([ours, *parts])

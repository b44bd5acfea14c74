"""How many games ratings need to be as good, with and without luck."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from evenhand.studies.beyond import fields
from evenhand.studies.beyond.errors import Curve, curve
from evenhand.studies.beyond.fields import Field, generator
from evenhand.studies.beyond.systems import ALL, PLAIN, Way
from evenhand.studies.study import Report, Setting
from evenhand.studies.verdicts import MEASURED, one_line
from evenhand.tables import Floats

if TYPE_CHECKING:
    import altair as alt

STREAM, RESAMPLES = 102, 400
PARTS = (0.25, 0.5, 1.0)  # of all games
MIDDLE = (0.16, 0.84)  # two standard errors apart


def run(setting: Setting) -> Report:
    """Games needed, errors and orders, and a picture of each field."""
    needed, errors = list[dict[str, Any]](), list[dict[str, Any]]()
    figures: dict[str, Callable[[], alt.TopLevelMixin]] = {}
    for field in fields.FIELDS:
        curves = curves_of(setting, field)
        for family in curves:
            plain = family[0]
            for other in family:
                errors += error_rows(other)
                if other is not plain:
                    needed += needed_rows(setting, plain, other)
        points = pl.concat([frame_of(one) for family in curves for one in family])
        figures[f"{field.game}-{field.number}".lower()] = partial(figure, field, points)
    shown = [
        (
            "Games needed to be as good as plain ratings",
            pl.DataFrame(needed, infer_schema_length=None),
        ),
        ("Errors of tuned ratings", pl.DataFrame(errors)),
    ]
    return Report(shown, figures, _remarks(setting), _verdict(shown[0][1]))


def _verdict(needed: pl.DataFrame) -> str:
    """How many times fewer games do with all luck taken out, by the middle of all comparisons."""
    found = needed.filter(luck=ALL)
    times = found["times_fewer"].drop_nulls().to_list()
    if not times:
        return one_line(MEASURED, "no curve without luck falls to the error of plain ratings")
    fewer = f"{np.median(times):.2f} times fewer games (middle of {len(times)} comparisons,"
    return one_line(
        MEASURED,
        f"ratings with all luck taken out need {fewer} {min(times):.2f} to {max(times):.2f}); in"
        f" {len(found) - len(times)} they do not get there",
    )


def curves_of(setting: Setting, field: Field) -> list[list[Curve]]:
    """For each system its curves, plain first."""
    found = []
    for contender in field.contenders:
        ways: list[Way] = [*contender.ways, *([contender.own] if contender.own else [])]
        found.append([curve(setting, field, contender, way) for way in ways])
    return found


def needed_rows(setting: Setting, plain: Curve, other: Curve) -> list[dict[str, Any]]:
    """How many games a way needs for what plain ratings reach after so many."""
    rng = generator(setting, plain.field.number, STREAM)
    leagues = plain.errors.shape[1]
    draws = rng.multinomial(leagues, np.full(leagues, 1.0 / leagues), size=RESAMPLES) / leagues
    rows = []
    for part in PARTS:
        at = int(np.abs(plain.games - part * plain.games[-1]).argmin())
        target = float(plain.mean[at])
        before, games = (games_for(one.games, one.mean, target) for one in (plain, other))
        times = np.array([times_fewer(plain, other, at, weights) for weights in draws])
        rows.append(
            {
                "field": plain.field.title,
                "system": plain.contender.name,
                "luck": other.way.name,
                "plain_games": before,
                "rms_error": float(np.sqrt(target)),
                "games_needed": known(games),
                "times_fewer": known(before / games),
                "error": known(_half(times)),
            }
        )
    return rows


def _half(values: Floats) -> float:
    """A standard error by the middle of some draws; those that never get there count as none."""
    low, high = np.quantile(np.nan_to_num(values), MIDDLE)
    return float(high - low) / 2.0


def known(value: float) -> float | None:
    """A number for a table, or nothing."""
    return float(value) if np.isfinite(value) else None


def times_fewer(plain: Curve, other: Curve, at: int, weights: Floats) -> float:
    """How many times fewer games a way needs, with leagues that count so much."""
    errors, others = plain.errors @ weights, other.errors @ weights
    target = float(errors[at])  # as it is there: another sum could miss it by its last digit
    return games_for(plain.games, errors, target) / games_for(other.games, others, target)


def games_for(games: Floats, errors: Floats, target: float) -> float:
    """After how many games the error has fallen to a target; straight lines on log scales.

    The first number if it was as low from the beginning, NaN if it never is.

    >>> round(games_for(np.array([1.0, 10.0, 100.0]), np.array([1.0, 0.1, 0.01]), 0.05), 6)
    20.0
    """
    low = np.flatnonzero(errors <= target)
    if not len(low) or low[0] == 0:
        return float(games[0]) if len(low) else float("nan")
    x, y, at = np.log(games), np.log(errors), int(low[0])
    part = (np.log(target) - y[at - 1]) / (y[at] - y[at - 1])
    return float(np.exp(x[at - 1] + part * (x[at] - x[at - 1])))


def error_rows(one: Curve) -> list[dict[str, Any]]:
    """Errors at some numbers of games, and with which parameters."""
    rows = []
    for part in PARTS:
        at = int(np.abs(one.games - part * one.games[-1]).argmin())
        errors = one.errors[at]
        rows.append(
            {
                "field": one.field.title,
                "system": one.contender.name,
                "luck": one.way.name,
                "games": float(one.games[at]),
                "rms_error": float(np.sqrt(errors.mean())),
                "points": float(np.sqrt(errors.mean())) * one.spread,
                "squared_error": float(errors.mean()) * one.spread**2,
                "error": float(errors.std(ddof=1) / np.sqrt(len(errors))) * one.spread**2,
                "kendall": float(one.orders[at].mean()),
                "tuned": tuned_text(one.chosen[at]),
            }
        )
    return rows


def tuned_text(system: Any) -> str:
    """The parameters that were tuned."""
    names = [name for name in ("k", "deviation", "volatility", "tau") if hasattr(system, name)]
    if "volatility" in names:
        names.remove("tau")
    return ", ".join(f"{name} {getattr(system, name):.4g}" for name in names)


def frame_of(one: Curve) -> pl.DataFrame:
    """The points of a curve."""
    return pl.DataFrame(
        {
            "system": one.contender.name,
            "luck": one.way.name,
            "games": one.games,
            "error": np.sqrt(one.mean),
        }
    )


def figure(field: Field, points: pl.DataFrame) -> "alt.TopLevelMixin":
    """Errors by games on log scales, a panel a system."""
    import altair as alt

    systems: Sequence[str] = points["system"].unique(maintain_order=True).to_list()
    order = [PLAIN, *(name for name in points["luck"].unique(maintain_order=True) if name != PLAIN)]
    unit = field.unit
    lines = alt.Chart(points).mark_line(point=alt.OverlayMarkDef(size=18), strokeWidth=1.5)
    chart = lines.encode(
        alt.X("games:Q", title=f"{unit} of each", scale=alt.Scale(type="log", nice=False)),
        alt.Y(
            "error:Q",
            title="error in spreads of the long-run ratings",
            scale=alt.Scale(type="log", nice=False),
            axis=alt.Axis(format="~g"),
        ),
        alt.Color("luck:N", sort=order, title=None),
        alt.Facet("system:N", columns=2, sort=list(systems), title=None),
    )
    sized: alt.TopLevelMixin = chart.properties(title=f"{field.title}: error of tuned ratings")
    return sized


def _remarks(setting: Setting) -> list[str]:
    size = setting.size
    return [
        f"{size.judged} leagues of {size.games} games a bot (Skat: {size.skat_judged} of"
        f" {size.series} series a player), each rated from the start; {size.training} others"
        f" ({size.skat_training}) told K, deviations and how much luck weighs, for every number of"
        " games anew.",
        "rms_error: distance of ratings from long-run ratings without their level, root mean square"
        " over bots and leagues, in spreads (standard deviations) of the long-run ratings.",
        "Long-run ratings are those with luck left in, from all leagues, the judged ones too,"
        " which favours the plain ratings a little; the ways of the papers have their own.",
        "games_needed: where the curve of the way first falls to the error of plain ratings, beside"
        " plain_games, where theirs does; error is one standard error of times_fewer, by a"
        " bootstrap over leagues.",
        "kendall: rank agreement with the long-run order; tuned: the parameters chosen.",
        "Skat: the deals are all that chance does, so there is no start apart from the rest.",
    ]

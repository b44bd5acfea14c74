"""Figures 2, 3 and 4: rating curves, smoothed by a moving average."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from evenhand import charts
from evenhand.ratings import RatingSystem
from evenhand.studies.chakraborty2025 import printed
from evenhand.studies.chakraborty2025.games import played
from evenhand.studies.chakraborty2025.paths import early, later, summary
from evenhand.studies.chakraborty2025.rated import K, classical, custom
from evenhand.studies.chakraborty2025.strategies import NAMES, TOP, both_names, label
from evenhand.studies.rating_paths import moving_average, order_of, paths_of, settled_after, window
from evenhand.studies.study import Report, Setting
from evenhand.studies.verdicts import UNCLEAR, by_claims, one_line
from evenhand.tables import Floats

if TYPE_CHECKING:
    import altair as alt

POINTS = 450  # of a curve
Paths = Mapping[str, Floats]


def figure_2(setting: Setting) -> Report:
    """All six in the paper's system, and when they settle."""
    return _all_six(setting, custom(), "Rating by own games, BenchmarkElo")


def figure_4(setting: Setting) -> Report:
    """All six in classical Elo, and when they settle."""
    return _all_six(setting, classical(), f"Rating by own games, Elo with K = {K:.0f}")


def figure_3(setting: Setting) -> Report:
    """The four strong strategies in the paper's system, without their early games."""
    paths = _paths(setting, custom())
    games = len(paths[TOP[0]])
    points = curve_points(paths, TOP, early(games))

    def figure() -> "charts.Chart":
        return _chart(points, TOP, "The four strong strategies, BenchmarkElo")

    means = {name: later(paths[name]).mean() for name in TOP}
    rows = [
        both_names(name)
        | summary(later(paths[name]))._asdict()
        | {"average_sd": summary(later(moving_average(paths[name], window(games)))).sd}
        for name in TOP
    ]
    remarks = [
        f"Without the first {early(games):,} games of each; {_smoother(games)}.",
        "The paper sees MindistOpp and MindistScore consistently above Mindist and Minscore; the"
        f" means of our curves stand {order_of(means)} (chakraborty2025/differences).",
    ]
    shown = [("The four strong ones", pl.DataFrame(rows))]
    return Report(shown, {"figure": figure}, remarks, _order_verdict(means))


def _order_verdict(means: Mapping[str, float]) -> str:
    """Of how many pairs the hybrids stand above the simple strategies, as the paper sees it."""
    hybrids, simple = ("opponent-aware", "hybrid"), ("min-dist", "min-score")
    above = [means[one] > means[other] for one in hybrids for other in simple]
    return one_line(
        by_claims(above),
        f"MindistOpp and MindistScore stand above Mindist and Minscore in {sum(above)} of"
        f" {len(above)} pairs of one run, in the paper in all",
    )


def curve_points(paths: Paths, names: Sequence[str], first: int = 0) -> pl.DataFrame:
    """The points of smoothed curves: strategy, own games, rating."""
    parts = []
    for name in names:
        smooth = moving_average(paths[name], window(len(paths[name])))
        at = np.unique(np.linspace(first, len(smooth) - 1, POINTS).astype(np.int64))
        columns = {"strategy": [label(name)] * len(at), "game": at + 1, "rating": smooth[at]}
        parts.append(pl.DataFrame(columns))
    return pl.concat(parts)


def settling(paths: Paths) -> pl.DataFrame:
    """After how many own games each rating has settled."""
    rows = []
    for name in NAMES:
        path = paths[name]
        width, second_half = window(len(path)), slice(len(path) // 2, None)
        half = summary(path[second_half])
        average = summary(moving_average(path, width)[second_half])
        found: dict[str, float | None] = {"settled_after": settled_after(path, width)}
        found |= {"later_mean": half.mean, "later_sd": half.sd, "average_sd": average.sd}
        rows.append(both_names(name) | found | {"paper_about": printed.STABLE_AFTER})
    return pl.DataFrame(rows)


def _paths(setting: Setting, system: RatingSystem) -> Paths:
    table = played(setting)
    return paths_of(table, system.run(table))


def _all_six(setting: Setting, system: RatingSystem, title: str) -> Report:
    paths = _paths(setting, system)
    points = curve_points(paths, NAMES)
    frame = settling(paths)

    def figure() -> "charts.Chart":
        return _chart(points, NAMES, title)

    games = len(paths[NAMES[0]])
    remarks = [
        f"Ratings after each of {games:,} own games; {_smoother(games)}.",
        "A rating has settled when this average first comes within one SD of the mean, both those"
        f" of the second half of the path: {_slowest(frame)}.",
        "Later the average itself swings, with the SD in the last column but one: that is the noise"
        " of a constant K and no change of skill.",
    ]
    verdict = _settling_verdict(frame, games)
    return Report([("When ratings settle", frame)], {"figure": figure}, remarks, verdict)


def _settling_verdict(frame: pl.DataFrame, games: int) -> str:
    """Whether all six have settled after as many games as the paper says."""
    if games <= printed.STABLE_AFTER:
        few = f"{games:,} own games cannot show what {printed.STABLE_AFTER:,} would"
        return one_line(UNCLEAR, few)
    needed = [after for after in frame["settled_after"] if after is not None]
    settled = [after <= printed.STABLE_AFTER for after in needed]
    return one_line(
        by_claims([len(needed) == len(frame) and all(settled)]),
        f"{sum(settled)} of {len(frame)} have settled within {printed.STABLE_AFTER:,} own games,"
        f" the slowest after {max(needed, default=0):,}; printed about {printed.STABLE_AFTER:,}",
    )


def _slowest(frame: pl.DataFrame) -> str:
    """When the last of all has settled, counted in two ways."""
    needed = frame["settled_after"].to_list()
    if None in needed:
        return f"{needed.count(None)} of the six do not settle"
    among_all = max(needed) * len(NAMES) // 2
    return (
        f"the slowest needs {max(needed):,} own games, in which all six play {among_all:,} games;"
        f" the paper says about {printed.STABLE_AFTER:,} per strategy"
    )


def _smoother(games: int) -> str:
    return f"moving average over the last {window(games):,} (the paper does not say how many)"


def _chart(points: pl.DataFrame, names: Sequence[str], title: str) -> "alt.Chart":
    order = [label(name) for name in names]
    return charts.curves(
        points, "game", "rating", "strategy", order=order, title=title, x_title="own games"
    )

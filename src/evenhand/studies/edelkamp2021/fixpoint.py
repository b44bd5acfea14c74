"""After how many series ratings have settled, with and without the chance factors.

The paper's conclusion says that a fixpoint of strength is reached "after how many series with
some tolerance", and sooner with less luck; it gives no numbers and no definition.  Ours:

* the final value of a rating is its mean over the last quarter of the curve;
* ratings have settled after the first n series at which the median over players of
  ``|R_n - final|`` is within a tolerance; the tolerance is a number of points, or a part of
  the spread of the final values, since chance factors change all differences;
* the spread is taken from the median distance to the median, since a hopeless player may fall
  thousands of points;
* a rating forgets its start at a rate of about K a series, so nothing is said about curves of fewer
  than 3/K series;
* since the players' skill is known, the other measure is the rank correlation of ratings and
  skill after everybody's n-th series.

What differs with the factors has an interval over players (see ``intervals``).
"""

from collections.abc import Mapping
from functools import partial
from typing import Any

import numpy as np
import polars as pl

from evenhand import charts
from evenhand.ratings import RunArrays, count_games
from evenhand.studies.edelkamp2021.curves import rating_steps
from evenhand.studies.edelkamp2021.intervals import Players, compared, in_words, sooner
from evenhand.studies.edelkamp2021.luck import START, USUAL_K, corrected, rated
from evenhand.studies.edelkamp2021.population import played
from evenhand.studies.edelkamp2021.skill import rank_correlation
from evenhand.studies.study import Report, Setting
from evenhand.studies.verdicts import UNCLEAR, one_line
from evenhand.tables import Floats, GameTable

TOLERANCE = 50.0
PART = 0.5  # of the spread
OF_MEDIAN = 1.4826  # standard deviation by median distance, of the normal distribution
LAST_PART = 4  # the last quarter
LONG_ENOUGH = 150  # series, three times 1/K
AFTER = (1, 5, 10, 25, 50, 100, 200, 400)
EARLY = 10
DRAWN = 200  # points of a line in the figure


def run(setting: Setting) -> Report:
    """Series to the fixpoint, and agreement with skill series by series."""
    population = played(setting)
    found = corrected(population)
    curves = {one.name: rating_matrix(table, rated(table)) for one, table in found.tables.items()}
    regulars = ~np.isnan(curves["none"][:, 0])
    curves = {name: matrix[regulars] for name, matrix in curves.items()}
    skill = population.skill[regulars]
    frame = pl.DataFrame([_row(name, one, skill) for name, one in curves.items()])
    measures = {name: partial(_of_players, one, skill) for name, one in curves.items()}
    differences = compared(measures, len(skill), setting.rng.spawn(1)[0])
    agreement = _agreement_points(curves, skill)

    def figure() -> "charts.Chart":
        return charts.curves(
            agreement,
            "series",
            "correlation",
            "factors",
            order=list(curves),
            title="Rank correlation of ratings and skill",
            x_title="own series",
        )

    tables = [
        ("Series until ratings settle, and agreement with skill", frame),
        ("With chance factors less without", differences),
    ]
    remarks = [*_remarks(frame, differences), *found.remarks]
    return Report(tables, {"figure": figure}, remarks, _verdict(frame, differences))


def rating_matrix(table: GameTable, run: RunArrays) -> Floats:
    """(players, series) ratings after n series, the start first, as far as everybody has played.

    Who played less than half of the usual number of series is left out and holds NaN.
    """
    counts = count_games(table)
    stays = counts >= np.median(counts[counts > 0]) / 2.0
    length = int(counts[stays].min())
    steps = rating_steps(table, run).filter(pl.col("own_series") <= length)
    matrix = np.full((len(counts), length + 1), np.nan)
    number = {name: player for player, name in enumerate(table.names)}
    rows = steps["player"].replace_strict(number, return_dtype=pl.Int64).to_numpy()
    matrix[rows, steps["own_series"].to_numpy()] = steps["rating"].to_numpy()
    matrix[:, 0] = START
    matrix[~stays] = np.nan
    return matrix


def final_values(curves: Floats) -> Floats:
    """The mean of each curve over its last quarter."""
    quarter = max(1, curves.shape[-1] // LAST_PART)
    means: Floats = curves[..., -quarter:].mean(axis=-1)
    return means


def drift_of(curves: Floats) -> float:
    """How far the median player moves from the third quarter of the curve to the last.

    >>> drift_of(np.array([[850.0, 850.0, 850.0, 850.0, 870.0, 870.0, 876.0, 878.0]]))
    7.0
    """
    before = curves[:, : -max(1, curves.shape[1] // LAST_PART)]
    third = before[:, -max(1, curves.shape[1] // LAST_PART) :]
    return float(np.median(final_values(curves) - third.mean(axis=1)))


def spread_of(values: Floats) -> float:
    """The standard deviation that the middle half of the values speaks for.

    >>> round(spread_of(np.array([-4000.0, 840.0, 850.0, 860.0, 870.0])), 2)
    14.83
    """
    return OF_MEDIAN * float(np.median(np.abs(values - np.median(values))))


def settled_after(curves: Floats, tolerance: float) -> int:
    """The first n at which the median distance to the final values is within the tolerance.

    A row a player, the start first.  One more than there are series if it never is.

    >>> settled_after(np.array([[850.0, 870.0, 881.0, 887.0, 889.0, 890.0, 890.0, 890.0]]), 10)
    2
    """
    apart = np.median(np.abs(curves - final_values(curves)[:, None]), axis=0)
    near = np.flatnonzero(apart <= tolerance)
    return int(near[0]) if len(near) else curves.shape[1]


def measured(curves: Floats, skill: Floats, after: tuple[int, ...] = AFTER) -> dict[str, float]:
    """When curves settle, if they are long enough, and how they follow skill."""
    series = curves.shape[1] - 1
    found: dict[str, float] = {}
    if series >= LONG_ENOUGH:
        part = PART * spread_of(final_values(curves))
        found["settled_points"] = settled_after(curves, TOLERANCE)
        found["settled_spread"] = settled_after(curves, part)
    return found | {
        f"skill_{n}": rank_correlation(curves[:, n], skill) for n in after if n <= series
    }


def _of_players(curves: Floats, skill: Floats, players: Players) -> dict[str, float]:
    after = tuple(sorted({_early(curves.shape[1] - 1), _late(curves.shape[1] - 1)}))
    return measured(curves[players], skill[players], after)


def _early(series: int) -> int:
    return max(n for n in AFTER if n <= min(EARLY, series))


def _late(series: int) -> int:
    return max(n for n in AFTER if n <= series)


def _row(name: str, curves: Floats, skill: Floats) -> dict[str, Any]:
    row: dict[str, Any] = {"factors": name, "players": len(curves), "series": curves.shape[1] - 1}
    final = final_values(curves)
    row |= {"lowest": round(float(final.min()), 2), "spread": round(spread_of(final), 2)}
    row["drift"] = round(drift_of(curves), 2)
    found = measured(curves, skill)
    return row | {key: None if np.isnan(value) else round(value, 3) for key, value in found.items()}


def _agreement_points(curves: Mapping[str, Floats], skill: Floats) -> pl.DataFrame:
    """Points of the figure, denser where curves are young."""
    parts = []
    for name, matrix in curves.items():
        series = np.unique(np.geomspace(1, matrix.shape[1] - 1, DRAWN).round().astype(np.int64))
        found = [rank_correlation(matrix[:, n], skill) for n in series]
        parts.append(pl.DataFrame({"factors": name, "series": series, "correlation": found}))
    return pl.concat(parts)


def _remarks(frame: pl.DataFrame, differences: pl.DataFrame) -> list[str]:
    plain, both = frame.row(0, named=True), frame.row(-1, named=True)
    lines = [
        f"K = {USUAL_K}, start {START:.0f}; {plain['players']} players, the first"
        f" {plain['series']} series of each.",
        *_fallen(both),
        *_settling(plain, both, differences),
        "skill_n: rank correlation of ratings and true skill after everybody's n-th series.",
    ]
    for n in sorted({_early(plain["series"]), _late(plain["series"])}):
        key = f"skill_{n}"
        apart = in_words(differences, both["factors"], key)
        lines.append(
            f"After {n} series it is {_shown(plain[key])} without and {_shown(both[key])} with"
            f" both chance factors: {apart}."
        )
    return lines


def _verdict(frame: pl.DataFrame, differences: pl.DataFrame) -> str:
    """Whether ratings settle sooner with both factors, as the paper says."""
    plain, both = frame.row(0, named=True), frame.row(-1, named=True)
    if plain["series"] < LONG_ENOUGH:
        return one_line(UNCLEAR, f"{plain['series']} series are too few to see ratings settle")
    return one_line(
        sooner(differences, both["factors"], "settled_spread"),
        f"ratings settle after {plain['settled_spread']:.0f} series without and"
        f" {both['settled_spread']:.0f} with both chance factors; the paper says sooner with them",
    )


def _fallen(both: dict[str, Any]) -> list[str]:
    if both["lowest"] >= 0.0:
        return []
    return [
        f"With both chance factors a rating falls to {both['lowest']:.0f}; what its player loses"
        " the others gain, so that theirs drift upwards."
    ]


def _shown(value: float | None) -> str:
    return "unknown" if value is None else f"{value:.2f}"


def _settling(plain: dict[str, Any], both: dict[str, Any], differences: pl.DataFrame) -> list[str]:
    series = plain["series"]
    if series < LONG_ENOUGH:
        return [f"When ratings settle: too few series to tell, {series} of {LONG_ENOUGH} at least."]
    apart = in_words(differences, both["factors"], "settled_spread", 0)
    return [
        f"settled_points: the first n at which the median player is within {TOLERANCE:.0f} points"
        f" of the final value; settled_spread: within {PART} of the spread of the final values"
        f" (0: at the start already; {series + 1}: never).",
        f"Settled within {PART} spreads after {plain['settled_spread']:.0f} series without and"
        f" {both['settled_spread']:.0f} with both chance factors: {apart}."
        " The paper says sooner with them.",
        f"drift: from the third quarter to the last the median player still moves by"
        f" {plain['drift']:+.0f} points without and {both['drift']:+.0f} with both chance factors;"
        " where that is much, the series to the fixpoint grow with the length of the curves.",
    ]

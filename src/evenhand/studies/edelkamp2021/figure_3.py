"""Figure 3: rating curves of the first five players, with and without the chance factors."""

from collections.abc import Mapping
from functools import partial
from typing import Any

import numpy as np
import polars as pl

from evenhand import charts
from evenhand.ratings import RunArrays
from evenhand.studies.edelkamp2021.curves import first_to_play, of_players, rating_steps
from evenhand.studies.edelkamp2021.intervals import Players, compared, in_words
from evenhand.studies.edelkamp2021.luck import START, USUAL_K, Correction, corrected, rated
from evenhand.studies.edelkamp2021.population import played
from evenhand.studies.edelkamp2021.skill import (
    ENOUGH,
    FEWEST_PLAYERS,
    played_enough,
    rank_correlation,
)
from evenhand.studies.study import Report, Setting
from evenhand.studies.verdicts import UNCLEAR, by_claims, one_line
from evenhand.tables import Floats, GameTable

SHOWN = 5
MEASURE = "correlation_with_skill"


def run(setting: Setting) -> Report:
    """Four panels, and how much the ratings of everybody move in each."""
    population = played(setting)
    found = corrected(population)
    tables = found.tables
    runs = {one: rated(table) for one, table in tables.items()}
    players = first_to_play(next(iter(tables.values())), SHOWN)
    points = pl.concat(
        of_players(rating_steps(tables[one], runs[one]), players).with_columns(
            pl.lit(panel_title(one)).alias("panel")
        )
        for one in tables
    )

    def panels() -> "charts.Chart":
        return charts.curves(
            points,
            "own_series",
            "rating",
            "player",
            order=players,
            panels="panel",
            panel_order=[panel_title(one) for one in tables],
            x_title="own series",
        )

    frame = movements(tables, runs, population.skill)
    shown, remarks = [("How ratings move", frame)], _remarks(frame)
    if frame["players"][0] >= FEWEST_PLAYERS:
        apart = _differences(setting, tables, runs, population.skill)
        shown.append(("With chance factors less without", apart))
        remarks += _agreements(frame, apart)
    return Report(shown, {"figure": panels}, [*remarks, *found.remarks], _verdict(frame))


def panel_title(correction: Correction) -> str:
    """The words above a panel."""
    factors = f"i1 = {correction.hand:d}, i2 = {correction.value:d}"
    return f"chance factors: {correction.name} ({factors})"


def movements(
    tables: Mapping[Correction, GameTable], runs: Mapping[Correction, RunArrays], skill: Floats
) -> pl.DataFrame:
    """The mean step of a rating, the spread of the last ratings, and how they follow skill.

    Spread and agreement are those of the players of enough series.
    """
    rows: list[dict[str, Any]] = []
    for one, table in tables.items():
        step = float(np.abs(runs[one].after - runs[one].before).mean())
        who = played_enough(table)
        row = {"factors": one.name, "players": int(who.sum()), "mean_step": round(step, 4)}
        rows.append(row | _spread(runs[one].values[who, 0], skill[who], step))
    return pl.DataFrame(rows)


def _spread(last: Floats, skill: Floats, step: float) -> dict[str, float | None]:
    if len(last) < FEWEST_PLAYERS:
        return {"spread": None, "steps_in_spreads": None, MEASURE: None}
    spread = float(last.std())
    row = {"spread": spread, "steps_in_spreads": step / spread}
    rounded = {name: round(value, 4) for name, value in row.items()}
    return {**rounded, MEASURE: round(rank_correlation(last, skill), 4)}


def _differences(
    setting: Setting,
    tables: Mapping[Correction, GameTable],
    runs: Mapping[Correction, RunArrays],
    skill: Floats,
) -> pl.DataFrame:
    """How much better or worse ratings follow skill with the factors."""
    who = np.flatnonzero(played_enough(next(iter(tables.values()))))
    measures = {
        one.name: partial(_agreement, run.values[who, 0], skill[who]) for one, run in runs.items()
    }
    return compared(measures, len(who), setting.rng.spawn(1)[0])


def _agreement(last: Floats, skill: Floats, players: Players) -> dict[str, float]:
    return {MEASURE: rank_correlation(last[players], skill[players])}


def _remarks(frame: pl.DataFrame) -> list[str]:
    plain = frame.row(0, named=True)
    lines = [
        f"K = {USUAL_K}, start {START:.0f}; spread and agreement with skill are those of the"
        f" {plain['players']} players of {ENOUGH} series or more.",
        "The paper says that curves become a bit smoother with its chance factors.",
    ]
    for row in frame.iter_rows(named=True):
        if row["factors"] != plain["factors"]:
            step = row["mean_step"] / plain["mean_step"] - 1.0
            line = f"{row['factors']}: steps change by {step:+.1%}"
            if plain["spread"]:
                line += f", the spread by {row['spread'] / plain['spread'] - 1.0:+.1%}"
            lines.append(f"{line}.")
    return lines


def _verdict(frame: pl.DataFrame) -> str:
    """Whether curves are smoother with both factors: smaller steps, in points and in spreads."""
    plain, both = frame.row(0, named=True), frame.row(-1, named=True)
    if not plain["spread"]:
        return one_line(UNCLEAR, f"too few players of {ENOUGH} series or more")
    changes = [both[name] / plain[name] - 1.0 for name in ("mean_step", "steps_in_spreads")]
    text = f"with both chance factors steps change by {changes[0]:+.1%}, {changes[1]:+.1%} in"
    return one_line(
        by_claims(change < 0.0 for change in changes),
        f"{text} spreads of the ratings; the paper says a bit smoother",
    )


def _agreements(frame: pl.DataFrame, apart: pl.DataFrame) -> list[str]:
    plain, *others = frame.iter_rows(named=True)
    return [
        f"Rank correlation with skill, {row['factors']}: {row[MEASURE]:.2f} instead of"
        f" {plain[MEASURE]:.2f}: {in_words(apart, row['factors'], MEASURE)}."
        for row in others
    ]

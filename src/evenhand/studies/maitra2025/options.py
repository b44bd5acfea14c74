"""Which of the open rules, and which readings of the bots, come nearest to Table 4."""

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import polars as pl

from evenhand.games.ludo import Rules
from evenhand.studies.maitra2025 import printed
from evenhand.studies.maitra2025.ludo import (
    LOSER,
    PAPER_NAMES,
    distance,
    distance_of_six,
    games_won,
    later_means,
    played,
    played_remark,
)
from evenhand.studies.maitra2025.platform import generator
from evenhand.studies.maitra2025.simulated import first_player
from evenhand.studies.study import Report, Setting
from evenhand.studies.verdicts import BESIDE, one_line
from evenhand.tables import GameTable

OPTIONS: Mapping[str, Mapping[str, Any]] = {
    "as they are": {},
    "no bonus": {"home_bonus": 0},
    "steps kept": {"capture_keeps_points": True},
    "starts safe": {"safe": "starts"},
    "nothing safe": {"safe": "none"},
    "pairs safe": {"pairs_safe": True},
    "turn for capture": {"extra_turns": "capture"},
    "turn at home": {"extra_turns": "home"},
    "turn for both": {"extra_turns": "both"},
    "no bonus, turns": {"home_bonus": 0, "extra_turns": "both"},
    "no bonus, steps": {"home_bonus": 0, "capture_keeps_points": True},
    "steps, turns": {"capture_keeps_points": True, "extra_turns": "both"},
}
READINGS: Mapping[str, Mapping[str, Any]] = {
    "10 playouts": {"playouts": 10},
    "25 playouts": {"playouts": 25},
    "near: 6 steps": {"near": 6},
    "column safe": {"column": True},
}
"""Of the bots: how often some try each action, and what their rules mean."""
NAMES = (
    "No bonus: no points for tokens at home.  Steps kept: those of a captured token count.  Starts"
    " safe: only they are.  Pairs safe: tokens on one square.  Turn: an extra one, for a capture,"
    " at home or for both (turns).  Near: what Responsible Pair takes for near to promotion."
    "  Column safe: for Responsible Pair and Aggressive the home column counts as safe squares."
)
HEADS = {
    name: "".join(word[0] for word in paper.split()).upper() for name, paper in PAPER_NAMES.items()
}
"""The bots by their initials."""
STREAM = 3  # of random numbers
REPEATS = 10
MOST_TIMES = 20  # that each game is drawn, in the mean
FIRST = f"{1.0 / (1.0 + np.exp(-printed.SIMULATED_INTERCEPT.value)):.3f}"
"""What the paper's intercept says of the player who moves first."""


def run(setting: Setting) -> Report:
    """The distances and the ratings under each option, nearest to the paper first."""
    rows = [_row(setting, name, played(setting, Rules(**some))) for name, some in OPTIONS.items()]
    rows += [_row(setting, name, played(setting, **some)) for name, some in READINGS.items()]
    paper: dict[str, Any] = {"option": "paper", "seven": 0.0, "six": 0.0, "first": FIRST}
    paper |= {HEADS[name]: float(printed.TABLE_4[there]) for name, there in PAPER_NAMES.items()}
    every = pl.DataFrame([paper, *rows], infer_schema_length=None)
    frame = every.select(rows[0].keys()).sort("seven")
    whole = frame.with_columns(pl.col(pl.Float64).round(0).cast(pl.Int64))
    heads = list(HEADS.values())
    shown = [
        ("Distances from Table 4", whole.drop(heads)),
        ("Ratings", whole.select("option", *heads)),
    ]
    return Report(shown, remarks=_remarks(setting, frame), verdict=_verdict(frame))


def _verdict(frame: pl.DataFrame) -> str:
    """Which option comes nearest to Table 4."""
    usual = frame.row(by_predicate=pl.col("option") == "as they are", named=True)
    ours = frame.filter(pl.col("option") != "paper")
    best = ours.sort("seven").row(0, named=True)
    return one_line(
        BESIDE,
        f"of {len(ours)} options '{best['option']}' is nearest to Table 4, {best['seven']:.0f} +-"
        f" {best['seven_sd']:.0f} points; the defaults {usual['seven']:.0f} +-"
        f" {usual['seven_sd']:.0f}",
    )


def _row(setting: Setting, name: str, table: GameTable) -> dict[str, Any]:
    means = later_means(drawn_again(generator(setting, STREAM), table))
    others = [
        later_means(drawn_again(generator(setting, STREAM, number), table, twice=True))
        for number in range(REPEATS)
    ]
    row: dict[str, Any] = {"option": name, "seven": distance(means)}
    row |= {"seven_sd": _spread([distance(each) for each in others])}
    row |= {"six": distance_of_six(means)}
    row |= {"six_sd": _spread([distance_of_six(each) for each in others])}
    row |= {HEADS[each]: value for each, value in means.items()}
    row |= {f"{HEADS[LOSER]}_won": games_won(table, LOSER)}
    return row | {"first": f"{first_player(table).share / 100.0:.3f}"}


def drawn_games(games: int) -> int:
    """How many games are drawn from those played: as in the paper, or each some times.

    >>> drawn_games(20_000), drawn_games(210)
    (184000, 4200)
    """
    return min(printed.SIMULATED_GAMES, MOST_TIMES * games)


def drawn_again(rng: np.random.Generator, table: GameTable, *, twice: bool = False) -> GameTable:
    """Up to as many games as in the paper, drawn from those played: ratings need them to settle.

    Drawn twice, first as many as were played, they tell how far results depend on these very games.
    """
    played_games = np.arange(len(table))
    if twice:
        played_games = rng.integers(len(table), size=len(table))
    again = played_games[rng.integers(len(table), size=drawn_games(len(table)))]
    return GameTable(table.names, table.seats[again], table.score[again])


def _spread(values: Sequence[float]) -> float:
    return float(np.std(values, ddof=1))


def _remarks(setting: Setting, frame: pl.DataFrame) -> list[str]:
    usual = frame.row(by_predicate=pl.col("option") == "as they are", named=True)
    many, games = len(OPTIONS) + len(READINGS), setting.size.games
    bots = ", ".join(f"{HEADS[name]} {paper}" for name, paper in PAPER_NAMES.items())
    return [
        played_remark(setting),
        "The paper leaves much of the rules and of the bots open.  As they are: the defaults here;"
        f" in every other line one or two things differ.  {NAMES}",
        f"{bots}.",
        f"Under each option {games:,} games with the same seeds and seats; {drawn_games(games):,}"
        " drawn from them are rated, so that the ratings settle.  Seven: root mean square distance"
        " from Table 4, by the mean of the second half; six: that of all but Defeat Seeking, their"
        f" level left out.  Sd, and what stands behind +-: standard deviation over {REPEATS} draws"
        " of as many games as were played.  First: the share that the player who moves first wins.",
        _nearest(frame, usual, "seven", "all seven"),
        _nearest(frame, usual, "six", "all but Defeat Seeking"),
        f"Nearest is the best of {many}, so partly by luck.",
        f"How far Defeat Seeking falls depends on the few games that it wins or draws"
        f" ({HEADS[LOSER]} won).",
    ]


def _nearest(frame: pl.DataFrame, usual: Mapping[str, Any], apart: str, whom: str) -> str:
    error = f"{apart}_sd"
    best = frame.filter(pl.col("option") != "paper").sort(apart).row(0, named=True)
    text = f"Nearest by {whom}: {best['option']}, {best[apart]:.0f} +- {best[error]:.0f} points"
    if best["option"] == usual["option"]:
        return f"{text}."
    sure = usual[apart] - best[apart] > 2.0 * math.hypot(usual[error], best[error])
    verdict = "" if sure else ", which is not told apart"
    return f"{text}; as they are {usual[apart]:.0f} +- {usual[error]:.0f}{verdict}."

"""What hand strengths foretell: log loss and calibration on games that they were not fitted to.

The lines from strength to chance are fitted to games of heuristic players of different skill.
They are judged on other games of such players, on games of Monte-Carlo players, and on games of
XSkat if it is installed.
"""

from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import polars as pl

from evenhand import charts
from evenhand.games.skat.batch import Games
from evenhand.games.skat.bots import MonteCarlo, play_many_series, play_population
from evenhand.games.skat.deck import SEATS
from evenhand.games.skat.hand_strength import (
    HandStrength,
    KinbackReconstruction,
    KnnValue,
    VonStegen,
)
from evenhand.games.skat.seeger import USUAL_GAMES
from evenhand.games.skat.winning_parameters import load_winning_parameters
from evenhand.rng import draw_seeds
from evenhand.studies.edelkamp2021.xskat import PROGRAM, xskat_games
from evenhand.studies.skat_players.calibration import Calibrated, calibration_table, compare
from evenhand.studies.study import Report, Setting
from evenhand.studies.verdicts import MEASURED, one_line

PLAYERS = 300
GAMES_PER_SERIES = USUAL_GAMES[3]
KINDS_SHOWN = ("all", "suit", "grand", "null")
IDEAL, FULL = "as foretold", 20  # games of a bin that is drawn
OTHER, MONTE_CARLO, XSKAT = "other heuristic games", "Monte-Carlo games", "XSkat's games"


def strengths() -> list[HandStrength]:
    """All measures there are."""
    return [VonStegen(), KinbackReconstruction(), KnnValue(), load_winning_parameters()]


def run(setting: Setting) -> Report:
    """Fit on some games, judge on others."""
    count: int = setting.size
    train, tests = _heuristic(setting, 4 * count), dict(_tests(setting, count))
    rows = []
    for where, games in tests.items():
        found = compare(strengths(), train, games)
        rows += [{"judged_on": where, **asdict(line)} for line in found if _shown(line.kind)]
    frame = pl.DataFrame(rows).drop("brier")
    bins = pl.concat(_bins(train, where, games) for where, games in tests.items())

    def figure() -> "charts.Chart":
        points, systems = _with_ideal(bins), [one.name for one in strengths()]
        return charts.curves(
            points,
            "chance",
            "won",
            "system",
            order=[*systems, IDEAL],
            title="Share of games won by the chance foretold",
            panels="judged_on",
            panel_order=list(tests),
        )

    tables = [("Log loss and calibration", frame), ("Calibration of all games", bins)]
    remarks = _remarks(frame, len(train))
    return Report(tables, {"figure": figure}, remarks, _verdict(frame))


def _shown(kind: str) -> bool:
    return kind in KINDS_SHOWN


def _heuristic(setting: Setting, count: int) -> Games:
    series = -(-count // GAMES_PER_SERIES)
    with setting.progress(f"{count:,} games of heuristic players", series) as show:
        return play_population(
            setting.rng.spawn(1)[0],
            PLAYERS,
            series,
            workers=setting.workers,
            cluster=setting.cluster,
            done=show,
        ).games


def _tests(setting: Setting, count: int) -> Iterator[tuple[str, Games]]:
    yield OTHER, _heuristic(setting, count)
    player = MonteCarlo(samples=4, misjudgement=0.5)
    with setting.progress(f"{count // 4:,} Monte-Carlo games", count // 4) as show:
        yield (
            MONTE_CARLO,
            play_many_series(
                [player],
                np.zeros((count // 4, SEATS), np.int32),
                draw_seeds(setting.rng, count // 4),
                workers=setting.workers,
                cluster=setting.cluster,
                done=show,
            ).games,
        )
    if PROGRAM:
        with TemporaryDirectory() as folder:
            yield XSKAT, xskat_games(int(setting.rng.integers(1, 10_000)), count, Path(folder))


def _bins(train: Games, where: str, games: Games) -> pl.DataFrame:
    games = games.take(games.played)
    rows = [
        {"judged_on": where, "system": one.name, **asdict(line)}
        for one in strengths()
        for line in calibration_table(Calibrated.fit(one, train).chance(games), games.won)
    ]
    return pl.DataFrame(rows)


def _with_ideal(bins: pl.DataFrame) -> pl.DataFrame:
    """The points of bins that are full enough, and a line where they should lie."""
    shown = ["judged_on", "system", "chance", "won"]
    ideal = [
        {"judged_on": where, "system": IDEAL, "chance": at, "won": at}
        for where in dict.fromkeys(bins["judged_on"].to_list())
        for at in (0.3, 1.0)
    ]
    enough = bins.filter(pl.col("games") >= FULL).select(shown)
    return pl.concat([enough, pl.DataFrame(ideal)])


def _remarks(frame: pl.DataFrame, train: int) -> list[str]:
    remarks = [
        f"Lines fitted to {train:,} games; von Stegen, Kinback and the neighbours say nothing"
        " about null, where they get the base rate.",
        "The winning parameters were learned from 288,000 further games of such heuristic players.",
        "Gain: log loss below that of knowing the kind of game only, with its standard error.",
    ]
    if XSKAT in frame["judged_on"].to_list():
        remarks.append("XSkat's log does not tell who bid what: its opponents count as silent.")
    for where in dict.fromkeys(frame["judged_on"].to_list()):
        best, second = _two_best(frame, where)
        clear = "" if _apart(best, second) else ", not clearly"
        remarks.append(
            f"On {where} {best['system']} foretells best{clear}: gain {best['gain']:.3f} against"
            f" {second['gain']:.3f} of {second['system']}."
        )
    return remarks


def _two_best(frame: pl.DataFrame, where: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """The two measures that foretell best on some games."""
    every = frame.filter((pl.col("judged_on") == where) & (pl.col("kind") == "all"))
    best, second = every.sort("log_loss").head(2).to_dicts()
    return best, second


def _apart(best: dict[str, Any], second: dict[str, Any]) -> bool:
    error = float(np.hypot(best["gain_error"], second["gain_error"]))
    return bool(best["gain"] - second["gain"] > 2.0 * error)


def _verdict(frame: pl.DataFrame) -> str:
    """Which measure foretells best most often, and how often clearly."""
    found = [_two_best(frame, where) for where in dict.fromkeys(frame["judged_on"].to_list())]
    names = [best["system"] for best, _ in found]
    name = max(names, key=names.count)
    sure = sum(best["system"] == name and _apart(best, second) for best, second in found)
    text = f"{name} foretells best on {names.count(name)} of {len(names)} kinds of games"
    return one_line(MEASURED, f"{text}, clearly on {sure}")

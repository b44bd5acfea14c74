"""Figure 2: rating curves of certain players, beside their known skills."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from evenhand import charts
from evenhand.datasets.population import Counts, learned
from evenhand.studies.maitra2025 import printed
from evenhand.studies.maitra2025.platform import SYNTHETIC, Made, made, size_remark
from evenhand.studies.study import Report, Setting
from evenhand.studies.verdicts import by_claims, one_line
from evenhand.tables import Floats

if TYPE_CHECKING:
    import altair as alt

LEAST = 10  # games of the median and the lowest player
POINTS = 400  # of a curve
RISING, FALLING = ("top-rated", "most active"), ("lowest",)  # in the paper
RATING, SKILL = "rating", "known skill"


def run(setting: Setting) -> Report:
    """Rating and skill of four players over their own games."""
    platform = made(setting)
    players = certain_players(platform)
    paths = {name: path_of(platform, player) for name, player in players.items()}
    rows = [
        _row(platform, name, player, path)
        for (name, player), path in zip(players.items(), paths.values(), strict=True)
    ]
    points = pl.concat([_points(platform, name, players[name], paths[name]) for name in players])

    def figure() -> "alt.Chart":
        chart = charts.curves(
            points,
            "game",
            "points",
            "line",
            order=[RATING, SKILL],
            title="Rating and known skill by own games, SYNTHETIC platform",
            x_title="own games",
            panels="player",
            panel_order=list(players),
        )
        apart: alt.Chart = chart.resolve_scale(x="independent")
        return apart

    shown = [("Four players, SYNTHETIC", pl.DataFrame(rows))]
    ends = {name: float(path[-1]) for name, path in paths.items()}
    return Report(shown, {"figure": figure}, _remarks(setting, platform), _verdict(ends))


def _verdict(ends: Mapping[str, float]) -> str:
    """Whether ratings rise and fall from the start as in the paper."""
    claims = [ends[name] > printed.START for name in RISING]
    claims += [ends[name] < printed.START for name in FALLING]
    told = ", ".join(f"{name} {ends[name]:.0f}" for name in (*RISING, *FALLING))
    text = f"from {printed.START:.0f} to {told}; rising, rising and falling in the paper"
    return one_line(by_claims(claims), f"synthetic games: {text}")


def certain_players(platform: Made) -> dict[str, int]:
    """The paper's four: whom it calls so, it does not say exactly."""
    last, games = platform.run.values[:, 0], platform.population.games
    known = np.flatnonzero(games >= min(LEAST, int(games.max())))
    by_rating = known[np.argsort(last[known], kind="stable")]
    return {
        "top-rated": int(by_rating[-1]),
        "most active": int(games.argmax()),
        "median": int(by_rating[len(by_rating) // 2]),
        "lowest": int(by_rating[0]),
    }


def path_of(platform: Made, player: int) -> Floats:
    """The ratings of a player after each of his games."""
    game, seat = np.nonzero(platform.table.seats == player)
    return np.asarray(platform.run.after[game, seat])


def _skill_path(platform: Made, player: int, games: Counts) -> Floats:
    known = platform.population
    return learned(known.start[player], known.gain[player], known.pace[player], games)


def _points(platform: Made, name: str, player: int, path: Floats) -> pl.DataFrame:
    at = thinned(path)
    skill = _skill_path(platform, player, at + 1)
    parts = [
        pl.DataFrame({"player": name, "line": line, "game": at + 1, "points": values})
        for line, values in ((RATING, path[at]), (SKILL, skill))
    ]
    return pl.concat(parts)


def thinned(path: Floats) -> Counts:
    """Which points of a path are drawn; the highest and the lowest always are."""
    even = np.linspace(0, len(path) - 1, POINTS).astype(np.int64)
    return np.unique(np.r_[even, path.argmax(), path.argmin()])


def _row(platform: Made, name: str, player: int, path: Floats) -> dict[str, str | int | float]:
    known = platform.population
    return {
        "player": name,
        "games": len(path),
        "lowest": float(path.min()),
        "highest": float(path.max()),
        "last": float(path[-1]),
        "skill_at_first": float(known.start[player]),
        "skill_at_last": float(known.end[player]),
    }


def _remarks(setting: Setting, platform: Made) -> list[str]:
    few = np.count_nonzero(platform.population.games < LEAST) / len(platform.population.games)
    return [
        SYNTHETIC,
        size_remark(setting),
        f"Top-rated, median and lowest are among players with {LEAST} games or more; {few:.0%} of"
        " all have fewer.",
        "The paper reads rising curves as progressive skill improvement.  Ratings of players who"
        " do not learn rise as well, from the start to where they belong, and the top-rated is"
        " also the luckiest of many: here the known skill stands beside the rating.",
    ]

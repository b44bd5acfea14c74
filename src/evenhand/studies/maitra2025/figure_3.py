"""Figure 3: the ratings of the bots over their own games, and when they settle."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from evenhand import charts
from evenhand.studies.maitra2025 import printed
from evenhand.studies.maitra2025.ludo import (
    LOSER,
    PAPER_NAMES,
    games_won,
    later,
    ludo_remarks,
    paths,
    played,
)
from evenhand.studies.rating_paths import settled_after, window
from evenhand.studies.study import Report, Setting
from evenhand.studies.verdicts import UNCLEAR, by_claims, one_line
from evenhand.tables import Floats, GameTable

if TYPE_CHECKING:
    import altair as alt

POINTS = 300  # of a curve


def run(setting: Setting) -> Report:
    """Curves, and after how many games each has come near to where it stays."""
    table = played(setting)
    found = paths(table)
    settled = {name: settled_after(path, window(len(path))) for name, path in found.items()}
    points = pl.concat([_points(PAPER_NAMES[name], path) for name, path in found.items()])
    rows = [
        {
            "bot": name,
            "games": len(path),
            "settled_after": settled[name],
            "later_mean": float(later(path).mean()),
        }
        for name, path in found.items()
    ]

    def figure() -> "alt.Chart":
        return charts.curves(
            points,
            "game",
            "rating",
            "bot",
            order=list(PAPER_NAMES.values()),
            title="Ratings of the bots by own games",
            x_title="own games",
        )

    remarks = [
        *ludo_remarks(setting),
        "Settled: the mean of the last ratings (a ninetieth of the path) is for the first time"
        " within a standard deviation of the second half's mean; later it may leave again.",
        settled_remark(found, settled),
        _defeat_remark(table, settled[LOSER]),
    ]
    frame = pl.DataFrame(rows, infer_schema_length=None)
    verdict = _verdict(settled, min(map(len, found.values())))
    return Report([("When ratings settle", frame)], {"figure": figure}, remarks, verdict)


def _verdict(settled: Mapping[str, int | None], games: int) -> str:
    """How many bots have settled after as many games as the paper says."""
    if games <= printed.STABLE_AFTER:
        few = f"{games:,} own games cannot show what {printed.STABLE_AFTER:,} would"
        return one_line(UNCLEAR, few)
    soon = [after is not None and after <= printed.STABLE_AFTER for after in settled.values()]
    text = f"{sum(soon)} of {len(soon)} bots have settled within {printed.STABLE_AFTER:,} own games"
    return one_line(by_claims(soon), f"{text}, printed approximately that for all")


def starts_there(path: Floats) -> bool:
    """Whether a path begins where it stays, so that nobody can see it settle."""
    half = later(path)
    return bool(np.abs(np.array([printed.START, path[0]]) - half.mean()).min() <= half.std())


def settled_remark(found: Mapping[str, Floats], settled: Mapping[str, int | None]) -> str:
    """After how many games the bots but Defeat Seeking are where they stay."""
    paper = f'The paper has "approximately {printed.STABLE_AFTER:,} games", of whom it does not say'
    there = [name for name in found if name != LOSER and starts_there(found[name])]
    after = [settled[name] for name in found if name != LOSER and name not in there]
    known = [games for games in after if games is not None]
    left_out = f"  Left out, as they start there: {', '.join(there)}." if there else ""
    if not known:
        return f"{paper}; none of ours can be seen to settle.{left_out}"
    never = "" if len(known) == len(after) else f"; {len(after) - len(known)} never do"
    return (
        f"{paper}; ours but for Defeat Seeking are where they stay for the first time after"
        f" {min(known):,} to {max(known):,} own games, that is after about"
        f" {len(PAPER_NAMES) * max(known) // 2:,} games of all{never}.{left_out}"
    )


def _defeat_remark(table: GameTable, settled: int | None) -> str:
    won, games = games_won(table, LOSER), int((table.seats == table.names.index(LOSER)).sum())
    when = "never" if settled is None else f"after {settled:,}"
    return (
        f"Defeat Seeking, which won or drew {won:,} of its {games:,} games, {when}: the longer it"
        " falls, the higher the others rise."
    )


def _points(name: str, path: Floats) -> pl.DataFrame:
    at = np.unique(np.geomspace(1, len(path), POINTS).astype(np.int64)) - 1
    even = np.linspace(0, len(path) - 1, POINTS).astype(np.int64)
    at = np.unique(np.concatenate([at, even]))
    return pl.DataFrame({"bot": [name] * len(at), "game": at + 1, "rating": path[at]})

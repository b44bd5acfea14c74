"""Cases whose ratings are frozen to the bit in tests/data/golden_bits.json.

The file was written by version 0.1.0 (commit e7bdf23).  It must never be written again to make a
test pass: the ledger hashes rating rows to the bit, so a change here is a change of its format.
"""

import hashlib
import platform
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from evenhand.ratings import (
    Adjustment,
    AverageOpponentElo,
    BenchmarkElo,
    Elo,
    Glicko,
    Glicko2,
    MultiElo,
    PooledPointsElo,
    QuotientElo,
    RatingSystem,
    ScoreShareElo,
    SuccessiveElo,
    TrueSkill,
    WengLin,
)
from evenhand.tables import GameTable

GAMES, PLAYERS = 240, 20

SYSTEMS: dict[str, RatingSystem] = {
    "elo": Elo(),
    "elo by games, advantage": Elo(k="by-games", advantage=35.0),
    "elo fide": Elo(k="fide", initial=2395.0),
    "multi-elo": MultiElo(k=24.0, advantage=-20.0),
    "average-opponent-elo": AverageOpponentElo(),
    "successive-elo": SuccessiveElo(k="by-games", advantage=15.0),
    "pooled-points-elo": PooledPointsElo(),
    "score-share-elo": ScoreShareElo(),
    "score-share-elo, first results": ScoreShareElo(k="0.2/0.1/0.05@8/16", first_results=4),
    "quotient-elo": QuotientElo(),
    "benchmark-elo": BenchmarkElo(),
    "benchmark-elo without hands": BenchmarkElo(beta=0.0, k="-0.9/-0.6/-0.3@5/10"),
    "glicko": Glicko(),
    "glicko, periods": Glicko(period=3.0),
    "glicko-2": Glicko2(),
    "glicko-2, periods": Glicko2(period=3.0, tau=0.7),
    "true-skill": TrueSkill(),
    "true-skill without draws": TrueSkill(draw_probability=0.0),
    "weng-lin": WengLin(),
    "plackett-luce": WengLin(model="plackett-luce"),
}
ADJUSTMENTS = {"none": None, "luck": Adjustment(0.0009, 1.0, 0.5), "steep": Adjustment(0.002, 2.5)}
TABLES: dict[str, dict[str, Any]] = {
    "2": {"width": 2},
    "3": {"width": 3},
    "2-5": {"width": 5, "mixed": True},
    "teams": {"width": 4, "teams": True},
    "2-6 in teams": {"width": 6, "mixed": True, "teams": True},
    "untimed": {"width": 3, "timed": False},
}


@dataclass(frozen=True)
class Case:
    """One run: its name in the file, a system and a table."""

    name: str
    system: RatingSystem
    table: GameTable


def make_table(
    seed: int, width: int, *, mixed: bool = False, teams: bool = False, timed: bool = True
) -> GameTable:
    """Make a table in which ties, empty seats and unknown luck are common."""
    rng = np.random.default_rng(seed)
    shape = (GAMES, width)
    seats = np.argsort(rng.random((GAMES, PLAYERS)), axis=1)[:, :width].astype(np.int32)
    score = -10.0 * rng.integers(0, 4, shape).astype(float)
    luck = rng.normal(0.0, 100.0, shape)
    luck[rng.random(shape) < 0.1] = np.nan
    team = None
    if teams:
        team = rng.integers(0, 3, shape).astype(np.int8)
        team[:, 1] = (team[:, 0] + 1) % 3
        for side in range(3):
            shared = -10.0 * rng.integers(0, 4, GAMES).astype(float)
            score = np.where(team == side, shared[:, None], score)
    if mixed:
        keep = rng.integers(2, width + 1, GAMES)
        empty = np.argsort(rng.random(shape), axis=1) >= keep[:, None]
        if teams:
            empty[:, :2] = False
        seats[empty] = -1
    time = np.sort(rng.integers(0, 60 * 86_400, GAMES)).astype(np.int64) * 1_000_000
    names = tuple(f"player {number}" for number in range(PLAYERS))
    return GameTable(names, seats, score, luck=luck, team=team, time=time if timed else None)


def cases() -> Iterator[Case]:
    """Yield every system on every table it can rate, with each adjustment."""
    tables = {
        name: make_table(seed, **options) for seed, (name, options) in enumerate(TABLES.items())
    }
    for label, system in SYSTEMS.items():
        for kind, table in tables.items():
            if table.team is not None and not system.takes_teams:
                continue
            if table.time is None and getattr(system, "period", None):
                continue
            for luck, adjustment in ADJUSTMENTS.items():
                adjusted = replace(system, luck=adjustment)
                yield Case(f"{label} | {kind} | {luck}", adjusted, fit_table(adjusted, table))


def fit_table(system: RatingSystem, table: GameTable) -> GameTable:
    """Give a system scores and luck in its own range."""
    if isinstance(system, ScoreShareElo | QuotientElo):
        return replace(table, score=40.0 * table.score + 900.0)
    if isinstance(system, BenchmarkElo) and system.luck is None and table.luck is not None:
        return replace(table, luck=np.nan_to_num(table.luck))
    return table


def digest(array: Any) -> str:
    """Return a digest of the bits of an array; every NaN is the same, and so are both zeros."""
    bits = np.ascontiguousarray(array, np.float64) + 0.0
    bits[np.isnan(bits)] = np.nan
    return hashlib.sha256(bits.tobytes()).hexdigest()[:16]


def machine() -> str:
    """Name what decides the last bit of exp and log: processor and C library."""
    return f"{platform.machine()} {' '.join(platform.libc_ver())}"

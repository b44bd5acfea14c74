"""Make what the demo starts with: members of a league, and games played by bots.

Make these files again whenever bots or seeds change.
"""

from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import polars as pl
from numpy.random import Generator, default_rng
from numpy.typing import NDArray

from evenhand.demo.evenings import Evening, season
from evenhand.demo.games import (
    LUDO_ARENA,
    RUMMY_ARENA,
    Games,
    play_arena,
    play_series,
)
from evenhand.demo.members import WEEKS, draw_members, read_members
from evenhand.tables import Indices
from lab.core import Content, Progress, Recipe

SEED = 2026
FOLDER = "demo/recorded"
SERIES, RUMMY_GAMES, LUDO_GAMES = 2_532, 6_000, 3_600
LATER = 4  # weeks after the season, whose series wait to be played


def make_members(size: int, seed: int, workers: int | None, progress: Progress) -> Content:
    """Draw the members of the league; there are as many as the clubs need."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "members.csv"
        draw_members(default_rng(seed)).write(path)
        return path.read_bytes()


def make_league(size: int, seed: int, workers: int | None, progress: Progress) -> Content:
    """Play the first series of the season."""
    rng = default_rng([seed, 0])
    seats, details = season_tables(rng)
    some = {name: column[:size] for name, column in details.items()}
    games = play_series(rng, read_members(), seats[:size], some["club"])
    return to_parquet(Games(games.seats, games.score, games.luck, {**games.details, **some}))


def season_tables(rng: Generator) -> tuple[Indices, dict[str, NDArray[np.int16]]]:
    """Return who sits where in each series, and when; those after the season in random order."""
    members = read_members()
    evenings = list(season(rng, members, range(WEEKS)))
    later = list(season(rng, members, range(WEEKS, WEEKS + LATER)))
    rng.shuffle(later)
    evenings += later
    details = {name: _of_each(evenings, name) for name in ("club", "week", "series")}
    return np.concatenate([evening.seats for evening in evenings]), details


def _of_each(evenings: list[Evening], name: str) -> NDArray[np.int16]:
    return np.concatenate(
        [np.full(len(one.seats), getattr(one, name), np.int16) for one in evenings]
    )


def make_rummy(size: int, seed: int, workers: int | None, progress: Progress) -> Content:
    """Play games of the Rummy arena."""
    return to_parquet(play_arena(RUMMY_ARENA, default_rng([seed, 1]), size))


def make_ludo(size: int, seed: int, workers: int | None, progress: Progress) -> Content:
    """Play games of the Ludo arena."""
    return to_parquet(play_arena(LUDO_ARENA, default_rng([seed, 2]), size))


def to_parquet(games: Games) -> bytes:
    """Return the Parquet file of some games."""
    arrays: dict[str, NDArray[Any]] = {
        "seat": games.seats.astype(np.int16),
        "score": games.score.astype(np.float32),
        "luck": games.luck.astype(np.float32),
    }
    columns = {
        f"{name}_{seat + 1}": values[:, seat]
        for name, values in arrays.items()
        for seat in range(values.shape[1])
    }
    file = BytesIO()
    frame = pl.DataFrame(columns | dict(games.details))
    frame.write_parquet(file, compression="zstd", compression_level=19)
    return file.getvalue()


def count_members(content: bytes) -> dict[str, float]:
    """Return how many members there are, and how often they misplay a card."""
    members = pl.read_csv(BytesIO(content))
    return {
        "members": len(members),
        "mean_slip": round(float(members["slip"].to_numpy().mean()), 4),
    }


def describe_games(content: bytes) -> dict[str, float]:
    """Return how many games there are, and how much of the variance of scores is luck."""
    games = pl.read_parquet(BytesIO(content))
    score, luck = (
        games.select(pl.col(f"^{name}_[0-9]+$")).to_numpy() for name in ("score", "luck")
    )
    known = ~np.isnan(luck)
    correlation = np.corrcoef(score[known], luck[known])[0, 1]
    return {"games": len(games), "score_and_luck": round(float(correlation), 3)}


MEMBERS = Recipe(
    name="demo/members",
    summary="Members of the demo's league, and how well each plays.",
    output=f"{FOLDER}/skat_members.csv",
    size=1,
    smoke=1,
    seed=SEED,
    make=make_members,
    quality=count_members,
    smoke_seconds=0.5,
)
LEAGUE = Recipe(
    name="demo/skat-league",
    summary="A season of the demo's Skat league.",
    output=f"{FOLDER}/skat-league.parquet",
    size=SERIES,
    smoke=16,
    seed=SEED,
    make=make_league,
    quality=describe_games,
    is_prefix=True,
    needs=("demo/members", "skat/heuristic", "skat/strength", "skat/thresholds", "skat/deal_value"),
    smoke_seconds=4.0,
)
RUMMY = Recipe(
    name="demo/rummy-arena",
    summary="Games of the demo's Rummy arena.",
    output=f"{FOLDER}/rummy-arena.parquet",
    size=RUMMY_GAMES,
    smoke=20,
    seed=SEED,
    make=make_rummy,
    quality=describe_games,
    smoke_seconds=4.0,
)
LUDO = Recipe(
    name="demo/ludo-arena",
    summary="Games of the demo's Ludo arena.",
    output=f"{FOLDER}/ludo-arena.parquet",
    size=LUDO_GAMES,
    smoke=20,
    seed=SEED,
    make=make_ludo,
    quality=describe_games,
    smoke_seconds=4.0,
)

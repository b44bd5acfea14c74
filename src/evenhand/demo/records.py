"""Games that were played when the package was made, since compiling the players takes minutes.

They are the past of a new world, and its first games until the bots can play for themselves.
``python -m evenhand.demo.records FOLDER`` plays them all again, in a few minutes.
"""

import sys
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
from numpy.random import Generator, default_rng
from numpy.typing import NDArray

from evenhand.demo.evenings import Evening, season
from evenhand.demo.games import (
    LUDO_ARENA,
    RUMMY_ARENA,
    SKAT_LEAGUE,
    Games,
    play_arena,
    play_series,
)
from evenhand.demo.members import FILE, WEEKS, draw_members, read_members
from evenhand.tables import Indices

FOLDER = Path(__file__).parent / "recorded"
SEED = 2026
COUNTS = {RUMMY_ARENA: 6000, LUDO_ARENA: 3600}
KEPT = {RUMMY_ARENA: 1200, LUDO_ARENA: 600, SKAT_LEAGUE: 120}
"""How many at the end are no past, but wait to be played."""
AFTER = 4  # weeks whose series wait


def read_record(ladder: str, folder: Path = FOLDER) -> Games:
    """All recorded games of a ladder, in the order in which they were played."""
    frame = pl.read_parquet(folder / f"{ladder}.parquet")
    details = {name: frame[name].to_numpy() for name in frame.columns if "_" not in name}
    seats, score, luck = (_columns(frame, name) for name in ("seat", "score", "luck"))
    return Games(seats.astype(np.int32), score.astype(float), luck.astype(float), details)


def write_record(ladder: str, games: Games, folder: Path) -> None:
    """Write games as a Parquet file."""
    columns = {
        f"{name}_{seat + 1}": values[:, seat]
        for name, values in (
            ("seat", games.seats.astype(np.int16)),
            ("score", games.score.astype(np.float32)),
            ("luck", games.luck.astype(np.float32)),
        )
        for seat in range(games.seats.shape[1])
    }
    frame = pl.DataFrame(columns | dict(games.details))
    frame.write_parquet(folder / f"{ladder}.parquet", compression="zstd", compression_level=19)


def _columns(frame: pl.DataFrame, name: str) -> NDArray[Any]:
    return frame.select(pl.col(f"^{name}_[0-9]+$")).to_numpy()


def play_season(rng: Generator) -> Games:
    """The season of the league: every evening of all clubs, and some weeks more."""
    seats, details = season_tables(rng)
    games = play_series(rng, read_members(), seats, details["club"])
    whole = Games(games.seats, games.score, games.luck, {**games.details, **details})
    return whole.rows(0, int((details["week"] < WEEKS).sum()) + KEPT[SKAT_LEAGUE])


def season_tables(rng: Generator) -> tuple[Indices, dict[str, NDArray[np.int16]]]:
    """Who sits where in each series, and when; evenings after the season in any order."""
    members = read_members()
    evenings = list(season(rng, members, range(WEEKS)))
    later = list(season(rng, members, range(WEEKS, WEEKS + AFTER)))
    rng.shuffle(later)
    evenings += later
    details = {name: _of_each(evenings, name) for name in ("club", "week", "series")}
    return np.concatenate([evening.seats for evening in evenings]), details


def _of_each(evenings: list[Evening], name: str) -> NDArray[np.int16]:
    return np.concatenate([np.full(len(e.seats), getattr(e, name), np.int16) for e in evenings])


def play_all(folder: Path) -> None:
    """Play and write everything."""
    write_record(SKAT_LEAGUE, play_season(default_rng([SEED, 0])), folder)
    for number, ladder in enumerate(COUNTS, 1):
        write_record(
            ladder, play_arena(ladder, default_rng([SEED, number]), COUNTS[ladder]), folder
        )


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: python -m evenhand.demo.records FOLDER")
    if not FILE.exists():
        draw_members(default_rng(SEED)).write(FILE)
    play_all(Path(sys.argv[1]))

"""Game tables from files and back: CSV and Parquet."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import polars as pl

from evenhand.compiled import get_ready
from evenhand.tables.columns import Layout
from evenhand.tables.comma_separated import FAILURES, read_csv, write_csv
from evenhand.tables.frames import from_frame, to_frame
from evenhand.tables.table import GameTable, TableError
from evenhand.tables.whole import write_whole

CSV = (".csv",)
PARQUET = (".parquet", ".pq")


def read_games(path: str | Path) -> GameTable:
    """The games of a CSV or Parquet file in playing order."""
    path = Path(path)
    kind = _kind(path)
    if not path.exists():
        raise TableError("no such file", file=str(path))
    try:
        if not path.stat().st_size:
            raise TableError("the file is empty", file=str(path))
        with ThreadPoolExecutor(1) as reader:  # polars reads while numba gets ready
            reading = reader.submit(read_csv if kind in CSV else _read_parquet, path)
            get_ready()
        return from_frame(reading.result(), str(path))
    except OSError as error:
        raise TableError(f"cannot be read: {error.strerror or error}", file=str(path)) from error


def write_games(table: GameTable, path: str | Path, *, layout: Layout = "wide") -> None:
    """Write a CSV or Parquet file; if that fails, an older file of the name stays."""
    path = Path(path)
    kind = _kind(path)
    frame = to_frame(table, layout)

    def write(draft: Path) -> None:
        with draft.open("xb") as file:
            write_csv(frame, file) if kind in CSV else frame.write_parquet(file)

    try:
        write_whole(path, write)
    except OSError as error:
        raise TableError(f"cannot be written: {error.strerror or error}", file=str(path)) from error


def _kind(path: Path) -> str:
    kind = path.suffix.lower()
    if kind not in CSV + PARQUET:
        known = ", ".join(CSV + PARQUET)
        raise TableError(f"unknown kind of file {path.suffix!r}; known are {known}", file=str(path))
    return kind


def _read_parquet(path: Path) -> pl.DataFrame:
    try:
        return pl.read_parquet(path, glob=False, hive_partitioning=False)
    except FAILURES as error:
        reason = str(error).splitlines()[0]
        raise TableError(f"not a readable Parquet file: {reason}", file=str(path)) from error

"""Game tables from files and back: CSV, Parquet and XLSX."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import IO

import polars as pl

from evenhand.compiled import load_compiler
from evenhand.tables.columns import Layout, Wanted, without_own
from evenhand.tables.comma_separated import FAILURES, read_csv, write_csv
from evenhand.tables.frames import from_frame, to_frame
from evenhand.tables.paths import kind_of, reading, write_file
from evenhand.tables.sheet_frames import read_sheet_frame, write_sheet_frame
from evenhand.tables.table import GameTable, TableError

LARGE = 1 << 20
"""Bytes of a file that is large enough for compiled code."""


def read_games(path: str | Path) -> GameTable:
    """The games of a CSV, Parquet or XLSX file in playing order."""
    path = Path(path)
    kind = kind_of(path, _READERS)
    with reading(path), ThreadPoolExecutor(1) as reader:
        frame = reader.submit(_READERS[kind], path, without_own)
        if path.stat().st_size >= LARGE:
            load_compiler()  # while polars reads
        return from_frame(frame.result(), str(path))


def read_frame(path: str | Path) -> pl.DataFrame:
    """The rows of a CSV, Parquet or XLSX file of games as they are, with columns of one's own."""
    path = Path(path)
    with reading(path):
        return _READERS[kind_of(path, _READERS)](path, list)


def write_games(table: GameTable, path: str | Path, *, layout: Layout = "wide") -> None:
    """Write a CSV, Parquet or XLSX file; if that fails, an older file of the name stays."""
    write_frame(to_frame(table, layout), path)


def write_frame(frame: pl.DataFrame, path: str | Path) -> None:
    """Write a frame of games, with columns of one's own if there are any, as write_games does."""
    path = Path(path)
    kind = kind_of(path, _WRITERS)
    write_file(path, lambda file: _WRITERS[kind](frame, file))


def _read_parquet(path: Path, wanted: Wanted) -> pl.DataFrame:
    try:
        lazy = pl.scan_parquet(path, glob=False, hive_partitioning=False)
        return lazy.select(wanted(lazy.collect_schema().names())).collect()
    except FAILURES as error:
        reason = str(error).splitlines()[0]
        raise TableError(f"not a readable Parquet file: {reason}", file=str(path)) from error


def _write_parquet(frame: pl.DataFrame, file: IO[bytes]) -> None:
    frame.write_parquet(file)


_READERS: dict[str, Callable[[Path, Wanted], pl.DataFrame]] = {
    ".csv": read_csv,
    ".parquet": _read_parquet,
    ".pq": _read_parquet,
    ".xlsx": read_sheet_frame,
}
_WRITERS: dict[str, Callable[[pl.DataFrame, IO[bytes]], None]] = {
    ".csv": write_csv,
    ".parquet": _write_parquet,
    ".pq": _write_parquet,
    ".xlsx": write_sheet_frame,
}

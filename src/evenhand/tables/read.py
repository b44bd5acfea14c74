"""Game tables from files and back: CSV, Parquet and XLSX."""

import csv
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, date, datetime
from pathlib import Path
from typing import IO, Unpack

import numpy as np
import polars as pl

from evenhand.compiled import load_compiler
from evenhand.files import TableError, UnwritableError, check_suffix, reading, write_file
from evenhand.sheets import SEPARATORS, BadCell, Cell, read_sheet, write_xlsx
from evenhand.tables.columns import ColumnMap, Columns, Layout, find_columns
from evenhand.tables.convert import raise_at_row
from evenhand.tables.frame import build_table, to_frame
from evenhand.tables.table import GameTable

FAILURES = (pl.exceptions.PolarsError, pl.exceptions.PanicException)
FIRST_TIME, LAST_TIME = (
    int(datetime(*day, tzinfo=UTC).timestamp()) * 1_000_000 for day in ((1, 1, 1), (9999, 12, 31))
)
INT64 = range(-(1 << 63), 1 << 63)
LARGE_FILE = 1 << 20  # bytes from which on the compiler is made ready while the file is read
THOUSANDS = r"^-?[1-9]\d{0,2}(\.\d{3})+$"
PIECE = 1 << 24  # bytes looked at in one go

Find = Callable[[Sequence[str]], ColumnMap]
"""Finds out which columns of a file hold what."""


def read_games(
    path: str | Path,
    *,
    remark: Callable[[str], object] | None = None,
    **columns: Unpack[Columns],
) -> GameTable:
    """Read the games of a CSV, Parquet or XLSX file, in playing order.

    A file in evenhand's own wide or long layout needs nothing else.  Common layouts (home and
    away, white and black, winner and loser, player1 and player2, team1 and team2) are recognised;
    then ``remark`` is called with a sentence that says how the file was read.  Columns of any
    other name are named:

    - ``players``, ``scores``: one column for each seat; or ``winner``, ``loser``: scores 1 and 0.
      For a file with a row per player one column each, and ``game`` for the ids of the games.
    - ``time``, with ``time_unit`` (s, ms, us or d since 1970) if it holds integers.
    - ``home``: numbers per seat such as ``[1, 0]``; one column, which counts for the first seat
      (0 is neutral ground); or one column per seat.
    - ``context`` (surface, map, car), ``margin``, ``weight``: one column each.
    - ``covariates``: names of columns, with or without ``x_`` in front and the numbers of the
      seats, or a dict from a name to the columns of the seats.
    - ``luck``, ``team``, ``game``: as in evenhand's own layouts.

    Several names may also be text with commas, as on the command line.
    """
    path = Path(path)
    read = _READERS[check_suffix(path, _READERS)]

    def find(names: Sequence[str]) -> ColumnMap:
        return find_columns(names, str(path), **columns)

    with reading(path):
        if path.stat().st_size < LARGE_FILE:
            frame, found = read(path, find, False)
        else:
            with ThreadPoolExecutor(1) as reader:  # polars reads while numba gets ready
                future = reader.submit(read, path, find, False)
                load_compiler()
                frame, found = future.result()
        if found.is_recognised and remark is not None:
            remark(found.remark())
        return build_table(frame, found, str(path), columns.get("time_unit"))[0]


def read_rows(path: str | Path, find: Find | None = None) -> tuple[pl.DataFrame, ColumnMap]:
    """Read all columns of a file of games, and which of them hold what."""
    path = Path(path)
    with reading(path):
        read = _READERS[check_suffix(path, _READERS)]
        return read(path, find or (lambda names: find_columns(names, str(path))), True)


def write_games(table: GameTable, path: str | Path, *, layout: Layout = "wide") -> None:
    """Write a CSV, Parquet or XLSX file; if that fails, an existing file stays as it was."""
    write_frame(to_frame(table, layout), path)


def write_frame(frame: pl.DataFrame, path: str | Path) -> None:
    """Write a frame of games, with any covariates, as `write_games` does."""
    path = Path(path)
    write = _WRITERS[check_suffix(path, _WRITERS)]
    write_file(path, lambda file: write(frame, file))


# --- Parquet


def _read_parquet(path: Path, find: Find, every: bool) -> tuple[pl.DataFrame, ColumnMap]:
    try:
        lazy = pl.scan_parquet(path, glob=False, hive_partitioning=False)
        found = find(lazy.collect_schema().names())
        return (lazy if every else lazy.select(found.names)).collect(), found
    except FAILURES as error:
        reason = str(error).splitlines()[0]
        raise TableError(f"not a readable Parquet file: {reason}", file=str(path)) from error


def _write_parquet(frame: pl.DataFrame, file: IO[bytes]) -> None:
    frame.write_parquet(file)


# --- CSV: UTF-8, separated by comma, semicolon or tab
#
# The separator is the one the header line has most of; with a semicolon numbers may have a
# decimal comma.  Scores are read as numbers at first; if that fails, everything is read again as
# text, so that the wrong cell can be named.


def _read_csv(path: Path, find: Find, every: bool) -> tuple[pl.DataFrame, ColumnMap]:
    header, separator = _header(path)
    names = [name.strip() for name in header]
    found = find(names)
    try:
        frame = _parse_csv(path, header, separator, found.numbers)
    except FAILURES:
        frame = _parse_as_text(path, header, separator)
    if separator == ";":
        _check_thousands(path, frame, found.numbers, header)
        texts = [name for name in found.decimals if frame[name].dtype == pl.String]
        frame = frame.with_columns(pl.col(texts).str.replace(",", ".", literal=True))
    frame = _without_empty_end(frame)
    if len(frame) and frame.to_series(-1).null_count() and _short_rows(path, frame, separator):
        _check_rows(path, names, separator)
    frame = frame if every else frame.select(found.names)
    return frame.with_columns(_whole_ids(frame[found.game])) if found.game else frame, found


def _header(path: Path) -> tuple[list[str], str]:
    with path.open("rb") as file:
        line = file.readline()
    try:
        text = line.decode("utf-8-sig").rstrip("\r\n")
    except UnicodeDecodeError:
        raise TableError("the header is not UTF-8 text", file=str(path)) from None
    if not text.strip():
        raise TableError("the header line is empty", file=str(path))
    separator = max(SEPARATORS, key=text.count)
    try:
        return next(csv.reader([text], delimiter=separator)), separator
    except csv.Error:
        raise TableError("the header is not one line of CSV", file=str(path)) from None


def _unique_names(names: list[str]) -> list[str]:
    """Return names of which each is there once; only columns that are not read change theirs."""
    unique: dict[str, None] = {}
    for place, name in enumerate(names, start=1):
        fresh = name if name and name not in unique else f"{name}#{place}"
        while fresh in unique or (fresh != name and fresh in names):
            fresh += "#"
        unique[fresh] = None
    return list(unique)


def _parse_csv(path: Path, header: list[str], separator: str, numbers: set[str]) -> pl.DataFrame:
    names = _unique_names([name.strip() for name in header])
    kinds = [pl.Float64 if name in numbers else pl.String for name in names]
    is_unique = len(set(header)) == len(header)  # else polars would give them other names
    frame = pl.read_csv(
        path,
        has_header=is_unique,
        skip_rows=0 if is_unique else 1,
        schema=dict(zip(header if is_unique else names, kinds, strict=True)),
        separator=separator,
        decimal_comma=separator == ";",
        glob=False,
    )
    frame.columns = names
    return frame


def _parse_as_text(path: Path, header: list[str], separator: str) -> pl.DataFrame:
    try:
        return _parse_csv(path, header, separator, set())
    except FAILURES as error:
        _check_rows(path, [name.strip() for name in header], separator)
        reason = str(error).splitlines()[0]
        raise TableError(
            f"not a well-formed CSV file (quotation marks?): {reason}", file=str(path)
        ) from error


def _check_thousands(path: Path, frame: pl.DataFrame, numbers: set[str], header: list[str]) -> None:
    """Refuse points that look like those of thousands, where commas are decimal.

    Spreadsheets write 1.387 for 1387 in such files; to read it as a fraction would be wrong by far.
    """
    kinds = dict(zip(frame.columns, frame.dtypes, strict=True))
    broken = [n for n in sorted(numbers) if kinds[n] == pl.String or (frame[n] % 1.0 != 0.0).any()]
    texts = _parse_as_text(path, header, ";") if broken else frame
    for name in broken:
        dotted = texts[name].str.strip_chars().str.contains(".", literal=True).fill_null(False)
        grouped = texts[name].str.strip_chars().str.contains(THOUSANDS).fill_null(False)
        if dotted.any() and (dotted == (dotted & grouped)).all():
            value = texts[name].filter(dotted)[0]
            problem = f"{value!r} may be {value.replace('.', '')} or {value.replace('.', ',')}"
            advice = "write thousands without points, and fractions with a comma"
            raise_at_row(dotted, f"{problem}: {advice}", name, str(path))


def _without_empty_end(frame: pl.DataFrame) -> pl.DataFrame:
    """Return the rows up to the last one with anything in it."""
    if any(value is not None for row in frame.tail(1).rows() for value in row):
        return frame
    filled = frame.select(pl.any_horizontal(pl.all().is_not_null())).to_series().arg_true()
    return frame.head(filled[-1] + 1 if len(filled) else 0)


def _short_rows(path: Path, frame: pl.DataFrame, separator: str) -> bool:
    """Return whether the file has too few separators, as polars fills up short rows."""
    file = np.memmap(path, np.uint8, "r")
    pieces = (file[start : start + PIECE] for start in range(0, len(file), PIECE))
    found = sum(int(np.count_nonzero(piece == ord(separator))) for piece in pieces)
    texts = frame.select(pl.col(pl.String).str.count_matches(separator, literal=True).sum())
    inside = sum(texts.row(0)) if texts.width else 0
    return found < (len(frame) + 1) * (frame.width - 1) + inside


def _check_rows(path: Path, names: list[str], separator: str) -> None:
    """Raise for the first row that is ragged, not UTF-8 or badly quoted."""
    row = 0
    try:
        for row, line in enumerate(_lines(path, separator)):
            if line and len(line) != len(names):
                problem = f"{len(line)} cells instead of {len(names)}"
                raise TableError(problem, row=row, file=str(path))
            for name, cell in zip(names, line, strict=False):
                if not cell.isprintable() and not _is_unicode(cell):
                    raise TableError("not UTF-8 text", row=row, column=name, file=str(path))
    except csv.Error as error:
        raise TableError(f"badly quoted: {error}", row=row + 1, file=str(path)) from None


def _lines(path: Path, separator: str) -> Iterator[list[str]]:
    with path.open(encoding="utf-8-sig", errors="surrogateescape", newline="") as file:
        yield from csv.reader(file, delimiter=separator, strict=True)


def _is_unicode(text: str) -> bool:
    return not any("\ud800" <= sign <= "\udfff" for sign in text)


def _whole_ids(ids: pl.Series) -> pl.Series:
    """Return ids as integers if each of them is the usual text of one."""
    whole = ids.cast(pl.Int64, strict=False)
    return whole if whole.cast(pl.String).eq_missing(ids).all() else ids


def _write_csv(frame: pl.DataFrame, file: IO[bytes]) -> None:
    _with_text_times(frame).write_csv(file)


def _with_text_times(frame: pl.DataFrame) -> pl.DataFrame:
    """Return a frame in which times are ISO text, exact to the microsecond."""
    if "time" not in frame.columns:
        return frame
    time = frame["time"]
    if isinstance(time.dtype, pl.Date):
        time = time.cast(pl.String)
    elif isinstance(time.dtype, pl.Datetime):
        if time.dtype.time_zone is not None:
            time = time.dt.convert_time_zone("UTC").dt.replace_time_zone(None)
        time = time.cast(pl.Datetime("us"))
        outside = ~time.to_physical().is_between(FIRST_TIME, LAST_TIME).fill_null(True)
        if outside.any():
            row = int(outside.arg_max() or 0) + 1
            raise UnwritableError(
                f"row {row}, column time: not in the years 1 to 9999; use Parquet"
            )
        time = time.dt.strftime("%Y-%m-%dT%H:%M:%S%.6fZ")
    return frame.with_columns(time.alias("time"))


# --- XLSX


def _read_xlsx(path: Path, find: Find, every: bool) -> tuple[pl.DataFrame, ColumnMap]:
    sheet = read_sheet(path)
    found = find(sheet.columns)
    if sheet.errors:
        raise sheet.errors[0]
    unique = _unique_names(list(sheet.columns))
    cells = zip(*sheet.rows, strict=True) if sheet.rows else [() for _ in unique]
    columns = dict(zip(unique, cells, strict=True))
    names = unique if every else found.names
    return pl.DataFrame([_column(name, columns[name], found, sheet.file) for name in names]), found


def _write_xlsx(frame: pl.DataFrame, file: IO[bytes]) -> None:
    """Write a frame with exact numbers; times as ISO text, since a sheet rounds them."""
    frame = _with_text_times(frame)
    write_xlsx(file, [frame.columns, *frame.iter_rows()])


def _column(name: str, cells: Sequence[Cell], found: ColumnMap, file: str) -> pl.Series:
    """Return numbers as numbers if all cells are, times as times; everything else as text."""
    for row, cell in enumerate(cells, start=1):
        if isinstance(cell, BadCell):
            if name in found.names:
                raise TableError(cell.problem, row=row, column=name, file=file)
            cells = [None if isinstance(cell, BadCell) else cell for cell in cells]
    kinds = {type(cell) for cell in cells if cell is not None}
    if kinds == {int} and all(cell is None or cell in INT64 for cell in cells):
        return pl.Series(name, cells, pl.Int64)
    if kinds and kinds <= {int, float}:
        return pl.Series(name, cells, pl.Float64)
    if kinds == {datetime}:
        return pl.Series(name, cells, pl.Datetime("us"))
    return pl.Series(name, [None if cell is None else _text(cell) for cell in cells], pl.String)


def _text(cell: Cell) -> str:
    return cell.isoformat() if isinstance(cell, date) else str(cell)


_READERS: dict[str, Callable[[Path, Find, bool], tuple[pl.DataFrame, ColumnMap]]] = {
    ".csv": _read_csv,
    ".parquet": _read_parquet,
    ".pq": _read_parquet,
    ".xlsx": _read_xlsx,
}
_WRITERS: dict[str, Callable[[pl.DataFrame, IO[bytes]], None]] = {
    ".csv": _write_csv,
    ".parquet": _write_parquet,
    ".pq": _write_parquet,
    ".xlsx": _write_xlsx,
}

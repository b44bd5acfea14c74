"""CSV files of games: UTF-8, separated by comma, semicolon or tab.

The separator is the one the header line has most of; with a semicolon numbers
may have a decimal comma.  Scores are read as numbers at first; if that fails,
everything is read again as text, so that the wrong cell can be named.
"""

import csv
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import IO

import numpy as np
import polars as pl

from evenhand.tables.columns import Wanted, recognise, without_own
from evenhand.tables.table import TableError

SEPARATORS = ",;\t"
NUMBERS = ("score", "luck")
FAILURES = (pl.exceptions.PolarsError, pl.exceptions.PanicException)
FIRST_DAY, LAST_DAY = datetime(1, 1, 1, tzinfo=UTC), datetime(9999, 12, 31, tzinfo=UTC)
PIECE = 1 << 24  # bytes looked at in one go


def read_csv(path: Path, wanted: Wanted = without_own) -> pl.DataFrame:
    """The cells of a CSV file under checked column names; ids and times as text."""
    header, separator = _header(path)
    names = [name.strip() for name in header]
    recognise(names, str(path))
    try:
        frame = _read(path, header, separator)
    except FAILURES:
        frame = _read_text(path, header, separator)
    frame = _without_empty_end(frame)
    if len(frame) and frame[names[-1]].null_count() and _short_rows(path, frame, separator):
        _check_rows(path, names, separator)
    frame = frame.select(wanted(names))
    return frame.with_columns(_whole_ids(frame["game"])) if "game" in names else frame


def write_csv(frame: pl.DataFrame, file: IO[bytes]) -> None:
    """Write a frame with exact numbers, times in ISO form (beyond year 9999 as integers)."""
    with_written_times(frame).write_csv(file)


def with_written_times(frame: pl.DataFrame) -> pl.DataFrame:
    """A frame in which times are ISO text, or integers if some are beyond the year 9999."""
    if "time" not in frame.columns:
        return frame
    time = frame["time"]
    iso = time.is_between(FIRST_DAY, LAST_DAY).all()
    text = time.dt.strftime("%Y-%m-%dT%H:%M:%S%.6fZ") if iso else time.to_physical()
    return frame.with_columns(text.alias("time"))


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


def _read(
    path: Path, header: list[str], separator: str, numbers: tuple[str, ...] = NUMBERS
) -> pl.DataFrame:
    names = [name.strip() for name in header]
    kinds = [pl.Float64 if name.split("_")[0] in numbers else pl.String for name in names]
    frame = pl.read_csv(
        path,
        schema=dict(zip(header, kinds, strict=True)),
        separator=separator,
        decimal_comma=separator == ";",
        glob=False,
    )
    frame.columns = names
    return frame


def _read_text(path: Path, header: list[str], separator: str) -> pl.DataFrame:
    try:
        frame = _read(path, header, separator, numbers=())
    except FAILURES as error:
        _check_rows(path, [name.strip() for name in header], separator)
        reason = str(error).splitlines()[0]
        raise TableError(
            f"not a well-formed CSV file (quotation marks?): {reason}", file=str(path)
        ) from error
    if separator == ";":
        numbers = [name for name in frame.columns if name.split("_")[0] in NUMBERS]
        frame = frame.with_columns(pl.col(numbers).str.replace(",", ".", literal=True))
    return frame


def _without_empty_end(frame: pl.DataFrame) -> pl.DataFrame:
    """The rows up to the last one with anything in it."""
    if any(value is not None for row in frame.tail(1).rows() for value in row):
        return frame
    filled = frame.select(pl.any_horizontal(pl.all().is_not_null())).to_series().arg_true()
    return frame.head(filled[-1] + 1 if len(filled) else 0)


def _short_rows(path: Path, frame: pl.DataFrame, separator: str) -> bool:
    """Whether there are too few separators in the file, as polars fills up short rows."""
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
    """Ids as integers if each of them is the usual text of one."""
    whole = ids.cast(pl.Int64, strict=False)
    return whole if whole.cast(pl.String).eq_missing(ids).all() else ids

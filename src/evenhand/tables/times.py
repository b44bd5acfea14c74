"""Times of games as microseconds since 1970 (UTC), and the order they give."""

import re
from datetime import UTC, datetime, timedelta

import numpy as np
import polars as pl
from numpy.typing import NDArray

from evenhand.tables import cells
from evenhand.tables.table import TableError, Times

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MICROSECOND = timedelta(microseconds=1)

_OFFSET = re.compile(r"(Z|[+-]\d\d(:?\d\d)?)$")


def microseconds(column: pl.Series, file: str) -> Times:
    """Dates, datetimes (naive is UTC), ISO text or integer microseconds as microseconds."""
    name = column.name
    cells.refuse(column.is_null(), "missing time", name, file)
    if column.dtype == pl.String:
        times = _from_text(column, file)
    elif isinstance(column.dtype, pl.Date | pl.Datetime):
        times = column.cast(pl.Datetime("us")).to_physical()
    elif column.dtype.is_integer():
        times = cells.integers(column, file)
    else:
        wanted = "dates, ISO text or integer microseconds"
        raise TableError(f"must hold {wanted}, not {column.dtype}", column=name, file=file)
    cells.refuse(times.is_null(), "not a time that fits 64 bits", name, file)
    return times.to_numpy()


def datetimes(times: Times) -> pl.Series:
    """Microseconds as datetimes in UTC."""
    return pl.Series(times).cast(pl.Datetime("us", "UTC"))


def playing_order(times: Times | None) -> NDArray[np.int64] | None:
    """The rows by time, equal times in row order; None if they are in order already."""
    if times is None or (times[1:] >= times[:-1]).all():
        return None
    return np.argsort(times, kind="stable")


def _from_text(column: pl.Series, file: str) -> pl.Series:
    text = column.str.strip_chars()
    times = text.cast(pl.Int64, strict=False)
    if times.null_count() == len(times):
        times = _from_common_iso(text)
    rest = pl.DataFrame({"text": text}).with_row_index("row").filter(times.is_null())
    if len(rest):
        slow = [_from_iso(text, row, column.name, file) for row, text in rest.iter_rows()]
        times = times.scatter(rest["row"], slow)
    return times


def _from_common_iso(text: pl.Series) -> pl.Series:
    """Texts of the first one's form; null for every other."""
    first = text[0]
    form = "%Y-%m-%d"
    if len(first) > 10:
        form += f"{first[10]}%H:%M:%S%.f{'%#z' if _OFFSET.search(first[10:]) else ''}"
    read = pl.col("text").str.to_datetime(form, time_unit="us", strict=False)
    whole = pl.col("text").str.len_bytes() >= 10
    frame = pl.LazyFrame({"text": text}).select(pl.when(whole).then(read).to_physical())
    return frame.collect(engine="streaming").to_series()


def _from_iso(text: str, row: int, column: str, file: str) -> int:
    try:
        time = datetime.fromisoformat(text)
    except ValueError:
        problem = f"not a time: {text!r} (write it as 2024-01-31 or 2024-01-31T18:30:00+01:00)"
        raise TableError(problem, row=row + 1, column=column, file=file) from None
    return ((time if time.tzinfo else time.replace(tzinfo=UTC)) - EPOCH) // MICROSECOND

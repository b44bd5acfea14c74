"""Columns of a file as arrays, with every cell checked.

Each function takes a polars column as it came from a file and either returns
clean values or raises a TableError that names the first wrong row.
"""

import re
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from evenhand.files import TableError
from evenhand.sheets import parse_time as parse_typed_time
from evenhand.tables.table import Flags, Floats, Times

INT8 = np.iinfo(np.int8)
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MICROSECOND = timedelta(microseconds=1)
UNITS = {"us": 1, "ms": 1_000, "s": 1_000_000, "d": 86_400_000_000}
"""Microseconds of a unit of time."""

_OFFSET = re.compile(r"(Z|[+-]\d\d(:?\d\d)?)$")
_YEAR_FIRST = re.compile(r"(\d{4})[./](\d{2})[./](\d{2})(.*)", re.DOTALL)
_DAY_FIRST = re.compile(r"\d{1,2}\.\d{1,2}\.\d{4}.*", re.DOTALL)
_SLASHES = re.compile(r"(\d{1,2})/(\d{1,2})/(\d{4}|\d{2})(?:[ T](\d{1,2}):(\d{2})(?::(\d{2}))?)?")
_RESULT = re.compile(r"\s*(½|1/2|\d+(?:[.,]\d+)?)\s*[-:\u2013]\s*(½|1/2|\d+(?:[.,]\d+)?)\s*")
_WORDS = {
    **dict.fromkeys(("h", "home", "white"), (1.0, 0.0)),
    **dict.fromkeys(("d", "draw", "tie"), (0.5, 0.5)),
    **dict.fromkeys(("a", "away", "black"), (0.0, 1.0)),
}
RESULTS = "1-0, 1/2-1/2, 2-1, H, D, A, white, black and draw are results"
_TRUE = ("true", "t", "yes", "y", "1", "1.0")
_FALSE = ("false", "f", "no", "n", "0", "0.0")


def raise_at_row(wrong: pl.Series | Flags, problem: str, column: str, file: str) -> None:
    """Raise for the first row in which something is wrong."""
    if wrong.any():
        row = int(np.asarray(wrong).argmax()) + 1
        raise TableError(problem, row=row, column=column, file=file)


def ids(column: pl.Series, file: str) -> pl.Series:
    """Return ids as text or integers; a missing id is null."""
    if isinstance(column.dtype, pl.Categorical | pl.Enum):
        column = column.cast(pl.String)
    if column.dtype.is_float():  # whole numbers beside empty cells
        whole = column.fill_nan(None)
        if (whole == whole.round()).all():
            column = whole.cast(pl.Int64, strict=False)
    if column.dtype not in (pl.String, pl.Null) and not column.dtype.is_integer():
        raise _wrong_type(column, "text or integers", file)
    return column


def numbers(column: pl.Series, file: str) -> pl.Series:
    """Return finite float64 numbers; a missing one is null."""
    if not (column.dtype.is_numeric() or column.dtype in (pl.String, pl.Null)):
        raise _wrong_type(column, "numbers", file)
    return _finite(_from_text(column, pl.Float64, "a number", file), file)


def numbers_or_unknown(column: pl.Series, file: str) -> pl.Series:
    """Return finite float64 numbers; where a value is unknown, missing or NaN, null."""
    if column.dtype.is_float():
        column = column.fill_nan(None)
    return numbers(column, file)


def numbers_or_flags(column: pl.Series, file: str) -> pl.Series:
    """Return finite float64 numbers, 1 and 0 for true and false; a missing one is null."""
    if column.dtype == pl.Boolean:
        return column.cast(pl.Float64)
    if column.dtype == pl.String:
        text = column.str.strip_chars().str.to_lowercase()
        words = text.filter(text.is_not_null() & (text != ""))
        if len(words) and words.is_in([*_TRUE, *_FALSE]).all():
            return flags(column, file).cast(pl.Float64)
    return numbers(column, file)


def flags(column: pl.Series, file: str) -> pl.Series:
    """Return truth values, also from 1 and 0 and from words; a missing one is null."""
    if column.dtype == pl.Boolean:
        return column
    if not (column.dtype.is_numeric() or column.dtype in (pl.String, pl.Null)):
        raise _wrong_type(column, "true or false", file)
    text = column.cast(pl.String).str.strip_chars().str.to_lowercase()
    text = text.set(text == "", None)
    wrong = text.is_not_null() & ~text.is_in([*_TRUE, *_FALSE])
    if wrong.any():
        value = column.filter(wrong)[0]
        raise_at_row(wrong, f"not true or false: {value!r}", column.name, file)
    return text.is_in(_TRUE)


def results(column: pl.Series, file: str) -> Floats:
    """Return the scores of both seats from text such as 1-0, 1/2-1/2, 2:1, H or white."""
    if column.dtype != pl.String:
        raise _wrong_type(
            column, "results such as 1-0 (scores need a column for each player)", file
        )
    scores: dict[str | None, tuple[float, float]] = {}
    for text in column.unique(maintain_order=True).to_list():
        word = (text or "").strip().lower()
        found = _RESULT.fullmatch(word)
        if word in _WORDS:
            scores[text] = _WORDS[word]
        elif found is None:
            wrong = column.is_null() if text is None else (column == text).fill_null(False)
            problem = f"not a result: {text!r} ({RESULTS}; scores need a column for each player)"
            missing = text is None or not text.strip()
            raise_at_row(wrong, "missing result" if missing else problem, column.name, file)
        else:
            scores[text] = _half(found[1]), _half(found[2])
    return np.array([scores[text] for text in column.to_list()])


def _half(text: str) -> float:
    return 0.5 if text in ("½", "1/2") else float(text.replace(",", "."))


def integers(column: pl.Series, file: str) -> pl.Series:
    """Return whole numbers as int64; a missing one is null."""
    if column.dtype.is_float():
        column = _finite(column.fill_nan(None), file)
        raise_at_row(column != column.round(), "not a whole number", column.name, file)
    elif not (column.dtype.is_integer() or column.dtype in (pl.String, pl.Null)):
        raise _wrong_type(column, "whole numbers", file)
    return _from_text(column, pl.Int64, "a whole number", file)


def teams(column: pl.Series, file: str) -> pl.Series:
    """Return team numbers as int8; a missing one is null."""
    team = integers(column, file)
    outside = ~team.is_between(INT8.min, INT8.max).fill_null(True)
    raise_at_row(outside, f"a team is a number from {INT8.min} to {INT8.max}", column.name, file)
    return team.cast(pl.Int8)


def are_names(columns: Sequence[pl.Series]) -> bool:
    """Tell whether columns hold text that is nowhere a number."""
    if not all(column.dtype in (pl.String, pl.Null) for column in columns):
        return False
    cells = pl.concat([column.cast(pl.String).str.strip_chars() for column in columns])
    cells = cells.filter(cells.is_not_null() & (cells != ""))
    return len(cells) > 0 and cells.cast(pl.Float64, strict=False).is_null().all()


def game_ids(column: pl.Series) -> NDArray[Any]:
    """Return ids of games as the table keeps them: int64, or text as objects."""
    if column.dtype.is_integer():
        whole = column.cast(pl.Int64, strict=False)
        if not whole.null_count():
            return whole.to_numpy()
        column = column.cast(pl.String)  # beyond 64 bits
    return column.to_numpy().astype(object)


def game_column(games: NDArray[Any]) -> pl.Series:
    """Return ids of games as a column, integers or text."""
    if np.issubdtype(games.dtype, np.integer):
        return pl.Series(games.astype(np.int64))
    return pl.Series([str(game) for game in games], dtype=pl.String)


def blank(names: pl.Series) -> pl.Series:
    """Return which names have no visible character."""
    return names.cast(pl.String).str.strip_chars() == ""


def _finite(column: pl.Series, file: str) -> pl.Series:
    finite = column.is_finite()
    if not finite.all():
        raise_at_row(~finite.fill_null(True), "not a finite number", column.name, file)
    return column


def _from_text(column: pl.Series, kind: Any, what: str, file: str) -> pl.Series:
    if column.dtype == kind:
        return column
    if column.dtype == pl.String:
        text = column.str.strip_chars()
        column = column.set(text == "", None)
        values = text.cast(kind, strict=False)
    else:
        values = column.cast(kind, strict=False)
    lost = values.is_null() & column.is_not_null()
    if lost.any():
        value = column.filter(lost)[0]
        raise_at_row(lost, f"not {what}: {value!r}", column.name, file)
    return values


def _wrong_type(column: pl.Series, wanted: str, file: str) -> TableError:
    return TableError(f"must hold {wanted}, not {column.dtype}", column=column.name, file=file)


# --- times


def parse_time(text: str) -> int:
    """Return a time as microseconds since 1970; without an offset it is UTC.

    >>> parse_time("1970-01-02"), parse_time("1970-01-01T01:00:00+01:00"), parse_time("02.01.1970")
    (86400000000, 0, 86400000000)
    """
    year_first = _YEAR_FIRST.fullmatch(text.strip())
    if year_first:
        text = f"{year_first[1]}-{year_first[2]}-{year_first[3]}{year_first[4]}"
    try:
        return _microseconds(parse_typed_time(text.strip()))
    except (ValueError, OverflowError):
        raise ValueError(f"not a time: {text!r} ({HOW_TO_WRITE})") from None


HOW_TO_WRITE = "write it as 2024-01-31 or 2024-01-31T18:30:00+01:00"


def times(column: pl.Series, file: str, unit: str | None = None) -> Times:
    """Return times as microseconds since 1970.

    Dates, datetimes (naive is UTC) and ISO text are taken as they are.  Integers are calendar
    days such as 20240131, or counted in ``unit`` since 1970.
    """
    if unit is not None and unit not in UNITS:
        raise TableError(f"unknown time unit {unit!r}; there are {', '.join(UNITS)}", file=file)
    name = column.name
    if column.dtype.is_float():
        column = column.fill_nan(None)
    raise_at_row(column.is_null(), "missing time", name, file)
    if isinstance(column.dtype, pl.Date | pl.Datetime):
        if unit is not None:
            raise TableError("holds dates: leave out the time unit", column=name, file=file)
        found = column.cast(pl.Datetime("us")).to_physical()
    elif column.dtype == pl.String:
        found = _text_times(column.str.strip_chars(), file, unit)
    elif column.dtype.is_integer() or column.dtype.is_float():
        found = _number_times(column, file, unit)
    else:
        wanted = "dates, ISO text or integers"
        raise TableError(f"must hold {wanted}, not {column.dtype}", column=name, file=file)
    raise_at_row(found.is_null(), "not a time that fits 64 bits", name, file)
    return found.to_numpy()


def format_times(found: Times) -> pl.Series:
    """Return microseconds as datetimes in UTC."""
    return pl.Series(found).cast(pl.Datetime("us", "UTC"))


def playing_order(found: Times | None) -> NDArray[np.int64] | None:
    """Return the rows by time, equal times in row order; None if they are in order already."""
    if found is None or (found[1:] >= found[:-1]).all():
        return None
    return np.argsort(found, kind="stable")


def _microseconds(moment: datetime) -> int:
    return ((moment if moment.tzinfo else moment.replace(tzinfo=UTC)) - EPOCH) // MICROSECOND


def _number_times(column: pl.Series, file: str, unit: str | None) -> pl.Series:
    name = column.name
    if unit is not None:
        if column.dtype.is_float():
            scaled = (_finite(column, file) * UNITS[unit]).round()
            return scaled.cast(pl.Int64, strict=False)
        limit = np.iinfo(np.int64).max // UNITS[unit]
        fits = column.is_between(-limit, limit)
        return column.cast(pl.Int64, strict=False).set(~fits, None) * UNITS[unit]
    whole = integers(column, file)
    text = whole.cast(pl.String)
    days = text.set(text.str.len_bytes() != 8, None).str.to_date("%Y%m%d", strict=False)
    wrong = days.is_null()
    if wrong.any():
        problem = (
            f"{whole.filter(wrong)[0]} is not a calendar day such as 20240131; write ISO times, "
            "or if it counts seconds, milliseconds, microseconds or days since 1970 give the unit: "
            '--time-unit s, ms, us or d (in Python time_unit="s")'
        )
        raise_at_row(wrong, problem, name, file)
    return days.cast(pl.Datetime("us")).to_physical()


def _text_times(text: pl.Series, file: str, unit: str | None) -> pl.Series:
    whole = text.cast(pl.Int64, strict=False)
    if not whole.null_count():
        return _number_times(whole, file, unit)
    if unit is not None:
        return _number_times(_from_text(text, pl.Float64, "a number", file), file, unit)
    first = text[0]
    if _SLASHES.fullmatch(first):
        return _parse_unique(text, _slash_parser(text, file), file)
    for form in (_DAY_FIRST, _YEAR_FIRST):
        if form.fullmatch(first):
            return _parse_unique(text, _parser_of_form(form), file)
    return _parse_unique(text, _parse_iso, file, _from_common_iso(text))


def _from_common_iso(text: pl.Series) -> pl.Series:
    """Return the times of texts that have the form of the first one, null for every other."""
    first = text[0]
    form = "%Y-%m-%d"
    if len(first) > 10:
        form += f"{first[10]}%H:%M:%S%.f{'%#z' if _OFFSET.search(first[10:]) else ''}"
    read = pl.col("text").str.to_datetime(form, time_unit="us", strict=False)
    whole = pl.col("text").str.len_bytes() >= 10
    frame = pl.LazyFrame({"text": text}).select(pl.when(whole).then(read).to_physical())
    return frame.collect(engine="streaming").to_series()


def _parse_unique(
    text: pl.Series, parse: Callable[[str], int], file: str, found: pl.Series | None = None
) -> pl.Series:
    """Parse the texts that are not found yet, each distinct one once."""
    left = pl.Series(np.ones(len(text), np.bool_)) if found is None else found.is_null()
    known: dict[str, int] = {}
    for one in text.filter(left).unique(maintain_order=True).to_list():
        try:
            known[one] = parse(one)
        except (ValueError, OverflowError) as error:
            hint = f"({HOW_TO_WRITE}, all rows alike)"
            problem = str(error) if isinstance(error, _WrongTime) else f"not a time: {one!r} {hint}"
            raise_at_row(text == one, problem, text.name, file)
    if found is not None and not known:
        return found
    values = [known.get(one) for one in text.to_list()]
    parsed = pl.Series(values, dtype=pl.Int64)
    return parsed if found is None else parsed.zip_with(left, found)


class _WrongTime(ValueError):  # noqa: N818
    """A problem to be shown as it is."""


def _parse_iso(text: str) -> int:
    return _microseconds(datetime.fromisoformat(text))


def _parser_of_form(form: re.Pattern[str]) -> Callable[[str], int]:
    def parse(text: str) -> int:
        if not form.fullmatch(text):
            raise ValueError
        return parse_time(text)

    return parse


def _slash_parser(text: pl.Series, file: str) -> Callable[[str], int]:
    """Find out from all rows whether 5/6/2024 begins with the day or the month."""
    parts = [_SLASHES.fullmatch(one) for one in text.unique(maintain_order=True).to_list()]
    is_day_first = any(found and int(found[1]) > 12 for found in parts)
    is_month_first = any(found and int(found[2]) > 12 for found in parts)
    if not (is_day_first or is_month_first):
        problem = f"cannot tell the day of {text[0]!r} from the month; write 2024-01-31"
        raise TableError(problem, row=1, column=text.name, file=file)

    def parse(one: str) -> int:
        found = _SLASHES.fullmatch(one)
        if not found:
            raise ValueError
        first, second, year, hour, minute, seconds = (int(part or 0) for part in found.groups())
        day, month = (first, second) if is_day_first else (second, first)
        if len(found[3]) == 2:
            year += 1900 if year >= 69 else 2000
        if month > 12:
            raise _WrongTime(f"{one!r} has day and month in another order than other rows")
        return _microseconds(datetime(year, month, day, hour, minute, seconds))

    return parse

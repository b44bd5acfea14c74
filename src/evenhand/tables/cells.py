"""Columns of a file as arrays, with every cell checked.

Each function takes a polars column as it came from a file and either returns
clean values or raises a TableError that names the first wrong row.
"""

from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from evenhand.tables.table import Flags, TableError

INT8 = np.iinfo(np.int8)


def refuse(wrong: pl.Series | Flags, problem: str, column: str, file: str) -> None:
    """Raise for the first row in which something is wrong."""
    if wrong.any():
        row = int(np.asarray(wrong).argmax()) + 1
        raise TableError(problem, row=row, column=column, file=file)


def ids(column: pl.Series, file: str) -> pl.Series:
    """Ids as text or integers; a missing id is null."""
    if isinstance(column.dtype, pl.Categorical | pl.Enum):
        column = column.cast(pl.String)
    if column.dtype not in (pl.String, pl.Null) and not column.dtype.is_integer():
        raise _wrong_type(column, "text or integers", file)
    return column


def numbers(column: pl.Series, file: str) -> pl.Series:
    """Finite float64 numbers; a missing one is null."""
    if not (column.dtype.is_numeric() or column.dtype in (pl.String, pl.Null)):
        raise _wrong_type(column, "numbers", file)
    return _finite(_from_text(column, pl.Float64, "a number", file), file)


def luck(column: pl.Series, file: str) -> pl.Series:
    """Finite float64 numbers; where luck is unknown, missing or NaN, null."""
    if column.dtype.is_float():
        column = column.fill_nan(None)
    return numbers(column, file)


def integers(column: pl.Series, file: str) -> pl.Series:
    """Whole numbers as int64; a missing one is null."""
    if column.dtype.is_float():
        column = _finite(column, file)
        refuse(column != column.round(), "not a whole number", column.name, file)
    elif not (column.dtype.is_integer() or column.dtype in (pl.String, pl.Null)):
        raise _wrong_type(column, "whole numbers", file)
    return _from_text(column, pl.Int64, "a whole number", file)


def teams(column: pl.Series, file: str) -> pl.Series:
    """Team numbers as int8; a missing one is null."""
    team = integers(column, file)
    outside = ~team.is_between(INT8.min, INT8.max).fill_null(True)
    refuse(outside, f"a team is a number from {INT8.min} to {INT8.max}", column.name, file)
    return team.cast(pl.Int8)


def game_ids(column: pl.Series) -> NDArray[Any]:
    """Ids of games as the table keeps them: int64, or text as objects."""
    if column.dtype.is_integer():
        whole = column.cast(pl.Int64, strict=False)
        if not whole.null_count():
            return whole.to_numpy()
        column = column.cast(pl.String)  # beyond 64 bits
    return column.to_numpy().astype(object)


def game_column(games: NDArray[Any]) -> pl.Series:
    """The ids of games as a column, integers or text."""
    if np.issubdtype(games.dtype, np.integer):
        return pl.Series(games.astype(np.int64))
    return pl.Series([str(game) for game in games], dtype=pl.String)


def blank(names: pl.Series) -> pl.Series:
    """Which names have no visible sign."""
    return names.cast(pl.String).str.strip_chars() == ""


def _finite(column: pl.Series, file: str) -> pl.Series:
    finite = column.is_finite()
    if not finite.all():
        refuse(~finite.fill_null(True), "not a finite number", column.name, file)
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
        refuse(lost, f"not {what}: {value!r}", column.name, file)
    return values


def _wrong_type(column: pl.Series, wanted: str, file: str) -> TableError:
    return TableError(f"must hold {wanted}, not {column.dtype}", column=column.name, file=file)

"""Games in XLSX files as frames and back."""

from collections.abc import Sequence
from datetime import date, datetime
from pathlib import Path
from typing import IO

import polars as pl

from evenhand.tables.columns import Wanted, recognise, without_own
from evenhand.tables.comma_separated import with_written_times
from evenhand.tables.sheets import read_sheet
from evenhand.tables.table import TableError
from evenhand.tables.typed import Cell, Flaw
from evenhand.tables.xlsx import write_xlsx

INT64 = range(-(1 << 63), 1 << 63)


def read_sheet_frame(path: Path, wanted: Wanted = without_own) -> pl.DataFrame:
    """The cells of an XLSX file under checked column names."""
    sheet = read_sheet(path)
    recognise(sheet.columns, sheet.file)
    if sheet.errors:
        raise sheet.errors[0]
    cells = zip(*sheet.rows, strict=True) if sheet.rows else [() for _ in sheet.columns]
    columns = dict(zip(sheet.columns, cells, strict=True))
    known = wanted(sheet.columns)
    return pl.DataFrame([_column(name, columns[name], sheet.file) for name in known])


def write_sheet_frame(frame: pl.DataFrame, file: IO[bytes]) -> None:
    """Write a frame with exact numbers; times as ISO text, since a sheet rounds them."""
    frame = with_written_times(frame)
    write_xlsx(file, [frame.columns, *frame.iter_rows()])


def _column(name: str, cells: Sequence[Cell], file: str) -> pl.Series:
    """Numbers as numbers if all cells are, times as times; everything else as text."""
    for row, cell in enumerate(cells, start=1):
        if isinstance(cell, Flaw):
            raise TableError(cell.problem, row=row, column=name, file=file)
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

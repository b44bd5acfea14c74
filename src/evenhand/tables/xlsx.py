"""Cells of XLSX files, by openpyxl.

A formula counts as the value that the spreadsheet program saved with it.  Numbers are
written with all their digits (openpyxl by itself keeps 16), text always as text, even if
it begins like a formula.
"""

import re
import warnings
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import IO, Any
from zipfile import ZipFile

from evenhand.tables.paths import SheetError
from evenhand.tables.table import TableError
from evenhand.tables.typed import Cell, Cells, Flaw

MOST_ROWS, MOST_COLUMNS = 1 << 20, 1 << 14
"""What a sheet can hold."""

MOST_SIGNS = 32_767
"""What a cell can hold."""

MOST_BYTES = 1 << 30
"""Unpacked; a file of more is a slip or made to do harm."""

NOT_CALCULATED = Flaw("a formula without a value; open and save the file in a spreadsheet program")
_NOT_IN_XML = re.compile(r"[^\t\n\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_ESCAPE = re.compile(r"_x[0-9A-Fa-f]{4}_")


def read_xlsx(path: Path) -> list[Cells]:
    """The cells of the first sheet, row by row."""
    rows = _read(path, formulas=False)
    if any(cell is None for row in rows for cell in row):
        _mark_uncalculated(rows, _read(path, formulas=True))
    return list(rows)


def write_xlsx(file: IO[bytes], rows: Iterable[Cells]) -> None:
    """Write text, numbers, truth values and empty cells as the only sheet of an open file."""
    from openpyxl import Workbook
    from openpyxl.cell import WriteOnlyCell

    book = Workbook(write_only=True)
    sheet = book.create_sheet("evenhand")

    def cell(value: Cell) -> Any:
        written = WriteOnlyCell(sheet)
        if isinstance(value, bool):
            written._value, written.data_type = str(int(value)), "b"
        elif isinstance(value, str):
            written._value, written.data_type = _checked(value), "s"
        elif value is not None:
            written._value, written.data_type = repr(value), "n"
        return written

    try:
        for number, row in enumerate(rows, start=1):
            if number > MOST_ROWS or len(row) > MOST_COLUMNS:
                raise SheetError(f"a sheet has at most {MOST_ROWS} rows and {MOST_COLUMNS} columns")
            sheet.append([cell(value) for value in row])
    finally:
        sheet.close()
    book.save(file)


def _checked(text: str) -> str:
    if len(text) > MOST_SIGNS:
        raise SheetError(f"a cell of a sheet has at most {MOST_SIGNS} signs")
    if _NOT_IN_XML.search(text) or _ESCAPE.search(text):
        raise SheetError(f"a sheet cannot hold the text {text!r}")
    return text


def _read(path: Path, *, formulas: bool) -> list[list[Cell]]:
    from openpyxl import load_workbook

    with path.open("rb") as file, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of styles and extensions that do not matter here
        try:
            _check_size(file, str(path))
            book = load_workbook(file, read_only=True, data_only=not formulas)
            return list(_rows(book, str(path)))
        except TableError:
            raise
        except Exception as error:  # openpyxl passes on whatever a damaged file leads to
            reason = " ".join(str(error).split()) or type(error).__name__
            raise TableError(f"not a readable XLSX file: {reason}", file=str(path)) from error


def _check_size(file: Any, name: str) -> None:
    if sum(part.file_size for part in ZipFile(file).infolist()) > MOST_BYTES:
        raise TableError(f"more than {MOST_BYTES} bytes when unpacked", file=name)


def _rows(book: Any, name: str) -> Iterator[list[Cell]]:
    if not book.worksheets:
        raise TableError("the file has no sheet of cells", file=name)
    sheet = book.worksheets[0]
    sheet.reset_dimensions()  # some programs write wrong ones
    for number, row in enumerate(sheet.iter_rows()):
        if number >= MOST_ROWS:
            raise TableError(f"more than {MOST_ROWS} rows", file=name)
        yield [_cell(cell) for cell in row]


def _cell(cell: Any) -> Cell:
    if cell.data_type == "e":
        return Flaw(f"the error {cell.value}")
    if cell.data_type == "f":
        return NOT_CALCULATED
    value: Cell = cell.value
    return None if isinstance(value, str) and not value.strip() else value


def _mark_uncalculated(rows: list[list[Cell]], formulas: list[list[Cell]]) -> None:
    """Tell cells that are empty from formulas that nobody has calculated."""
    for row, other in zip(rows, formulas, strict=True):
        for place, cell in enumerate(other[: len(row)]):
            if row[place] is None and cell is NOT_CALCULATED:
                row[place] = NOT_CALCULATED

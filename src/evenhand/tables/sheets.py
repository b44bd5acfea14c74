"""Sheets of cells as people type them, from CSV and XLSX files and back.

The first row that is not empty has the column names; what counts of an XLSX file is its
first sheet.  Rows count from 1 below the column names, empty ones too.
"""

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from evenhand.tables.paths import kind_of, reading, write_file
from evenhand.tables.table import TableError
from evenhand.tables.typed import Cells
from evenhand.tables.xlsx import read_xlsx, write_xlsx

SEPARATORS = ",;\t"
KINDS = (".csv", ".xlsx")


@dataclass(frozen=True, slots=True)
class Sheet:
    """The cells of a file, every row as long as there are columns; an empty cell is None."""

    file: str
    columns: tuple[str, ...]
    rows: tuple[Cells, ...]
    errors: tuple[TableError, ...] = ()  # rows with cells beyond the columns, or too few


def read_sheet(path: Path) -> Sheet:
    """The cells of a CSV or XLSX file."""
    kind = kind_of(path, KINDS)
    with reading(path):
        if kind == ".csv":
            return _sheet(str(path), _read_csv(path), ragged=False)
        return _sheet(str(path), read_xlsx(path), ragged=True)


def write_sheet(path: Path, columns: Sequence[str], rows: Iterable[Cells]) -> None:
    """Write text and numbers as CSV or XLSX; if that fails, an older file of the name stays."""
    write = _write_csv if kind_of(path, KINDS) == ".csv" else write_xlsx
    write_file(path, lambda file: write(file, [columns, *rows]))


def _read_csv(path: Path) -> Iterator[Cells]:
    data = path.read_bytes()
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise TableError(f"not UTF-8 text in line {line}", file=str(path)) from None
    head = text.lstrip("\r\n").partition("\n")[0]
    separator = max(SEPARATORS, key=head.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    try:
        for row in reader:
            yield [cell if cell.strip() else None for cell in row]
    except csv.Error as error:
        problem = f"not well-formed in line {reader.line_num}: {error}"
        raise TableError(problem, file=str(path)) from None


def _write_csv(file: IO[bytes], rows: Iterable[Cells]) -> None:
    text = io.StringIO(newline="")
    csv.writer(text, lineterminator="\n").writerows(rows)
    file.write(text.getvalue().encode())


def _sheet(file: str, rows: Iterable[Cells], *, ragged: bool) -> Sheet:
    """Find the column names, bring the rows to one length and drop empty ones at the end."""
    below = iter(rows)
    head = next((row for row in below if not is_empty(row)), None)
    if head is None:
        raise TableError("the file has no cells", file=file)
    columns = tuple("" if name is None else " ".join(str(name).split()) for name in head)
    whole: list[Cells] = []
    errors: list[TableError] = []
    for number, row in enumerate(below, start=1):
        short = len(row) < len(columns) and not ragged and not is_empty(row)
        if short or not is_empty(row[len(columns) :]):
            problem = f"{len(row)} cells instead of {len(columns)}"
            errors.append(TableError(problem, row=number, file=file))
        whole.append([*row[: len(columns)], *[None] * (len(columns) - len(row))])
    while whole and is_empty(whole[-1]):
        whole.pop()
    return Sheet(file, columns, tuple(whole), tuple(errors))


def is_empty(cells: Cells) -> bool:
    """Whether there is nothing in any of some cells."""
    return all(cell is None for cell in cells)

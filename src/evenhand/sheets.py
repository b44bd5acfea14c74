"""Sheets of cells that people typed: CSV and XLSX files, row by row, and tables for download.

Rows are read leniently in form (blanks, German dates, a typographic minus) and strictly in
content: a cell that cannot be read gets an error with its file, row and column.  Rows count from
1 below the column names, empty ones too.

A spreadsheet program may run text such as ``=HYPERLINK(...)`` as a formula.  `encode_sheet` puts
an apostrophe in front of such text and `unescape_formula` removes it again, so that what was
written reads back exactly.
"""

import csv
import io
import re
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from math import copysign, isfinite
from numbers import Integral, Real
from pathlib import Path
from typing import IO, Any, Literal, TypeVar
from zipfile import ZipFile

import numpy as np

from evenhand.files import TableError, UnwritableError, check_suffix, reading, write_file

T = TypeVar("T")

SHOWN = 5
"""Errors shown in a message about many."""

MAX_NUMBER = 10**9
"""Largest whole number accepted in a typed list."""

SEPARATORS = ",;\t"
SUFFIXES = (".csv", ".xlsx")
SheetKind = Literal["csv", "xlsx"]

MAX_ROWS, MAX_COLUMNS = 1 << 20, 1 << 14
"""Size limits of an XLSX sheet."""

MAX_CHARACTERS = 32_767
"""Length limit of text in an XLSX cell."""

MAX_BYTES = 1 << 30
"""Unpacked size beyond which an XLSX file is refused."""

MAX_CELLS = 1 << 26
"""Rows times columns beyond which an XLSX sheet is refused: the reader allocates all of them."""

BOM = "\ufeff"
"""Lets Excel recognise UTF-8."""

_MINUS = str.maketrans("\u2212\u2013", "--")  # what word processors make of a minus
# A whole number; of decimals only one or two zeros, because 1.000 is a thousand in German.
_WHOLE = re.compile(r"([+-]?[0-9]{1,15})([.,]0{1,2})?")
_GERMAN_TIME = re.compile(
    r"([0-9]{1,2})\.([0-9]{1,2})\.([0-9]{4})(?:,? ([0-9]{1,2}):([0-9]{2})(?::([0-9]{2}))?)?"
)
# What begins a formula, after our apostrophes and blanks: also in full width.
_FORMULA = re.compile(r"'*(?:[\t\r\n]|\s*[=+\-@\uff1d\uff0b\uff0d\uff20])")
_NOT_IN_XML = re.compile(r"[^\t\n\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_ESCAPED = re.compile(r"_x[0-9A-Fa-f]{4}_")  # a sheet would read it as a character
_ESCAPE = re.compile(r"_(?=x[0-9A-Fa-f]{4}_)")


class RowsError(TableError):
    """Several errors of one table, listed in ``errors``."""

    def __init__(self, errors: Sequence[TableError]) -> None:
        self.errors = tuple(errors)
        lines = [str(error) for error in self.errors[:SHOWN]]
        rest = len(self.errors) - len(lines)
        super().__init__("\n".join(lines + ([f"and {rest} more"] if rest else [])))


def raise_all(errors: Sequence[TableError]) -> None:
    """Raise the errors, if there are any, in the order of their rows."""
    if len(errors) == 1:
        raise errors[0]
    if errors:
        raise RowsError(sorted(errors, key=lambda error: error.row or 0))


@contextmanager
def collect_errors(errors: list[TableError]) -> Iterator[None]:
    """Append a TableError raised in the block to the list and continue after the block."""
    try:
        yield
    except TableError as error:
        errors.append(error)


@dataclass(frozen=True, slots=True)
class BadCell:
    """A cell without a usable value; ``problem`` says why."""

    problem: str


Cell = str | int | float | bool | datetime | date | time | timedelta | BadCell | None
Cells = Sequence[Cell]


@dataclass(frozen=True, slots=True)
class Row:
    """One row of a file: its cells by column name; an empty cell is None or missing."""

    file: str
    number: int
    cells: Mapping[str, Cell]
    titles: Mapping[str, str] = field(default_factory=dict)  # columns as the file names them

    def error(self, column: str, problem: str) -> TableError:
        """Return an error that names this row and a column."""
        title, problem = self.titles.get(column, column), " ".join(problem.split())
        return TableError(problem, row=self.number, column=title, file=self.file)

    def cell(self, column: str) -> Cell:
        """Return a cell; raise if it is a BadCell."""
        cell = self.cells.get(column)
        if isinstance(cell, BadCell):
            raise self.error(column, cell.problem)
        return cell

    def text(self, column: str) -> str:
        """Return text or a whole number as stripped text, empty for an empty cell."""
        cell = self.cell(column)
        if cell is None:
            return ""
        if isinstance(cell, float) and cell.is_integer():
            cell = int(cell)
        if isinstance(cell, bool) or not isinstance(cell, str | int):
            raise self.error(column, f"must be text or a whole number, not {_shown(cell)}")
        return str(cell).strip()

    def mark(self, column: str) -> str:
        """Return a cell as `text` does, and a truth value as its word."""
        cell = self.cell(column)
        return str(cell) if isinstance(cell, bool) else self.text(column)

    def read(self, column: str, reader: Callable[[str], T]) -> T:
        """Parse the text of a cell with a function that raises ValueError."""
        text = self.mark(column)
        try:
            return reader(text)
        except ValueError as problem:
            raise self.error(column, str(getattr(problem, "problem", problem))) from None

    def whole(self, column: str) -> int | None:
        """Return a whole number, None for an empty cell."""
        cell = self.cell(column)
        number = _whole(cell)
        if cell is not None and number is None:
            raise self.error(column, f"not a whole number: {_shown(cell)}")
        if number is not None and abs(number) > MAX_NUMBER:
            raise self.error(column, f"too large: {_shown(cell)}")
        return number

    def needed(self, column: str) -> int:
        """Return a whole number; raise for an empty cell."""
        number = self.whole(column)
        if number is None:
            raise self.error(column, f"missing {column}")
        return number

    def count(self, column: str) -> int:
        """Return a whole number that is neither missing nor negative."""
        number = self.needed(column)
        if number < 0:
            raise self.error(column, f"cannot be negative: {number}")
        return number

    def time(self, column: str) -> datetime | None:
        """Return a time in UTC (without an offset: UTC), None for an empty cell."""
        cell = self.cell(column)
        moment = None if cell is None else _moment(cell)
        if cell is not None and moment is None:
            hint = "(write it as 2024-01-31, 31.01.2024 or 2024-01-31T18:30:00+01:00)"
            raise self.error(column, f"not a time: {_shown(cell)} {hint}")
        return moment


def _whole(cell: Cell) -> int | None:
    if isinstance(cell, bool):
        return None
    if isinstance(cell, str):
        found = _WHOLE.fullmatch(cell.strip().translate(_MINUS))
        return int(found[1]) if found else None
    if isinstance(cell, float):
        return int(cell) if cell.is_integer() else None
    return cell if isinstance(cell, int) else None


def _moment(cell: Cell) -> datetime | None:
    try:
        moment = parse_time(cell.strip()) if isinstance(cell, str) else cell
        if isinstance(moment, datetime):
            return moment.astimezone(UTC) if moment.tzinfo else moment.replace(tzinfo=UTC)
    except (ValueError, OverflowError):  # no such day; an offset at the ends of the calendar
        return None
    return datetime.combine(moment, time(), UTC) if isinstance(moment, date) else None


def parse_time(text: str) -> datetime:
    """Parse an ISO date or time, or a German one such as 31.01.2024, 18:30.

    >>> parse_time("31.01.2024"), parse_time("2024-01-31T18:30:00+01:00").hour
    (datetime.datetime(2024, 1, 31, 0, 0), 18)
    """
    german = _GERMAN_TIME.fullmatch(text)
    if not german:
        return datetime.fromisoformat(text)
    day, month, year, hour, minute, second = (int(part or 0) for part in german.groups())
    return datetime(year, month, day, hour, minute, second)


def _shown(cell: Cell) -> str:
    """Return a cell as a message shows it."""
    if isinstance(cell, datetime | date | time):
        return f"the time {cell}"
    text = repr(cell)
    return text if len(text) <= 60 else text[:60] + "..."


@dataclass(frozen=True, slots=True)
class Sheet:
    """The cells of a file, every row as long as the header; an empty cell is None."""

    file: str
    columns: tuple[str, ...]
    rows: tuple[Cells, ...]
    errors: tuple[TableError, ...] = ()  # rows with cells beyond the columns, or too few


def read_sheet(path: Path) -> Sheet:
    """Read the cells of a CSV or XLSX file.

    The first row that is not empty holds the column names.  Of an XLSX file the first sheet is
    read, and a formula counts as the value that the spreadsheet program saved with it.
    """
    kind = check_suffix(path, SUFFIXES)
    with reading(path):
        if kind == ".csv":
            return _sheet(str(path), _read_csv(path), ragged=False)
        return _sheet(str(path), _read_xlsx(path), ragged=True)


def write_sheet(path: Path, columns: Sequence[str], rows: Iterable[Cells]) -> None:
    """Write text and numbers atomically as a CSV or XLSX file."""
    write = _write_csv if check_suffix(path, SUFFIXES) == ".csv" else write_xlsx
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
    """Find the header, pad the rows to its length and drop empty rows at the end."""
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
    """Return whether all cells are empty."""
    return all(cell is None for cell in cells)


NOT_CALCULATED = BadCell(
    "a formula without a value; open and save the file in a spreadsheet program"
)

_PIECE = 1 << 24  # bytes of XML searched at a time
_CELL = re.compile(rb"""\sr=["']([A-Z]+)([0-9]+)""")
_DIGITS = 19  # enough to see that a row is too far
# Without any of these no cell lies beyond column Z or row 99,999: no need to look at each.
_FAR = re.compile(rb' r="(?:[A-Z]{2}|[A-Z][0-9]{6})')
_UNUSUAL = (b" r='", b"\nr=", b"\tr=", b"\rr=")
_SUSPECT = (b"<f", b":f>", b":f ", b't="e"', b"t='e'")  # perhaps a formula or an error
_EXACT = 1 << 53  # up to here every whole number is a float
_OVERLAP = 64


def _read_xlsx(path: Path) -> list[Cells]:
    """Read the cells of the first sheet, row by row.

    The fast reader (calamine) returns an empty cell for an error and for a formula that was never
    calculated, and all numbers as floats.  Only where that matters openpyxl looks again.
    """
    suspect = _check_extent(path)
    rows = [[_value(cell) for cell in row] for row in _calamine_rows(path)]
    empty = suspect and any(cell is None for row in rows for cell in row)
    large = any(type(cell) is float and abs(cell) >= _EXACT for row in rows for cell in row)
    if empty or large:
        _look_again(path, rows)
    return [_without_empty_end(row) for row in rows]


@contextmanager
def _readable(path: Path) -> Iterator[None]:
    """Turn whatever a damaged XLSX file leads to into a TableError."""
    try:
        yield
    except (TableError, MemoryError):
        raise
    except BaseException as error:
        if not isinstance(error, Exception) and type(error).__name__ != "PanicException":
            raise
        reason = " ".join(str(error).split()) or type(error).__name__
        raise TableError(f"not a readable XLSX file: {reason}", file=str(path)) from error


def _check_extent(path: Path) -> bool:
    """Refuse a sheet too large for memory; return whether any cell is a formula or an error."""
    suspect, columns, last = False, {b"A"}, 1
    with _readable(path), ZipFile(path) as book:
        if sum(part.file_size for part in book.infolist()) > MAX_BYTES:
            raise TableError(f"more than {MAX_BYTES} bytes when unpacked", file=str(path))
        for name in book.namelist():
            if not (name.startswith("xl/worksheets/") and name.endswith(".xml")):
                continue
            rest = b""
            with book.open(name) as part:
                while piece := part.read(_PIECE):
                    text = rest + piece
                    suspect = suspect or any(sign in text for sign in _SUSPECT)
                    if _FAR.search(text) or any(sign in text for sign in _UNUSUAL):
                        found = _CELL.findall(text)
                        columns.update(letters[:_DIGITS] for letters, _ in found)
                        rows = (int(row[:_DIGITS]) for _, row in found)
                        last = max(last, max(rows, default=1))
                    rest = piece[-_OVERLAP:]
    width = max(_column_number(letters) for letters in columns)
    if last > MAX_ROWS or width > MAX_COLUMNS:
        problem = f"more than {MAX_ROWS} rows" if last > MAX_ROWS else f"{width} columns"
        raise TableError(problem, file=str(path))
    if last * width > MAX_CELLS:
        problem = f"a cell in row {last} and one in column {width}: delete what is far off"
        raise TableError(problem, file=str(path))
    return suspect


def _column_number(letters: bytes) -> int:
    number = 0
    for letter in letters:
        number = number * 26 + letter - 64
    return number


def _calamine_rows(path: Path) -> list[list[Any]]:
    from python_calamine import CalamineWorkbook, SheetTypeEnum

    with _readable(path):
        book = CalamineWorkbook.from_path(path)
        kinds = [sheet.typ for sheet in book.sheets_metadata]
        if SheetTypeEnum.WorkSheet not in kinds:
            raise TableError("the file has no sheet of cells", file=str(path))
        sheet = book.get_sheet_by_index(kinds.index(SheetTypeEnum.WorkSheet))
        return sheet.to_python(skip_empty_area=False)


def _without_empty_end(row: list[Cell]) -> list[Cell]:
    while row and row[-1] is None:
        row.pop()
    return row


def _value(cell: Any) -> Cell:
    """Return a cell as openpyxl has it: whole numbers as int, days as datetime."""
    if type(cell) is str:
        return cell if cell.strip() else None
    if type(cell) is float:
        whole = cell.is_integer() and abs(cell) < _EXACT
        return int(cell) if whole and (cell or copysign(1.0, cell) > 0) else cell
    if type(cell) is date:
        return datetime.combine(cell, time())
    return cell  # type: ignore[no-any-return]


def _look_again(path: Path, rows: list[list[Cell]]) -> None:
    """Mark empty cells that hold an error or a formula never calculated; read large numbers."""
    formulas: list[tuple[int, int]] = []
    for number, (row, cells) in enumerate(
        zip(rows, _openpyxl_rows(path, formulas=True), strict=False)
    ):
        for place, (cell, found) in enumerate(zip(row, cells, strict=False)):
            if cell is None and found.data_type == "f":
                formulas.append((number, place))
            elif cell is None and found.data_type == "e":
                row[place] = BadCell(f"the error {found.value}")
            elif type(cell) is float and type(found.value) is int:
                row[place] = found.value
    values = _openpyxl_rows(path, formulas=False) if formulas else []
    for number, place in formulas:
        rows[number][place] = _formula_result(values[number][place])


def _formula_result(cell: Any) -> Cell:
    """Return what an empty cell with a formula means."""
    if cell.data_type == "e":
        return BadCell(f"the error {cell.value}")
    return None if cell.data_type in ("str", "s") else NOT_CALCULATED  # its value is empty text


def _openpyxl_rows(path: Path, *, formulas: bool) -> list[tuple[Any, ...]]:
    from openpyxl import load_workbook

    with path.open("rb") as file, warnings.catch_warnings(), _readable(path):
        warnings.simplefilter("ignore")  # of styles and extensions that do not matter here
        book = load_workbook(file, read_only=True, data_only=not formulas)
        sheet = book.worksheets[0]
        sheet.reset_dimensions()  # some programs write wrong ones
        return list(sheet.iter_rows())


def write_xlsx(file: IO[bytes], rows: Iterable[Cells]) -> None:
    """Write text, numbers, truth values, times and empty cells as the only sheet of an open file.

    Numbers keep all their digits (openpyxl by itself keeps 16) and text stays text, even if it
    begins like a formula.  Times become ISO text, because a spreadsheet rounds them.
    """
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
        elif isinstance(value, date | time):
            written._value, written.data_type = value.isoformat(), "s"
        elif value is not None:
            written._value, written.data_type = repr(value), "n"
        return written

    try:
        for number, row in enumerate(rows, start=1):
            if number > MAX_ROWS or len(row) > MAX_COLUMNS:
                raise UnwritableError(
                    f"a sheet has at most {MAX_ROWS} rows and {MAX_COLUMNS} columns"
                )
            sheet.append([cell(value) for value in row])
    finally:
        sheet.close()
    book.save(file)


def _checked(text: str) -> str:
    if len(text) > MAX_CHARACTERS:
        raise UnwritableError(f"a cell of a sheet has at most {MAX_CHARACTERS} characters")
    if _NOT_IN_XML.search(text) or _ESCAPED.search(text):
        raise UnwritableError(f"a sheet cannot hold the text {text!r}")
    return text


def escape_formula(value: object) -> Cell:
    """Return a value as a cell that no spreadsheet program runs; NaN and infinity become empty.

    >>> escape_formula("=1+1"), escape_formula("-Anna"), escape_formula(-96), escape_formula("Anna")
    ("'=1+1", "'-Anna", -96, 'Anna')
    """
    if value is None or isinstance(value, bool | np.bool_):
        return None if value is None else bool(value)
    if isinstance(value, Integral):
        return int(value)
    if isinstance(value, Real):
        return float(value) if isfinite(value) else None
    text = value.isoformat() if isinstance(value, date | time) else str(value)
    return f"'{text}" if _FORMULA.match(text) else text


def unescape_formula(text: str) -> str:
    """Return text as it was before `escape_formula`.

    >>> unescape_formula("'=1+1"), unescape_formula("'t Hooft")
    ('=1+1', "'t Hooft")
    """
    return text[1:] if text.startswith("'") and _FORMULA.match(text) else text


def encode_sheet(
    columns: Sequence[str], rows: Iterable[Sequence[object]], kind: SheetKind, *, bom: bool = False
) -> bytes:
    r"""Return a table as the bytes of a CSV (UTF-8, comma) or XLSX file, with formulas escaped.

    >>> encode_sheet(["player", "rating"], [["Anna", 1520.5], ["@Ben", None]], "csv")
    b"player,rating\r\nAnna,1520.5\r\n'@Ben,\r\n"
    """
    safe = [[escape_formula(value) for value in row] for row in [columns, *rows]]
    if kind == "xlsx":
        file = io.BytesIO()
        write_xlsx(file, [[_writable(cell) for cell in row] for row in safe])
        return file.getvalue()
    return _encode_csv(safe, bom)


def _encode_csv(rows: Iterable[Cells], bom: bool) -> bytes:
    """Encode lines ending in CR LF, so that a cell with either character is quoted."""
    text = io.StringIO(newline="")
    csv.writer(text, lineterminator="\r\n").writerows(rows)
    return ((BOM if bom else "") + text.getvalue()).encode(errors="replace")


def _writable(cell: Cell) -> Cell:
    """Replace characters that a sheet cannot hold by similar ones."""
    if not isinstance(cell, str):
        return cell
    return _ESCAPE.sub("\uff3f", _NOT_IN_XML.sub("\ufffd", cell))[:MAX_CHARACTERS]

"""The cells of the first sheet of an XLSX file, row by row, within limits."""

import re
from collections.abc import Iterator

from evenhand.ledger.uploads.cell_values import Values
from evenhand.ledger.uploads.limits import Limits, UploadError, refuse_more
from evenhand.ledger.uploads.packed import Packed
from evenhand.ledger.uploads.workbook import NOT_XLSX, Workbook
from evenhand.ledger.uploads.xml_elements import Element, elements
from evenhand.sheets import Cell

_ROW = "/worksheet/sheetData/row"
_CELL = f"{_ROW}/c"
_TEXTS = {f"{_CELL}/v", f"{_CELL}/is/t", f"{_CELL}/is/r/t"}
_FORMULA = f"{_CELL}/f"
_DISORDER = "the cells of the sheet are not in order"
_COLUMN = re.compile(r"([A-Z]{1,3})[0-9]{1,7}")
_NUMBER = re.compile(r"[0-9]{1,7}")


def sheet_rows(content: bytes, limits: Limits) -> Iterator[list[Cell]]:
    """The rows of the first sheet, as long as their last cell that is not empty."""
    packed = Packed(content, limits)
    book = Workbook.of(packed, limits)
    if book.sheet not in packed:
        raise UploadError(NOT_XLSX)
    yield from _Rows(Values(book), limits).of(elements(packed.pieces(book.sheet), limits))


class _Rows:
    """Where in a sheet we are: elements in, rows out."""

    def __init__(self, values: Values, limits: Limits) -> None:
        self._values, self._limits = values, limits
        self._row, self._column = 0, 0
        self._cells: list[Cell] = []
        self._text, self._formula = "", False

    def of(self, found: Iterator[Element]) -> Iterator[list[Cell]]:
        """The rows of a sheet, those left out as empty ones."""
        given = 0
        for path, attributes, text in found:
            if path == _ROW:
                cells = self._end_row(attributes)
                if cells:
                    refuse_more(self._row - 1, self._limits.rows, "rows")
                    yield from ([] for _ in range(given + 1, self._row))
                    yield cells
                    given = self._row
            elif path == _CELL:
                self._end_cell(attributes)
            elif path in _TEXTS:
                self._text = (self._text + text)[: self._limits.cell + 1]
            elif path == _FORMULA:
                self._formula = True

    def _end_row(self, attributes: dict[str, str]) -> list[Cell]:
        number = attributes.get("r", str(self._row + 1))
        if not _NUMBER.fullmatch(number) or int(number) <= self._row:
            raise UploadError("the rows of the sheet are not in order")
        self._row, self._column = int(number), 0
        cells, self._cells = self._cells, []
        return cells

    def _end_cell(self, attributes: dict[str, str]) -> None:
        column = _column(attributes["r"]) if "r" in attributes else self._column + 1
        if column <= self._column:
            raise UploadError(_DISORDER)
        kind, style = attributes.get("t", "n"), attributes.get("s", "0")
        value = self._values.value(kind, style, self._text, self._formula)
        if value is not None:
            refuse_more(column, self._limits.columns, "columns")
            self._cells += [None] * (column - 1 - len(self._cells))
            self._cells.append(value)
        self._column, self._text, self._formula = column, "", False


def _column(place: str) -> int:
    """The number of a column, from 1.

    >>> _column("A7"), _column("AB12")
    (1, 28)
    """
    found = _COLUMN.fullmatch(place)
    if not found:
        raise UploadError(_DISORDER)
    number = 0
    for letter in found[1]:
        number = 26 * number + ord(letter) - ord("A") + 1
    return number

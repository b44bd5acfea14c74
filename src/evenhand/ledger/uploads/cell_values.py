"""What a cell of an XLSX file means, as `evenhand.sheets` has it."""

import re
from datetime import datetime

from evenhand.ledger.uploads.workbook import Workbook, unescaped
from evenhand.sheets import NOT_CALCULATED, BadCell, Cell

_NUMBER = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]{1,4})?")
_PLACE = re.compile(r"[0-9]{1,7}")


class Values:
    """Reads cells of one workbook."""

    def __init__(self, book: Workbook) -> None:
        from openpyxl.styles.numbers import is_date_format, is_timedelta_format

        self._texts = book.texts
        kinds = {
            code: "span" if is_timedelta_format(code) else "date" if is_date_format(code) else ""
            for code in set(book.formats)
        }
        self._styles = [kinds[code] for code in book.formats]
        self._from_1904 = book.from_1904

    def value(self, kind: str, style: str, text: str, formula: bool) -> Cell:
        """The value of a cell of some kind and style; a formula may well make an empty text."""
        if not text:
            return NOT_CALCULATED if formula and kind != "str" else None
        value = self._read(kind, style, text) if text.strip() else None
        return None if isinstance(value, str) and not value.strip() else value

    def _read(self, kind: str, style: str, text: str) -> Cell:
        bare = text.strip()
        if kind == "n" and _NUMBER.fullmatch(bare):
            return self._number(bare, style)
        if kind == "s":
            return self._shared(bare)
        if kind == "e":
            return BadCell(f"the error {bare}")
        if kind == "b":
            return bare in ("1", "true")
        return _moment(bare) if kind == "d" else unescaped(text)

    def _shared(self, text: str) -> Cell:
        if not _PLACE.fullmatch(text) or int(text) >= len(self._texts):
            return BadCell("a text that the file does not have")
        return self._texts[int(text)]

    def _number(self, text: str, style: str) -> Cell:
        number = int(text) if text.lstrip("+-").isdecimal() else float(text)
        place = int(style) if _PLACE.fullmatch(style) else 0
        kind = self._styles[place] if place < len(self._styles) else ""
        return self._time(number, kind == "span") if kind else number

    def _time(self, number: float, span: bool) -> Cell:
        from openpyxl.utils.datetime import MAC_EPOCH, WINDOWS_EPOCH, from_excel

        epoch = MAC_EPOCH if self._from_1904 else WINDOWS_EPOCH
        try:
            value: Cell = from_excel(number, epoch, timedelta=span)
        except (OverflowError, ValueError):
            return BadCell("the error #VALUE!")
        return value


def _moment(text: str) -> Cell:
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        return text

"""What an XLSX file holds beside the cells: which sheet is the first, its texts and formats."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from posixpath import basename, dirname, join, normpath

from evenhand.ledger.uploads.limits import Limits, UploadError
from evenhand.ledger.uploads.packed import Packed
from evenhand.ledger.uploads.xml_elements import Element, elements

LONGEST_FORMAT = 255  # characters, as in Excel
_ESCAPE = re.compile(r"_x([0-9A-Fa-f]{4})_")

NOT_XLSX = "the file is packed like an XLSX file, but is none"


@dataclass(frozen=True, slots=True)
class Workbook:
    """The parts of a file, and how its numbers are meant."""

    sheet: str  # the part that has the first sheet
    texts: list[str]  # which cells refer to by number
    formats: list[str]  # the number format of each style
    from_1904: bool  # whether days count from 1904

    @classmethod
    def of(cls, packed: Packed, limits: Limits) -> "Workbook":
        """Find the parts as their relations say."""
        start = [target for kind, target in _related(packed, "", limits).values() if kind == _BOOK]
        if not start:
            raise UploadError(NOT_XLSX)
        related = _related(packed, start[0], limits)
        targets = {kind: target for kind, target in related.values() if target in packed}
        sheets, from_1904 = _sheets(packed, start[0], limits)
        parts = [related[one][1] for one in sheets if one in related and related[one][0] == _SHEET]
        if not parts:
            raise UploadError("the file has no sheet of cells")
        texts = (
            _texts(packed, targets["sharedStrings"], limits) if "sharedStrings" in targets else []
        )
        formats = _formats(packed, targets["styles"], limits) if "styles" in targets else []
        return cls(parts[0], texts, formats, from_1904)


_BOOK, _SHEET = "officeDocument", "worksheet"


def _read(packed: Packed, name: str, limits: Limits) -> Iterator[Element]:
    if name not in packed:
        raise UploadError(NOT_XLSX)
    return elements(packed.pieces(name), limits)


def _related(packed: Packed, part: str, limits: Limits) -> dict[str, tuple[str, str]]:
    """By id the kind and name of each part that a part refers to; the file's own if it is ''."""
    folder = dirname(part)
    name = join(folder, "_rels", f"{basename(part)}.rels")
    found: dict[str, tuple[str, str]] = {}
    for path, attributes, _ in _read(packed, name, limits):
        if path == "/Relationships/Relationship":
            target = normpath(join("/", folder, attributes.get("Target", ""))).lstrip("/")
            found[attributes.get("Id", "")] = basename(attributes.get("Type", "")), target
    return found


def _sheets(packed: Packed, part: str, limits: Limits) -> tuple[list[str], bool]:
    """The ids of the sheets in their order, and whether days count from 1904."""
    ids, from_1904 = [], False
    for path, attributes, _ in _read(packed, part, limits):
        if path == "/workbook/sheets/sheet":
            ids += [value for name, value in attributes.items() if name.endswith(" id")]
        elif path == "/workbook/workbookPr":
            from_1904 = attributes.get("date1904", "0") in ("1", "true")
    return ids, from_1904


def _texts(packed: Packed, part: str, limits: Limits) -> list[str]:
    """The texts that cells share, without notes on how they are spoken."""
    texts: list[str] = []
    runs: list[str] = []
    for path, _, text in _read(packed, part, limits):
        if path in ("/sst/si/t", "/sst/si/r/t"):
            runs.append(text)
        elif path == "/sst/si":
            texts.append(unescaped("".join(runs)[: limits.cell + 1]))
            runs.clear()
    return texts


def _formats(packed: Packed, part: str, limits: Limits) -> list[str]:
    from openpyxl.styles.numbers import BUILTIN_FORMATS

    codes = {str(number): code for number, code in BUILTIN_FORMATS.items()}
    styles: list[str] = []
    for path, attributes, _ in _read(packed, part, limits):
        if path == "/styleSheet/numFmts/numFmt":
            code = attributes.get("formatCode", "")
            codes[attributes.get("numFmtId", "")] = code if len(code) <= LONGEST_FORMAT else ""
        elif path == "/styleSheet/cellXfs/xf":
            styles.append(attributes.get("numFmtId", "0"))
    return [codes.get(style, "") for style in styles]


def unescaped(text: str) -> str:
    """Text with its escapes read, such as that of an underscore.

    >>> unescaped("_x005F_x0041_")
    '_x0041_'
    """
    return _ESCAPE.sub(lambda found: _sign(found[1]) or found[0], text) if "_x" in text else text


def _sign(code: str) -> str:
    sign = chr(int(code, 16))
    return "" if "\ud800" <= sign <= "\udfff" else sign

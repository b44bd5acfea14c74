"""Tables for people to open in a spreadsheet program, as bytes for a download.

A program may take text such as ``=HYPERLINK(...)`` for a formula and run it.  Such text gets an
apostrophe in front; `unguarded` takes it off again, so that what was written reads back exactly.
Numbers stay numbers, also negative ones.
"""

import csv
import io
import re
from collections.abc import Iterable, Sequence
from datetime import date, time
from math import isfinite
from numbers import Integral, Real
from typing import Literal

import numpy as np

from evenhand.tables.typed import Cell, Cells
from evenhand.tables.xlsx import MOST_SIGNS, write_xlsx

Kind = Literal["csv", "xlsx"]
BOM = "\ufeff"
"""Without it Excel takes UTF-8 for something else."""

# What begins a formula, after apostrophes of ours and blanks: also in full width.
_FORMULA = re.compile(r"'*(?:[\t\r\n]|\s*[=+\-@\uff1d\uff0b\uff0d\uff20])")
_NOT_IN_XML = re.compile(r"[^\t\n\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_ESCAPE = re.compile(r"_(?=x[0-9A-Fa-f]{4}_)")  # a sheet would read it as a character


def safe_cell(value: object) -> Cell:
    """A value as a cell that no spreadsheet program runs; an unknown number is empty.

    >>> safe_cell("=1+1"), safe_cell("-Anna"), safe_cell(-96), safe_cell("Anna")
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


def unguarded(text: str) -> str:
    """Text as it was before `safe_cell`.

    >>> unguarded("'=1+1"), unguarded("'t Hooft")
    ('=1+1', "'t Hooft")
    """
    return text[1:] if text.startswith("'") and _FORMULA.match(text) else text


def write_safe(
    columns: Sequence[str], rows: Iterable[Sequence[object]], kind: Kind, *, bom: bool = False
) -> bytes:
    r"""A table as the bytes of a CSV (UTF-8, comma) or XLSX file.

    >>> write_safe(["player", "rating"], [["Anna", 1520.5], ["@Ben", None]], "csv")
    b"player,rating\r\nAnna,1520.5\r\n'@Ben,\r\n"
    """
    safe = [[safe_cell(value) for value in row] for row in [columns, *rows]]
    if kind == "xlsx":
        file = io.BytesIO()
        write_xlsx(file, [[_writable(cell) for cell in row] for row in safe])
        return file.getvalue()
    return _csv(safe, bom)


def _csv(rows: Iterable[Cells], bom: bool) -> bytes:
    """Lines end with CR LF, so that a cell with either of them is put in quotation marks."""
    text = io.StringIO(newline="")
    csv.writer(text, lineterminator="\r\n").writerows(rows)
    return ((BOM if bom else "") + text.getvalue()).encode(errors="replace")


def _writable(cell: Cell) -> Cell:
    """A cell that a sheet can hold: what it cannot is replaced by something that looks like it."""
    if not isinstance(cell, str):
        return cell
    return _ESCAPE.sub("\uff3f", _NOT_IN_XML.sub("\ufffd", cell))[:MOST_SIGNS]

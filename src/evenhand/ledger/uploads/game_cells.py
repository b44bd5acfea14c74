"""The cells of an uploaded game file as text, from which the readers of game files make numbers."""

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import date, time

import polars as pl

from evenhand.ledger.uploads.sheets import Found
from evenhand.sheets import BadCell, Cell, Sheet, is_empty
from evenhand.tables import NUMBER_ROLES, TableError, without_covariates

ROW = "x_row"
"""The column of ours that says from which row of the file a row came."""

_IDS = ("player", "game")
_COUNT = re.compile(r"(?![0-9]{8}$)[+-]?[0-9]+")
"""An integer that is no calendar day: nothing says in what unit it counts the time."""


def text_frame(found: Found, errors: list[TableError]) -> pl.DataFrame:
    """The rows that are not empty, each column as text; a cell without a value adds an error."""
    sheet = found.sheet
    rows = [(number, row) for number, row in enumerate(sheet.rows, start=1) if not is_empty(row)]
    columns = {ROW: pl.Series(ROW, [number for number, _ in rows], pl.Int64)}
    for name in without_covariates(sheet.columns):
        place, role = sheet.columns.index(name), name.split("_")[0]
        texts: list[str | None] = []
        for number, row in rows:
            text = _text(row[place], role, found.decimal_comma)
            if isinstance(text, BadCell):
                errors.append(TableError(text.problem, row=number, column=name))
            texts.append(None if isinstance(text, BadCell) else text)
        columns[name] = pl.Series(name, texts, pl.String)
    return pl.DataFrame(columns)


def without_nameless(sheet: Sheet) -> Sheet:
    """The sheet without columns that have neither a name nor a cell."""
    kept = [
        place
        for place, name in enumerate(sheet.columns)
        if name or not is_empty([row[place] for row in sheet.rows])
    ]
    rows = tuple([row[place] for place in kept] for row in sheet.rows)
    return replace(sheet, columns=_chosen(sheet.columns, kept), rows=rows)


def _chosen(columns: Sequence[str], kept: Sequence[int]) -> tuple[str, ...]:
    return tuple(columns[place] for place in kept)


def _text(cell: Cell, role: str, decimal_comma: bool) -> str | BadCell | None:
    if cell is None or isinstance(cell, BadCell):
        return cell
    if isinstance(cell, float) and cell.is_integer() and role not in NUMBER_ROLES:
        cell = int(cell)
    if role in _IDS and (isinstance(cell, bool) or not isinstance(cell, str | int)):
        return BadCell("must be text or a whole number")
    if isinstance(cell, date | time):
        return cell.isoformat()
    text = repr(cell) if isinstance(cell, float) else str(cell)
    if role == "time" and _COUNT.fullmatch(text.strip()):
        return BadCell(f"not a time: {text[:50]} (write it as 2024-01-31 or 2024-01-31T18:30:00Z)")
    return text.replace(",", ".", 1) if decimal_comma and role in NUMBER_ROLES else text

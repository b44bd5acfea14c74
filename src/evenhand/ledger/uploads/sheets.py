"""Uploaded bytes as a sheet of cells, within limits."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice

from evenhand.ledger.uploads.kinds import FileKind
from evenhand.ledger.uploads.limits import Limits, UploadError, refuse_more
from evenhand.ledger.uploads.parquet import parquet_rows
from evenhand.ledger.uploads.sheet_rows import sheet_rows
from evenhand.ledger.uploads.text_rows import read_text, separator_of, text_rows
from evenhand.sheets import Cells, Sheet, is_empty
from evenhand.tables import TableError


@dataclass(frozen=True, slots=True)
class Found:
    """The cells of a file, and whether numbers may have a decimal comma."""

    sheet: Sheet
    decimal_comma: bool = False


def read_cells(content: bytes, kind: FileKind, limits: Limits) -> Found:
    """The cells of a file of some kind."""
    if kind == "xlsx":
        return Found(make_sheet(sheet_rows(content, limits), limits, ragged=True))
    if kind == "parquet":
        return Found(make_sheet(parquet_rows(content, limits), limits, ragged=False))
    text = read_text(content)
    separator = separator_of(text)
    sheet = make_sheet(text_rows(text, separator), limits, ragged=False)
    return Found(sheet, separator == ";")


def make_sheet(rows: Iterable[Cells], limits: Limits, *, ragged: bool) -> Sheet:
    """A sheet as `evenhand.sheets` makes it, with every row counted as it comes."""
    below = iter(rows)
    head = next((row for row in islice(below, limits.rows) if not is_empty(row)), None)
    if head is None:
        raise UploadError("the file has no cells")
    columns = _titles(head, limits)
    nothing = (None,) * len(columns)
    kept: list[Cells] = []
    errors: list[TableError] = []
    for number, row in enumerate(_counted(below, len(columns), limits), start=1):
        short = len(row) < len(columns) and not ragged and not is_empty(row)
        if short or not is_empty(row[len(columns) :]):
            problem = f"{len(row)} cells instead of {len(columns)}"
            errors.append(TableError(problem, row=number))
        kept.append(nothing if is_empty(row) else [*row[: len(columns)], *nothing[len(row) :]])
    return Sheet("", columns, tuple(kept), tuple(errors))


def _counted(rows: Iterable[Cells], width: int, limits: Limits) -> Iterator[Cells]:
    """The same rows, as long as there are not too many; empty ones take no cells."""
    cells = signs = 0
    for number, row in enumerate(rows, start=1):
        refuse_more(number, limits.rows, "rows")
        if not is_empty(row):
            cells += max(len(row), width)
            signs += sum(len(cell) for cell in row if isinstance(cell, str))
            refuse_more(len(row), limits.columns, "columns")
            refuse_more(cells, limits.cells, "cells")
            refuse_more(signs, limits.expanded, "characters")
        yield row


def _titles(head: Cells, limits: Limits) -> tuple[str, ...]:
    while head and head[-1] is None:
        head = head[:-1]
    refuse_more(len(head), limits.columns, "columns")
    titles = tuple("" if name is None else " ".join(str(name).split()) for name in head)
    for title in titles:
        if len(title) > limits.cell:
            raise UploadError(f"a column name has more than {limits.cell:,} characters")
    return titles

"""XLSX files for the tests."""

from pathlib import Path
from typing import Any

from openpyxl import Workbook


def as_xlsx(folder: Path, rows: list[list[Any]]) -> Path:
    """A file with these rows in its only sheet."""
    book = Workbook()
    for row in rows:
        book.active.append(row)
    book.save(folder / "rows.xlsx")
    return folder / "rows.xlsx"

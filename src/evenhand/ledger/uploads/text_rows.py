"""The cells of a CSV file, row by row."""

import csv
import io
from collections.abc import Iterator

from evenhand.ledger.uploads.limits import UploadError
from evenhand.sheets import SEPARATORS, Cell


def read_text(content: bytes) -> str:
    """The text of a file, which must be UTF-8."""
    hint = "save the file as CSV UTF-8"
    if b"\0" in content:
        raise UploadError(f"the file is not text; {hint}")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise UploadError(f"the file is not UTF-8 text in line {line}; {hint}") from None


def separator_of(text: str) -> str:
    """What separates the cells: what the first line has most of."""
    head = text.lstrip("\r\n").partition("\n")[0]
    return max(SEPARATORS, key=head.count)


def text_rows(text: str, separator: str) -> Iterator[list[Cell]]:
    """The rows; a cell with blanks only is empty.

    >>> list(text_rows("list;player\\n1; \\n", ";"))
    [['list', 'player'], ['1', None]]
    """
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    try:
        for row in reader:
            yield [cell if cell.strip() else None for cell in row]
    except csv.Error as error:
        raise UploadError(f"not well-formed CSV in line {reader.line_num}: {error}") from None

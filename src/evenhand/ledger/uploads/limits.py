"""What an uploaded file may cost, and the error if it cannot be read at all."""

from dataclasses import dataclass


class UploadError(ValueError):
    """Why nothing of a file could be read, in one line."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits that hold while a file is being read, whatever the file says about itself."""

    size: int = 10 << 20  # bytes of the file
    rows: int = 50_000  # below the column names, empty ones too
    columns: int = 200
    cells: int = 1_000_000  # rows times columns
    cell: int = 1_000  # characters
    expanded: int = 64 << 20  # bytes of what is unpacked
    entries: int = 1_000  # parts of a packed file
    elements: int = 1_500_000  # of XML in one part; two make a number in a sheet, three a text
    problems: int = 100  # that are told


USUAL = Limits()


def refuse_more(count: int, most: int, what: str) -> None:
    """Refuse a file that has too many of something.

    >>> refuse_more(60_000, 50_000, "rows")
    Traceback (most recent call last):
    evenhand.ledger.uploads.limits.UploadError: the file has more than 50,000 rows
    """
    if count > most:
        raise UploadError(f"the file has more than {most:,} {what}")

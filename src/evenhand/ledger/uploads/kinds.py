"""Which kind of file some bytes are: what they begin with says so, and the name must agree."""

import re
from typing import Literal

from evenhand.ledger.names import harmless
from evenhand.ledger.uploads.limits import UploadError

FileKind = Literal["csv", "xlsx", "parquet"]

ENDINGS: dict[FileKind, tuple[str, ...]] = {
    "csv": (".csv", ".tsv", ".txt"),
    "xlsx": (".xlsx",),
    "parquet": (".parquet", ".pq"),
}
_KNOWN = "CSV, XLSX and Parquet files can be read"
_OTHERS = {
    b"\xd0\xcf\x11\xe0": "an old Excel file or one with a password; save it as XLSX without one",
    b"%PDF": "a PDF file; " + _KNOWN,
    b"\x1f\x8b": "a packed file (gzip); " + _KNOWN,
    b"\xff\xfe": "UTF-16 text; save the file as CSV UTF-8",
    b"\xfe\xff": "UTF-16 text; save the file as CSV UTF-8",
}
_ENDING = re.compile(r"\.[A-Za-z][A-Za-z0-9]{0,9}$")


def file_kind(content: bytes, filename: str) -> FileKind:
    """The kind of a file; refuses others, and a name that promises something else.

    >>> file_kind(b"list,player", "evening.csv")
    'csv'
    >>> file_kind(b"list,player", "evening.xlsx")
    Traceback (most recent call last):
    evenhand.ledger.uploads.limits.UploadError: the name ends in .xlsx, but this is a CSV file
    """
    for start, what in _OTHERS.items():
        if content.startswith(start):
            raise UploadError(f"the file is {what}")
    kind: FileKind = "csv"
    if content.startswith((b"PK\x03\x04", b"PK\x05\x06")):
        kind = "xlsx"
    elif content.startswith(b"PAR1"):
        kind = "parquet"
    _check_ending(kind, filename)
    return kind


def _check_ending(kind: FileKind, filename: str) -> None:
    found = _ENDING.search(shown_name(filename))
    ending = found[0].lower() if found else ""
    if not ending or ending in ENDINGS[kind]:
        return
    if not any(ending in endings for endings in ENDINGS.values()):
        raise UploadError(f"the name ends in {ending}; {_KNOWN}")
    what = {"csv": "a CSV file", "xlsx": "an XLSX file", "parquet": "a Parquet file"}[kind]
    raise UploadError(f"the name ends in {ending}, but this is {what}")


def shown_name(filename: str) -> str:
    r"""The name of a user's file as it may be shown; it is never used as a path.

    >>> shown_name("..\\..\\etc/even\x00ing.csv")
    'evening.csv'
    """
    return harmless(re.split(r"[/\\]", filename[-1000:])[-1].strip(), 100)

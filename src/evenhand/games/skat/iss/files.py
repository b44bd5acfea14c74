"""Files of ISS records, which may be long and have a few broken lines."""

from collections.abc import Callable, Iterator
from pathlib import Path

from evenhand.games.skat.iss.line import parse_iss
from evenhand.games.skat.iss.record import Record
from evenhand.tables import TableError

OnError = Callable[[TableError], object]
Check = Callable[[Record], object]


def read_iss(path: str | Path, on_error: OnError | None = None) -> list[Record]:
    """The games of a file, see ``each_record``."""
    return list(each_record(path, on_error))


def each_record(
    path: str | Path, on_error: OnError | None = None, check: Check = lambda record: None
) -> Iterator[Record]:
    """The games of a file, one after the other; empty lines do not matter.

    A broken line raises a TableError that names the file and the row, a line's number
    from 1.  With ``on_error``, which is called with the error, the line is left out: give
    ``errors.append`` to collect what is wrong.  ``check`` may find more that is wrong, and raise
    a TableError without a place.
    """
    for row, line in numbered_lines(path):
        try:
            record = parse_iss(text_of(line))
            check(record)
        except TableError as error:
            refuse(error, row, path, on_error)
        else:
            yield record


def numbered_lines(path: str | Path) -> Iterator[tuple[int, bytes]]:
    """The lines of a file that are not empty, and their numbers from 1."""
    if not Path(path).exists():
        raise TableError("no such file", file=str(path))
    try:
        with Path(path).open("rb") as file:
            for row, line in enumerate(file, 1):
                if line.strip():
                    yield row, line
    except OSError as error:
        raise TableError(f"cannot be read: {error.strerror or error}", file=str(path)) from error


def refuse(error: TableError, row: int, path: str | Path, on_error: OnError | None) -> None:
    """Raise an error with its place, or tell it."""
    located = TableError(error.problem, row=row, column=error.column, file=str(path))
    if on_error is None:
        raise located from None
    on_error(located)


def text_of(line: bytes) -> str:
    """A line of UTF-8, or else of Latin-1, which old files are in."""
    try:
        return line.decode("utf-8-sig")
    except UnicodeDecodeError:
        return line.decode("latin-1")

"""Paths of files that are read or written: what can go wrong with them, as TableErrors."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from evenhand.tables.table import TableError
from evenhand.tables.whole import write_whole


class SheetError(ValueError):
    """What a sheet cannot hold."""


def kind_of(path: Path, known: Iterable[str]) -> str:
    """The ending of a path, which must be one of those known."""
    kind = path.suffix.lower()
    kinds = tuple(known)
    if kind not in kinds:
        problem = f"unknown kind of file {path.suffix!r}; known are {', '.join(kinds)}"
        raise TableError(problem, file=str(path))
    return kind


@contextmanager
def reading(path: Path) -> Iterator[None]:
    """Read a file within this: it must be there, and not be empty."""
    try:
        if not path.exists():
            raise TableError("no such file", file=str(path))
        if not path.stat().st_size:
            raise TableError("the file is empty", file=str(path))
        yield
    except OSError as error:
        raise TableError(f"cannot be read: {error.strerror or error}", file=str(path)) from error


def write_file(path: Path, write: Callable[[IO[bytes]], object]) -> None:
    """Write a file whole; if that fails, an older file of the name stays."""

    def write_draft(draft: Path) -> None:
        with draft.open("xb") as file:
            write(file)

    try:
        write_whole(path, write_draft)
    except OSError as error:
        raise TableError(f"cannot be written: {error.strerror or error}", file=str(path)) from error
    except (SheetError, UnicodeEncodeError) as error:
        raise TableError(f"cannot be written: {error}", file=str(path)) from None

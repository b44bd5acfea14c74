"""Read and write files safely: errors that name the place, atomic writes, checks of paths."""

import shutil
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any
from uuid import uuid4


class TableError(ValueError):
    """What is wrong with a table, and where: file, row and column (and seat, from 1)."""

    def __init__(
        self,
        problem: str,
        *,
        row: int | None = None,
        column: str = "",
        file: str = "",
        seat: int | None = None,
    ) -> None:
        self.problem, self.row, self.column, self.file = problem, row, column, file
        self.seat = seat
        where = [
            file,
            f"row {row}" if row is not None else "",
            f"column {column}" if column else "",
        ]
        place = ", ".join(part for part in where if part)
        super().__init__(f"{place}: {problem}" if place else problem)


class UnwritableError(ValueError):
    """A value that the format of a file cannot hold."""


def check_suffix(path: Path, known: Iterable[str]) -> str:
    """Return the suffix of a path in lower case, which must be one of those known."""
    suffix = path.suffix.lower()
    suffixes = tuple(known)
    if suffix not in suffixes:
        problem = f"unknown kind of file {path.suffix!r}; known are {', '.join(suffixes)}"
        raise TableError(problem, file=str(path))
    return suffix


@contextmanager
def reading(path: Path) -> Iterator[None]:
    """Turn the failures of reading a file inside this block into a TableError."""
    try:
        if not path.exists():
            raise TableError("no such file", file=str(path))
        if not path.stat().st_size:
            raise TableError("the file is empty", file=str(path))
        yield
    except OSError as error:
        raise TableError(f"cannot be read: {error.strerror or error}", file=str(path)) from error


def atomic_write(path: Path, write: Callable[[Path], Any]) -> None:
    """Let ``write`` write a temporary file beside the path, then rename it to the path.

    If writing fails, an existing file stays as it was and the temporary file is removed.
    """
    target = path.resolve()
    draft = target.with_name(f".{target.stem}.{uuid4().hex}{target.suffix}")
    try:
        write(draft)
        if target.exists():
            shutil.copymode(target, draft)
        draft.replace(target)
    finally:
        with suppress(FileNotFoundError):
            draft.unlink()


def write_file(path: Path, write: Callable[[IO[bytes]], object]) -> None:
    """Write an open file atomically; failures become a TableError that names the file."""

    def write_draft(draft: Path) -> None:
        with draft.open("xb") as file:
            write(file)

    try:
        atomic_write(path, write_draft)
    except OSError as error:
        raise TableError(f"cannot be written: {error.strerror or error}", file=str(path)) from error
    except (UnwritableError, UnicodeEncodeError) as error:
        raise TableError(f"cannot be written: {error}", file=str(path)) from None


def check_writable(path: Path | None, *suffixes: str) -> None:
    """Refuse a file that could not be written, before the work begins."""
    if path is None:
        return
    if path.suffix.lower() not in suffixes:
        raise ValueError(f"{path}: the name must end in {' or '.join(suffixes)}")
    if not path.parent.is_dir():
        raise ValueError(f"{path}: there is no folder {path.parent}")
    if path.is_dir():
        raise ValueError(f"{path}: is a folder")


def check_different(*paths: Path | None) -> None:
    """Refuse to write a file over another one of the same command."""
    seen: set[Path] = set()
    for path in paths:
        if path is not None:
            if path.resolve() in seen:
                raise ValueError(f"{path}: is named twice; each file needs a name of its own")
            seen.add(path.resolve())


def make_folder(path: Path) -> None:
    """Create a folder for files, before the work begins."""
    for part in (path, *path.parents):
        if part.exists() and not part.is_dir():
            raise ValueError(f"{path}: {part} is a file, not a folder")
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        raise ValueError(f"{path}: cannot be made a folder ({problem.strerror})") from None

"""How commands print tables, write files and show that they are alive."""

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Annotated, Any, Protocol

import typer

if TYPE_CHECKING:
    import polars as pl


class Format(StrEnum):
    """How a table is printed."""

    TABLE = "table"
    CSV = "csv"
    JSON = "json"


WIDTH = 160  # characters of a table that goes into a file or pipe
WorkersOption = Annotated[
    int | None, typer.Option("--workers", min=1, help="Workers; by default one for each core.")
]
ClusterOption = Annotated[
    str | None, typer.Option("--cluster", metavar="ADDRESS", help="A Dask cluster to work on.")
]
FormatOption = Annotated[Format, typer.Option("--format", help="How to print the table.")]


def print_frame(frame: "pl.DataFrame", form: Format, title: str = "") -> None:
    """Print a table: for people, as CSV, or as JSON rows."""
    if form is Format.CSV:
        sys.stdout.write(frame.write_csv())
    elif form is Format.JSON:
        print_json(frame.to_dicts())
    else:
        _print_table(frame, title)


def print_json(value: Any) -> None:
    """Print a value as JSON; lists of rows get a line each."""
    if isinstance(value, list):
        rows = ",\n ".join(json.dumps(row, ensure_ascii=False, allow_nan=False) for row in value)
        print(f"[{rows}]")
    else:
        print(json.dumps(value, ensure_ascii=False, indent=2, allow_nan=False))


def _print_table(frame: "pl.DataFrame", title: str) -> None:
    from rich.console import Console
    from rich.markup import escape
    from rich.table import Table

    table = Table()
    texts = []
    for name, column in zip(frame.columns, frame.iter_columns(), strict=True):
        right = column.dtype.is_numeric()
        header = name if "." in name else name.replace("_", " ")  # k.n_1 is what one types
        table.add_column(header, justify="right" if right else "left")
        texts.append(_texts(column))
    for row in zip(*texts, strict=True):
        table.add_row(*(escape(text) for text in row))
    console = Console(width=None if sys.stdout.isatty() else WIDTH)
    if title:
        console.print(escape(title), style="bold")
    console.print(table)


def _texts(column: "pl.Series") -> list[str]:
    """The values of a column, numbers with as many decimals as their size makes sensible."""
    if not column.dtype.is_float():
        return ["" if value is None else str(value) for value in column]
    most = max((abs(value) for value in column if value is not None), default=0.0)
    decimals = 1 if most >= 100.0 else 2 if most >= 10.0 else 4
    return ["" if value is None else f"{value:.{decimals}f}" for value in column]


def note(text: str) -> None:
    """Tell something beside the result."""
    print(text, file=sys.stderr)


class Show(Protocol):
    """Show how much is done, and if it has changed what is being done."""

    def __call__(self, done: int, what: str | None = None, /) -> None: ...


@contextmanager
def progress(what: str, total: int | None = None, unit: str = "") -> Iterator[Show]:
    """Show a bar on stderr, gone when done; call what it yields with how much is done.

    With a unit, as ``games``, it shows how many of them a second.
    """
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn as Remaining,
    )

    columns = [TextColumn("{task.description}"), BarColumn()]
    columns += [] if total is None else [MofNCompleteColumn(), Remaining()]
    columns += [TextColumn("{task.fields[speed]}")] if unit else []
    console = Console(stderr=True)
    quiet = not console.is_terminal
    with Progress(*columns, console=console, transient=True, disable=quiet) as bar:
        task, start = bar.add_task(what, total=total, speed=""), monotonic()

        def show(done: int, now: str | None = None, /) -> None:
            speed = done / max(monotonic() - start, 1e-9)
            words = what if now is None else now
            bar.update(task, completed=done, speed=f"{speed:,.0f} {unit}/s", description=words)

        yield show


def write_frame(frame: "pl.DataFrame", path: Path) -> None:
    """Write a table as CSV, JSON or Parquet, whole or not at all."""
    from evenhand.files import atomic_write

    writers: dict[str, Callable[[Path], Any]] = {
        ".csv": frame.write_csv,
        ".json": frame.write_json,
        ".parquet": frame.write_parquet,
    }
    atomic_write(path, writers[path.suffix.lower()])
    note(f"wrote {path}")

"""Cells and rows that people typed, read with forgiveness for form and none for content."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from typing import TypeVar

from evenhand.tables.table import TableError

T = TypeVar("T")

SHOWN = 5
"""Errors shown in a message about many."""

MOST = 10**9
"""No number of a list is larger."""

_MINUS = str.maketrans("\u2212\u2013", "--")  # what word processors make of a minus
# A whole number; of decimals only one or two zeros, because 1.000 is a thousand in German.
_WHOLE = re.compile(r"([+-]?[0-9]{1,15})([.,]0{1,2})?")
_GERMAN_TIME = re.compile(
    r"([0-9]{1,2})\.([0-9]{1,2})\.([0-9]{4})(?:,? ([0-9]{1,2}):([0-9]{2})(?::([0-9]{2}))?)?"
)


class RowsError(TableError):
    """Several things that are wrong with a table; ``errors`` has each of them."""

    def __init__(self, errors: Sequence[TableError]) -> None:
        self.errors = tuple(errors)
        lines = [str(error) for error in self.errors[:SHOWN]]
        rest = len(self.errors) - len(lines)
        super().__init__("\n".join(lines + ([f"and {rest} more"] if rest else [])))


def raise_all(errors: Sequence[TableError]) -> None:
    """Raise what there is to raise, in the order of the rows."""
    if len(errors) == 1:
        raise errors[0]
    if errors:
        raise RowsError(sorted(errors, key=lambda error: error.row or 0))


@contextmanager
def collected(errors: list[TableError]) -> Iterator[None]:
    """Note an error and go on behind the block."""
    try:
        yield
    except TableError as error:
        errors.append(error)


@dataclass(frozen=True, slots=True)
class Flaw:
    """A cell without a value; ``problem`` says why."""

    problem: str


Cell = str | int | float | bool | datetime | date | time | timedelta | Flaw | None
Cells = Sequence[Cell]


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a file: its cells by column; an empty cell is None or missing."""

    file: str
    number: int
    cells: Mapping[str, Cell]
    titles: Mapping[str, str] = field(default_factory=dict)  # columns as the file names them

    def error(self, column: str, problem: str) -> TableError:
        """What is wrong with a cell of this row, in one line."""
        title, problem = self.titles.get(column, column), " ".join(problem.split())
        return TableError(problem, row=self.number, column=title, file=self.file)

    def cell(self, column: str) -> Cell:
        """A cell, if it has a value."""
        cell = self.cells.get(column)
        if isinstance(cell, Flaw):
            raise self.error(column, cell.problem)
        return cell

    def text(self, column: str) -> str:
        """Text or a whole number as text, without blanks around; empty if there is nothing."""
        cell = self.cell(column)
        if cell is None:
            return ""
        if isinstance(cell, float) and cell.is_integer():
            cell = int(cell)
        if isinstance(cell, bool) or not isinstance(cell, str | int):
            raise self.error(column, f"must be text or a whole number, not {_shown(cell)}")
        return str(cell).strip()

    def mark(self, column: str) -> str:
        """As text, but a truth value is a word too."""
        cell = self.cell(column)
        return str(cell) if isinstance(cell, bool) else self.text(column)

    def read(self, column: str, reader: Callable[[str], T]) -> T:
        """What a reader of text makes of a cell."""
        text = self.mark(column)
        try:
            return reader(text)
        except ValueError as problem:
            raise self.error(column, str(getattr(problem, "problem", problem))) from None

    def whole(self, column: str) -> int | None:
        """A whole number, or None if there is nothing."""
        cell = self.cell(column)
        number = _whole(cell)
        if cell is not None and number is None:
            raise self.error(column, f"not a whole number: {_shown(cell)}")
        if number is not None and abs(number) > MOST:
            raise self.error(column, f"too large: {_shown(cell)}")
        return number

    def needed(self, column: str) -> int:
        """A whole number that must be there."""
        number = self.whole(column)
        if number is None:
            raise self.error(column, f"missing {column}")
        return number

    def count(self, column: str) -> int:
        """A whole number that must be there and not be negative."""
        number = self.needed(column)
        if number < 0:
            raise self.error(column, f"cannot be negative: {number}")
        return number

    def time(self, column: str) -> datetime | None:
        """A time (without an offset: UTC), or None if there is nothing."""
        cell = self.cell(column)
        moment = None if cell is None else _moment(cell)
        if cell is not None and moment is None:
            hint = "(write it as 2024-01-31, 31.01.2024 or 2024-01-31T18:30:00+01:00)"
            raise self.error(column, f"not a time: {_shown(cell)} {hint}")
        return moment


def _whole(cell: Cell) -> int | None:
    if isinstance(cell, bool):
        return None
    if isinstance(cell, str):
        found = _WHOLE.fullmatch(cell.strip().translate(_MINUS))
        return int(found[1]) if found else None
    if isinstance(cell, float):
        return int(cell) if cell.is_integer() else None
    return cell if isinstance(cell, int) else None


def _moment(cell: Cell) -> datetime | None:
    try:
        moment = _from_text(cell.strip()) if isinstance(cell, str) else cell
        if isinstance(moment, datetime):
            return moment.astimezone(UTC) if moment.tzinfo else moment.replace(tzinfo=UTC)
    except (ValueError, OverflowError):  # no such day; an offset at the ends of the calendar
        return None
    return datetime.combine(moment, time(), UTC) if isinstance(moment, date) else None


def _from_text(text: str) -> datetime:
    german = _GERMAN_TIME.fullmatch(text)
    if not german:
        return datetime.fromisoformat(text)
    day, month, year, hour, minute, second = (int(part or 0) for part in german.groups())
    return datetime(year, month, day, hour, minute, second)


def _shown(cell: Cell) -> str:
    """A cell as it is told in one line."""
    if isinstance(cell, datetime | date | time):
        return f"the time {cell}"
    text = repr(cell)
    return text if len(text) <= 60 else text[:60] + "..."

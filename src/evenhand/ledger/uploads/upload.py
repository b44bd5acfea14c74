"""What came of reading an uploaded file."""

from dataclasses import dataclass
from typing import Self

from evenhand.ledger.names import harmless
from evenhand.tables import TableError


@dataclass(frozen=True, slots=True)
class Problem:
    """What is wrong, and where.

    >>> print(Problem(3, "won", "not a whole number: 'many'"))
    row 3, column won: not a whole number: 'many'
    """

    row: int | None  # from 1 below the column names; None if it is not about one row
    column: str  # as the file names it; empty if it is not about one column
    problem: str

    def __str__(self) -> str:
        row = f"row {self.row}" if self.row is not None else ""
        column = f"column {self.column}" if self.column else ""
        place = ", ".join(part for part in (row, column) if part)
        return f"{place}: {self.problem}" if place else self.problem

    @classmethod
    def of(cls, error: TableError) -> Self:
        """An error of a reader, without the name of the file and safe to show."""
        return cls(error.row, harmless(error.column, 60), harmless(error.problem))


@dataclass(frozen=True, slots=True)
class UploadedGame:
    """A game, or a whole series, as a file has it."""

    key: str  # unique in the file and sorted as the file is, such as "000001"
    played_at: int | None  # microseconds since 1970, UTC
    players: tuple[str, ...]
    scores: tuple[float, ...]
    row: int  # the first row it came from, from 1 below the column names
    name: str = ""  # its id or the name of the list, if the file has one
    luck: tuple[float | None, ...] | None = None
    teams: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class Upload:
    """A file that was read whole, or not at all: with any problem there are no games."""

    kind: str  # of the reader that knows such files, or "games"
    rows: int  # that were read, without empty ones
    games: tuple[UploadedGame, ...] = ()
    problems: tuple[Problem, ...] = ()
    warnings: tuple[Problem, ...] = ()  # names that look alike


def key_of(number: int) -> str:
    """The key of a game by its number in the file, from 1.

    >>> key_of(12)
    '000012'
    """
    return f"{number:06}"

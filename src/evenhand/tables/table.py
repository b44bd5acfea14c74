"""The columnar game table: where games end and ratings begin."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Indices = NDArray[np.int32]
Teams = NDArray[np.int8]
Times = NDArray[np.int64]
Flags = NDArray[np.bool_]

EMPTY = -1
"""Seat number of a seat nobody sits on."""


class TableError(ValueError):
    """What is wrong with a table, and where: file, row and column."""

    def __init__(
        self, problem: str, *, row: int | None = None, column: str = "", file: str = ""
    ) -> None:
        self.problem, self.row, self.column, self.file = problem, row, column, file
        where = [file, f"row {row}" if row is not None else "", f"column {column}" if column else ""]
        place = ", ".join(part for part in where if part)
        super().__init__(f"{place}: {problem}" if place else problem)


@dataclass(frozen=True, slots=True, eq=False)
class GameTable:
    """Games in playing order: one row per game, one column per seat.

    A row with fewer players than the widest one marks the seats left empty with
    -1.  Rows count from 1 in error messages.

    >>> table = GameTable.from_games([{"Anna": 3, "Ben": 1}, {"Ben": 2, "Cem": 2}])
    >>> table.names, table.seats.tolist()
    (('Anna', 'Ben', 'Cem'), [[0, 1], [1, 2]])
    """

    names: tuple[str, ...]
    seats: Indices  # (games, width) index into names; -1 marks an empty seat
    score: Floats  # (games, width) points as the game awards them, higher is better
    luck: Floats | None = None  # (games, width) how good chance was, higher is luckier
    team: Teams | None = None  # (games, width) players of one number play together
    time: Times | None = None  # (games,) microseconds since 1970, UTC, never falling
    game: NDArray[Any] | None = None  # (games,) ids

    def __post_init__(self) -> None:
        _check_shapes(self)
        _check_seats(self)
        _check_numbers(self)
        _check_teams(self)

    @classmethod
    def from_games(cls, games: Iterable[Mapping[str, float]]) -> Self:
        """A table of games given as ``{player: score}``, seats in the order of the players."""
        rows = list(games)
        number: dict[str, int] = {}
        width = max((len(row) for row in rows), default=2)
        seats = np.full((len(rows), width), EMPTY, np.int32)
        score = np.zeros((len(rows), width))
        for game, row in enumerate(rows):
            for seat, (name, points) in enumerate(row.items()):
                seats[game, seat] = number.setdefault(name, len(number))
                score[game, seat] = points
        return cls(tuple(number), seats, score)

    def __len__(self) -> int:
        return len(self.seats)

    @property
    def width(self) -> int:
        """The most seats of any game."""
        return self.seats.shape[1]

    @property
    def taken(self) -> Flags:
        """Which seats somebody sits on."""
        return self.seats != EMPTY

    def rows(self, start: int, stop: int) -> "GameTable":
        """The games from start up to, not including, stop."""
        columns = {f.name: getattr(self, f.name) for f in fields(self) if f.name != "names"}
        cut = {name: column[start:stop] for name, column in columns.items() if column is not None}
        return replace(self, **cut)

    def games_played(self) -> NDArray[np.int64]:
        """Number of games of every player."""
        return np.bincount(self.seats[self.taken], minlength=len(self.names))


def _check_shapes(table: GameTable) -> None:
    if table.seats.ndim != 2 or table.seats.shape[1] < 2:
        raise TableError("a table needs at least two seats")
    games = len(table.seats)
    wanted = {"score": (np.float64, 2), "luck": (np.float64, 2), "team": (np.int8, 2)}
    wanted |= {"time": (np.int64, 1), "seats": (np.int32, 2)}
    for name, (dtype, dimensions) in wanted.items():
        column = getattr(table, name)
        shape = table.seats.shape if dimensions == 2 else (games,)
        if column is not None and (column.dtype != dtype or column.shape != shape):
            raise TableError(f"must be {np.dtype(dtype)} of shape {shape}", column=name)
    if table.game is not None and table.game.shape != (games,):
        raise TableError(f"must be of shape {(games,)}", column="game")


def _check_seats(table: GameTable) -> None:
    seats, taken = table.seats, table.taken
    _refuse((seats < EMPTY) | (seats >= len(table.names)), "seats", "no such player")
    lonely = taken.sum(axis=1) < 2
    _refuse(lonely, "seats", "a game needs at least two players")
    for first in range(table.width):
        for second in range(first):
            twice = (seats[:, first] == seats[:, second]) & taken[:, first]
            _refuse(twice, "seats", "a player sits twice in one game")


def _check_numbers(table: GameTable) -> None:
    for name, column in (("score", table.score), ("luck", table.luck)):
        if column is not None:
            _refuse(~np.isfinite(column) & table.taken, name, "not a finite number")
    if table.time is not None:
        _refuse(np.r_[False, np.diff(table.time) < 0], "time", "earlier than the game before")


def _check_teams(table: GameTable) -> None:
    if table.team is None or not len(table):
        return
    team, taken = table.team, table.taken
    low = np.where(taken, team, np.iinfo(np.int8).max).min(axis=1)
    high = np.where(taken, team, np.iinfo(np.int8).min).max(axis=1)
    _refuse(low == high, "team", "a game needs at least two teams")
    for first in range(table.width):
        for second in range(first):
            mates = (team[:, first] == team[:, second]) & taken[:, first] & taken[:, second]
            differ = table.score[:, first] != table.score[:, second]
            _refuse(mates & differ, "score", "players of one team must have the same score")


def _refuse(wrong: Flags, column: str, problem: str) -> None:
    """Raise for the first row in which anything is wrong."""
    if wrong.any():
        row = int(np.flatnonzero(wrong.any(axis=1) if wrong.ndim == 2 else wrong)[0])
        raise TableError(problem, row=row + 1, column=column)

"""The columnar game table: where games end and ratings begin."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
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

TWICE = "a player sits twice in one game"
ONE_TEAM = "a game needs at least two teams"
MATES_DIFFER = "players of one team must have the same score"

FEW_SEATS = 8
"""Up to this width players are compared pair by pair, beyond it each row is sorted."""


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
    luck: Floats | None = None  # (games, width) how good chance was, higher is luckier, NaN unknown
    team: Teams | None = None  # (games, width) players of one number play together
    time: Times | None = None  # (games,) microseconds since 1970, UTC, never falling
    game: NDArray[Any] | None = None  # (games,) ids
    home: Floats | None = None
    covariates: Mapping[str, Floats] = field(default_factory=dict)

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
                seats[game, seat] = number.setdefault(str(name), len(number))
                score[game, seat] = points
        return cls(tuple(number), seats, score)

    def __len__(self) -> int:
        return len(self.seats)

    @property
    def width(self) -> int:
        """The most seats of any game."""
        return int(self.seats.shape[1])

    @property
    def taken(self) -> Flags:
        """Which seats somebody sits on."""
        return np.not_equal(self.seats, EMPTY)

    def rows(self, start: int, stop: int) -> "GameTable":
        """The games from start up to, not including, stop."""
        columns = {
            f.name: getattr(self, f.name)
            for f in fields(self)
            if f.name not in ("names", "covariates")
        }
        cut = {name: column[start:stop] for name, column in columns.items() if column is not None}
        return replace(self, **cut)


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
    if not len(table):
        return
    seats, lowest = table.seats, table.seats.min()
    if lowest < EMPTY or table.seats.max() >= len(table.names):
        _refuse((seats < EMPTY) | (seats >= len(table.names)), "seats", "no such player")
    if lowest == EMPTY:
        _check_company(table.taken)
    if table.width <= FEW_SEATS:
        _check_pairs(table)
    else:
        _check_sorted(table)


def _check_company(taken: Flags) -> None:
    lonely = taken.sum(axis=1) < 2
    if lonely.any():
        row = int(lonely.argmax())
        seat = int(taken[row].argmin()) + 1
        raise _error("a game needs at least two players", "seats", row, seat)


def _check_pairs(table: GameTable) -> None:
    for second in range(1, table.width):
        for first in range(second):
            twice = table.seats[:, first] == table.seats[:, second]
            if twice.any():
                twice &= table.seats[:, first] != EMPTY
                _refuse_seat(twice, second, "seats", TWICE)


def _check_sorted(table: GameTable) -> None:
    ranked = np.sort(table.seats, axis=1)
    twice = ((ranked[:, 1:] == ranked[:, :-1]) & (ranked[:, 1:] != EMPTY)).any(axis=1)
    if twice.any():
        row = int(twice.argmax())
        players = table.seats[row].tolist()
        seat = next(s for s, p in enumerate(players) if p != EMPTY and p in players[:s])
        raise _error(TWICE, "seats", row, seat + 1)


def _check_numbers(table: GameTable) -> None:
    if not np.isfinite(table.score).all():
        _refuse(~np.isfinite(table.score) & table.taken, "score", "not a finite number")
    if table.luck is not None and np.isinf(table.luck).any():
        _refuse(np.isinf(table.luck) & table.taken, "luck", "not a finite number")
    if table.time is not None:
        falling = table.time[1:] < table.time[:-1]
        if falling.any():
            row = int(falling.argmax()) + 1
            raise _error("earlier than the game before", "time", row, None)


def _check_teams(table: GameTable) -> None:
    if table.team is None or not len(table):
        return
    if table.width <= FEW_SEATS:
        _check_team_pairs(table, table.team)
    else:
        _check_sorted_teams(table, table.team)


def _check_team_pairs(table: GameTable, team: Teams) -> None:
    rivals = np.zeros(len(table), np.bool_)
    for second in range(1, table.width):
        for first in range(second):
            both = (table.seats[:, first] != EMPTY) & (table.seats[:, second] != EMPTY)
            same = team[:, first] == team[:, second]
            rivals |= both & ~same
            differ = table.score[:, first] != table.score[:, second]
            _refuse_seat(both & same & differ, second, "score", MATES_DIFFER)
    if not rivals.all():
        row = int(rivals.argmin())
        raise _error(ONE_TEAM, "team", row, int(table.taken[row].argmax()) + 1)


def _check_sorted_teams(table: GameTable, team: Teams) -> None:
    # Nobody's team is a number beyond int8, so that empty seats sort last.
    nobody = np.int16(np.iinfo(np.int8).max + 1)
    order = np.argsort(np.where(table.taken, team, nobody), axis=1, kind="stable")
    ranked = np.take_along_axis(np.where(table.taken, team, nobody), order, axis=1)
    played = ranked[:, 1:] != nobody
    mates = played & (ranked[:, 1:] == ranked[:, :-1])
    one_team = ~(played & ~mates).any(axis=1)
    if one_team.any():
        row = int(one_team.argmax())
        raise _error(ONE_TEAM, "team", row, int(order[row, 0]) + 1)
    score = np.take_along_axis(table.score, order, axis=1)
    differ = mates & (score[:, 1:] != score[:, :-1])
    if differ.any():
        row, place = (int(found) for found in np.argwhere(differ)[0])
        raise _error(MATES_DIFFER, "score", row, int(order[row, place + 1]) + 1)


def _refuse(wrong: Flags, column: str, problem: str) -> None:
    """Raise for the first seat at which anything is wrong."""
    if wrong.any():
        row = int(wrong.any(axis=1).argmax())
        raise _error(problem, column, row, int(wrong[row].argmax()) + 1)


def _refuse_seat(wrong: Flags, seat: int, column: str, problem: str) -> None:
    """Raise for the first row in which something is wrong with one seat."""
    if wrong.any():
        raise _error(problem, column, int(wrong.argmax()), seat + 1)


def _error(problem: str, column: str, row: int, seat: int | None) -> TableError:
    return TableError(problem, row=row + 1, column=column, seat=seat)

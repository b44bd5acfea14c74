"""The game table: games as columns, where games end and ratings begin."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any, Self, Unpack

import numpy as np
from numpy.typing import NDArray

from evenhand.files import TableError

if TYPE_CHECKING:
    from evenhand.tables.columns import Columns

Floats = NDArray[np.float64]
Indices = NDArray[np.int32]
Teams = NDArray[np.int8]
Times = NDArray[np.int64]
Flags = NDArray[np.bool_]

EMPTY = -1
"""Player number of an empty seat, and number of an unknown context."""

TWICE = "a player sits twice in one game"
ONE_TEAM = "a game needs at least two teams"
MATES_DIFFER = "players of one team must have the same score"

FEW_SEATS = 8
"""Up to this width players are compared pair by pair, beyond it each row is sorted."""


Game = Mapping[str, float] | Sequence[Mapping[str, float]]
"""One game: scores by player, or a list of teams, each with its players and their score."""


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
    seats: Indices  # (games, seats) index into names; -1 marks an empty seat
    score: Floats  # (games, seats) points as the game awards them, higher is better
    luck: Floats | None = None  # (games, seats) how good chance was, higher is luckier, NaN unknown
    team: Teams | None = None  # (games, seats) players of one number play together
    time: Times | None = None  # (games,) microseconds since 1970, UTC, never falling
    game: NDArray[Any] | None = None  # (games,) ids
    home: Floats | None = None  # (games, seats) 1 at home, 0 not; any finite number
    context: Indices | None = None  # (games,) index into context_names; -1 unknown
    context_names: tuple[str, ...] = ()  # surface, map, car
    margin: Floats | None = None  # (games,) by how much the game was won, NaN unknown
    weight: Floats | None = None  # (games,) how much the game counts, positive
    covariates: Mapping[str, Floats] = field(default_factory=dict)  # name: (games, seats), finite

    def __post_init__(self) -> None:
        _check_shapes(self)
        _check_seats(self)
        _check_numbers(self)
        _check_teams(self)

    @classmethod
    def from_games(cls, games: Iterable[Game]) -> Self:
        """Make a table of games given as ``{player: score}`` or as lists of teams.

        Seats are in the order of the players.

        >>> two_teams = [{"Anna": 10, "Ben": 10}, {"Cem": 7, "Dora": 7}]
        >>> GameTable.from_games([two_teams]).team.tolist()
        [[0, 0, 1, 1]]
        """
        rows = [_seat_rows(game, row) for row, game in enumerate(games, start=1)]
        number: dict[str, int] = {}
        width = max((len(row) for row, _ in rows), default=2)
        seats = np.full((len(rows), width), EMPTY, np.int32)
        score = np.zeros((len(rows), width))
        team = np.zeros((len(rows), width), np.int64)
        for game, (row, _) in enumerate(rows):
            for seat, (name, points, side) in enumerate(row):
                seats[game, seat] = number.setdefault(name, len(number))
                score[game, seat], team[game, seat] = points, side
        if not any(has_teams for _, has_teams in rows):
            return cls(tuple(number), seats, score)
        if len(rows) and team.max() > MAX_TEAM:
            raise TableError(f"a game of more than {MAX_TEAM + 1} teams", column="team")
        return cls(tuple(number), seats, score, team=team.astype(np.int8))

    @classmethod
    def from_frame(
        cls,
        frame: Any,
        *,
        remark: Callable[[str], object] | None = None,
        **columns: Unpack["Columns"],
    ) -> "GameTable":
        """Make a table of a frame: polars, pandas, Arrow or a dict of columns.

        Takes the same arguments as `evenhand.tables.read_games`.

        >>> frame = {"winner_name": ["Anna", "Ben"], "loser_name": ["Ben", "Cem"]}
        >>> table = GameTable.from_frame(frame, winner="winner_name", loser="loser_name")
        >>> table.names, table.score.tolist()
        (('Anna', 'Ben', 'Cem'), [[1.0, 0.0], [1.0, 0.0]])
        """
        from evenhand.tables.frame import from_frame

        return from_frame(frame, remark=remark, **columns)

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
        """Return the games from start up to, not including, stop, without checking them again."""
        part = object.__new__(GameTable)
        for name in _FIELDS:
            value = getattr(self, name)
            if isinstance(value, np.ndarray):
                value = value[start:stop]
            elif name == "covariates":
                value = {key: column[start:stop] for key, column in value.items()}
            object.__setattr__(part, name, value)
        return part


_FIELDS = tuple(one.name for one in fields(GameTable))
MAX_TEAM = 127


def _seat_rows(game: Game, row: int) -> tuple[list[tuple[str, float, int]], bool]:
    """Return name, score and team of every seat of a game, and whether it was given in teams."""
    has_teams = not isinstance(game, Mapping)
    sides: Sequence[Any] = list(game) if has_teams else [{name: game[name]} for name in game]  # type: ignore[call-overload, index]
    if any(not isinstance(side, Mapping) for side in sides):
        problem = "a game is a mapping of players to scores, or a list of such mappings for teams"
        raise TableError(problem, row=row)
    seats = []
    for number, side in enumerate(sides):
        for name, points in side.items():
            try:
                seats.append((str(name), float(points), number))
            except (TypeError, ValueError, OverflowError):
                problem = f"the score of {name} is not a number: {points!r}"
                raise TableError(problem, row=row) from None
    return seats, has_teams


def _check_shapes(table: GameTable) -> None:
    if table.seats.ndim != 2 or table.seats.shape[1] < 2:
        raise TableError("a table needs at least two seats")
    games = len(table.seats)
    for name, (dtype, dimensions) in _COLUMN_TYPES.items():
        _check_column(name, getattr(table, name), dtype, table.seats.shape[:dimensions])
    for name, values in table.covariates.items():
        _check_column(f"x_{name}", values, np.float64, table.seats.shape)
    if table.game is not None and table.game.shape != (games,):
        raise TableError(f"must be of shape {(games,)}", column="game")


_COLUMN_TYPES: dict[str, tuple[type, int]] = {
    "seats": (np.int32, 2),
    "score": (np.float64, 2),
    "luck": (np.float64, 2),
    "team": (np.int8, 2),
    "time": (np.int64, 1),
    "home": (np.float64, 2),
    "context": (np.int32, 1),
    "margin": (np.float64, 1),
    "weight": (np.float64, 1),
}


def _check_column(name: str, column: Any, dtype: type, shape: tuple[int, ...]) -> None:
    if column is not None and (column.dtype != dtype or column.shape != shape):
        raise TableError(f"must be {np.dtype(dtype)} of shape {shape}", column=name)


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
    _check_finite(table, "score", table.score)
    if table.luck is not None and np.isinf(table.luck).any():
        _refuse(np.isinf(table.luck) & table.taken, "luck", "not a finite number")
    if table.home is not None:
        _check_finite(table, "home", table.home)
    for name, values in table.covariates.items():
        _check_finite(table, f"x_{name}", values)
    if table.time is not None:
        falling = table.time[1:] < table.time[:-1]
        if falling.any():
            row = int(falling.argmax()) + 1
            raise _error("earlier than the game before", "time", row, None)
    if table.margin is not None:
        _refuse_row(np.isinf(table.margin), "margin", "not a finite number")
    if table.weight is not None:
        wrong = ~(np.isfinite(table.weight) & (table.weight > 0.0))
        _refuse_row(wrong, "weight", "a weight is a positive, finite number")
    if table.context is not None:
        wrong = (table.context < EMPTY) | (table.context >= len(table.context_names))
        _refuse_row(wrong, "context", "no such context")


def _check_finite(table: GameTable, column: str, values: Floats) -> None:
    finite = np.isfinite(values)
    if not finite.all():
        _refuse(~finite & table.taken, column, "not a finite number")


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
    """Raise for the first seat at which something is wrong."""
    if wrong.any():
        row = int(wrong.any(axis=1).argmax())
        raise _error(problem, column, row, int(wrong[row].argmax()) + 1)


def _refuse_row(wrong: Flags, column: str, problem: str) -> None:
    """Raise for the first game at which something is wrong."""
    if wrong.any():
        raise _error(problem, column, int(wrong.argmax()), None)


def _refuse_seat(wrong: Flags, seat: int, column: str, problem: str) -> None:
    """Raise for the first row in which something is wrong with one seat."""
    if wrong.any():
        raise _error(problem, column, int(wrong.argmax()), seat + 1)


def _error(problem: str, column: str, row: int, seat: int | None) -> TableError:
    return TableError(problem, row=row + 1, column=column, seat=seat)

"""The long layout: one row a player of a game."""

from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from evenhand.tables import cells
from evenhand.tables.codes import by_appearance, names_of, number_ids
from evenhand.tables.table import EMPTY, GameTable, Indices, TableError, Times
from evenhand.tables.times import datetimes, microseconds, playing_order
from evenhand.tables.wide import UNKNOWN_ROLE, VALUES

Rows = NDArray[np.int64]

MOST_EMPTY = 100
"""Games times seats may be so many times the rows, or a seat number is a slip."""


def from_long(frame: pl.DataFrame, file: str) -> GameTable:
    """The games of a frame in the long layout."""
    players, names = _players(frame, file)
    columns = {role: _values(frame, role, file) for role in VALUES if role in frame.columns}
    games, ids = _games(frame, file)
    rows = _seating(frame, games, len(ids), file)
    time = _times(frame, games, file) if "time" in frame.columns else None
    order = playing_order(time)
    if time is not None and order is not None:
        rows, ids, time = rows[order], ids.gather(order), time[order]
    seats, names = by_appearance(np.where(rows == EMPTY, EMPTY, players[rows]), names)
    seated = {role: np.where(rows == EMPTY, 0, column[rows]) for role, column in columns.items()}
    try:
        known = tuple(names.cast(pl.String).to_list())
        return GameTable(known, seats, **seated, time=time, game=cells.game_ids(ids))
    except TableError as error:
        raise _in_file(error, rows, file) from None


def to_long(table: GameTable) -> pl.DataFrame:
    """The games as a frame in the long layout, with the seats numbered."""
    games, seats = np.nonzero(table.taken)
    ids = np.arange(1, len(table) + 1) if table.game is None else table.game
    columns = {
        "game": cells.game_column(ids).gather(games),
        "player": names_of(table.seats[games, seats], table.names),
    }
    for role in VALUES:
        values = getattr(table, role)
        if values is not None:
            columns[role] = pl.Series(values[games, seats], nan_to_null=True)
    columns["seat"] = pl.Series(seats + 1)
    if table.time is not None:
        columns["time"] = datetimes(table.time[games])
    return pl.DataFrame(columns)


def _required(column: pl.Series, file: str) -> pl.Series:
    cells.refuse(column.is_null(), f"missing {column.name}", column.name, file)
    return column


def _values(frame: pl.DataFrame, role: str, file: str) -> NDArray[Any]:
    values = VALUES[role](frame[role], file)
    known = values.fill_null(np.nan) if role == UNKNOWN_ROLE else _required(values, file)
    return known.to_numpy()


def _players(frame: pl.DataFrame, file: str) -> tuple[Indices, pl.Series]:
    column = _required(cells.ids(frame["player"], file), file)
    numbers, names = number_ids([column])
    blank = cells.blank(names)
    if blank.any():
        wrong = blank.to_numpy()[numbers[:, 0]]
        cells.refuse(wrong, "blank player name", "player", file)
    return numbers[:, 0], names


def _games(frame: pl.DataFrame, file: str) -> tuple[Indices, pl.Series]:
    numbers, ids = number_ids([_required(cells.ids(frame["game"], file), file)])
    return numbers[:, 0], ids


def _seating(frame: pl.DataFrame, games: Indices, count: int, file: str) -> Rows:
    """The row of the file behind every seat of every game; -1 where nobody sits."""
    seat = _given_seats(frame, file) if "seat" in frame.columns else _seats_by_row(games)
    width = max(int(seat.max()) + 1, 2)
    if count * width > MOST_EMPTY * len(games) + 1_000_000:
        row = int(seat.argmax()) + 1
        problem = f"{count} games with up to {width} seats are too many for one table"
        raise TableError(problem, row=row, column="seat", file=file)
    rows = np.full((count, width), EMPTY, np.int64)
    rows[games, seat] = np.arange(len(games))
    if (rows[games, seat] != np.arange(len(games))).any():
        again = ~pl.Series(games.astype(np.int64) * width + seat).is_first_distinct()
        cells.refuse(again, "a seat is given twice in one game", "seat", file)
    return rows


def _given_seats(frame: pl.DataFrame, file: str) -> NDArray[np.int64]:
    seat = _required(cells.integers(frame["seat"], file), file).to_numpy()
    cells.refuse(seat < 1, "a seat is a number from 1", "seat", file)
    return seat - 1


def _seats_by_row(games: Indices) -> NDArray[np.int64]:
    """How many rows of the same game stand above each row."""
    order = np.argsort(games, kind="stable")
    ranked = games[order]
    start = np.flatnonzero(np.r_[True, ranked[1:] != ranked[:-1]])
    size = np.diff(np.r_[start, len(games)])
    seats = np.empty(len(games), np.int64)
    seats[order] = np.arange(len(games)) - np.repeat(start, size)
    return seats


def _times(frame: pl.DataFrame, games: Indices, file: str) -> Times:
    """The time of every game, the same in all its rows."""
    time = microseconds(frame["time"], file)
    above = np.maximum.accumulate(games)
    of_game = time[np.r_[True, above[1:] > above[:-1]]]
    cells.refuse(time != of_game[games], "not the time of the game's first row", "time", file)
    return of_game


def _in_file(error: TableError, rows: Rows, file: str) -> TableError:
    """An error of the table as an error of the file: its own row and column."""
    seats = rows[(error.row or 1) - 1]
    row = seats[(error.seat or 1) - 1]
    row = row if row != EMPTY else seats.max()
    column = "player" if error.column == "seats" else error.column
    return TableError(error.problem, row=int(row) + 1, column=column, file=file)

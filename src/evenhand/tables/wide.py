"""The wide layout: one row a game, numbered columns for the seats."""

from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from evenhand.tables import cells
from evenhand.tables.codes import by_appearance, names_of, number_ids
from evenhand.tables.columns import width
from evenhand.tables.table import GameTable, Indices, TableError
from evenhand.tables.times import datetimes, microseconds, playing_order

VALUES = {"score": cells.numbers, "luck": cells.luck, "team": cells.teams}
"""What a player has in a game besides a name, and how it is read."""
UNKNOWN_ROLE = "luck"
"""What may be missing though somebody sits there."""


def from_wide(frame: pl.DataFrame, file: str) -> GameTable:
    """The games of a frame in the wide layout."""
    players = [cells.ids(column, file) for column in _seats(frame, "player")]
    seats, names = _players(players, file)
    columns: dict[str, Any] = {role: _values(frame, role, players, file) for role in VALUES}
    columns["game"] = _games(frame, file)
    columns["time"] = microseconds(frame["time"], file) if "time" in frame.columns else None
    order = playing_order(columns["time"])
    if order is not None:
        seats, names = by_appearance(seats[order], names)
        columns = {name: None if c is None else c[order] for name, c in columns.items()}
    try:
        return GameTable(tuple(names.cast(pl.String).to_list()), seats, **columns)
    except TableError as error:
        raise _in_file(error, order, file) from None


def to_wide(table: GameTable) -> pl.DataFrame:
    """The games as a frame in the wide layout."""
    columns = {f"player_{n}": names_of(seat, table.names) for n, seat in _numbered(table.seats)}
    for role in VALUES:
        values = getattr(table, role)
        if values is not None:
            for n, seat in _numbered(values):
                player = columns[f"player_{n}"]
                column = pl.Series(seat, nan_to_null=True)
                columns[f"{role}_{n}"] = column.set(player.is_null(), None)
    if table.time is not None:
        columns["time"] = datetimes(table.time)
    if table.game is not None:
        columns["game"] = cells.game_column(table.game)
    return pl.DataFrame(columns)


def _numbered(values: NDArray[Any]) -> list[tuple[int, NDArray[Any]]]:
    return list(enumerate(map(np.ascontiguousarray, values.T), start=1))


def _seats(frame: pl.DataFrame, role: str) -> list[pl.Series]:
    return [frame[f"{role}_{seat}"] for seat in range(1, width(frame.columns) + 1)]


def _values(
    frame: pl.DataFrame, role: str, players: list[pl.Series], file: str
) -> NDArray[Any] | None:
    """The (games, seats) values of a role; 0 on empty seats, NaN where luck is unknown."""
    if f"{role}_1" not in frame.columns:
        return None
    kind = np.int8 if role == "team" else np.float64
    table: NDArray[Any] = np.zeros((len(frame), len(players)), kind)
    for seat, (column, player) in enumerate(zip(_seats(frame, role), players, strict=True)):
        values = VALUES[role](column, file)
        if values.null_count() or player.null_count():
            _check_empty_seats(values, player, role, file)
        table[:, seat] = values.fill_null(0).to_numpy()
        if role == UNKNOWN_ROLE and values.null_count():
            table[(values.is_null() & player.is_not_null()).to_numpy(), seat] = np.nan
    return table


def _check_empty_seats(values: pl.Series, player: pl.Series, role: str, file: str) -> None:
    missing = values.is_null() & player.is_not_null()
    if role != UNKNOWN_ROLE:
        cells.refuse(missing, f"missing {role}", values.name, file)
    extra = values.is_not_null() & player.is_null()
    cells.refuse(extra, f"missing player ({values.name} is given)", player.name, file)


def _players(players: list[pl.Series], file: str) -> tuple[Indices, pl.Series]:
    seats, names = number_ids(players)
    blank = cells.blank(names)
    if blank.any():
        row, seat = (int(place[0]) for place in np.nonzero(seats == int(blank.arg_max() or 0)))
        column = players[seat].name
        raise TableError("blank player name", row=row + 1, column=column, file=file)
    return seats, names


def _games(frame: pl.DataFrame, file: str) -> NDArray[Any] | None:
    if "game" not in frame.columns:
        return None
    games = cells.ids(frame["game"], file)
    cells.refuse(games.is_null(), "missing game id", "game", file)
    again = ~games.is_first_distinct()
    if again.any():
        cells.refuse(again, f"game id {games.filter(again)[0]!r} is there twice", "game", file)
    return cells.game_ids(games)


def _in_file(error: TableError, order: NDArray[np.int64] | None, file: str) -> TableError:
    """An error of the table as an error of the file: its own row and column."""
    row = (error.row or 1) if order is None else int(order[(error.row or 1) - 1]) + 1
    column = f"{'player' if error.column == 'seats' else error.column}_{error.seat}"
    return TableError(error.problem, row=row, column=column, file=file)

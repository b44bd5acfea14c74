"""Game tables from frames and back, in the wide and the long layout."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Unpack

import numpy as np
import polars as pl
from numpy.typing import NDArray

from evenhand.files import TableError
from evenhand.tables import convert
from evenhand.tables.columns import COVARIATE_PREFIX, ColumnMap, Columns, Layout, find_columns
from evenhand.tables.convert import raise_at_row
from evenhand.tables.factorize import factorize, renumber, take_names
from evenhand.tables.table import EMPTY, Floats, GameTable, Indices, Times

Rows = NDArray[np.int64]
Reader = Callable[[pl.Series, str], pl.Series]

SEAT_VALUES: dict[str, Reader] = {
    "score": convert.numbers,
    "luck": convert.numbers_or_unknown,
    "team": convert.teams,
}
"""What a player has in a game besides a name, and how it is read."""

MAX_EMPTY = 100
"""How many times the rows games times seats may be: with more, a seat number is a typo."""


def from_frame(
    frame: Any,
    file: str = "",
    *,
    remark: Callable[[str], object] | None = None,
    **columns: Unpack[Columns],
) -> GameTable:
    """Make a table of the games of a frame, in playing order.

    The frame is one of polars (also lazy), of pandas, any Arrow table or a dict of columns.  It
    has evenhand's wide or long layout, a common layout of others, or columns that are named as in
    `evenhand.tables.read_games`.  If a layout of others is recognised, ``remark`` is called with
    a sentence that says how it was read.

    >>> frame = pl.DataFrame({"game": [7, 7], "player": ["Anna", "Ben"], "score": [3, 1]})
    >>> from_frame(frame).score.tolist()
    [[3.0, 1.0]]
    """
    found = find_columns(column_names(frame), file, **columns)
    if found.is_recognised and remark is not None:
        remark(found.remark())
    return build_table(to_polars(frame, found.names, file), found, file, columns.get("time_unit"))[
        0
    ]


def to_frame(table: GameTable, layout: Layout = "wide") -> pl.DataFrame:
    """Return the games as a frame, times as Datetime in microseconds and UTC.

    >>> table = GameTable.from_games([{"Anna": 3, "Ben": 1}])
    >>> to_frame(table).row(0)
    ('Anna', 'Ben', 3.0, 1.0)
    """
    if any(not name.strip() for name in table.names):
        raise TableError("blank player name", column="names")
    if len(set(table.names)) < len(table.names):
        raise TableError("two players of one name", column="names")
    if layout not in ("wide", "long"):
        raise TableError(f"unknown layout {layout!r}; there are wide and long")
    return _to_wide(table) if layout == "wide" else _to_long(table)


def build_table(
    frame: pl.DataFrame, found: ColumnMap, file: str, time_unit: str | None = None
) -> tuple[GameTable, Rows]:
    """Make a table of a frame; return also the row of the frame behind every game and seat.

    The rows are (games, seats), or (games, 1) where all seats of a game stand in one row.
    """
    if not len(frame):
        raise TableError("no rows", file=file)
    build = _from_wide if found.layout == "wide" else _from_long
    return build(frame, found, file, time_unit)


# --- frames of any kind


def column_names(frame: Any) -> list[str]:
    """Return the names of a frame's columns."""
    if isinstance(frame, pl.LazyFrame):
        return frame.collect_schema().names()
    if isinstance(frame, pl.DataFrame) or _is_pandas(frame):
        return [str(name) for name in frame.columns]
    if isinstance(frame, Mapping):
        return [str(name) for name in frame]
    if hasattr(frame, "__arrow_c_stream__"):
        return pl.DataFrame(frame).columns
    raise TypeError(
        f"not a frame: {type(frame).__name__} (polars, pandas, Arrow or a dict of columns)"
    )


def to_polars(frame: Any, names: Sequence[str], file: str) -> pl.DataFrame:
    """Return some columns of a frame of any kind as a frame of polars."""
    if isinstance(frame, pl.LazyFrame):
        return frame.select(names).collect()
    if isinstance(frame, pl.DataFrame):
        return frame.select(names)
    try:
        if _is_pandas(frame):
            by_name = {str(name): name for name in frame.columns}
            return pl.DataFrame([_from_pandas(name, frame[by_name[name]]) for name in names])
        if isinstance(frame, Mapping):
            by_name = {str(name): name for name in frame}
            columns = {name: frame[by_name[name]] for name in names}
            return pl.DataFrame(columns, strict=False, nan_to_null=True)
        return pl.DataFrame(frame).select(names)
    except (pl.exceptions.PolarsError, TypeError) as error:
        reason = str(error).splitlines()[0]
        raise TableError(f"cannot be made a table: {reason}", file=file) from error


def _is_pandas(frame: Any) -> bool:
    return type(frame).__module__.partition(".")[0] == "pandas" and hasattr(frame, "columns")


def _from_pandas(name: str, column: Any) -> pl.Series:
    """Return a column of pandas, without need of pyarrow; NaN, NaT and NA are null."""
    if getattr(column.dtype, "tz", None) is not None:
        column = column.dt.tz_convert("UTC").dt.tz_localize(None)
    if isinstance(column.dtype, np.dtype) and column.dtype.kind in "iufbM":
        return pl.Series(name, column.to_numpy(), nan_to_null=True)
    missing = column.isna().tolist()
    values = [None if gone else value for value, gone in zip(column, missing, strict=True)]
    return pl.Series(name, values, strict=False)


# --- wide: one row per game


def _from_wide(
    frame: pl.DataFrame, found: ColumnMap, file: str, unit: str | None
) -> tuple[GameTable, Rows]:
    players = [convert.ids(frame[name], file) for name in found.players]
    seats, names = _wide_players(players, file)
    columns: dict[str, Any] = {
        "score": _wide_scores(frame, found, players, file),
        "luck": _wide_values(frame, found.luck, "luck", players, file),
        "team": _wide_values(frame, found.team, "team", players, file),
        "home": _wide_home(frame, found, players, file),
    }
    covariates = {
        name: _wide_numbers(frame, column, name, players, file)
        for name, column in found.covariates.items()
    }
    columns["game"] = _wide_games(frame, found.game, file)
    columns["time"] = convert.times(frame[found.time], file, unit) if found.time else None
    columns["margin"], columns["weight"] = _game_numbers(frame, found, file)
    context = convert.ids(frame[found.context], file) if found.context else None
    order = convert.playing_order(columns["time"])
    if order is not None:
        seats, names = renumber(seats[order], names)
        columns = {name: None if c is None else c[order] for name, c in columns.items()}
        covariates = {name: values[order] for name, values in covariates.items()}
        context = None if context is None else context.gather(order)
    columns["context"], columns["context_names"] = _contexts(context)
    place = np.arange(len(frame)) if order is None else order
    try:
        known = tuple(names.cast(pl.String).to_list())
        return GameTable(known, seats, **columns, covariates=covariates), place[:, None]
    except TableError as error:
        row = int(place[(error.row or 1) - 1]) + 1
        column = found.column(error.column, error.seat)
        raise TableError(error.problem, row=row, column=column, file=file) from None


def _wide_players(players: list[pl.Series], file: str) -> tuple[Indices, pl.Series]:
    seats, names = factorize(players)
    blank = convert.blank(names)
    if blank.any():
        row, seat = (int(place[0]) for place in np.nonzero(seats == int(blank.arg_max() or 0)))
        column = players[seat].name
        raise TableError("blank player name", row=row + 1, column=column, file=file)
    return seats, names


def _wide_scores(
    frame: pl.DataFrame, found: ColumnMap, players: list[pl.Series], file: str
) -> Floats:
    if found.winner_first:
        return np.tile([1.0, 0.0], (len(frame), 1))
    if found.result:
        return convert.results(frame[found.result], file)
    return _wide_values(frame, found.scores, "score", players, file)  # type: ignore[return-value]


def _wide_values(
    frame: pl.DataFrame, names: Sequence[str], role: str, players: list[pl.Series], file: str
) -> NDArray[Any] | None:
    if not names:
        return None
    if role == "team" and convert.are_names([frame[name] for name in names]):
        return _wide_teams(frame, names, players, file)
    kind = np.int8 if role == "team" else np.float64
    table = np.empty((len(frame), len(players)), kind)
    for seat, (name, player) in enumerate(zip(names, players, strict=True)):
        values = SEAT_VALUES[role](frame[name], file)
        if values.null_count() or player.null_count():
            _check_empty_seats(values, player, role, file)
        table[:, seat] = values.fill_null(0).to_numpy()
        if role == "luck" and values.null_count():
            table[(values.is_null() & player.is_not_null()).to_numpy(), seat] = np.nan
    return table


def _wide_teams(
    frame: pl.DataFrame, names: Sequence[str], players: list[pl.Series], file: str
) -> NDArray[np.int8]:
    """Return the number of everybody's team, where teams have names."""
    teams = [_stripped(frame[name]) for name in names]
    for team, player in zip(teams, players, strict=True):
        _check_empty_seats(team, player, "team", file)
    return _number_in_game(factorize(teams)[0])


def _number_in_game(teams: Indices) -> NDArray[np.int8]:
    """Number the teams of every game by their first seats.

    >>> _number_in_game(np.array([[7, 300, 7, -1]], np.int32)).tolist()
    [[0, 1, 0, 3]]
    """
    number = np.empty(teams.shape, np.int8)
    for seat in range(teams.shape[1]):
        number[:, seat] = (teams == teams[:, seat, None]).argmax(axis=1)
    return number


def _stripped(column: pl.Series) -> pl.Series:
    """Return text without space around it; a blank one is null."""
    text = column.cast(pl.String).str.strip_chars()
    return text.set(text == "", None)


def _check_empty_seats(values: pl.Series, player: pl.Series, role: str, file: str) -> None:
    missing = values.is_null() & player.is_not_null()
    if role != "luck":
        raise_at_row(missing, f"missing {role}", values.name, file)
    extra = values.is_not_null() & player.is_null()
    raise_at_row(extra, f"missing player ({values.name} is given)", player.name, file)


def _wide_home(
    frame: pl.DataFrame, found: ColumnMap, players: list[pl.Series], file: str
) -> Floats | None:
    if found.home_values:
        return np.tile(found.home_values, (len(frame), 1))
    if found.neutral:
        neutral = convert.flags(frame[found.neutral], file)
        raise_at_row(neutral.is_null(), f"missing {found.neutral}", found.neutral, file)
        home = np.zeros((len(frame), len(players)))
        home[:, 0] = ~neutral.to_numpy()
        return home
    if found.home:
        return _wide_numbers(frame, found.home, "home", players, file)
    # The first seat of such a file is the winner's: it must not be given the advantage.
    return np.zeros((len(frame), len(players))) if found.winner_first else None


def _wide_numbers(
    frame: pl.DataFrame, names: Sequence[str], what: str, players: list[pl.Series], file: str
) -> Floats:
    """Return numbers of every seat; a single column counts for the first seat."""
    table = np.zeros((len(frame), len(players)))
    for seat, (name, player) in enumerate(zip(names, players, strict=False)):
        values = convert.numbers_or_flags(frame[name], file)
        there = (
            pl.Series(np.ones(len(frame), np.bool_)) if len(names) == 1 else player.is_not_null()
        )
        raise_at_row(values.is_null() & there, f"missing {what} (write 0 for none)", name, file)
        table[:, seat] = np.where(player.is_not_null(), values.fill_null(0).to_numpy(), 0.0)
    return table


def _wide_games(frame: pl.DataFrame, name: str, file: str) -> NDArray[Any] | None:
    if not name:
        return None
    games = convert.ids(frame[name], file)
    raise_at_row(games.is_null(), "missing game id", name, file)
    again = ~games.is_first_distinct()
    if again.any():
        raise_at_row(again, f"game id {games.filter(again)[0]!r} is there twice", name, file)
    return convert.game_ids(games)


def _game_numbers(
    frame: pl.DataFrame, found: ColumnMap, file: str
) -> tuple[Floats | None, Floats | None]:
    """Return the margin and the weight of every row."""
    margin = weight = None
    if found.margin:
        numbers = convert.numbers_or_unknown(frame[found.margin], file)
        margin = numbers.fill_null(np.nan).to_numpy()
    if found.weight:
        numbers = convert.numbers(frame[found.weight], file)
        raise_at_row(numbers.is_null(), "missing weight", found.weight, file)
        weight = numbers.to_numpy()
    return margin, weight


def _contexts(column: pl.Series | None) -> tuple[Indices | None, tuple[str, ...]]:
    """Return the number of every game's context, and what they are called."""
    if column is None:
        return None, ()
    numbers, names = factorize([_stripped(column) if column.dtype == pl.String else column])
    return numbers[:, 0].copy(), tuple(names.cast(pl.String).to_list())


def _to_wide(table: GameTable) -> pl.DataFrame:
    columns = {f"player_{n}": take_names(seat, table.names) for n, seat in _numbered(table.seats)}
    for role, values in _seat_columns(table).items():
        for n, seat in _numbered(values):
            player = columns[f"player_{n}"]
            column = pl.Series(seat, nan_to_null=True)
            columns[f"{role}_{n}"] = column.set(player.is_null(), None)
    every = np.arange(len(table))
    columns |= _game_columns(table, every)
    if table.game is not None:
        columns["game"] = convert.game_column(table.game)
    return pl.DataFrame(columns)


def _numbered(values: NDArray[Any]) -> list[tuple[int, NDArray[Any]]]:
    return list(enumerate(map(np.ascontiguousarray, values.T), start=1))


def _seat_columns(table: GameTable) -> dict[str, NDArray[Any]]:
    named = {role: getattr(table, role) for role in ("score", "luck", "team", "home")}
    own = {f"{COVARIATE_PREFIX}{name}": values for name, values in table.covariates.items()}
    return {role: values for role, values in {**named, **own}.items() if values is not None}


def _game_columns(table: GameTable, games: NDArray[np.int64]) -> dict[str, pl.Series]:
    columns: dict[str, pl.Series] = {}
    if table.time is not None:
        columns["time"] = convert.format_times(table.time[games])
    if table.context is not None:
        columns["context"] = take_names(table.context[games], table.context_names)
    for role in ("margin", "weight"):
        values = getattr(table, role)
        if values is not None:
            columns[role] = pl.Series(values[games], nan_to_null=True)
    return columns


# --- long: one row per player of a game


def _from_long(
    frame: pl.DataFrame, found: ColumnMap, file: str, unit: str | None
) -> tuple[GameTable, Rows]:
    players, names = _long_players(frame[found.players[0]], file)
    values = {
        role: _long_values(frame[names_of[0]], role, file)
        for role, names_of in (("score", found.scores), ("luck", found.luck), ("team", found.team))
        if names_of
    }
    if found.home:
        values["home"] = _long_numbers(frame[found.home[0]], "home", file)
    covariates = {
        name: _long_numbers(frame[column[0]], name, file)
        for name, column in found.covariates.items()
    }
    games, ids = _long_games(frame[found.game], file)
    rows = _seating(frame, found.seat, games, len(ids), file)
    of_game, time = _of_games(frame, found, games, file, unit)
    order = convert.playing_order(time)
    if time is not None and order is not None:
        rows, ids, time = rows[order], ids.gather(order), time[order]
        of_game = {role: values[order] for role, values in of_game.items()}
    seats, names = renumber(np.where(rows == EMPTY, EMPTY, players[rows]), names)
    seated = {role: np.where(rows == EMPTY, 0, column[rows]) for role, column in values.items()}
    if found.team and seated["team"].dtype != np.int8:  # numbers that stand for names
        seated["team"] = _number_in_game(seated["team"])
    own = {name: np.where(rows == EMPTY, 0.0, column[rows]) for name, column in covariates.items()}
    if found.home_values:
        if len(found.home_values) != rows.shape[1]:
            problem = f"home needs {rows.shape[1]} numbers, one for each seat"
            raise TableError(problem, file=file)
        seated["home"] = np.tile(found.home_values, (len(rows), 1))
    context, context_names = _contexts(of_game.pop("context", None))
    try:
        return GameTable(
            tuple(names.cast(pl.String).to_list()),
            seats,
            **seated,
            **{role: values.to_numpy() for role, values in of_game.items()},
            time=time,
            game=convert.game_ids(ids),
            context=context,
            context_names=context_names,
            covariates=own,
        ), rows
    except TableError as error:
        raise _in_long_file(error, rows, found, file) from None


def _required(column: pl.Series, file: str, what: str = "") -> pl.Series:
    raise_at_row(column.is_null(), f"missing {what or column.name}", column.name, file)
    return column


def _long_values(column: pl.Series, role: str, file: str) -> NDArray[Any]:
    if role == "team" and convert.are_names([column]):
        return factorize([_required(_stripped(column), file, "team")])[0][:, 0]
    values = SEAT_VALUES[role](column, file)
    known = values.fill_null(np.nan) if role == "luck" else _required(values, file)
    return known.to_numpy()


def _long_numbers(column: pl.Series, what: str, file: str) -> Floats:
    values = convert.numbers_or_flags(column, file)
    return _required(values, file, f"{what} (write 0 for none)").to_numpy()


def _long_players(column: pl.Series, file: str) -> tuple[Indices, pl.Series]:
    column = _required(convert.ids(column, file), file)
    numbers, names = factorize([column])
    blank = convert.blank(names)
    if blank.any():
        wrong = blank.to_numpy()[numbers[:, 0]]
        raise_at_row(wrong, "blank player name", column.name, file)
    return numbers[:, 0], names


def _long_games(column: pl.Series, file: str) -> tuple[Indices, pl.Series]:
    numbers, ids = factorize([_required(convert.ids(column, file), file)])
    return numbers[:, 0], ids


def _seating(frame: pl.DataFrame, name: str, games: Indices, count: int, file: str) -> Rows:
    """Return the row of the file behind every seat of every game; -1 where nobody sits."""
    seat = _given_seats(frame[name], file) if name else _seats_by_row(games)
    width = max(int(seat.max()) + 1, 2)
    if count * width > MAX_EMPTY * len(games) + 1_000_000:
        row = int(seat.argmax()) + 1
        problem = f"{count} games with up to {width} seats are too many for one table"
        raise TableError(problem, row=row, column=name, file=file)
    rows = np.full((count, width), EMPTY, np.int64)
    rows[games, seat] = np.arange(len(games))
    if (rows[games, seat] != np.arange(len(games))).any():
        again = ~pl.Series(games.astype(np.int64) * width + seat).is_first_distinct()
        raise_at_row(again, "a seat is given twice in one game", name, file)
    return rows


def _given_seats(column: pl.Series, file: str) -> NDArray[np.int64]:
    seat = _required(convert.integers(column, file), file).to_numpy()
    raise_at_row(seat < 1, "a seat is a number from 1", column.name, file)
    return seat - 1


def _seats_by_row(games: Indices) -> NDArray[np.int64]:
    """Return how many rows of the same game stand above each row."""
    order = np.argsort(games, kind="stable")
    ranked = games[order]
    start = np.flatnonzero(np.r_[True, ranked[1:] != ranked[:-1]])
    size = np.diff(np.r_[start, len(games)])
    seats = np.empty(len(games), np.int64)
    seats[order] = np.arange(len(games)) - np.repeat(start, size)
    return seats


def _of_games(
    frame: pl.DataFrame, found: ColumnMap, games: Indices, file: str, unit: str | None
) -> tuple[dict[str, pl.Series], Times | None]:
    """Return what belongs to a game, the same in all its rows, and the time of every game."""
    above = np.maximum.accumulate(games)
    first = np.r_[True, above[1:] > above[:-1]]

    def once(column: pl.Series, role: str) -> pl.Series:
        values = column.filter(first)
        same = column.eq_missing(values.gather(games))
        raise_at_row(~same, f"not the {role} of the game's first row", column.name, file)
        return values

    of_game: dict[str, pl.Series] = {}
    if found.context:
        of_game["context"] = once(convert.ids(frame[found.context], file), "context")
    margin, weight = _game_numbers(frame, found, file)
    for role, values in (("margin", margin), ("weight", weight)):
        if values is not None:
            of_game[role] = once(pl.Series(getattr(found, role), values), role)
    if not found.time:
        return of_game, None
    time = convert.times(frame[found.time], file, unit)
    times = time[first]
    raise_at_row(time != times[games], "not the time of the game's first row", found.time, file)
    return of_game, times


def _in_long_file(error: TableError, rows: Rows, found: ColumnMap, file: str) -> TableError:
    """Return an error of the table as an error of the file: its own row and column."""
    seats = rows[(error.row or 1) - 1]
    row = seats[(error.seat or 1) - 1]
    row = row if row != EMPTY else seats.max()
    column = found.column(error.column, error.seat)
    return TableError(error.problem, row=int(row) + 1, column=column, file=file)


def _to_long(table: GameTable) -> pl.DataFrame:
    games, seats = np.nonzero(table.taken)
    ids = np.arange(1, len(table) + 1) if table.game is None else table.game
    columns = {
        "game": convert.game_column(ids).gather(games),
        "player": take_names(table.seats[games, seats], table.names),
    }
    for role, values in _seat_columns(table).items():
        columns[role] = pl.Series(values[games, seats], nan_to_null=True)
    columns["seat"] = pl.Series(seats + 1)
    return pl.DataFrame(columns | _game_columns(table, games))

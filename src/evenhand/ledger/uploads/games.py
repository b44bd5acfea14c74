"""Uploaded game files, wide or long, with as many wrong rows told as there is time for."""

import math
from collections.abc import Sequence

import polars as pl

from evenhand.ledger.uploads.game_cells import ROW, text_frame, without_nameless
from evenhand.ledger.uploads.limits import Limits
from evenhand.ledger.uploads.sheets import Found
from evenhand.ledger.uploads.upload import UploadedGame, key_of
from evenhand.tables import EMPTY, GameTable, Layout, TableError, detect_layout, from_frame

UNCHECKED = "there may be more; correct these rows first"


def read_games(found: Found, limits: Limits, errors: list[TableError]) -> list[UploadedGame]:
    """The games of a file in the order of their first rows; every wrong row adds an error."""
    sheet = without_nameless(found.sheet)
    layout = detect_layout(sheet.columns, "")
    errors += sheet.errors
    frame = text_frame(Found(sheet, found.decimal_comma), errors)
    if frame.is_empty():
        raise TableError("no rows")
    right = _without(frame, pl.col(ROW).is_in([error.row for error in errors]), layout)
    _check(right, layout, limits, errors)
    return [] if errors else _games(frame, layout)


def _check(frame: pl.DataFrame, layout: Layout, limits: Limits, errors: list[TableError]) -> None:
    """Find one wrong row after the other: each is told and left out, then the rest is read."""
    left = limits.cells  # rows that may be read in all, because each is read many times
    while len(frame) and len(errors) <= limits.problems:
        left -= len(frame)
        if left < 0:
            errors.append(TableError(UNCHECKED))
            return
        try:
            from_frame(frame)
            return
        except TableError as error:
            row = None if error.row is None else int(frame[ROW][error.row - 1])
            errors.append(TableError(error.problem, row=row, column=error.column))
            if row is None:
                return
            frame = _without(frame, pl.col(ROW) == row, layout)


def _without(frame: pl.DataFrame, wrong: pl.Expr, layout: Layout) -> pl.DataFrame:
    """The rows that are not wrong; in a long file nor of a game of which a row is wrong."""
    if layout == "long":
        game = pl.col("game")
        wrong = wrong | (game.is_not_null() & wrong.any().over("game"))
    return frame.filter(~wrong)


def _games(frame: pl.DataFrame, layout: Layout) -> list[UploadedGame]:
    """Return all games; their first rows take the place of their ids, to find each again."""
    names = dict(zip(frame[ROW], frame["game"], strict=True)) if "game" in frame.columns else {}
    first = pl.col(ROW) if layout == "wide" else pl.col(ROW).first().over("game")
    table = from_frame(frame.with_columns(first.alias("game")))
    assert table.game is not None
    rows = [int(row) for row in table.game]
    return list_games(table, rows, [names.get(row, "") for row in rows])


def list_games(table: GameTable, rows: Sequence[int], names: Sequence[str]) -> list[UploadedGame]:
    """Return the games of a table in the order of the rows in which they begin."""
    places = sorted((row, place) for place, row in enumerate(rows))
    return [
        _game(table, place, row, key_of(number), names[place])
        for number, (row, place) in enumerate(places, start=1)
    ]


def _game(table: GameTable, place: int, row: int, key: str, name: str) -> UploadedGame:
    seats = [(seat, who) for seat, who in enumerate(table.seats[place].tolist()) if who != EMPTY]
    scores = tuple(float(table.score[place, seat]) for seat, _ in seats)
    return UploadedGame(
        key,
        None if table.time is None else int(table.time[place]),
        tuple(table.names[who] for _, who in seats),
        scores,
        row,
        name,
        _luck(table, place, [seat for seat, _ in seats]),
        None if table.team is None else tuple(int(table.team[place, seat]) for seat, _ in seats),
    )


def _luck(table: GameTable, place: int, seats: list[int]) -> tuple[float | None, ...] | None:
    """The luck of those who sit there; None where it is not known, and if nobody's is."""
    if table.luck is None:
        return None
    values = [float(table.luck[place, seat]) for seat in seats]
    known = tuple(None if math.isnan(value) else value for value in values)
    return None if all(value is None for value in known) else known

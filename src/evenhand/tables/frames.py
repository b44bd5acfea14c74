"""Game tables from polars frames and back."""

import polars as pl

from evenhand.tables.columns import Layout, recognise
from evenhand.tables.long import from_long, to_long
from evenhand.tables.table import GameTable, TableError
from evenhand.tables.wide import from_wide, to_wide


def from_frame(frame: pl.DataFrame, file: str = "") -> GameTable:
    """The games of a frame in the wide or the long layout, in playing order.

    >>> frame = pl.DataFrame({"game": [7, 7], "player": ["Anna", "Ben"], "score": [3, 1]})
    >>> from_frame(frame).score.tolist()
    [[3.0, 1.0]]
    """
    layout = recognise(frame.columns, file)
    if not len(frame):
        raise TableError("no rows", file=file)
    return from_wide(frame, file) if layout == "wide" else from_long(frame, file)


def to_frame(table: GameTable, layout: Layout = "wide") -> pl.DataFrame:
    """The games as a frame, times as Datetime in microseconds and UTC.

    >>> table = GameTable.from_games([{"Anna": 3, "Ben": 1}])
    >>> to_frame(table).row(0)
    ('Anna', 'Ben', 3.0, 1.0)
    """
    _check_names(table)
    if layout not in ("wide", "long"):
        raise TableError(f"unknown layout {layout!r}; there are wide and long")
    return to_wide(table) if layout == "wide" else to_long(table)


def _check_names(table: GameTable) -> None:
    if any(not name.strip() for name in table.names):
        raise TableError("blank player name", column="names")
    if len(set(table.names)) < len(table.names):
        raise TableError("two players of one name", column="names")

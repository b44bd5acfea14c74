"""Game tables: the meeting place of games and ratings, and their files.

Readers and writers load on first use, because they need polars.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from evenhand.tables.table import EMPTY, Floats, GameTable, Indices, TableError, Teams, Times

if TYPE_CHECKING:
    from evenhand.tables.files import read_games, write_games
    from evenhand.tables.frames import from_frame, to_frame
    from evenhand.tables.synthetic import synthetic_games

_HOME = {
    "read_games": "evenhand.tables.files",
    "write_games": "evenhand.tables.files",
    "from_frame": "evenhand.tables.frames",
    "to_frame": "evenhand.tables.frames",
    "synthetic_games": "evenhand.tables.synthetic",
}

__all__ = [
    "EMPTY",
    "Floats",
    "GameTable",
    "Indices",
    "TableError",
    "Teams",
    "Times",
    "from_frame",
    "read_games",
    "synthetic_games",
    "to_frame",
    "write_games",
]


def __getattr__(name: str) -> Any:
    if name in _HOME:
        return getattr(import_module(_HOME[name]), name)
    raise AttributeError(f"module 'evenhand.tables' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*globals(), *_HOME])

"""Game tables: the meeting place of games and ratings, and their files.

Readers and writers load on first use, because they need polars.
"""

from typing import TYPE_CHECKING

from evenhand.lazy import load_lazily
from evenhand.tables.table import EMPTY, Floats, GameTable, Indices, TableError, Teams, Times

if TYPE_CHECKING:
    from evenhand.tables.files import read_games, write_games
    from evenhand.tables.frames import from_frame, to_frame
    from evenhand.tables.synthetic import synthetic_games

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


__getattr__, __dir__ = load_lazily(
    __name__,
    {
        "evenhand.tables.files": ["read_games", "write_games"],
        "evenhand.tables.frames": ["from_frame", "to_frame"],
        "evenhand.tables.synthetic": ["synthetic_games"],
    },
)

"""Ratings for games in which both skill and luck decide, with the luck taken out.

The public names load on first use, so that ``import evenhand`` costs nothing.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from evenhand.elo import chances, expected, update

if TYPE_CHECKING:
    from evenhand.ratings import SYSTEMS, evaluate, leaderboard, predict
    from evenhand.tables import GameTable, read_games, write_games

__version__ = "0.1.0"

_HOME = {
    "GameTable": "evenhand.tables",
    "read_games": "evenhand.tables",
    "write_games": "evenhand.tables",
    "SYSTEMS": "evenhand.ratings",
    "evaluate": "evenhand.ratings",
    "leaderboard": "evenhand.ratings",
    "predict": "evenhand.ratings",
}

__all__ = [
    "SYSTEMS",
    "GameTable",
    "chances",
    "evaluate",
    "expected",
    "leaderboard",
    "predict",
    "read_games",
    "update",
    "write_games",
]


def __getattr__(name: str) -> Any:
    if name in _HOME:
        return getattr(import_module(_HOME[name]), name)
    raise AttributeError(f"module 'evenhand' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*globals(), *_HOME])

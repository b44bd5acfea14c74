"""Ratings for games in which both skill and luck decide, with the luck taken out.

The public names load on first use, so that ``import evenhand`` costs nothing.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from evenhand.elo import chances, expected, update

if TYPE_CHECKING:
    from evenhand import games, ratings as systems
    from evenhand.league import League, evaluate, rate, tune
    from evenhand.ratings import Ratings
    from evenhand.tables import GameTable, read_games, write_games

__version__ = "0.2.0.dev0"

__all__ = [
    "GameTable",
    "League",
    "Ratings",
    "chances",
    "evaluate",
    "expected",
    "games",
    "rate",
    "read_games",
    "systems",
    "tune",
    "update",
    "write_games",
]

_HOMES = {
    **dict.fromkeys(("League", "evaluate", "rate", "tune"), "evenhand.league"),
    **dict.fromkeys(("GameTable", "read_games", "write_games"), "evenhand.tables"),
    "Ratings": "evenhand.ratings",
}
_PACKAGES = {"systems": "evenhand.ratings", "games": "evenhand.games"}


def __getattr__(name: str) -> Any:
    if name in _PACKAGES:
        return import_module(_PACKAGES[name])
    if name in _HOMES:
        return getattr(import_module(_HOMES[name]), name)
    raise AttributeError(f"module 'evenhand' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})

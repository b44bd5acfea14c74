"""Ratings for games in which both skill and luck decide, with the luck taken out.

The public names load on first use, so that ``import evenhand`` costs nothing.
"""

from typing import TYPE_CHECKING

from evenhand.elo import chances, expected, update
from evenhand.lazy import load_lazily

if TYPE_CHECKING:
    from evenhand.evaluation import evaluate
    from evenhand.ratings import SYSTEMS, leaderboard, predict
    from evenhand.tables import GameTable, read_games, write_games

__version__ = "0.1.0"

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


__getattr__, __dir__ = load_lazily(
    __name__,
    {
        "evenhand.tables": ["GameTable", "read_games", "write_games"],
        "evenhand.ratings": ["SYSTEMS", "leaderboard", "predict"],
        "evenhand.evaluation": ["evaluate"],
    },
)

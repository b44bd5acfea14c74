"""Synthetic games among players of known skill, to test ratings against the truth."""

from typing import TYPE_CHECKING

from evenhand.lazy import load_lazily
from evenhand.tables.synthetic.games import (
    MEAN,
    MINUTE,
    NATURAL,
    START,
    random_seats,
    synthetic_games,
)

if TYPE_CHECKING:
    from evenhand.tables.synthetic.frames import games_frame, players_frame
    from evenhand.tables.synthetic.platform import platform_games
    from evenhand.tables.synthetic.population import Platform, Population

__all__ = [
    "MEAN",
    "MINUTE",
    "NATURAL",
    "START",
    "Platform",
    "Population",
    "games_frame",
    "platform_games",
    "players_frame",
    "random_seats",
    "synthetic_games",
]

__getattr__, __dir__ = load_lazily(
    __name__,
    {
        "evenhand.tables.synthetic.frames": ["games_frame", "players_frame"],
        "evenhand.tables.synthetic.platform": ["platform_games"],
        "evenhand.tables.synthetic.population": ["Platform", "Population"],
    },
)

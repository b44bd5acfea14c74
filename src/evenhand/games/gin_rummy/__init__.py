"""Gin Rummy: rules, melds, bots, luck and simulation.

The names load on first use.
"""

from typing import TYPE_CHECKING

from evenhand.games import load_lazily

if TYPE_CHECKING:
    from evenhand.games.gin_rummy.bots import Careful, MinDeadwood, Random
    from evenhand.games.gin_rummy.deck import PACK, count_points
    from evenhand.games.gin_rummy.game import GAME, GinRummy
    from evenhand.games.gin_rummy.melds import (
        deadwood,
        deadwood_after_discard,
        deadwood_after_layoffs,
        list_melds,
        spread_sets,
    )
    from evenhand.games.gin_rummy.state import DealResult, Result, State
    from evenhand.games.gin_rummy.table import Rules

__all__ = [
    "GAME",
    "PACK",
    "Careful",
    "DealResult",
    "GinRummy",
    "MinDeadwood",
    "Random",
    "Result",
    "Rules",
    "State",
    "count_points",
    "deadwood",
    "deadwood_after_discard",
    "deadwood_after_layoffs",
    "list_melds",
    "spread_sets",
]

__getattr__, __dir__ = load_lazily(
    __name__,
    {
        "bots": ["Careful", "MinDeadwood", "Random"],
        "deck": ["PACK", "count_points"],
        "game": ["GAME", "GinRummy"],
        "melds": [
            "deadwood",
            "deadwood_after_discard",
            "deadwood_after_layoffs",
            "list_melds",
            "spread_sets",
        ],
        "state": ["DealResult", "Result", "State"],
        "table": ["Rules"],
    },
)

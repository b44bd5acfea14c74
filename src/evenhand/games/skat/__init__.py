"""Skat: rules, scoring, lists and records, and the open-card solver.

The names load on first use.
"""

from typing import TYPE_CHECKING

from evenhand.games import load_lazily

if TYPE_CHECKING:
    from evenhand.games.skat.contract import Contract
    from evenhand.games.skat.deck import PACK, Deal
    from evenhand.games.skat.iss import check, parse_iss, read_iss, replay, write_iss
    from evenhand.games.skat.lists import read_lists, write_deals, write_totals
    from evenhand.games.skat.scoring import BID_VALUES, game_value, matadors
    from evenhand.games.skat.seeger import ScoreList, collect_series, series_table
    from evenhand.games.skat.solver import Position, Solver
    from evenhand.games.skat.state import DealState

__all__ = [
    "BID_VALUES",
    "PACK",
    "Contract",
    "Deal",
    "DealState",
    "Position",
    "ScoreList",
    "Solver",
    "check",
    "collect_series",
    "game_value",
    "matadors",
    "parse_iss",
    "read_iss",
    "read_lists",
    "replay",
    "series_table",
    "write_deals",
    "write_iss",
    "write_totals",
]

__getattr__, __dir__ = load_lazily(
    __name__,
    {
        "contract": ["Contract"],
        "deck": ["PACK", "Deal"],
        "iss": ["check", "parse_iss", "read_iss", "replay", "write_iss"],
        "lists": ["read_lists", "write_deals", "write_totals"],
        "scoring": ["BID_VALUES", "game_value", "matadors"],
        "seeger": ["ScoreList", "collect_series", "series_table"],
        "solver": ["Position", "Solver"],
        "state": ["DealState"],
    },
)

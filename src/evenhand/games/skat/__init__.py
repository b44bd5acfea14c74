"""Skat: rules, scoring, lists and records, and the open-card solver.

The names load on first use.
"""

from typing import TYPE_CHECKING

from evenhand.lazy import load_lazily

if TYPE_CHECKING:
    from evenhand.games.moves import RuleError
    from evenhand.games.skat.contract import Contract
    from evenhand.games.skat.deck import PACK, Deal
    from evenhand.games.skat.iss import check, parse_iss, read_iss, replay, write_iss
    from evenhand.games.skat.lists import read_lists, write_deals, write_totals
    from evenhand.games.skat.scoring import BID_VALUES, game_value, matadors
    from evenhand.games.skat.seeger import ScoreList, collect_series, series_table
    from evenhand.games.skat.solver import Position, Solver
    from evenhand.games.skat.state import Game

__all__ = [
    "BID_VALUES",
    "PACK",
    "Contract",
    "Deal",
    "Game",
    "Position",
    "RuleError",
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

_HERE = "evenhand.games.skat"
__getattr__, __dir__ = load_lazily(
    __name__,
    {
        "evenhand.games.moves": ["RuleError"],
        f"{_HERE}.contract": ["Contract"],
        f"{_HERE}.deck": ["PACK", "Deal"],
        f"{_HERE}.iss": ["check", "parse_iss", "read_iss", "replay", "write_iss"],
        f"{_HERE}.lists": ["read_lists", "write_deals", "write_totals"],
        f"{_HERE}.scoring": ["BID_VALUES", "game_value", "matadors"],
        f"{_HERE}.seeger": ["ScoreList", "collect_series", "series_table"],
        f"{_HERE}.solver": ["Position", "Solver"],
        f"{_HERE}.state": ["Game"],
    },
)

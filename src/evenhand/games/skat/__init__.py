"""Skat: rules, scoring, lists and records, and the open-card solver.

The names load on first use.
"""

from typing import TYPE_CHECKING

from evenhand.lazy import load_lazily

if TYPE_CHECKING:
    from evenhand.games.moves import RuleError
    from evenhand.games.skat.contract import Contract
    from evenhand.games.skat.deal import Deal
    from evenhand.games.skat.game import Game
    from evenhand.games.skat.iss import check, parse_iss, read_iss, replay, write_iss
    from evenhand.games.skat.lists import (
        ScoreList,
        read_lists,
        series_table,
        write_deals,
        write_totals,
    )
    from evenhand.games.skat.pack import PACK
    from evenhand.games.skat.series import collect_series
    from evenhand.games.skat.solver import Position, Solver
    from evenhand.games.skat.values import BID_VALUES, game_value, matadors

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


__getattr__, __dir__ = load_lazily(
    __name__,
    {
        "evenhand.games.moves": ["RuleError"],
        "evenhand.games.skat.contract": ["Contract"],
        "evenhand.games.skat.deal": ["Deal"],
        "evenhand.games.skat.game": ["Game"],
        "evenhand.games.skat.iss": ["check", "parse_iss", "read_iss", "replay", "write_iss"],
        "evenhand.games.skat.lists": [
            *("ScoreList", "read_lists", "series_table", "write_deals", "write_totals")
        ],
        "evenhand.games.skat.pack": ["PACK"],
        "evenhand.games.skat.series": ["collect_series"],
        "evenhand.games.skat.solver": ["Position", "Solver"],
        "evenhand.games.skat.values": ["BID_VALUES", "game_value", "matadors"],
    },
)

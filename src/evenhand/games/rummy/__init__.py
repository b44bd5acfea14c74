"""Indian Rummy: rules, exact hand metrics, strategies and whole games.

The names load on first use.
"""

from typing import TYPE_CHECKING

from evenhand.lazy import load_lazily

if TYPE_CHECKING:
    from evenhand.games.protocol import RuleError
    from evenhand.games.rummy.arrangement import Arrangement, arrange
    from evenhand.games.rummy.deal import Deal
    from evenhand.games.rummy.declaration import check
    from evenhand.games.rummy.game import Game
    from evenhand.games.rummy.metrics import min_dist, min_score
    from evenhand.games.rummy.pack import NO_WILD, PACK, names, read_hand, read_wild
    from evenhand.games.rummy.picture import transcript
    from evenhand.games.rummy.result import Result
    from evenhand.games.rummy.rules import Rules

__all__ = [
    "NO_WILD",
    "PACK",
    "Arrangement",
    "Deal",
    "Game",
    "Result",
    "RuleError",
    "Rules",
    "arrange",
    "check",
    "min_dist",
    "min_score",
    "names",
    "read_hand",
    "read_wild",
    "transcript",
]


__getattr__, __dir__ = load_lazily(
    __name__,
    {
        "evenhand.games.rummy.arrangement": ["Arrangement", "arrange"],
        "evenhand.games.rummy.deal": ["Deal"],
        "evenhand.games.rummy.declaration": ["check"],
        "evenhand.games.rummy.game": ["Game"],
        "evenhand.games.rummy.metrics": ["min_dist", "min_score"],
        "evenhand.games.rummy.pack": ["NO_WILD", "PACK", "names", "read_hand", "read_wild"],
        "evenhand.games.rummy.picture": ["transcript"],
        "evenhand.games.rummy.result": ["Result"],
        "evenhand.games.protocol": ["RuleError"],
        "evenhand.games.rummy.rules": ["Rules"],
    },
)

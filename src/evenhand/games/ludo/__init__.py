"""Three-dice Ludo for two: rules, board, bots and whole games.

The names load on first use.
"""

from typing import TYPE_CHECKING

from evenhand.lazy import load_lazily

if TYPE_CHECKING:
    from evenhand.games.ludo.bots.player import choose_move, play_one
    from evenhand.games.ludo.dice import Dice
    from evenhand.games.ludo.game import Game
    from evenhand.games.ludo.picture import transcript
    from evenhand.games.ludo.result import Result
    from evenhand.games.ludo.rules import Rules
    from evenhand.games.protocol import RuleError

__all__ = [
    "Dice",
    "Game",
    "Result",
    "RuleError",
    "Rules",
    "choose_move",
    "play_one",
    "transcript",
]


__getattr__, __dir__ = load_lazily(
    __name__,
    {
        "evenhand.games.ludo.bots.player": ["choose_move", "play_one"],
        "evenhand.games.ludo.dice": ["Dice"],
        "evenhand.games.ludo.game": ["Game"],
        "evenhand.games.ludo.picture": ["transcript"],
        "evenhand.games.ludo.result": ["Result"],
        "evenhand.games.ludo.rules": ["Rules"],
        "evenhand.games.protocol": ["RuleError"],
    },
)

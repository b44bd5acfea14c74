"""Bots of Skat: by rules of thumb, by sampling, with open cards, at random.

The names load on first use.
"""

from typing import TYPE_CHECKING

from evenhand.games import load_lazily

if TYPE_CHECKING:
    from evenhand.games.skat.bots.bots import (
        BOTS,
        Clairvoyant,
        Heuristic,
        MonteCarlo,
        Random,
        SkatBot,
    )
    from evenhand.games.skat.bots.play import (
        Announced,
        announce,
        choose_move,
        find_card_values,
        find_limit,
        play_cards,
        play_deals,
        put_away,
    )

__all__ = [
    "BOTS",
    "Announced",
    "Clairvoyant",
    "Heuristic",
    "MonteCarlo",
    "Random",
    "SkatBot",
    "announce",
    "choose_move",
    "find_card_values",
    "find_limit",
    "play_cards",
    "play_deals",
    "put_away",
]

__getattr__, __dir__ = load_lazily(
    __name__,
    {
        "bots": ["BOTS", "Clairvoyant", "Heuristic", "MonteCarlo", "Random", "SkatBot"],
        "play": [
            "Announced",
            "announce",
            "choose_move",
            "find_card_values",
            "find_limit",
            "play_cards",
            "play_deals",
            "put_away",
        ],
    },
)

"""Players of Skat: the heuristic, the Monte-Carlo and the open-card player.

The names load on first use.
"""

from typing import TYPE_CHECKING

from evenhand.games import load_lazily

if TYPE_CHECKING:
    from evenhand.games.skat.bots.bots import (
        Heuristic,
        HonestPlayer,
        MonteCarlo,
        OpenCards,
        Player,
    )
    from evenhand.games.skat.bots.clairvoyant import OpenPlayer
    from evenhand.games.skat.bots.play import move_of, play_deals, play_many, replayed
    from evenhand.games.skat.bots.population import play_population

__all__ = [
    "Heuristic",
    "HonestPlayer",
    "MonteCarlo",
    "OpenCards",
    "OpenPlayer",
    "Player",
    "move_of",
    "play_deals",
    "play_many",
    "play_population",
    "replayed",
]

__getattr__, __dir__ = load_lazily(
    __name__,
    {
        "bots": ["Heuristic", "HonestPlayer", "MonteCarlo", "OpenCards", "Player"],
        "clairvoyant": ["OpenPlayer"],
        "play": ["move_of", "play_deals", "play_many", "replayed"],
        "population": ["play_population"],
    },
)

"""Players of Skat: the heuristic, the Monte-Carlo and the open-card player.

The names load on first use.
"""

from typing import TYPE_CHECKING

from evenhand.lazy import load_lazily

if TYPE_CHECKING:
    from evenhand.games.skat.players.duplicate import compare
    from evenhand.games.skat.players.moves import move_of
    from evenhand.games.skat.players.open_player import OpenPlayer
    from evenhand.games.skat.players.player import HonestPlayer, Player
    from evenhand.games.skat.players.population import play_population
    from evenhand.games.skat.players.replays import replayed
    from evenhand.games.skat.players.style import Heuristic, MonteCarlo, OpenCards
    from evenhand.games.skat.players.whole_games import play_deals, play_many

__all__ = [
    "Heuristic",
    "HonestPlayer",
    "MonteCarlo",
    "OpenCards",
    "OpenPlayer",
    "Player",
    "compare",
    "move_of",
    "play_deals",
    "play_many",
    "play_population",
    "replayed",
]

_HERE = "evenhand.games.skat.players"
__getattr__, __dir__ = load_lazily(
    __name__,
    {
        f"{_HERE}.duplicate": ["compare"],
        f"{_HERE}.moves": ["move_of"],
        f"{_HERE}.open_player": ["OpenPlayer"],
        f"{_HERE}.player": ["HonestPlayer", "Player"],
        f"{_HERE}.population": ["play_population"],
        f"{_HERE}.replays": ["replayed"],
        f"{_HERE}.style": ["Heuristic", "MonteCarlo", "OpenCards"],
        f"{_HERE}.whole_games": ["play_deals", "play_many"],
    },
)

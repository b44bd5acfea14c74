"""How much is played."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Amount:
    """How large the synthetic platform is."""

    players: int
    games: int


@dataclass(frozen=True, slots=True)
class Matches:
    """How many games of Ludo the seven bots play, and how often some of them try each action."""

    games: int
    playouts: int = 100

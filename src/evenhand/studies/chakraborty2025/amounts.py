"""How much is played."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Amount:
    """How many games each ordered table of strategies plays, and how often all is repeated."""

    games: int
    seeds: int = 1

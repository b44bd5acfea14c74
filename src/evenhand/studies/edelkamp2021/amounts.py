"""How much is played."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Amount:
    """How many players play how many series."""

    players: int
    series: int

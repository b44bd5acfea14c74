"""How much is judged."""

from dataclasses import dataclass

SHOWN_K = (1, 2, 3, 5, 8, 10, 15, 20, 30, 50, 75, 100)
"""The numbers of neighbours in tables."""


@dataclass(frozen=True, slots=True)
class Amount:
    """How many evaluation deals are judged, and with which numbers of neighbours."""

    deals: int
    ks: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Discards:
    """For how many random hands cards are put away, and tried in how many worlds each."""

    hands: int
    worlds: int
    shown_worlds: int = 0  # for the paper's two hands, if more

    @property
    def worlds_of_shown(self) -> int:
        """The worlds of the paper's two hands."""
        return max(self.worlds, self.shown_worlds)

"""What every measure of hand strength is."""

from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from evenhand.games.skat.many_games import Games

Floats = NDArray[np.float64]


class HandStrength(Protocol):
    """A number for the declarer's hand in the game that he announced; higher is better."""

    @property
    def name(self) -> str:
        """What the measure is called."""
        ...

    @property
    def is_chance(self) -> bool:
        """Whether its number is itself a chance to win."""
        ...

    def strength(self, games: Games) -> Floats:
        """The measure's own number; NaN where it does not apply."""
        ...


def spread(games: Games, rows: Any, values: Floats) -> Floats:
    """The values of some games in a column of all; NaN in the others."""
    column = np.full(len(games), np.nan)
    column[rows] = values
    return column

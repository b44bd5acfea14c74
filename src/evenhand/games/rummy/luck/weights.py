"""What a judge has learned, in a file; that of the package was made by :mod:`.fit`."""

from functools import cache
from typing import Final

import numpy as np

from evenhand.games import weights as files
from evenhand.games.rummy.luck.network import SHAPES, Network, new_network
from evenhand.games.weights import Shapes, Weights
from evenhand.tables import Floats

PACKAGE: Final = "evenhand.games.rummy.luck"
PLAYERS: Final = (2, 3)
EXPECTED: Final = {str(players): (players,) for players in PLAYERS}
GROUPS: Final[Shapes] = {"network": SHAPES, "expected": EXPECTED, "errors": EXPECTED}
"""The network; the mean value of a deal for each seat of tables of two and three; its error."""


@cache
def package_weights() -> Weights:
    """The weights that come with the package."""
    return files.package_weights(PACKAGE, GROUPS)


def network(known: Weights | None = None) -> Network:
    """The network, with the weights of the package if there are no others."""
    found = package_weights() if known is None else known
    layers = (np.ascontiguousarray(found["network"][name]) for name in SHAPES)
    return new_network(*layers)


def expected(players: int, known: Weights | None = None) -> Floats:
    """What a deal is worth to each seat on average."""
    found = package_weights() if known is None else known
    return found["expected"][str(players)]

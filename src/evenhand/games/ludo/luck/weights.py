"""The weights of the networks in a file; those of the package were made by :mod:`.fit`."""

from functools import cache
from typing import Final

import numpy as np

from evenhand.games import weights as files
from evenhand.games.ludo.luck.network import EACH, HALVES, ROUNDS, ROWS, UNITS, Network, new_network
from evenhand.games.ludo.luck.throws import Networks
from evenhand.games.ludo.packed import Board
from evenhand.games.weights import Shapes, Weights
from evenhand.tables import Floats

PACKAGE: Final = "evenhand.games.ludo.luck"
DIGITS: Final = 3  # behind the point
SHAPES: Final = {"inner": (HALVES, ROWS, EACH), "outer": (ROUNDS + 1, UNITS + 2)}
GROUPS: Final[Shapes] = dict.fromkeys(Networks._fields, SHAPES)
"""For each network its inner and outer weights."""


def networks(board: Board, weights: Weights | None = None) -> Networks:
    """The networks for some rules, with the weights of the package if there are no others."""
    found = package_weights() if weights is None else weights
    values, by_chance = found["values"], found["by_chance"]
    return Networks(
        new_network(values["inner"], values["outer"], board, alike=False),
        new_network(by_chance["inner"], by_chance["outer"], board, alike=True),
    )


def weights_of(nets: Networks) -> Weights:
    """The weights as they are written."""

    def rounded(net: Network) -> dict[str, Floats]:
        return {name: np.round(getattr(net, name), DIGITS) for name in SHAPES}

    return {"values": rounded(nets.values), "by_chance": rounded(nets.by_chance)}


@cache
def package_weights() -> Weights:
    """The weights that come with the package."""
    return files.package_weights(PACKAGE, GROUPS)

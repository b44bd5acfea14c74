"""A small network: the chance of who draws next from the stock to be ahead of another player.

It looks at the hopes of both hands, of which each has a look at what the other holds and may
discard, at the cards that are left to draw, and at the turn.  Two layers of units follow, each unit
a weighted sum of what is before it, or nothing if that is negative, and the logistic curve.
"""

from math import exp
from typing import Final, NamedTuple

import numpy as np

from evenhand.games.cards import Masks
from evenhand.compiled import bit_count, kernel, step
from evenhand.games.rummy.luck.ahead import HANDS, TO_DRAW, TURNS, WILD_RANK
from evenhand.games.rummy.luck.hopes import DIST, IDLE, JOKERS, OUTS, SCORE
from evenhand.games.rummy.metrics.jokers import wild_mask
from evenhand.games.rummy.pack import COLUMN, PRINTED
from evenhand.tables import Floats

OF_HAND: Final = 8
OF_BOTH: Final = 3
INPUTS: Final = 2 * OF_HAND + OF_BOTH
UNITS: Final = (32, 16)
SHAPES: Final[dict[str, tuple[int, ...]]] = {
    "first": (UNITS[0], INPUTS + 1),
    "second": (UNITS[1], UNITS[0] + 1),
    "last": (1, UNITS[1] + 1),
}
"""The weights of each layer; the last column is added to the sum."""


class Network(NamedTuple):
    """Weights, and room to work in."""

    first: Floats
    second: Floats
    last: Floats
    inputs: Floats
    one: Floats  # what the units of the first layer say
    two: Floats


def new_network(first: Floats, second: Floats, last: Floats) -> Network:
    """A network of weights."""
    return Network(first, second, last, np.zeros(INPUTS), np.zeros(UNITS[0]), np.zeros(UNITS[1]))


def blank() -> Network:
    """A network that knows nothing."""
    return new_network(*(np.zeros(shape) for shape in SHAPES.values()))


@step
def look_at_hand(
    inputs: Floats, at: int, own: Masks, other: Masks, other_hand: int, left: int
) -> None:
    """Write down what a hand has to hope for, beside another one."""
    outs = bit_count(own[OUTS] & left)
    inputs[at] = own[DIST] / 4
    inputs[at + 1] = own[SCORE] / 40
    inputs[at + 2] = own[JOKERS] / 2
    inputs[at + 3] = outs / 8
    inputs[at + 4] = 3 * outs / max(1, bit_count(left))
    inputs[at + 5] = bit_count(own[OUTS] & other_hand) / 3
    inputs[at + 6] = bit_count(own[OUTS] & other[IDLE]) / 2
    inputs[at + 7] = bit_count(own[IDLE]) / 4


@kernel
def look(inputs: Floats, own: Masks, other: Masks, row: Masks, first: int, second: int) -> None:
    """Write down all that the network sees of two seats, in a row of :mod:`.ahead`."""
    left = row[TO_DRAW]
    look_at_hand(inputs, 0, own, other, row[HANDS + second], left)
    look_at_hand(inputs, OF_HAND, other, own, row[HANDS + first], left)
    jokers = PRINTED | COLUMN * wild_mask(row[WILD_RANK])
    inputs[2 * OF_HAND] = bit_count(left) / 13
    inputs[2 * OF_HAND + 1] = bit_count(left & jokers) / 2
    inputs[2 * OF_HAND + 2] = row[TURNS] / 10


@step
def layer(weights: Floats, before: Floats, after: Floats) -> None:
    """What the units of a layer say."""
    width = len(before)
    for unit in range(len(after)):
        total = weights[unit, width]
        for k in range(width):
            total += weights[unit, k] * before[k]
        after[unit] = max(0.0, total)


@kernel
def chance(net: Network) -> float:
    """The chance, by what was written down."""
    layer(net.first, net.inputs, net.one)
    layer(net.second, net.one, net.two)
    total = net.last[0, UNITS[1]]
    for k in range(UNITS[1]):
        total += net.last[0, k] * net.two[k]
    return 1.0 / (1.0 + exp(-total))

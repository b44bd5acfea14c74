"""Value a position by a small network that predicts how the deal ends.

Positions are those in which a seat is about to draw from the stock; the network knows both hands,
but not the order of the stock.  It gives the probability of each class of results, from a lost gin
to a won one, from which a game of several deals is valued by its score.  Void deals are so rare
among players who knock that they are no class of their own.

``value.json`` has the weights; the program that fits them is the recipe ``gin_rummy/value`` in
the repository's ``lab``.
"""

from functools import cache
from math import erf, exp, sqrt
from typing import Any, NamedTuple

import numpy as np

from evenhand.compiled import bit_count, formula, step
from evenhand.games.fitted import Fitted, Shapes, load_fitted
from evenhand.games.gin_rummy.deck import ALL_CARDS, CARDS, STOCK, count_highest
from evenhand.games.gin_rummy.melds import (
    completing_cards,
    deadwood,
    deadwood_after_discard,
    deadwood_after_layoffs,
    find_runs,
    spread_sets,
)
from evenhand.games.gin_rummy.table import HAND, KNOCK_LIMIT, PILE, TURN
from evenhand.tables import Floats

BOUNDS = (-29, -14, 0, 15, 30)  # the least margin of each class but the first
CLASSES, UNITS = len(BOUNDS) + 1, 24
BY_SEAT = 11
INPUTS = 2 * BY_SEAT + 1
SHAPES: Shapes = {
    "network": {"hidden": (UNITS, INPUTS + 1), "output": (CLASSES, UNITS + 1)},
    "deals": {"chances": (CLASSES,), "margins": (CLASSES,), "errors": (CLASSES,)},
}
"""The network, each unit's bias last; the mean chance of each class over all deals for the seat
that begins, with its standard error; the mean margin of each class."""


class Network(NamedTuple):
    """Weights, and arrays for inputs, units and chances."""

    hidden: Floats
    output: Floats
    margins: Floats  # of each class
    inputs: Floats
    units: Floats
    chances: Floats  # of each class, for the seat that draws


@cache
def load_values() -> Fitted:
    """Return the numbers that come with the package."""
    return load_fitted("evenhand.games.gin_rummy", "value.json", SHAPES)


def new_network(fitted: Fitted | None = None) -> Network:
    """Return a network with given weights, or with those of the package."""
    known = load_values() if fitted is None else fitted
    weights = known["network"]
    inputs, units, chances = (np.zeros(size) for size in (INPUTS, UNITS, CLASSES))
    margins = known["deals"]["margins"]
    return Network(weights["hidden"], weights["output"], margins, inputs, units, chances)


def find_spread(fitted: Fitted | None = None) -> float:
    """Return the standard deviation of the margin of a deal."""
    deals = (load_values() if fitted is None else fitted)["deals"]
    return float(np.sqrt((deals["chances"] * deals["margins"] ** 2).sum()))


@formula
def classify(margin: int) -> int:
    """Return the class of a margin: the points of a seat less those of the other, which is not 0.

    >>> [classify(margin) for margin in (-31, -29, -1, 1, 14, 15, 45)]
    [0, 1, 2, 3, 3, 4, 5]
    """
    found = 0
    for bound in BOUNDS:
        found += margin >= bound
    return found


@formula
def share_of_game(lead: float, deals_left: int, spread: float) -> float:
    """Return the share of a win that a lead is worth: 1, 1/2 or 0 after the last deal.

    Before it, the margin of the deals left is taken to be normal, with no mean and with the
    standard deviation ``spread`` a deal.

    >>> share_of_game(0, 0, 20), share_of_game(7, 0, 20), round(share_of_game(20, 1, 20), 4)
    (0.5, 1.0, 0.8413)
    """
    if deals_left == 0:
        return 1.0 if lead > 0 else 0.0 if lead < 0 else 0.5
    return 0.5 + 0.5 * erf(lead / (spread * sqrt(2.0 * deals_left)))


@formula
def find_unmelded(cards: int) -> int:
    """Return the cards of a hand that are in no meld, as a knocker would spread it."""
    left = cards & ~spread_sets(cards)
    return left & ~find_runs(left)


@step
def see_position(table: Any, rules: Any, inputs: Any) -> None:
    """Write what the network sees: the hand of the seat that draws, then the other one."""
    limit, seat = rules[KNOCK_LIMIT], table[TURN]
    stock = ALL_CARDS & ~(table[HAND] | table[HAND + 1] | table[PILE])
    size = bit_count(stock)
    inputs[INPUTS - 1] = size / (CARDS - STOCK)
    for place in range(2):
        first, own, other = place * BY_SEAT, table[HAND + seat], table[HAND + 1 - seat]
        count, unmelded = deadwood(own), find_unmelded(own)
        left, knocks, gins, total = stock, 0, 0, 0  # of what is left with each card of the stock
        while left:
            after = deadwood_after_discard(own | left & -left)
            left &= left - 1
            knocks += after <= limit
            gins += after == 0
            total += after
        offered = find_unmelded(other)  # what the other may discard
        left, gain = offered, 0
        while left:
            gain = max(gain, count - deadwood_after_discard(own | left & -left))
            left &= left - 1
        completing = completing_cards(own)
        inputs[first] = count / 50
        inputs[first + 1] = count <= limit
        inputs[first + 2] = knocks / size
        inputs[first + 3] = gins / size
        inputs[first + 4] = total / (50 * size)
        inputs[first + 5] = deadwood_after_layoffs(own, other) / 50
        inputs[first + 6] = bit_count(completing & stock) / size
        inputs[first + 7] = bit_count(completing & offered) / 5
        inputs[first + 8] = bit_count(unmelded) / 5
        inputs[first + 9] = count_highest(unmelded) / 10
        inputs[first + 10] = gain / 20
        seat = 1 - seat


@step
def predict(net: Network) -> None:
    """Find the chance of each class by what is seen."""
    inputs, units, chances = net.inputs, net.units, net.chances
    for unit in range(UNITS):
        total = net.hidden[unit, INPUTS]
        for place in range(INPUTS):
            total += net.hidden[unit, place] * inputs[place]
        units[unit] = max(0.0, total)
    highest = -1e9
    for number in range(CLASSES):
        total = net.output[number, UNITS]
        for unit in range(UNITS):
            total += net.output[number, unit] * units[unit]
        chances[number] = total
        highest = max(highest, total)
    total = 0.0
    for number in range(CLASSES):
        chances[number] = exp(chances[number] - highest)
        total += chances[number]
    for number in range(CLASSES):
        chances[number] /= total

"""The value of a position before a draw from the stock: a small network for each pair of seats.

It gives the probability that the player who draws next from the stock ends ahead of another one.
Its inputs are features of both hands, among them the cards that would help a hand and how many of
these the other one may discard, the cards left to draw, and the turn.  Two layers of rectified
linear units and a logistic output follow.

A position is a row: see ``EVENT`` to ``HANDS``.
"""

from functools import cache
from math import exp
from typing import Final, NamedTuple

import numpy as np

from evenhand.compiled import bit_count, formula, highest_bit, kernel
from evenhand.games import fitted
from evenhand.games.cards import Masks
from evenhand.games.fitted import Fitted, Shapes
from evenhand.games.rummy.deck import CARDS, COLUMN, FULL, PRINTED, SEATS
from evenhand.games.rummy.dist_search import find_good_discards, search
from evenhand.games.rummy.score_search import score
from evenhand.games.rummy.suit_tables import (
    build_tables,
    count_jokers,
    list_discardable,
    new_workspace,
    wild_mask,
)
from evenhand.tables import Floats

EVENT, IS_ACTUAL, NEXT, DECLARED, DRAWABLE, WILD_RANK, OWN_TURNS, IN_GAME, HANDS = range(9)
"""The columns of a position: the number of the chance event that leads there, whether it is the
one that happened; who draws next or has declared; whether somebody has; the cards to draw from;
the wild rank; complete turns of that seat; the seats still playing, as bits; the hand of each."""

DIST, SCORE, JOKERS, OUTS, SPARE = FEATURES = range(5)
"""MinDist, MinScore, how many jokers; the cards that make MinDist smaller; the cards of the hand
that are of no use once it has one joker more."""

OF_HAND: Final = 8
OF_BOTH: Final = 3
INPUTS: Final = 2 * OF_HAND + OF_BOTH
UNITS: Final = (32, 16)
LAYERS: Final[dict[str, tuple[int, ...]]] = {
    "first": (UNITS[0], INPUTS + 1),
    "second": (UNITS[1], UNITS[0] + 1),
    "last": (1, UNITS[1] + 1),
}
"""The weights of each layer; the last column is added to the sum."""
EXPECTED: Final = {str(seats): (seats,) for seats in SEATS}
SHAPES: Final[Shapes] = {"network": LAYERS, "expected": EXPECTED, "errors": EXPECTED}
"""The network; the mean value of a deal for each seat of tables of two and three; its error."""


class Network(NamedTuple):
    """Weights, and arrays for the values of each layer."""

    first: Floats
    second: Floats
    last: Floats
    inputs: Floats
    one: Floats  # the output of the first layer
    two: Floats


@cache
def load_weights() -> Fitted:
    """Return the weights that come with the package."""
    return fitted.load_fitted(__package__, "value_network.json", SHAPES)


def make_network(weights: Fitted | None = None) -> Network:
    """Return the network of some weights, by default those of the package."""
    layers = (load_weights() if weights is None else weights)["network"]
    arrays = (np.ascontiguousarray(layers[name]) for name in LAYERS)
    return Network(*arrays, *(np.zeros(size) for size in (INPUTS, *UNITS)))


def expected_values(seats: int, weights: Fitted | None = None) -> Floats:
    """Return what a deal is worth to each seat on average."""
    return (load_weights() if weights is None else weights)["expected"][str(seats)]


def value_positions(positions: Masks, weights: Fitted | None = None) -> Floats:
    """Return (positions, seats) the share of the opponents still playing that each seat beats."""
    values = np.zeros((len(positions), positions.shape[1] - HANDS))
    features = _features_in(positions)
    write_values(make_network(weights), positions, features, values, np.zeros((0, INPUTS)))
    return values


def read_inputs(positions: Masks) -> Floats:
    """Return (positions, inputs) what the network sees of games of two."""
    values, inputs = np.zeros((len(positions), 2)), np.zeros((len(positions), INPUTS))
    blank = {"network": {name: np.zeros(shape) for name, shape in LAYERS.items()}}
    write_values(make_network(blank), positions, _features_in(positions), values, inputs)
    return inputs


def predict(inputs: Floats, weights: Fitted | None = None) -> Floats:
    """Return the chances that the network gives to inputs, a row each."""
    chances = np.zeros(len(inputs))
    run_many(make_network(weights), inputs, chances)
    return chances


def measure_hands(hands: Masks, wilds: Masks) -> Masks:
    """Return (hands, 5) the features of hands of thirteen cards, each found only once."""
    both, which = np.unique(hands | wilds << CARDS, return_inverse=True)
    found = np.zeros((len(both), len(FEATURES)), np.int64)
    find_features(build_tables(), new_workspace(), both & FULL, both >> CARDS, found)
    return found[which]


def _features_in(positions: Masks) -> Masks:
    """Return (positions, seats, 5) the features of all hands."""
    hands = positions[:, HANDS:]
    wilds = np.repeat(positions[:, WILD_RANK], hands.shape[1])
    return measure_hands(hands.ravel(), wilds).reshape(*hands.shape, len(FEATURES))


@kernel
def find_features(tables: Masks, work: Masks, hands: Masks, wilds: Masks, found: Masks) -> None:
    """Write the features of each hand."""
    for n in range(len(hands)):
        hand, wild_rank, literal, outs, spare = hands[n], wild_mask(wilds[n]), 0, 0, 0
        dist = search(tables, work, hand, wild_rank)[0]
        others = FULL & ~hand
        while others and dist:
            card = others & -others
            others ^= card
            if search(tables, work, hand | card, wild_rank)[0] < dist:
                outs |= card
        jokers = (PRINTED | COLUMN * wild_rank) & ~hand
        if jokers:
            more = hand | 1 << highest_bit(jokers)
            wanted = list_discardable(more, wild_rank, 0)
            spare = find_good_discards(tables, work, more, wild_rank, wanted)[1]
        found[n, DIST], found[n, OUTS], found[n, SPARE] = dist, outs, spare
        found[n, SCORE] = score(tables, work, hand, wilds[n], literal)
        found[n, JOKERS] = count_jokers(hand, wild_rank)


@formula
def write_hand(
    inputs: Floats, at: int, own: Masks, other: Masks, other_hand: int, left: int
) -> None:
    """Write the inputs that describe a hand beside another one."""
    outs = bit_count(own[OUTS] & left)
    inputs[at] = own[DIST] / 4
    inputs[at + 1] = own[SCORE] / 40
    inputs[at + 2] = own[JOKERS] / 2
    inputs[at + 3] = outs / 8
    inputs[at + 4] = 3 * outs / max(1, bit_count(left))
    inputs[at + 5] = bit_count(own[OUTS] & other_hand) / 3
    inputs[at + 6] = bit_count(own[OUTS] & other[SPARE]) / 2
    inputs[at + 7] = bit_count(own[SPARE]) / 4


@formula
def write_inputs(
    inputs: Floats, own: Masks, other: Masks, position: Masks, first: int, second: int
) -> None:
    """Write all that the network sees of two seats."""
    left = position[DRAWABLE]
    write_hand(inputs, 0, own, other, position[HANDS + second], left)
    write_hand(inputs, OF_HAND, other, own, position[HANDS + first], left)
    jokers = PRINTED | COLUMN * wild_mask(position[WILD_RANK])
    inputs[2 * OF_HAND] = bit_count(left) / 13
    inputs[2 * OF_HAND + 1] = bit_count(left & jokers) / 2
    inputs[2 * OF_HAND + 2] = position[OWN_TURNS] / 10


@formula
def run_layer(weights: Floats, before: Floats, after: Floats) -> None:
    """Write the output of a layer."""
    width = len(before)
    for unit in range(len(after)):
        total = weights[unit, width]
        for k in range(width):
            total += weights[unit, k] * before[k]
        after[unit] = max(0.0, total)


@formula
def run_network(net: Network) -> float:
    """Return the chance that the network gives to its inputs."""
    run_layer(net.first, net.inputs, net.one)
    run_layer(net.second, net.one, net.two)
    total = net.last[0, UNITS[1]]
    for k in range(UNITS[1]):
        total += net.last[0, k] * net.two[k]
    return 1.0 / (1.0 + exp(-total))


@kernel
def run_many(net: Network, inputs: Floats, chances: Floats) -> None:
    """Write the chances of many inputs."""
    for n in range(len(inputs)):
        for k in range(INPUTS):
            net.inputs[k] = inputs[n, k]
        chances[n] = run_network(net)


@kernel
def write_values(
    net: Network, positions: Masks, features: Masks, values: Floats, inputs: Floats
) -> None:
    """Value each position, and write the inputs of the first ones, as many as ``inputs`` has rows.

    Points decide between those who lost to a declaration.  Who has left the game has no value.
    """
    seats = values.shape[1]
    for n in range(len(positions)):
        position = positions[n]
        opponents = bit_count(position[IN_GAME]) - 1
        for pair in range(seats * seats):
            i, j = pair // seats, pair % seats
            first, second = (position[NEXT] + i) % seats, (position[NEXT] + j) % seats
            both = 1 << first | 1 << second
            if i >= j or position[IN_GAME] & both != both:
                continue
            own, other = features[n, first], features[n, second]
            write_inputs(net.inputs, own, other, position, first, second)
            for k in range(INPUTS if n < len(inputs) else 0):
                inputs[n, k] = net.inputs[k]
            share = run_network(net)
            if position[DECLARED]:
                less, as_much = own[SCORE] < other[SCORE], own[SCORE] <= other[SCORE]
                share = 1.0 if i == 0 else 0.5 * less + 0.5 * as_much
            values[n, first] += share / opponents
            values[n, second] += (1.0 - share) / opponents

"""Value a position by a small network: the probability of a win.

The network sees the position from the player who moves next.  Each feature adds a row of numbers
to the hidden units: tokens by their squares, the rounds to come, the kind of bot on each seat,
the points ahead, tokens in danger by the distance of the token that hunts them, and the dice on the
table with what they can hit.  Hidden units are rectified, and their weights depend on the rounds to
come::

    chance = 1 / (1 + exp(-z)),   z = bias + slope * ahead + sum of weight * max(0, unit)

When no moves are left the chance is the result.

The weights of two networks are in ``value_network.json``: one knows the chances of bots, the other
those of players who both move at random.
"""

from functools import cache
from math import exp
from typing import Final, NamedTuple

import numpy as np

from evenhand.compiled import lowest_bit, step
from evenhand.games.cards import Masks
from evenhand.games.fitted import Fitted, Shapes, load_fitted
from evenhand.games.ludo.board import (
    DICE,
    FACES,
    HOME,
    START,
    TOKENS,
    WIN,
    Board,
    Rules,
    count_home,
    count_steps,
    die_at,
    make_board,
    mirror,
    square_of,
)
from evenhand.games.ludo.policy import UNKNOWN
from evenhand.tables import Floats

HALVES, EACH = 2, 8  # hidden units, added up in registers half by half
UNITS: Final = HALVES * EACH
SQUARES: Final = HOME + 1
MAX_ROUNDS: Final = 20  # to come; more count as these
KINDS: Final = UNKNOWN + 1  # of bots
REACH: Final = 12  # how far ahead a hunter looks: two dice
POINTS: Final = 56.0  # that count as one
HALF_WAY: Final = 28.0  # steps at stake that count as one

# Where the rows of each group of features begin
OWN: Final = 0
OTHERS: Final = OWN + TOKENS * SQUARES
TO_COME: Final = OTHERS + TOKENS * SQUARES
OWN_KIND: Final = TO_COME + MAX_ROUNDS + 1
OTHER_KIND: Final = OWN_KIND + KINDS
AHEAD: Final = OTHER_KIND + KINDS
OWN_DANGER: Final = AHEAD + 1  # by distance, and again by what is at stake
OTHER_DANGER: Final = OWN_DANGER + 2 * REACH
LYING: Final = OTHER_DANGER + 2 * REACH  # how many dice
FACE: Final = LYING + DICE  # of each of them, by how many there are
HIT: Final = FACE + DICE * (FACES + 1)  # own hits with it, what they bring, own tokens home
OTHER_HIT: Final = HIT + 3 * DICE
ROWS: Final = OTHER_HIT + 3
BIAS, SLOPE = UNITS, UNITS + 1
MAX_FEATURES: Final = 2 * TOKENS + 5 + 4 * TOKENS**2 + 2 * (1 + 4 * (2 * TOKENS + 1))

PACKAGE, FILE = "evenhand.games.ludo", "value_network.json"
SHAPES: Final = {"inner": (HALVES, ROWS, EACH), "outer": (MAX_ROUNDS + 1, UNITS + 2)}


class Network(NamedTuple):
    """The weights, and a workspace."""

    inner: Floats  # (halves, rows, units of a half)
    outer: Floats  # (rounds to come, units + 2)
    apart: int  # rows between those of one token and the next; 0 if it does not matter which it is
    targets: Masks  # for each square the bit of the one where the opponent captures it
    units: Floats  # (halves, units of a half)
    features: Masks  # the rows of the features that are present
    scales: Floats  # how much of each


class Networks(NamedTuple):
    """The two networks."""

    values: Network  # the chances of bots
    by_chance: Network  # the chances if both move at random


GROUPS: Final[Shapes] = dict.fromkeys(Networks._fields, SHAPES)
"""For each network its inner and outer weights."""


class View(NamedTuple):
    """A position as the player who moves next sees it."""

    own: int
    other: int
    ahead: int  # kept points more than the other
    dice: int  # that lie on the table
    lying: int  # how many of them
    left: int  # moves of both players after this round
    kind: int
    other_kind: int
    tie: int  # what he gets of a tie, in halves of a win


def make_networks(rules: Rules, weights: Fitted | None = None) -> Networks:
    """Return the networks for some rules; their weights are those of the package by default."""
    found = _package_weights() if weights is None else weights
    values, by_chance = found["values"], found["by_chance"]
    return Networks(
        make_network(values["inner"], values["outer"], rules, alike=False),
        make_network(by_chance["inner"], by_chance["outer"], rules, alike=True),
    )


def make_network(inner: Floats, outer: Floats, rules: Rules, *, alike: bool) -> Network:
    """Return a network for some rules; to some all tokens of a player are alike."""
    there = np.array([mirror(square) for square in range(SQUARES)])
    is_open = (there > 0) & (make_board(rules).safe == 0)
    return Network(
        np.ascontiguousarray(inner),
        np.ascontiguousarray(outer),
        0 if alike else SQUARES,
        np.where(is_open, np.int64(1) << there, 0),
        np.zeros((HALVES, EACH)),
        np.zeros(MAX_FEATURES, np.int64),
        np.zeros(MAX_FEATURES),
    )


@cache
def _package_weights() -> Fitted:
    return load_fitted(PACKAGE, FILE, GROUPS)


# Features


@step
def add_feature(net: Network, count: int, row: int, scale: float) -> int:
    """Note a feature; returns how many are noted."""
    net.features[count], net.scales[count] = row, scale
    return count + 1


@step
def find_targets(net: Network, tokens: int) -> int:
    """Return where tokens can be captured, as a mask of squares that the opponent counts."""
    mask = 0
    for token in range(TOKENS):
        mask |= net.targets[square_of(tokens, token)]
    return mask


@step
def add_dangers(net: Network, count: int, targets: int, hunters: int, row: int) -> int:
    """Note which tokens are in danger, by how far their hunters are behind them."""
    for hunter in range(TOKENS):
        square = square_of(hunters, hunter)
        near = targets >> square + 1 & (1 << REACH) - 1
        while near:
            distance = lowest_bit(near)
            near &= near - 1
            stake = (mirror(square + 1 + distance) - START) / HALF_WAY
            count = add_feature(net, count, row + distance, 1.0)
            count = add_feature(net, count, row + REACH + distance, stake)
    return count


@step
def add_hits(net: Network, count: int, own: int, targets: int, die: int, row: int) -> int:
    """Note what a player can do with a die on the table: capture, and bring a token home."""
    for token in range(TOKENS):
        square = square_of(own, token) + die
        if square == HOME:
            count = add_feature(net, count, row + 2, 1.0)
        if targets >> square & 1:
            count = add_feature(net, count, row, 1.0)
            count = add_feature(net, count, row + 1, (mirror(square) - START) / HALF_WAY)
    return count


@step
def add_dice(net: Network, count: int, view: View, targets: int, other_targets: int) -> int:
    """Note the dice on the table; of two the other player gets one."""
    lying = view.lying
    count = add_feature(net, count, LYING + lying, 1.0)
    for place in range(lying):
        die = die_at(view.dice, place)
        count = add_feature(net, count, FACE + lying * (FACES + 1) + die, 1.0)
        count = add_hits(net, count, view.own, targets, die, HIT + 3 * lying)
        if lying > 1:
            count = add_hits(net, count, view.other, other_targets, die, OTHER_HIT)
    return count


@step
def find_features(board: Board, net: Network, view: View) -> tuple[int, float]:
    """Note all features of a position; returns how many there are, and the points ahead."""
    own, other, count = view.own, view.other, 0
    for token in range(TOKENS):
        count = add_feature(net, count, OWN + token * net.apart + square_of(own, token), 1.0)
        count = add_feature(net, count, OTHERS + token * net.apart + square_of(other, token), 1.0)
    count = add_feature(net, count, TO_COME + count_rounds(view.left), 1.0)
    count = add_feature(net, count, OWN_KIND + view.kind, 1.0)
    count = add_feature(net, count, OTHER_KIND + view.other_kind, 1.0)
    ahead = margin(board, view) / POINTS
    count = add_feature(net, count, AHEAD, ahead)
    targets, other_targets = find_targets(net, other), find_targets(net, own)
    count = add_dangers(net, count, other_targets, other, OWN_DANGER)
    count = add_dangers(net, count, targets, own, OTHER_DANGER)
    if view.lying:
        count = add_dice(net, count, view, targets, other_targets)
    return count, ahead


@step
def count_rounds(left: int) -> int:
    """Return how many rounds come after so many moves before the end, as the network counts."""
    return min(MAX_ROUNDS, (left + DICE - 1) // DICE)


@step
def margin(board: Board, view: View) -> int:
    """Return how many points the player is ahead."""
    own, other = view.own, view.other
    home = count_home(own) - count_home(other)
    return count_steps(own) - count_steps(other) + board.bonus * home + view.ahead


# Values


@step
def combine(net: Network, count: int, ahead: float, rounds: int) -> float:
    """Return the log-odds that follow from the features that are noted."""
    outer = net.outer[rounds]
    z = float(outer[BIAS] + outer[SLOPE] * ahead)
    for half in range(HALVES):
        inner, units, out = net.inner[half], net.units[half], outer[EACH * half :]
        a = b = c = d = e = f = g = h = 0.0
        for n in range(count):
            row, scale = inner[net.features[n]], net.scales[n]
            a += scale * row[0]
            b += scale * row[1]
            c += scale * row[2]
            d += scale * row[3]
            e += scale * row[4]
            f += scale * row[5]
            g += scale * row[6]
            h += scale * row[7]
        units[0], units[1], units[2], units[3] = a, b, c, d
        units[4], units[5], units[6], units[7] = e, f, g, h
        z += (
            (out[0] * max(0.0, a) + out[1] * max(0.0, b))
            + (out[2] * max(0.0, c) + out[3] * max(0.0, d))
        ) + (
            (out[4] * max(0.0, e) + out[5] * max(0.0, f))
            + (out[6] * max(0.0, g) + out[7] * max(0.0, h))
        )
    return z


@step
def result(board: Board, view: View) -> float:
    """Return the result of a game that is over, as a share of a win."""
    ahead = margin(board, view)
    return 1.0 if ahead > 0 else view.tie / WIN if ahead == 0 else 0.0


@step
def log_odds(board: Board, net: Network, view: View) -> float:
    """Return the log-odds to win of the player who moves next, in a game that is not over."""
    count, ahead = find_features(board, net, view)
    return combine(net, count, ahead, count_rounds(view.left))


@step
def chance_to_win(board: Board, net: Network, view: View) -> float:
    """Return the chance to win of the player who moves next."""
    if view.left == 0 and view.lying == 0:
        return result(board, view)
    return 1.0 / (1.0 + exp(-log_odds(board, net, view)))

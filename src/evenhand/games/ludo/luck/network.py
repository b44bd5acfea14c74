"""The chance to win in a position, by a small network.

The network sees the position from the player who moves next.  Each thing that it sees adds a row of
numbers to its hidden units: every token by its square, the rounds to come, what kind of bot sits
where, the points ahead, every token in danger by the distance of its hunter, and dice that still
lie on the table with what they can hit.  Of the hidden units those above zero count, by weights of
their own for each number of rounds to come::

    chance = 1 / (1 + exp(-z)),   z = bias + slope * ahead + sum of weight * max(0, unit)

When no moves are left the chance is the result.
"""

from math import exp
from typing import Final, NamedTuple

import numpy as np

from evenhand.games.cards import Masks
from evenhand.compiled import formula, lowest_bit, step
from evenhand.games.ludo.board import DICE, FACES, HOME, START, TOKENS, facing
from evenhand.games.ludo.packed import Board, at_home, die_at, square_of, steps
from evenhand.tables import Floats

HALVES, EACH = 2, 8  # hidden units, added up in registers half by half
UNITS: Final = HALVES * EACH
SQUARES: Final = HOME + 1
ROUNDS: Final = 20  # to come; more count as these
KINDS: Final = 8  # of bots; the last is anyone
ANYONE: Final = KINDS - 1
REACH: Final = 12  # how far ahead a hunter looks: two dice
POINTS: Final = 56.0  # that count as one
HALF_WAY: Final = 28.0  # steps at stake that count as one

# Where the rows begin of what is seen
OWN: Final = 0
OTHERS: Final = OWN + TOKENS * SQUARES
TO_COME: Final = OTHERS + TOKENS * SQUARES
OWN_KIND: Final = TO_COME + ROUNDS + 1
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
MOST_SEEN: Final = 2 * TOKENS + 5 + 4 * TOKENS**2 + 2 * (1 + 4 * (2 * TOKENS + 1))


class Network(NamedTuple):
    """The weights, and room to work in."""

    inner: Floats  # (halves, rows, units of a half)
    outer: Floats  # (rounds to come, units + 2)
    apart: int  # rows between those of one token and the next; 0 if it does not matter which it is
    targets: Masks  # for each square the bit of the one where the opponent captures it
    units: Floats  # (halves, units of a half)
    seen: Masks  # the rows that are seen
    scales: Floats  # how much of each


class Position(NamedTuple):
    """A position as the player sees it who moves next."""

    own: int
    other: int
    ahead: int  # kept points more than the other
    dice: int  # that lie on the table
    lying: int  # how many of them
    left: int  # moves of both players after this round
    kind: int
    other_kind: int
    tie: int  # what he gets of a tie, in halves of a win


def new_network(inner: Floats, outer: Floats, board: Board, *, alike: bool) -> Network:
    """A network of weights, for some rules; to some all tokens of a player are alike."""
    there = np.array([facing(square) for square in range(SQUARES)])
    targets = np.where((there > 0) & (board.safe == 0), np.int64(1) << there, 0)
    return Network(
        np.ascontiguousarray(inner),
        np.ascontiguousarray(outer),
        0 if alike else SQUARES,
        targets,
        np.zeros((HALVES, EACH)),
        np.zeros(MOST_SEEN, np.int64),
        np.zeros(MOST_SEEN),
    )


@step
def see(net: Network, count: int, row: int, scale: float) -> int:
    """Note a row; how many are noted."""
    net.seen[count], net.scales[count] = row, scale
    return count + 1


@step
def targets(net: Network, tokens: int) -> int:
    """Where a player's tokens can be captured, as a mask of squares that the opponent counts."""
    mask = 0
    for token in range(TOKENS):
        mask |= net.targets[square_of(tokens, token)]
    return mask


@step
def see_dangers(net: Network, count: int, prey: int, hunters: int, row: int) -> int:
    """Note which tokens are in danger, by how far their hunters are behind them."""
    for hunter in range(TOKENS):
        square = square_of(hunters, hunter)
        near = prey >> square + 1 & (1 << REACH) - 1
        while near:
            distance = lowest_bit(near)
            near &= near - 1
            stake = (facing(square + 1 + distance) - START) / HALF_WAY
            count = see(net, count, row + distance, 1.0)
            count = see(net, count, row + REACH + distance, stake)
    return count


@step
def see_hits(net: Network, count: int, own: int, prey: int, die: int, row: int) -> int:
    """Note what a player can do with a die on the table: capture, and bring a token home."""
    for token in range(TOKENS):
        square = square_of(own, token) + die
        if square == HOME:
            count = see(net, count, row + 2, 1.0)
        if prey >> square & 1:
            count = see(net, count, row, 1.0)
            count = see(net, count, row + 1, (facing(square) - START) / HALF_WAY)
    return count


@step
def see_dice(net: Network, count: int, position: Position, prey: int, other_prey: int) -> int:
    """Note the dice on the table; of two the other player gets one."""
    lying = position.lying
    count = see(net, count, LYING + lying, 1.0)
    for place in range(lying):
        die = die_at(position.dice, place)
        count = see(net, count, FACE + lying * (FACES + 1) + die, 1.0)
        count = see_hits(net, count, position.own, prey, die, HIT + 3 * lying)
        if lying > 1:
            count = see_hits(net, count, position.other, other_prey, die, OTHER_HIT)
    return count


@step
def look(board: Board, net: Network, position: Position) -> tuple[int, float]:
    """Note all that is seen in a position; how much that is, and the points ahead."""
    own, other, count = position.own, position.other, 0
    for token in range(TOKENS):
        count = see(net, count, OWN + token * net.apart + square_of(own, token), 1.0)
        count = see(net, count, OTHERS + token * net.apart + square_of(other, token), 1.0)
    count = see(net, count, TO_COME + to_come(position.left), 1.0)
    count = see(net, count, OWN_KIND + position.kind, 1.0)
    count = see(net, count, OTHER_KIND + position.other_kind, 1.0)
    ahead = margin(board, position) / POINTS
    count = see(net, count, AHEAD, ahead)
    prey, other_prey = targets(net, other), targets(net, own)
    count = see_dangers(net, count, other_prey, other, OWN_DANGER)
    count = see_dangers(net, count, prey, own, OTHER_DANGER)
    if position.lying:
        count = see_dice(net, count, position, prey, other_prey)
    return count, ahead


@formula
def to_come(left: int) -> int:
    """How many rounds come after so many moves before the end, as the network counts them."""
    return min(ROUNDS, (left + DICE - 1) // DICE)


@step
def margin(board: Board, position: Position) -> int:
    """How many points the player is ahead."""
    own, other = position.own, position.other
    home = at_home(own) - at_home(other)
    return steps(own) - steps(other) + board.bonus * home + position.ahead


@step
def log_odds(net: Network, count: int, ahead: float, rounds: int) -> float:
    """What the network makes of what it has seen."""
    outer = net.outer[rounds]
    z = float(outer[BIAS] + outer[SLOPE] * ahead)
    for half in range(HALVES):
        inner, units, out = net.inner[half], net.units[half], outer[EACH * half :]
        a = b = c = d = e = f = g = h = 0.0
        for n in range(count):
            row, scale = inner[net.seen[n]], net.scales[n]
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
def outcome(board: Board, position: Position) -> float:
    """The result of a game that is over."""
    ahead = margin(board, position)
    return 1.0 if ahead > 0 else position.tie / 2 if ahead == 0 else 0.0


@step
def odds(board: Board, net: Network, position: Position) -> float:
    """The log-odds to win of the player who moves next, in a game that is not over."""
    count, points = look(board, net, position)
    return log_odds(net, count, points, to_come(position.left))


@step
def chance(board: Board, net: Network, position: Position) -> float:
    """The chance to win of the player who moves next."""
    if position.left == 0 and position.lying == 0:
        return outcome(board, position)
    return 1.0 / (1.0 + exp(-odds(board, net, position)))

"""How a network learns: by going through positions of known results, one at a time.

After each position every weight that had a part in the prediction moves against its part of the
error, by a step that shrinks with the squares of its errors so far (Duchi, Hazan, Singer 2011,
*Adaptive subgradient methods*).
"""

from math import exp, sqrt
from typing import Final, NamedTuple

import numpy as np

from evenhand.games.cards import Masks
from evenhand.compiled import kernel, step
from evenhand.games.ludo.luck.network import (
    BIAS,
    EACH,
    HALVES,
    ROUNDS,
    ROWS,
    SLOPE,
    UNITS,
    Network,
    Position,
    chance,
    log_odds,
    look,
    new_network,
    to_come,
)
from evenhand.games.ludo.packed import Board
from evenhand.tables import Floats

SPREAD: Final = 0.15  # of the first weights
SMALL: Final = 1e-3


class Examples(NamedTuple):
    """Positions and what came of them."""

    positions: Masks  # (examples, fields of a position)
    results: Floats  # of the player who moves next


class Errors(NamedTuple):
    """Squares of errors so far, of each weight."""

    inner: Floats
    outer: Floats
    units: Floats  # room to work in


def untrained(board: Board, rng: np.random.Generator, *, alike: bool) -> Network:
    """A network that knows nothing but that points are good."""
    outer = np.zeros((ROUNDS + 1, UNITS + 2))
    outer[:, :UNITS] = rng.normal(0, 3 * SPREAD, UNITS)
    outer[:, SLOPE] = 1.0
    return new_network(rng.normal(0, SPREAD, (HALVES, ROWS, EACH)), outer, board, alike=alike)


def learn(
    board: Board,
    net: Network,
    examples: Examples,
    rates: tuple[float, ...],
    rng: np.random.Generator,
) -> None:
    """Go through the examples once for each rate."""
    errors = Errors(np.zeros_like(net.inner), np.zeros_like(net.outer), np.zeros(UNITS))
    for rate in rates:
        order = rng.permutation(len(examples.results))
        go_through(board, net, examples, order, rate, errors)
    net.inner[errors.inner == 0.0] = 0.0  # what was never seen


@step
def position_at(positions: Masks, n: int) -> Position:
    """A position of an array."""
    own, other, ahead, dice, lying = (
        positions[n, 0],
        positions[n, 1],
        positions[n, 2],
        positions[n, 3],
        positions[n, 4],
    )
    return Position(
        own,
        other,
        ahead,
        dice,
        lying,
        positions[n, 5],
        positions[n, 6],
        positions[n, 7],
        positions[n, 8],
    )


@kernel
def go_through(
    board: Board, net: Network, examples: Examples, order: Masks, rate: float, errors: Errors
) -> None:
    """Learn from the examples, in an order."""
    for n in order:
        position = position_at(examples.positions, n)
        rounds = to_come(position.left)
        count, ahead = look(board, net, position)
        error = 1.0 / (1.0 + exp(-log_odds(net, count, ahead, rounds))) - examples.results[n]
        learn_outer(net, errors, rounds, error, ahead, rate)
        for k in range(count):
            row, scale = net.seen[k], net.scales[k]
            for half in range(HALVES):
                weights, squares = net.inner[half, row], errors.inner[half, row]
                for unit in range(EACH):
                    wrong = errors.units[EACH * half + unit] * scale
                    squares[unit] += wrong * wrong
                    weights[unit] -= rate * wrong / sqrt(squares[unit] + SMALL)


@step
def learn_outer(
    net: Network, errors: Errors, rounds: int, error: float, ahead: float, rate: float
) -> None:
    """Correct the outer weights, and note the error of each unit."""
    outer, squares = net.outer, errors.outer
    for weight in range(UNITS + 2):
        signal = 1.0 if weight == BIAS else ahead
        if weight < UNITS:
            signal = max(0.0, net.units[weight // EACH, weight % EACH])
            errors.units[weight] = error * outer[rounds, weight] if signal > 0.0 else 0.0
        wrong = error * signal
        squares[rounds, weight] += wrong * wrong
        outer[rounds, weight] -= rate * wrong / sqrt(squares[rounds, weight] + SMALL)


@kernel
def chances(board: Board, net: Network, positions: Masks, found: Floats) -> None:
    """The chances in many positions."""
    for n in range(len(positions)):
        found[n] = chance(board, net, position_at(positions, n))

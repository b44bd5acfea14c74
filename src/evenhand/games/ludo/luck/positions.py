"""Positions to learn from: those before each round of games, and what came of them."""

import numpy as np

from evenhand.games.cards import Masks
from evenhand.compiled import kernel
from evenhand.games.ludo.board import DICE, FACES, SEATS
from evenhand.games.ludo.bots.parameters import RANDOM
from evenhand.games.ludo.bots.playouts import halves_won
from evenhand.games.ludo.luck.learning import Examples
from evenhand.games.ludo.luck.network import ANYONE
from evenhand.games.ludo.packed import Board
from evenhand.tables import Floats


def examples_of(board: Board, before: Masks, kinds: Masks, share: Floats) -> Examples:
    """The positions before each round but the first, and what share of a win the game brought.

    ``before`` is what the judge notes, ``kinds`` (games, seats) the bots and ``share`` (games,)
    the result of the first seat.
    """
    games, rounds, _ = before.shape
    number = np.arange(rounds)
    first = np.broadcast_to(number % SEATS == 0, (games, rounds))  # who begins
    one, two, kept = before[:, :, 0], before[:, :, 1], before[:, :, 2]
    none = np.zeros_like(one)
    left = np.broadcast_to(SEATS * board.moves - DICE * number, one.shape)
    columns = [
        np.where(first, one, two),
        np.where(first, two, one),
        np.where(first, kept, -kept),
        none,
        none,
        left,
        np.where(first, kinds[:, :1], kinds[:, 1:]),
        np.where(first, kinds[:, 1:], kinds[:, :1]),
        np.where(first, board.tie, 2 - board.tie),
    ]
    positions = np.stack(columns, axis=-1)[:, 1:].reshape(-1, len(columns))
    results = np.where(first, share[:, None], 1.0 - share[:, None])[:, 1:].ravel()
    return Examples(positions.astype(np.int64), results)


def as_anyone(examples: Examples) -> Examples:
    """The same by players who are not known."""
    positions = examples.positions.copy()
    positions[:, 6:8] = ANYONE
    return Examples(positions, examples.results)


def played_on(board: Board, positions: Masks, playouts: int, rng: np.random.Generator) -> Examples:
    """What comes of positions if both move by chance, with none to two dice on the table."""
    count = len(positions)
    seen = positions.copy()
    lying = rng.integers(0, DICE, count)
    faces = rng.integers(1, FACES + 1, (count, 2))
    seen[:, 3] = np.where(lying > 0, faces[:, 0], 0) | np.where(lying > 1, faces[:, 1] << 4, 0)
    seen[:, 4] = lying
    seen[:, 6:8] = RANDOM
    results = np.zeros(count)
    play_on(board, seen, playouts, np.array([1 + rng.integers(1 << 40)]), results)
    return Examples(seen, results)


@kernel
def play_on(board: Board, seen: Masks, playouts: int, lots: Masks, results: Floats) -> None:
    """The share of games won by the player who moves next, in games played on by chance."""
    for n in range(len(seen)):
        own, other, ahead, dice, lying = seen[n, 0], seen[n, 1], seen[n, 2], seen[n, 3], seen[n, 4]
        left, tie = seen[n, 5] + lying, 2 - seen[n, 8]
        lost = halves_won(board, other, own, -ahead, dice, left, False, tie, playouts, lots)
        results[n] = 1.0 - lost / (2 * playouts)

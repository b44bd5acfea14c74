"""Who sits where in each game: (games, seats) numbers of players.

The order of the games matters to ratings.  These lists follow a pattern; :func:`shuffled`
puts them in random order, as Chakraborty (2025) does.
"""

from itertools import combinations, islice, permutations

import numpy as np
from numpy.random import Generator

from evenhand.datasets import random_seats
from evenhand.tables import Indices


def ordered_tables(players: int, seats: int, games: int) -> Indices:
    """Every ordered table (for two seats: every ordered pair) equally often, over and over.

    Games left over go to the tables at the beginning of the list.

    >>> ordered_tables(3, 2, 7).tolist()
    [[0, 1], [0, 2], [1, 0], [1, 2], [2, 0], [2, 1], [0, 1]]
    """
    _check(players, seats, games)
    every = np.array(list(islice(permutations(range(players), seats), games)), np.int32)
    return every[np.arange(games) % len(every)]


def round_robin(players: int, seats: int, games: int) -> Indices:
    """Everybody against everybody, over and over.

    Two players meet in the rounds of a tournament by the circle method; of an odd number one
    pauses in each round.  Everybody is first as often as second, or one game more or less in
    a cycle of an even number of players.  Tables of more come in the order of
    combinations.  From cycle to cycle the seats of each table rotate: so after as many
    cycles as there are seats everybody sat on each seat of each table once.

    >>> round_robin(4, 2, 8).tolist()
    [[0, 3], [1, 2], [3, 1], [2, 0], [2, 3], [0, 1], [3, 0], [2, 1]]
    """
    _check(players, seats, games)
    return _circle(players, games) if seats == 2 else _combinations(players, seats, games)


def random_tables(rng: Generator, players: int, seats: int, games: int) -> Indices:
    """Different players at random for each game, on random seats."""
    _check(players, seats, games)
    return random_seats(rng, players, games, seats)


def shuffled(rng: Generator, tables: Indices) -> Indices:
    """The same tables in random order; nobody changes the seat."""
    mixed: Indices = rng.permutation(tables, axis=0)
    return mixed


def _check(players: int, seats: int, games: int) -> None:
    if seats < 2:
        raise ValueError(f"a table needs at least two seats, not {seats}")
    if players < seats:
        raise ValueError(f"{seats} seats need at least as many players, not {players}")
    if games < 1:
        raise ValueError(f"at least one game must be played, not {games}")


def _circle(players: int, games: int) -> Indices:
    """All but the last of an even number stand in a circle, which turns from round to round.

    In round r those k places to both sides of r meet (whoever is at r + k sits first if k is
    odd), and r meets the last one (who sits first in every second round), or pauses.
    """
    circle = players - 1 + players % 2  # players who stand in it
    boards = players // 2
    cycle, game = np.divmod(np.arange(games), circle * boards)
    turn, board = np.divmod(game, boards)
    apart = board + players % 2  # 0: meets the last one
    ahead, behind = (turn + apart) % circle, (turn - apart) % circle
    behind = np.where(apart == 0, circle, behind)
    odd = np.where(apart == 0, turn + 1, apart) % 2
    pairs = np.stack([ahead, behind], axis=1).astype(np.int32)
    swap = (odd + cycle) % 2 == 0
    pairs[swap] = pairs[swap, ::-1]
    return pairs


def _combinations(players: int, seats: int, games: int) -> Indices:
    every = np.array(list(islice(combinations(range(players), seats), games)), np.int32)
    cycle, table = np.divmod(np.arange(games), len(every))
    order = (np.arange(seats) + cycle[:, None]) % seats
    return np.take_along_axis(every[table], order, axis=1)

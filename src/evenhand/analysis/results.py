"""Results made anew on the same pairings: by coins, or by the ratings that were fitted."""

from typing import Final

import numpy as np

from evenhand.elo import LN_10
from evenhand.tables import EMPTY, Floats, GameTable, Indices

SCALE: Final = 400.0


def with_coins(table: GameTable, part: float, rng: np.random.Generator) -> Floats:
    """Scores of which a part of the games is decided by coins: any order, as likely as any other.

    The same generator chooses the same coins: who is a coin at one part is the same one at a
    larger part.

    >>> table = GameTable.from_games([{"Anna": 1, "Ben": 0}] * 1000)
    >>> score = with_coins(table, 0.5, np.random.default_rng(1))
    >>> int((score[:, 0] < score[:, 1]).sum()) in range(200, 300)
    True
    """
    chosen = rng.random(len(table)) < part
    order = rng.random(table.seats.shape)
    return np.where(chosen[:, None], order, table.score)


def tied_share(table: GameTable) -> float:
    """The share of ties among games of two; of larger tables none are drawn.

    >>> tied_share(GameTable.from_games([{"Anna": 1, "Ben": 1}, {"Anna": 1, "Ben": 0}]))
    0.5
    """
    if table.width > 2 or not len(table):
        return 0.0
    return float((table.score[:, 0] == table.score[:, 1]).mean())


def by_ratings(seats: Indices, ratings: Floats, tied: float, rng: np.random.Generator) -> Floats:
    """Scores as players of these ratings would make them.

    Each performs at R ln(10)/400 plus Gumbel noise, so that of any two the one is ahead with the
    chance that Elo gives him.  Games of two are tied in a share of cases, fewer where one is far
    better, and the expected score stays that of Elo.
    """
    if seats.shape[1] > 2:
        performance = ratings[seats] * (LN_10 / SCALE) + rng.gumbel(size=seats.shape)
        return np.where(seats == EMPTY, 0.0, performance)
    gap = (ratings[seats[:, 0]] - ratings[seats[:, 1]]) * (LN_10 / SCALE)
    chance = 1.0 / (1.0 + np.exp(-np.clip(gap, -700.0, 700.0)))
    half = np.minimum(tied / 2.0, np.minimum(chance, 1.0 - chance))
    drawn = rng.random(len(seats))
    first = np.where(drawn < chance - half, 1.0, np.where(drawn < chance + half, 0.5, 0.0))
    return np.stack([first, 1.0 - first], axis=1)

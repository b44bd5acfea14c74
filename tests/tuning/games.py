"""Games that tuning is tested on."""

import math
from itertools import islice

import numpy as np

from evenhand.datasets import make_games
from evenhand.tables import GameTable

TRUE_K = 24.0


def games_of_k(games: int, players: int = 20, k: float = TRUE_K, seed: int = 1) -> GameTable:
    """Games of players whose true strength moves as Elo with this K says.

    So Elo with this K knows the true chances, and no other K can foretell better in the long run.
    """
    rng = np.random.default_rng(seed)
    strength = [1500.0] * players
    seats, score = np.empty((games, 2), np.int32), np.empty((games, 2))
    draws = rng.random(games).tolist()
    for game in range(games):
        a, b = (int(player) for player in rng.choice(players, 2, replace=False))
        chance = 1.0 / (1.0 + math.pow(10.0, (strength[b] - strength[a]) / 400.0))
        won = 1.0 if draws[game] < chance else 0.0
        strength[a] += k * (won - chance)
        strength[b] -= k * (won - chance)
        seats[game], score[game] = (a, b), (won, 1.0 - won)
    time = np.arange(games, dtype=np.int64) * 60_000_000
    return GameTable(tuple(map(str, range(players))), seats, score, time=time)


def some_games(games: int = 2000, seats: int = 2, draw: float = 0.0, seed: int = 3) -> GameTable:
    table, _ = make_games(np.random.default_rng(seed), 40, games, seats, draw=draw)
    return table


def some_values(count: int) -> list[float]:
    """So many values of K."""
    return list(islice((4.0 * 1.3**n for n in range(1000)), count))

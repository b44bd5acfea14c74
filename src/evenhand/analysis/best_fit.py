r"""Elo from zero with one constant k, and the k that foretells best.

All players start at 0 and K is the same for all, always: what is left to choose is k, and k* is
the one with the least mean squared prediction error

.. math:: \frac{1}{G} \sum_g \frac{1}{|P_g|} \sum_{(i, j) \in P_g} (S_{ij} - E_{ij})^2

over all games g and the pairs P of players in each: every game counts the same, and so does
every pair of a game.  For two players that is the mean of (S - E)^2.

The search looks at a grid of 16 values of k, each 1.97 times the one before, then twice at
eight values between the neighbours of the best, and ends with the lowest point of the parabola in
log k through the last three.  So it does not stop at the first hollow that it meets.

Source: Duersch, Lambrecht, Oechssler, Measuring skill and chance in games, European Economic
Review 127 (2020).  Deviations: tables of more than two, rated by pairs as
:class:`evenhand.ratings.Elo` does; k lies between 0.02 and 512.

Symbols: S = 1, 1/2 or 0; E = what was expected; G = number of games.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np

from evenhand.compiled import kernel
from evenhand.ratings.elo_family import expected_score, pair_score, take_seats
from evenhand.tables import Floats, Indices

SCALE: Final = 400.0
LOWEST, HIGHEST = 0.02, 512.0
LANES: Final = 8  # values of k at a time: the ratings of a player fill a line of the cache
ROUNDS: Final = 2


@dataclass(frozen=True, slots=True, eq=False)
class BestFit:
    """The best k, and what comes of it."""

    k: float
    error: float  # mean squared prediction error
    ratings: Floats  # (players,) after the last game

    @property
    def at_the_edge(self) -> bool:
        """Whether no k within the bounds is better than the smallest: nothing can be foretold."""
        return self.k <= LOWEST * 1.01


def best_fit(seats: Indices, score: Floats, players: int) -> BestFit:
    """The k that foretells games best, and the ratings that it leads to.

    >>> from evenhand.tables import GameTable
    >>> table = GameTable.from_games([{"Anna": 1, "Ben": 0}, {"Anna": 0, "Ben": 1}] * 40)
    >>> best_fit(table.seats, table.score, 2).at_the_edge
    True
    """
    logs = np.linspace(np.log(LOWEST), np.log(HIGHEST), 2 * LANES)
    errors = prediction_errors(seats, score, players, np.exp(logs))
    for _ in range(ROUNDS):
        best = int(errors.argmin())
        low, high = max(best - 1, 0), min(best + 1, len(logs) - 1)
        between = np.linspace(logs[low], logs[high], LANES + 2)[1:-1]
        found = prediction_errors(seats, score, players, np.exp(between))
        logs = np.r_[logs[low], between, logs[high]]
        errors = np.r_[errors[low], found, errors[high]]
    k = float(np.clip(np.exp(lowest_point(logs, errors)), LOWEST, HIGHEST))
    ratings = np.zeros((players, 1))
    error = np.zeros(1)
    _rate_all(seats, score, np.array([k]), ratings, error)
    return BestFit(k, float(error[0]) / max(len(seats), 1), ratings[:, 0].copy())


def prediction_errors(seats: Indices, score: Floats, players: int, ks: Floats) -> Floats:
    """The mean squared prediction error of each k.

    >>> from evenhand.tables import GameTable
    >>> table = GameTable.from_games([{"Anna": 1, "Ben": 0}] * 2)
    >>> prediction_errors(table.seats, table.score, 2, np.array([0.0, 400.0])).round(3).tolist()
    [0.25, 0.129]
    """
    errors = np.zeros(len(ks))
    for first in range(0, len(ks), LANES):
        some = slice(first, first + LANES)
        _rate_all(seats, score, ks[some], np.zeros((players, len(ks[some]))), errors[some])
    return errors / max(len(seats), 1)


def lowest_point(logs: Floats, errors: Floats) -> float:
    """Where the parabola through the least value and its neighbours is lowest.

    >>> logs = np.array([0.0, 1.0, 2.0, 3.0])
    >>> round(lowest_point(logs, (logs - 1.2) ** 2), 6)
    1.2
    """
    best = int(errors.argmin())
    if best in (0, len(logs) - 1):
        return float(logs[best])
    left, _, right = errors[best - 1 : best + 2] - errors[best]
    before, after = logs[best] - logs[best - 1], logs[best + 1] - logs[best]
    bend = left * after + right * before
    shift = (left * after * after - right * before * before) / (2.0 * bend) if bend else 0.0
    return float(logs[best] + shift)


@kernel
def _rate_all(seats: Indices, score: Floats, ks: Floats, ratings: Floats, errors: Floats) -> None:
    """Rate all games with several k at once: adds up their errors, and moves their ratings."""
    games, width = seats.shape
    lanes = len(ks)
    at = np.empty(width, np.int32)
    moved = np.zeros((width, lanes))
    for game in range(games):
        n = take_seats(seats[game], at)
        part = 2.0 / (n * (n - 1))
        for i in range(n):
            own = ratings[seats[game, at[i]]]
            for j in range(i):
                other = ratings[seats[game, at[j]]]
                result = pair_score(score[game, at[i]], score[game, at[j]])
                for lane in range(lanes):
                    news = result - expected_score(own[lane] - other[lane], SCALE)
                    errors[lane] += part * news * news
                    moved[i, lane] += news / (n - 1)
                    moved[j, lane] -= news / (n - 1)
        for i in range(n):
            own = ratings[seats[game, at[i]]]
            for lane in range(lanes):
                own[lane] += ks[lane] * moved[i, lane]
                moved[i, lane] = 0.0

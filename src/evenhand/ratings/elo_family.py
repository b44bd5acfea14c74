r"""The loop that the Elo systems for a table of any size share.

All of them move a rating by :math:`K (S - E)`; they differ in what they take for
the result S and the expectation E of a player among n:

========  ================================  ==========================================
way       S                                 E
========  ================================  ==========================================
PAIRS     share of the opponents beaten     mean chance against each of them
SHARES    share of the win                  :math:`10^{R/D} / \sum_j 10^{R_j/D}`
AVERAGE   share of the win                  chance against the opponents' mean rating
POOL      share of the win times n/2        chance against the opponents' mean rating
========  ================================  ==========================================

For two players all ways are one: classical Elo.  What a run expects is always the
chance to win, :math:`10^{R/D} / \sum_j 10^{R_j/D}`.

Symbols: R = rating; D = scale; K = k; n = players at the table.
"""

import math
from dataclasses import dataclass, field
from typing import ClassVar

import numpy as np

from evenhand.compiled import formula, kernel, step
from evenhand.elo import LN_10, pair_chance
from evenhand.ratings.adjustment import (
    Adjustment,
    Luck,
    luck_of,
    luck_of_seats,
    luck_of_two,
    take_out,
)
from evenhand.ratings.schedule import Schedule, as_schedule, check_k, k_factor
from evenhand.ratings.system import RatingSystem, Run
from evenhand.tables import Floats, GameTable, Indices

PAIRS, SHARES, AVERAGE, POOL = range(4)

expected_score = formula(pair_chance)


@dataclass(frozen=True, slots=True)
class EloFamily(RatingSystem):
    """Parameters and loop of the Elo systems; the way makes the system."""

    columns: ClassVar[tuple[str, ...]] = ("rating", "games")
    positive: ClassVar[tuple[str, ...]] = ("scale",)
    way: ClassVar[int]

    k: float | str | Schedule = 16.0
    initial: float = 1500.0
    scale: float = 400.0
    advantage: float = 0.0  # of the first seat
    luck: Adjustment | None = field(default=None, kw_only=True)

    def __post_init__(self) -> None:
        RatingSystem.__post_init__(self)
        check_k(self.k)

    def zero_sum(self, players: int) -> bool:
        return as_schedule(self.k).is_constant

    def start(self, players: int) -> Floats:
        return rating_and_games(players, self.initial)

    def rate(self, table: GameTable, ratings: Floats | None = None) -> Run:
        run = Run.prepare(self, table, ratings)
        k = as_schedule(self.k).array()
        luck = luck_of(self.luck, table, run)
        games = (table.seats, table.score, luck, run.ratings, run.expected, run.after)
        if table.width == 2:
            _rate_two(*games, k, self.scale, self.advantage)
        else:
            _rate(*games, k, self.scale, self.advantage, self.way)
        return run


def rating_and_games(players: int, initial: float) -> Floats:
    """The start of systems that keep a rating and the number of games."""
    ratings = np.zeros((players, 2))
    ratings[:, 0] = initial
    return ratings


@formula
def pair_score(own: float, other: float) -> float:
    """1 for more points, 0 for fewer, 1/2 for the same."""
    ahead = 1.0 if own > other else 0.5
    return ahead if own >= other else 0.0


@kernel
def _rate_two(
    seats: Indices,
    score: Floats,
    luck: Luck,
    ratings: Floats,
    expected: Floats,
    after: Floats,
    k: Floats,
    scale: float,
    advantage: float,
) -> None:
    adjusted = len(luck.received) > 0
    for game in range(len(seats)):
        a, b = seats[game, 0], seats[game, 1]
        own, other = ratings[a, 0], ratings[b, 0]
        own_games, other_games = ratings[a, 1] + 1.0, ratings[b, 1] + 1.0
        own_k, other_k = k_factor(k, own_games, own), k_factor(k, other_games, other)
        chance = expected_score(own + advantage - other, scale)
        surprise = pair_score(score[game, 0], score[game, 1]) - chance
        if adjusted:
            lucky, _ = luck_of_two(luck, game, 0, 1, chance)
            luck.worth[game, 0], luck.worth[game, 1] = own_k * lucky, -other_k * lucky
            surprise -= lucky
        own += own_k * surprise
        other -= other_k * surprise
        ratings[a, 0], ratings[a, 1] = own, own_games
        ratings[b, 0], ratings[b, 1] = other, other_games
        expected[game, 0], expected[game, 1] = chance, 1.0 - chance
        after[game, 0], after[game, 1] = own, other


@step
def take_seats(row: Indices, at: Indices) -> int:
    """Write the numbers of the seats somebody sits on into ``at``; how many there are."""
    n = 0
    for seat in range(len(row)):
        if row[seat] >= 0:
            at[n] = seat
            n += 1
    return n


@step
def win_shares(score: Floats, at: Indices, n: int, share: Floats) -> None:
    """One for the winner; players tied for the win have equal parts of it."""
    best = score[at[0]]
    for i in range(1, n):
        best = max(best, score[at[i]])
    winners = 0.0
    for i in range(n):
        share[i] = 1.0 if score[at[i]] == best else 0.0
        winners += share[i]
    for i in range(n):
        share[i] /= winners


@step
def strength_shares(rating: Floats, n: int, scale: float, share: Floats) -> None:
    """Parts in proportion to 10^(R/D)."""
    if n == 2:
        share[0] = expected_score(rating[0] - rating[1], scale)
        share[1] = 1.0 - share[0]
        return
    best = rating[0]
    for i in range(1, n):
        best = max(best, rating[i])
    total = 0.0
    for i in range(n):
        share[i] = math.exp(LN_10 * (rating[i] - best) / scale)
        total += share[i]
    for i in range(n):
        share[i] /= total


@step
def surprise_by_shares(share: Floats, chance: Floats, n: int, surprise: Floats) -> None:
    """S - E by the way SHARES, and by all ways for two."""
    surprise[:n] = share[:n] - chance[:n]
    if n == 2:
        surprise[1] = -surprise[0]


@step
def surprise_by_pairs(
    score: Floats, at: Indices, rating: Floats, n: int, scale: float, surprise: Floats
) -> None:
    """S - E by the way PAIRS."""
    surprise[:n] = 0.0
    for i in range(n):
        for j in range(i):
            chance = expected_score(rating[i] - rating[j], scale)
            news = (pair_score(score[at[i]], score[at[j]]) - chance) / (n - 1)
            surprise[i] += news
            surprise[j] -= news


@step
def surprise_by_average(
    share: Floats, rating: Floats, n: int, scale: float, points: float, surprise: Floats
) -> None:
    """S - E by the ways AVERAGE (one point to win) and POOL (n/2 points)."""
    total = 0.0
    for i in range(n):
        total += rating[i]
    for i in range(n):
        opponents = (total - rating[i]) / (n - 1)
        surprise[i] = points * share[i] - expected_score(rating[i] - opponents, scale)


@kernel
def _rate(
    seats: Indices,
    score: Floats,
    luck: Luck,
    ratings: Floats,
    expected: Floats,
    after: Floats,
    k: Floats,
    scale: float,
    advantage: float,
    way: int,
) -> None:
    games, width = seats.shape
    at = np.empty(width, np.int32)
    rating, chance, share, surprise, lucky = np.empty((5, width))
    lucky[:] = 0.0
    adjusted = len(luck.received) > 0
    for game in range(games):
        n = take_seats(seats[game], at)
        for i in range(n):
            rating[i] = ratings[seats[game, at[i]], 0]
        rating[0] += advantage if at[0] == 0 else 0.0
        strength_shares(rating, n, scale, chance)
        win_shares(score[game], at, n, share)
        points = n / 2.0 if way == POOL else 1.0
        if adjusted:
            take_out(luck, luck_of_seats(luck, game, at, n, lucky), chance, n, lucky)
        if n == 2 or way == SHARES:
            surprise_by_shares(share, chance, n, surprise)
        elif way == PAIRS:
            surprise_by_pairs(score[game], at, rating, n, scale, surprise)
        else:
            surprise_by_average(share, rating, n, scale, points, surprise)
        for i in range(n):
            player = seats[game, at[i]]
            ratings[player, 1] += 1.0
            own_k = k_factor(k, ratings[player, 1], ratings[player, 0])
            if adjusted:
                luck.worth[game, at[i]] = own_k * points * lucky[i]
            ratings[player, 0] += own_k * (surprise[i] - points * lucky[i])
            expected[game, at[i]] = chance[i]
            after[game, at[i]] = ratings[player, 0]

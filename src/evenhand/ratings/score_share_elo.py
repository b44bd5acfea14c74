r"""Elo on tournament scores: expected are shares of the points, not wins.

.. math:: E_i = R_i \, \frac{S}{R}, \quad S = \sum_j S_j, \; R = \sum_j R_j \qquad
          R_i \leftarrow R_i + K (S_i - E_i)

Source: Edelkamp 2021, "Including Opponent Strength" (Skat, series of 36 games by
Seeger and Fabian, K = 0.02, start 800), "Including Start ELO" (the mean of the first
n results) and "Newcomer Progression" (K by games played).

Where the paper is silent, ours:

* any number of players, not only three;
* a share is taken from max(R, 1), so that it lies between 0 and 1 even for a player
  whose rating fell below zero; while every rating is at least 1 nothing changes;
* a sum S of zero or less is expected to be shared equally, E = S/n: in proportion to
  the ratings, the best player would be expected to lose most;
* while a player has at most ``first_results`` results, the rating is their mean and
  no expectation moves it; the others at the table are rated as ever.

Ratings stay finite as long as the sums of the scores do: every share lies in (0, 1), so
one game moves a rating by at most :math:`|K| (|S_i| + |S|)`.  The sum of the ratings at a
table stays the same, with constant K and without the start by first results.

The link to a chance to win is :math:`P_i = E_i^\gamma / \sum_j E_j^\gamma` with
``sharpness`` :math:`\gamma`.  Scores that scatter normally by s around ratings of
about R give :math:`\gamma = 9 R / (4 \sqrt\pi s)` at an even table of three: 2.5 for
R = 800 and s = 400, about the scatter of the scores in the paper's Table II.

Symbols: R = rating; S = score; K = k; E = expected score; gamma = sharpness.
"""

from dataclasses import dataclass, field
from typing import ClassVar

import numpy as np

from evenhand.compiled import formula, kernel, step
from evenhand.ratings.adjustment import Adjustment, Luck, luck_of, luck_of_seats, take_out
from evenhand.ratings.elo_family import take_seats
from evenhand.ratings.schedule import Schedule, as_schedule, check_k, k_factor
from evenhand.ratings.system import RatingSystem, Result, Run
from evenhand.tables import Floats, GameTable, Indices


@dataclass(frozen=True, slots=True)
class ScoreShareElo(RatingSystem):
    """Edelkamp's Elo for Skat and other games of chance.

    >>> from evenhand.tables import GameTable
    >>> series = GameTable.from_games([{"A": 1200, "B": 800, "C": 800}])
    >>> start = np.array([[1500.0, 0.0, 0.0], [750.0, 0.0, 0.0], [750.0, 0.0, 0.0]])
    >>> ScoreShareElo(k=0.02).rate(series, start).ratings[:, 0].tolist()
    [1496.0, 752.0, 752.0]
    """

    columns: ClassVar[tuple[str, ...]] = ("rating", "games", "total")
    positive: ClassVar[tuple[str, ...]] = ("sharpness",)
    not_negative: ClassVar[tuple[str, ...]] = ("first_results",)
    result: ClassVar[Result] = "points"

    k: float | str | Schedule = 0.02
    initial: float = 800.0
    first_results: int = 0
    sharpness: float = 2.5
    luck: Adjustment | None = field(default=None, kw_only=True)

    def __post_init__(self) -> None:
        RatingSystem.__post_init__(self)
        check_k(self.k)

    def zero_sum(self, players: int) -> bool:
        return as_schedule(self.k).is_constant and self.first_results == 0

    def start(self, players: int) -> Floats:
        ratings = np.zeros((players, 3))
        ratings[:, 0] = self.initial
        return ratings

    def rate(self, table: GameTable, ratings: Floats | None = None) -> Run:
        run = Run.prepare(self, table, ratings)
        luck = luck_of(self.luck, table, run)
        games = (table.seats, table.score, luck, run.ratings, run.expected, run.after)
        _rate(*games, as_schedule(self.k).array(), self.first_results)
        return run

    def win_chances(self, expected: Floats) -> Floats:
        return sharpened(expected, self.sharpness)


def sharpened(shares: Floats, sharpness: float) -> Floats:
    """Chances to win from expected shares of the points."""
    best = np.nanmax(shares, axis=-1, keepdims=True, initial=0.0)
    powers = np.power(shares / best, sharpness)
    chances: Floats = powers / np.nansum(powers, axis=-1, keepdims=True)
    return chances


@formula
def share_weight(rating: float) -> float:
    """What a rating weighs in the expected shares: at least one."""
    return max(rating, 1.0)


@step
def table_sums(
    players: Indices, score: Floats, ratings: Floats, at: Indices, n: int
) -> tuple[float, float]:
    """The points of a table, and what its ratings weigh."""
    points, weight = 0.0, 0.0
    for i in range(n):
        points += score[at[i]]
        weight += share_weight(ratings[players[at[i]], 0])
    return points, weight


@formula
def expected_points(share: float, total: float, n: int) -> float:
    """A player's part of the table's points."""
    return share * total if total > 0.0 else total / n


@kernel
def _rate(
    seats: Indices,
    score: Floats,
    luck: Luck,
    ratings: Floats,
    expected: Floats,
    after: Floats,
    k: Floats,
    first_results: int,
) -> None:
    games, width = seats.shape
    at = np.empty(width, np.int32)
    share, lucky = np.empty((2, width))
    lucky[:] = 0.0
    adjusted = len(luck.received) > 0
    for game in range(games):
        n = take_seats(seats[game], at)
        points, weight = table_sums(seats[game], score[game], ratings, at, n)
        for i in range(n):
            share[i] = share_weight(ratings[seats[game, at[i]], 0]) / weight
        if adjusted:
            take_out(luck, luck_of_seats(luck, game, at, n, lucky), share, n, lucky)
        for i in range(n):
            player, own = seats[game, at[i]], score[game, at[i]] - lucky[i]
            ratings[player, 1] += 1.0
            if ratings[player, 1] <= first_results:
                step = 1.0 / ratings[player, 1]
                ratings[player, 2] += own
                ratings[player, 0] = ratings[player, 2] / ratings[player, 1]
            else:
                step = k_factor(k, ratings[player, 1], ratings[player, 0])
                ratings[player, 0] += step * (own - expected_points(share[i], points, n))
            if adjusted:
                luck.worth[game, at[i]] = step * lucky[i]
            expected[game, at[i]] = share[i]
            after[game, at[i]] = ratings[player, 0]

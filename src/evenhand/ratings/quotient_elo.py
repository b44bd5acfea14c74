r"""The formula that Edelkamp tried and gave up, to compare with.

.. math:: R_i \leftarrow \frac{f R_i + S_i \sqrt{Y_i}}{f + 1}, \qquad
          Y = \frac{GQ}{EQ}, \quad GQ_i = \frac{S_i}{\bar S_{-i}}, \quad
          EQ_i = \frac{R_i}{\bar R_{-i}}

GQ, the game quotient, sets a result against the opponents' mean result, EQ does so
for the ratings: who scores more than the ratings say has Y above one.

Source: Edelkamp 2021, "Including Opponent Strength": results "were not convincing".
Where the paper is silent, ours: f = 49 (the new result weighs 0.02, as K does in the
formula that was kept); Y is at most 4, so that its root stays within the factor 2 at
which the paper clips its other corrections; a score of zero or less counts as it is
(Y = 1); opponents who scored nothing or less make GQ as large as it may be; ratings
below 1 count as 1 in EQ.

What is expected are the shares of the ratings, as in
:mod:`~evenhand.ratings.score_share_elo`, with the same link to chances.

Symbols: R = rating; S = score; f = weight of the past.
"""

import math
from dataclasses import dataclass, field
from typing import ClassVar

import numpy as np

from evenhand.compiled import formula, kernel
from evenhand.ratings.adjustment import Adjustment, Luck, luck_of, luck_of_seats, take_out
from evenhand.ratings.elo_family import take_seats
from evenhand.ratings.score_share_elo import share_weight, sharpened, table_sums
from evenhand.ratings.system import RatingSystem, Result, Run
from evenhand.tables import Floats, GameTable, Indices

MOST = 4.0


@dataclass(frozen=True, slots=True)
class QuotientElo(RatingSystem):
    """A mean of the results, weighted by what they were worth.

    >>> from evenhand.tables import GameTable
    >>> series = GameTable.from_games([{"A": 1200, "B": 800, "C": 800}])
    >>> QuotientElo().rate(series).ratings[:, 0].round(2).tolist()
    [813.39, 798.31, 798.31]
    """

    columns: ClassVar[tuple[str, ...]] = ("rating",)
    positive: ClassVar[tuple[str, ...]] = ("f", "sharpness")
    result: ClassVar[Result] = "points"

    f: float = 49.0
    initial: float = 800.0
    sharpness: float = 2.5
    luck: Adjustment | None = field(default=None, kw_only=True)

    def start(self, players: int) -> Floats:
        return np.full((players, 1), self.initial)

    def rate(self, table: GameTable, ratings: Floats | None = None) -> Run:
        run = Run.prepare(self, table, ratings)
        luck = luck_of(self.luck, table, run)
        _rate(table.seats, table.score, luck, run.ratings, run.expected, run.after, self.f)
        return run

    def win_chances(self, expected: Floats) -> Floats:
        return sharpened(expected, self.sharpness)


@formula
def worth(own: float, opponents: float, elo_quotient: float) -> float:
    """What a score counts against the opponents' mean score: S times the root of Y.

    >>> worth(1200.0, 800.0, 1.5), worth(-50.0, 800.0, 1.5), worth(100.0, -5.0, 1.0)
    (1200.0, -50.0, 200.0)
    """
    if own <= 0.0:
        return own
    y = own / opponents / elo_quotient if opponents > 0.0 else MOST
    return own * math.sqrt(min(y, MOST))


@kernel
def _rate(
    seats: Indices,
    score: Floats,
    luck: Luck,
    ratings: Floats,
    expected: Floats,
    after: Floats,
    f: float,
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
            player, own = seats[game, at[i]], score[game, at[i]]
            mine = share_weight(ratings[player, 0])
            quotient = mine * (n - 1) / max(weight - mine, 1.0)
            counted = worth(own, (points - own) / (n - 1), quotient) - lucky[i]
            if adjusted:
                luck.worth[game, at[i]] = lucky[i] / (f + 1.0)
            expected[game, at[i]] = share[i]
            ratings[player, 0] = (ratings[player, 0] * f + counted) / (f + 1.0)
            after[game, at[i]] = ratings[player, 0]

r"""Glicko: a rating and how sure it is.

.. math:: r' = r + \frac{q}{1/RD^2 + q^2 I} U, \qquad RD' = (1/RD^2 + q^2 I)^{-1/2}

.. math:: g(RD) = (1 + 3 q^2 RD^2 / \pi^2)^{-1/2}, \quad
          E = (1 + 10^{-g(RD_j)(r - r_j)/400})^{-1}, \quad q = \ln 10 / 400

with I and U summed over the games of a rating period (:mod:`~evenhand.ratings.periods`).
Between games the deviation grows again: :math:`RD \leftarrow \min(\sqrt{RD^2 + c^2 t}, RD_0)`.

Source: Glickman, The Glicko system (1999, revised 2022).  Deviations: t is in days,
with c = 8.1 per root of a day (from 50 back to 350 in five years, Glickman's example);
where a table has no times, each game counts as a day.  A period of 0 days, the default,
rates game by game.  More than two players: every pair counts 3/(n+1) of a game, and the
chance to win is that of the best of n normal performances.

Symbols: r = rating; RD = deviation; I = information; U = surprise.
"""

import math
from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np

from evenhand.compiled import formula, kernel
from evenhand.ratings import periods
from evenhand.ratings.elo_family import pair_score, take_seats
from evenhand.ratings.periods import (
    BASE,
    BASE_DEVIATION,
    DEVIATION,
    INFORMATION,
    LAST,
    RATING,
    SURPRISE,
    Q,
    add_pair,
    add_pairs,
    begins_period,
    expect,
    expect_two,
    idle_days,
    open_period,
)
from evenhand.ratings.system import RatingSystem, Run
from evenhand.tables.table import Floats, GameTable, Indices


@dataclass(frozen=True, slots=True)
class Glicko(RatingSystem):
    """Glicko, game by game or by rating periods of so many days.

    >>> from evenhand.tables import GameTable
    >>> game = GameTable.from_games([{"Anna": 1, "Ben": 0}])
    >>> Glicko().rate(game).ratings[:, :2].round(1).tolist()
    [[1662.2, 290.2], [1337.8, 290.2]]
    """

    columns: ClassVar[tuple[str, ...]] = periods.COLUMNS
    positive: ClassVar[tuple[str, ...]] = ("deviation", "least_deviation")

    initial: float = 1500.0
    deviation: float = 350.0
    c: float = 8.1
    period: float = 0.0  # days; 0 rates game by game
    least_deviation: float = 30.0

    def start(self, players: int) -> Floats:
        return periods.start(players, len(self.columns), self.initial, self.deviation)

    def game_by_game(self) -> RatingSystem:
        return replace(self, period=0.0)

    def rate(self, table: GameTable, ratings: Floats | None = None) -> Run:
        run = Run.prepare(self, table, ratings)
        games = (table.seats, table.score, periods.clock(table, self.period))
        filled = (run.ratings, run.expected, run.after)
        loop = _rate_two if table.width == 2 else _rate
        loop(*games, *filled, self.period, self.deviation, self.least_deviation, self.c)
        return run


@formula
def grown(deviation: float, c: float, days: float, most: float) -> float:
    """The deviation after so many days without play."""
    return min(math.sqrt(deviation * deviation + c * c * days), most)


@formula
def begin(ratings: Floats, player: int, now: float, period: float, most: float, c: float) -> None:
    """Open a new period for a player if it is time."""
    last = ratings[player, LAST]
    if begins_period(last, now, period):
        deviation = grown(ratings[player, DEVIATION], c, idle_days(now, last), most)
        open_period(ratings, player, now, deviation)


@formula
def settle(ratings: Floats, player: int, least: float) -> None:
    """The rating and deviation that the period would give if it ended now."""
    base, information = ratings[player, BASE_DEVIATION], ratings[player, INFORMATION]
    precision = 1.0 / (base * base) + Q * Q * information
    ratings[player, RATING] = ratings[player, BASE] + Q / precision * ratings[player, SURPRISE]
    ratings[player, DEVIATION] = max(math.sqrt(1.0 / precision), least)


@kernel
def _rate_two(
    seats: Indices,
    score: Floats,
    clock: Floats,
    ratings: Floats,
    expected: Floats,
    after: Floats,
    period: float,
    most: float,
    least: float,
    c: float,
) -> None:
    for game in range(len(seats)):
        a, b, now = seats[game, 0], seats[game, 1], clock[game]
        begin(ratings, a, now, period, most, c)
        begin(ratings, b, now, period, most, c)
        chance = expect_two(ratings, a, b)
        add_pair(ratings, a, b, pair_score(score[game, 0], score[game, 1]))
        settle(ratings, a, least)
        settle(ratings, b, least)
        expected[game, 0], expected[game, 1] = chance, 1.0 - chance
        after[game, 0], after[game, 1] = ratings[a, RATING], ratings[b, RATING]


@kernel
def _rate(
    seats: Indices,
    score: Floats,
    clock: Floats,
    ratings: Floats,
    expected: Floats,
    after: Floats,
    period: float,
    most: float,
    least: float,
    c: float,
) -> None:
    games, width = seats.shape
    at = np.empty(width, np.int32)
    mean, spread, chance = np.empty((3, width))
    for game in range(games):
        n = take_seats(seats[game], at)
        for i in range(n):
            begin(ratings, seats[game, at[i]], clock[game], period, most, c)
        expect(ratings, seats[game], at, n, mean, spread, chance)
        add_pairs(ratings, seats[game], score[game], at, n)
        for i in range(n):
            player = seats[game, at[i]]
            settle(ratings, player, least)
            expected[game, at[i]] = chance[i]
            after[game, at[i]] = ratings[player, RATING]

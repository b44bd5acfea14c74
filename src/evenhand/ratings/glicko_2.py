r"""Glicko-2: a rating, how sure it is, and how erratic the player.

On the scale :math:`\mu = (r - 1500)/173.7178, \; \phi = RD/173.7178`:

.. math:: v = 1/I, \quad \Delta = v\,U, \qquad
          \phi^* = \sqrt{\phi^2 + \sigma'^2}, \quad
          \phi' = (1/\phi^{*2} + I)^{-1/2}, \quad \mu' = \mu + \phi'^2 U

with I and U summed over the games of a rating period (:mod:`~evenhand.ratings.periods`)
and the volatility :math:`\sigma'` from the root of

.. math:: f(x) = \frac{e^x(\Delta^2 - \phi^2 - v - e^x)}{2(\phi^2 + v + e^x)^2}
                - \frac{x - \ln\sigma^2}{\tau^2}

Source: Glickman, Example of the Glicko-2 system (2022), steps 1 to 8.  Deviations: a
period of 0 days, the default, makes every game a period; then ``idle`` days without
play add the variance of one more period.  More than two players: every pair counts
3/(n+1) of a game, and the chance to win is that of the best of n normal performances.
An expected score stays 1e-12 away from 0 and 1, so that no gap divides by zero.

**Volatility in single-game use is nearly inert.**  One result between equals gives
:math:`\Delta^2 = v`, always less than :math:`\phi^2 + v`: only an upset raises the
volatility, every expected result lowers it a little, and in a thousand games between
equals it moves by less than one percent (the tests show it).  It is then little
more than a constant, and one that can be farmed by losing on purpose to weak players
and winning back.  With a ``period`` of some days and several games in it, as Glickman
meant it, the volatility is alive.

Symbols: r = rating; RD = deviation; sigma = volatility; tau = its own volatility.
"""

import math
from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np

from evenhand.compiled import formula, kernel
from evenhand.ratings import periods
from evenhand.ratings.elo_family import pair_score, take_seats
from evenhand.ratings.glicko import grown
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
    open_period,
)
from evenhand.ratings.system import RatingSystem, Run
from evenhand.tables.table import Floats, GameTable, Indices

VOLATILITY, BASE_VOLATILITY = 7, 8


@dataclass(frozen=True, slots=True)
class Glicko2(RatingSystem):
    """Glicko-2, game by game or by rating periods of so many days.

    >>> from evenhand.tables import GameTable
    >>> game = GameTable.from_games([{"Anna": 1, "Ben": 0}])
    >>> Glicko2().rate(game).ratings[:, :2].round(1).tolist()
    [[1662.3, 290.3], [1337.7, 290.3]]
    """

    columns: ClassVar[tuple[str, ...]] = (*periods.COLUMNS, "volatility", "base_volatility")
    positive: ClassVar[tuple[str, ...]] = ("deviation", "volatility", "tau", "idle")

    initial: float = 1500.0
    deviation: float = 350.0
    volatility: float = 0.06
    tau: float = 0.5
    period: float = 0.0  # days; 0 rates game by game
    idle: float = 7.0  # days without play that count as one period, game by game

    def start(self, players: int) -> Floats:
        ratings = periods.start(players, len(self.columns), self.initial, self.deviation)
        ratings[:, VOLATILITY] = ratings[:, BASE_VOLATILITY] = self.volatility
        return ratings

    def game_by_game(self) -> RatingSystem:
        return replace(self, period=0.0)

    def rate(self, table: GameTable, ratings: Floats | None = None) -> Run:
        run = Run.prepare(self, table, ratings)
        games = (table.seats, table.score, periods.clock(table, self.period))
        filled = (run.ratings, run.expected, run.after)
        loop = _rate_two if table.width == 2 else _rate
        loop(*games, *filled, self.period, self.idle, self.deviation, self.tau)
        return run


@formula
def idle_periods(now: float, last: float, period: float, idle: float) -> float:
    """Periods without play since the last game."""
    if math.isnan(now) or math.isnan(last):
        return 0.0
    return (now - last) / idle if period == 0.0 else (now - last) / period - 1.0


@formula
def slope(x: float, delta: float, phi: float, v: float, a: float, tau: float) -> float:
    """The function f whose root is the logarithm of the new variance."""
    variance = math.exp(x)
    total = phi * phi + v + variance
    pull = variance * (delta * delta - total) / (2.0 * total * total)
    return pull - (x - a) / (tau * tau)


@formula
def new_volatility(sigma: float, delta: float, phi: float, v: float, tau: float) -> float:
    """Step 5, the Illinois algorithm.

    >>> round(new_volatility(0.06, -0.4834, 1.1513, 1.7785, 0.5), 5)
    0.06
    """
    a = math.log(sigma * sigma)
    low, f_low = a, slope(a, delta, phi, v, a, tau)
    if delta * delta > phi * phi + v:
        high = math.log(delta * delta - phi * phi - v)
        f_high = slope(high, delta, phi, v, a, tau)
    else:
        high, f_high = a, -1.0
        while f_high < 0.0:
            high -= tau
            f_high = slope(high, delta, phi, v, a, tau)
    while abs(high - low) > 1e-6:
        middle = low + (low - high) * f_low / (f_high - f_low)
        f_middle = slope(middle, delta, phi, v, a, tau)
        if f_middle * f_high <= 0.0:
            low, f_low = high, f_high
        else:
            f_low /= 2.0
        high, f_high = middle, f_middle
    return math.exp(low / 2.0)


@formula
def begin(
    ratings: Floats, player: int, now: float, period: float, idle: float, most: float
) -> None:
    """Open a new period for a player if it is time."""
    last, sigma = ratings[player, LAST], ratings[player, VOLATILITY]
    if begins_period(last, now, period):
        pause = idle_periods(now, last, period, idle)
        open_period(ratings, player, now, grown(ratings[player, DEVIATION], sigma / Q, pause, most))
        ratings[player, BASE_VOLATILITY] = sigma


@formula
def settle(ratings: Floats, player: int, tau: float) -> None:
    """The rating, deviation and volatility that the period would give if it ended now."""
    information, surprise = ratings[player, INFORMATION], ratings[player, SURPRISE]
    phi, v = Q * ratings[player, BASE_DEVIATION], 1.0 / information
    sigma = new_volatility(ratings[player, BASE_VOLATILITY], v * surprise, phi, v, tau)
    variance = 1.0 / (1.0 / (phi * phi + sigma * sigma) + information)
    ratings[player, VOLATILITY] = sigma
    ratings[player, DEVIATION] = math.sqrt(variance) / Q
    ratings[player, RATING] = ratings[player, BASE] + variance * surprise / Q


@kernel
def _rate_two(
    seats: Indices,
    score: Floats,
    clock: Floats,
    ratings: Floats,
    expected: Floats,
    after: Floats,
    period: float,
    idle: float,
    most: float,
    tau: float,
) -> None:
    for game in range(len(seats)):
        a, b, now = seats[game, 0], seats[game, 1], clock[game]
        begin(ratings, a, now, period, idle, most)
        begin(ratings, b, now, period, idle, most)
        chance = expect_two(ratings, a, b)
        add_pair(ratings, a, b, pair_score(score[game, 0], score[game, 1]))
        settle(ratings, a, tau)
        settle(ratings, b, tau)
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
    idle: float,
    most: float,
    tau: float,
) -> None:
    games, width = seats.shape
    at = np.empty(width, np.int32)
    mean, spread, chance = np.empty((3, width))
    for game in range(games):
        n = take_seats(seats[game], at)
        for i in range(n):
            begin(ratings, seats[game, at[i]], clock[game], period, idle, most)
        expect(ratings, seats[game], at, n, mean, spread, chance)
        add_pairs(ratings, seats[game], score[game], at, n)
        for i in range(n):
            player = seats[game, at[i]]
            settle(ratings, player, tau)
            expected[game, at[i]] = chance[i]
            after[game, at[i]] = ratings[player, RATING]

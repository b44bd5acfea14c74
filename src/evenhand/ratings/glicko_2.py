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
from evenhand.ratings.elo_family import take_seats
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
    add_pairs,
    begins_period,
    expect,
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
        _rate(*games, *filled, self.period, self.idle, self.deviation, self.tau)
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
    low = a
    if delta * delta > phi * phi + v:
        high = math.log(delta * delta - phi * phi - v)
    else:
        high = a - tau
        while slope(high, delta, phi, v, a, tau) < 0.0:
            high -= tau
    f_low, f_high = slope(low, delta, phi, v, a, tau), slope(high, delta, phi, v, a, tau)
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
def settle(row: Floats, tau: float) -> None:
    """The rating, deviation and volatility that the period would give if it ended now."""
    phi, v = Q * row[BASE_DEVIATION], 1.0 / row[INFORMATION]
    sigma = new_volatility(row[BASE_VOLATILITY], v * row[SURPRISE], phi, v, tau)
    variance = 1.0 / (1.0 / (phi * phi + sigma * sigma) + row[INFORMATION])
    row[VOLATILITY] = sigma
    row[DEVIATION] = math.sqrt(variance) / Q
    row[RATING] = row[BASE] + variance * row[SURPRISE] / Q


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
    rating, deviation, spread, chance = np.empty((4, width))
    for game in range(games):
        n = take_seats(seats[game], at)
        now = clock[game]
        for i in range(n):
            row = ratings[seats[game, at[i]]]
            if begins_period(row, now, period):
                pause = idle_periods(now, row[LAST], period, idle)
                open_period(row, now, grown(row[DEVIATION], row[VOLATILITY] / Q, pause, most))
                row[BASE_VOLATILITY] = row[VOLATILITY]
            rating[i], deviation[i] = row[BASE], row[BASE_DEVIATION]
        expect(rating, deviation, n, spread, chance)
        for i in range(n):
            row = ratings[seats[game, at[i]]]
            add_pairs(row, i, rating, deviation, score[game], at, n)
            settle(row, tau)
            expected[game, at[i]] = chance[i]
            after[game, at[i]] = row[RATING]

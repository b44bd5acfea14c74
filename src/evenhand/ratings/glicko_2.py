r"""Glicko-2: a rating, how sure it is, and how erratic the player.

On the scale :math:`\mu = (r - 1500)/173.7178, \; \phi = RD/173.7178`:

.. math:: v = 1/I, \quad \Delta = v\,U, \qquad
          \phi^* = \sqrt{\phi^2 + \sigma'^2}, \quad
          \phi' = (1/\phi^{*2} + I)^{-1/2}, \quad \mu' = \mu + \phi'^2 U

with I and U summed over the games of a rating period (:mod:`~evenhand.ratings.periods`)
and the volatility :math:`\sigma'` from the root of

.. math:: f(x) = \frac{e^x(\Delta^2 - \phi^2 - v - e^x)}{2(\phi^2 + v + e^x)^2}
                - \frac{x - \ln\sigma^2}{\tau^2}

Source: Glickman, Example of the Glicko-2 system (2022), steps 1 to 8.  Deviations: the
root is found by Newton's method first, by Glickman's where that does not settle; a
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

from dataclasses import dataclass
from typing import ClassVar

from evenhand.ratings import periods
from evenhand.ratings.adjustment import luck_of
from evenhand.ratings.glicko_family import GlickoFamily, rate_any, rate_two
from evenhand.ratings.system import Run
from evenhand.tables import Floats, GameTable


@dataclass(frozen=True, slots=True)
class Glicko2(GlickoFamily):
    """Glicko-2, game by game or by rating periods of so many days.

    >>> from evenhand.tables import GameTable
    >>> game = GameTable.from_games([{"Anna": 1, "Ben": 0}])
    >>> Glicko2().rate(game).ratings[:, :2].round(1).tolist()
    [[1662.3, 290.3], [1337.7, 290.3]]
    """

    columns: ClassVar[tuple[str, ...]] = (*periods.COLUMNS, "volatility", "base_volatility")
    positive: ClassVar[tuple[str, ...]] = ("deviation", "volatility", "tau", "idle")

    volatility: float = 0.06
    tau: float = 0.5
    idle: float = 7.0  # days without play that count as one period, game by game

    def start(self, players: int) -> Floats:
        ratings = periods.start(players, len(self.columns), self.initial, self.deviation)
        ratings[:, [periods.VOLATILITY, periods.BASE_VOLATILITY]] = self.volatility
        return ratings

    def rate(self, table: GameTable, ratings: Floats | None = None) -> Run:
        run = Run.prepare(self, table, ratings)
        luck = luck_of(self.luck, table, run)
        games = (table.seats, table.score, luck, periods.clock(table, self.period))
        filled = (run.ratings, run.expected, run.after)
        loop = rate_two if table.width == 2 else rate_any
        loop(*games, *filled, self.period, self.idle, self.deviation, 0.0, self.tau)
        return run

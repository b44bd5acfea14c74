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

from dataclasses import dataclass
from typing import ClassVar

from evenhand.ratings import periods
from evenhand.ratings.adjustment import luck_of
from evenhand.ratings.glicko_family import GlickoFamily, rate_any, rate_two
from evenhand.ratings.system import Run
from evenhand.tables import Floats, GameTable


@dataclass(frozen=True, slots=True)
class Glicko(GlickoFamily):
    """Glicko, game by game or by rating periods of so many days.

    >>> from evenhand.tables import GameTable
    >>> game = GameTable.from_games([{"Anna": 1, "Ben": 0}])
    >>> Glicko().rate(game).ratings[:, :2].round(1).tolist()
    [[1662.2, 290.2], [1337.8, 290.2]]
    """

    columns: ClassVar[tuple[str, ...]] = periods.COLUMNS
    positive: ClassVar[tuple[str, ...]] = ("deviation", "least_deviation")
    not_negative: ClassVar[tuple[str, ...]] = ("c",)

    c: float = 8.1
    least_deviation: float = 30.0

    def start(self, players: int) -> Floats:
        return periods.start(players, len(self.columns), self.initial, self.deviation)

    def rate(self, table: GameTable, ratings: Floats | None = None) -> Run:
        run = Run.prepare(self, table, ratings)
        luck = luck_of(self.luck, table, run)
        games = (table.seats, table.score, luck, periods.clock(table, self.period))
        filled = (run.ratings, run.expected, run.after)
        loop = rate_two if table.width == 2 else rate_any
        loop(*games, *filled, self.period, self.c, self.deviation, self.least_deviation, 0.0)
        return run

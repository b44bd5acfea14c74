r"""Glicko and Glicko-2: a rating, how sure it is, and in Glicko-2 how erratic the player.

Glicko, with I and U summed over the games of a rating period:

.. math:: r' = r + \frac{q}{1/RD^2 + q^2 I} U, \qquad RD' = (1/RD^2 + q^2 I)^{-1/2}

.. math:: g(RD) = (1 + 3 q^2 RD^2 / \pi^2)^{-1/2}, \quad
          E = (1 + 10^{-g(RD_j)(r - r_j)/400})^{-1}, \quad q = \ln 10 / 400

.. math:: I = \sum w g^2 E (1 - E), \qquad U = \sum w g (S - E)

Glicko-2, on the scale :math:`\mu = (r - 1500)/173.7178, \; \phi = RD/173.7178`:

.. math:: v = 1/I, \quad \Delta = v\,U, \qquad
          \phi^* = \sqrt{\phi^2 + \sigma'^2}, \quad
          \phi' = (1/\phi^{*2} + I)^{-1/2}, \quad \mu' = \mu + \phi'^2 U

with the volatility :math:`\sigma'` of :mod:`~evenhand.ratings.volatility`.

**Rating periods on the fly.**  Within a period all games count together and against the ratings
at its start.  A row therefore keeps the prior, which is the rating at the start of the current
period, and the sums I and U of the period so far; the rating shown is the one that the period
would give if it ended now.  So a run can stop anywhere, memory does not grow with the length of
a period, and a period of length 0, the default (every game its own), needs no other code.

**More than two players.**  Every pair is a game that counts :math:`w = 3/(n+1)`: pairs of one
table share each player's form of the day, and at an even table with n players this weight makes
the information right.  There, the number of opponents beaten has n - 1 terms of variance 1/4
and, since a player beats both of two others with probability 1/3, covariance 1/12; sensitivity
squared over variance, (n-1)^2/16 over (n-1)(n+1)/12, is what n - 1 independent games would give
times 3/(n+1).  The probability to win is that of the best of n normal performances.

Sources: Glickman, The Glicko system (1999, revised 2022); Glickman, Example of the Glicko-2
system (2022), steps 1 to 8.  Deviations are listed with each system.

Symbols: r = rating; RD = deviation; I = information; U = score_sum; S = score; E = expected
score; sigma = volatility; tau = its own volatility.
"""

import math
from dataclasses import dataclass, replace
from typing import Any, ClassVar

import numpy as np

from evenhand.compiled import formula, step
from evenhand.elo import LN_10
from evenhand.ratings.adjustment import pair_luck
from evenhand.ratings.base import RatingSystem
from evenhand.ratings.elo import expected_score
from evenhand.ratings.loop import Loop, Row, make_loop
from evenhand.ratings.normal import MEAN, SPREAD, best_of
from evenhand.ratings.results import pair_score
from evenhand.ratings.volatility import new_volatility
from evenhand.ratings.workspace import (
    HOME,
    LUCK,
    LUCK_POINTS,
    PROBABILITY,
    RATING,
    SCORE,
    SCRATCH,
    Index,
    Workspace,
)
from evenhand.tables import Floats, GameTable

Q = LN_10 / 400.0
DAY = 86_400_000_000  # microseconds
SECOND, LONGEST = 1.0 / 86_400.0, 1e6  # days
PERFORMANCE = 1.702 / (Q * math.sqrt(2.0))
"""Scatter of one performance: the normal curve that is nearest to Elo's, over two players."""

COLUMNS = (
    "rating",
    "games",
    "deviation",
    "last",
    "prior",
    "prior_deviation",
    "information",
    "score_sum",
)
DEVIATION, LAST, PRIOR, PRIOR_DEVIATION, INFORMATION, SCORE_SUM = range(2, 8)
VOLATILITY, PRIOR_VOLATILITY = 8, 9  # of Glicko-2
G = SCRATCH + 1


@formula
def attenuation(deviation: float) -> float:
    """Return Glickman's g: what the deviation of an opponent leaves of a rating difference.

    >>> [round(attenuation(rd), 4) for rd in (30.0, 100.0, 300.0)]
    [0.9955, 0.9531, 0.7242]
    """
    return 1.0 / math.sqrt(1.0 + 3.0 * Q * Q * deviation * deviation / (math.pi * math.pi))


@formula
def inflate(deviation: float, c: float, days: float, most: float) -> float:
    """Return the deviation after some days without play."""
    return min(math.sqrt(deviation * deviation + c * c * days), most)


@formula
def idle_days(now: float, last: float, games: float) -> float:
    """Return the days since the last game: none before the first, one if a time is unknown."""
    if games <= 1.0:
        return 0.0
    return 1.0 if math.isnan(now) or math.isnan(last) else max(now - last, 0.0)


@formula
def idle_periods(now: float, last: float, period: float, idle: float) -> float:
    """Return the periods without play since the last game; none if a time is unknown."""
    if math.isnan(now) or math.isnan(last):
        return 0.0
    return max((now - last) / idle if period == 0.0 else (now - last) / period - 1.0, 0.0)


@formula
def opens_period(last: float, now: float, period: float) -> bool:
    """Tell whether a game opens a new period for a player who last played in ``last``."""
    return period == 0.0 or last != now


@formula
def probability_of_two(own: float, own_deviation: float, other: float, deviation: float) -> float:
    """Return Glickman's expected outcome between two players, both uncertain.

    >>> round(probability_of_two(1400.0, 80.0, 1500.0, 150.0), 3)
    0.376
    """
    g = attenuation(math.sqrt(own_deviation * own_deviation + deviation * deviation))
    return expected_score(g * (own - other), 400.0)


@formula
def pair_terms(own: float, other: float, g: float, result: float) -> tuple[float, float]:
    """Return what one pair adds to I and U of a player, but for its weight.

    The expected score is never quite 0 or 1, so that no gap divides by zero.
    """
    e = min(max(expected_score(g * (own - other), 400.0), 1e-12), 1.0 - 1e-12)
    return g * g * e * (1.0 - e), g * (result - e)


@formula
def pair_weight(n: int) -> float:
    """Return how much each pair of a table of n counts."""
    return 3.0 / (n + 1.0)


@formula
def posterior(
    prior: float, deviation: float, sigma: float, information: float, score_sum: float, tau: float
) -> tuple[float, float, float]:
    """Return rating, deviation and volatility after a period with these sums; Glicko: tau = 0."""
    phi = Q * deviation
    variance = phi * phi
    if tau > 0.0:
        v = 1.0 / information
        sigma = new_volatility(sigma, v * score_sum, phi, v, tau)
        variance += sigma * sigma
    variance = 1.0 / (1.0 / variance + information)
    return prior + variance * score_sum / Q, math.sqrt(variance) / Q, sigma


@formula
def age(row: Row, now: float, params: Any) -> Row:
    """Open a new period of Glicko if it is time: the deviation grows, the rating is the prior."""
    period, c, most, _ = params
    rating, games, deviation, last, _, _, _, _ = row
    if not opens_period(last, now, period):
        return row
    wider = inflate(deviation, c, idle_days(now, last, games), most)
    return rating, games, deviation, now, rating, wider, 0.0, 0.0


@formula
def age_2(row: Row, now: float, params: Any) -> Row:
    """Open a new period of Glicko-2 if it is time."""
    period, idle, most, _ = params
    rating, games, deviation, last, _, _, _, _, sigma, _ = row
    if not opens_period(last, now, period):
        return row
    wider = inflate(deviation, sigma / Q, idle_periods(now, last, period, idle), most)
    return rating, games, deviation, now, rating, wider, 0.0, 0.0, sigma, sigma


@formula
def expect(own: Row, other: Row, home: float, params: Any) -> tuple[float, tuple[float]]:
    """Return the expected score of the first of two, by their priors."""
    return probability_of_two(own[4] + home, own[5], other[4], other[5]), (home,)


@formula
def close(row: Row, information: float, score_sum: float, least: float) -> tuple[Row, float]:
    """Return the row of Glicko if its period ended now, and how far a U of one moves a rating."""
    _, games, _, last, prior, prior_deviation, i, u = row
    i, u = i + information, u + score_sum
    rating, deviation, _ = posterior(prior, prior_deviation, 0.0, i, u, 0.0)
    after = (rating, games, max(deviation, least), last, prior, prior_deviation, i, u)
    return after, Q * deviation * deviation


@formula
def close_2(row: Row, information: float, score_sum: float, tau: float) -> tuple[Row, float]:
    """Return the row of Glicko-2 if its period ended now, and how far a U of one moves a rating."""
    _, games, _, last, prior, prior_deviation, i, u, _, prior_sigma = row
    i, u = i + information, u + score_sum
    rating, deviation, sigma = posterior(prior, prior_deviation, prior_sigma, i, u, tau)
    after = (rating, games, deviation, last, prior, prior_deviation, i, u, sigma, prior_sigma)
    return after, Q * deviation * deviation


def make_update(close: Any) -> Any:
    """Make the update of a game of two from the formula that closes a period."""

    @formula
    def update(
        own: Row,
        other: Row,
        result: float,
        probability: float,
        carry: tuple[float],
        lucky: float,
        weight: float | None,
        params: Any,
    ) -> tuple[Row, Row, float, float]:
        own_g, other_g = attenuation(other[5]), attenuation(own[5])
        games = 1.0 if weight is None else weight
        ahead = own[4] + carry[0]
        known, gain = pair_terms(ahead, other[4], own_g, result - lucky)
        other_known, other_gain = pair_terms(other[4], ahead, other_g, 1.0 - result + lucky)
        own, own_slope = close(own, games * known, games * gain, params[3])
        other, other_slope = close(other, games * other_known, games * other_gain, params[3])
        own_points = games * own_g * own_slope * lucky
        return own, other, own_points, -(games * other_g * other_slope * lucky)

    return update


@step
def expect_table(table: Workspace, index: Index, n: int, teams: int, params: Any) -> None:
    """Write each player's probability to win, by the priors."""
    if n > 2:
        for i in range(n):
            deviation = table[PRIOR_DEVIATION, i]
            table[MEAN, i] = table[PRIOR, i] + table[HOME, i]
            table[SPREAD, i] = math.sqrt(deviation * deviation + PERFORMANCE * PERFORMANCE)
        best_of(table, n)
        return
    table[MEAN, 0] = table[PRIOR, 0] + (table[HOME, 0] - table[HOME, 1])  # as in a game of two
    table[MEAN, 1] = table[PRIOR, 1]
    table[PROBABILITY, 0] = probability_of_two(
        table[MEAN, 0], table[PRIOR_DEVIATION, 0], table[MEAN, 1], table[PRIOR_DEVIATION, 1]
    )
    table[PROBABILITY, 1] = 1.0 - table[PROBABILITY, 0]


@step
def add_pairs(table: Workspace, n: int, weight: float | None) -> None:
    """Add all pairs of a game to the sums of the players' periods; write what luck takes off U."""
    games = pair_weight(n)
    if weight is not None:
        games = weight * games
    for j in range(n):
        table[G, j] = attenuation(table[PRIOR_DEVIATION, j])
    for i in range(n):
        known, total, lucky = 0.0, 0.0, 0.0
        for j in range(n):
            if i != j:
                result = pair_score(table[SCORE, i], table[SCORE, j])
                if weight is not None:
                    share = pair_luck(table[LUCK, i], table[LUCK, j], n)
                    result -= share
                    lucky += games * table[G, j] * share
                pair_known, gain = pair_terms(table[MEAN, i], table[MEAN, j], table[G, j], result)
                known += games * pair_known
                total += games * gain
        table[INFORMATION, i] += known
        table[SCORE_SUM, i] += total
        if weight is not None:
            table[LUCK_POINTS, i] = lucky


@step
def update_table(
    table: Workspace, index: Index, n: int, teams: int, weight: float | None, params: Any
) -> None:
    """Show what the period of Glicko would give if it ended now."""
    add_pairs(table, n, weight)
    for i in range(n):
        table[RATING, i], deviation, _ = posterior(
            table[PRIOR, i],
            table[PRIOR_DEVIATION, i],
            0.0,
            table[INFORMATION, i],
            table[SCORE_SUM, i],
            0.0,
        )
        table[DEVIATION, i] = max(deviation, params[3])
        if weight is not None:
            table[LUCK_POINTS, i] *= Q * deviation * deviation


@step
def update_table_2(
    table: Workspace, index: Index, n: int, teams: int, weight: float | None, params: Any
) -> None:
    """Show what the period of Glicko-2 would give if it ended now."""
    add_pairs(table, n, weight)
    for i in range(n):
        table[RATING, i], table[DEVIATION, i], table[VOLATILITY, i] = posterior(
            table[PRIOR, i],
            table[PRIOR_DEVIATION, i],
            table[PRIOR_VOLATILITY, i],
            table[INFORMATION, i],
            table[SCORE_SUM, i],
            params[3],
        )
        if weight is not None:
            table[LUCK_POINTS, i] *= Q * table[DEVIATION, i] * table[DEVIATION, i]


@dataclass(frozen=True, slots=True, repr=False)
class GlickoFamily(RatingSystem):
    """Parameters that both systems share."""

    initial: float = 1500.0
    deviation: float = 350.0
    period: float = 0.0  # days; 0 rates game by game

    def __post_init__(self) -> None:
        RatingSystem.__post_init__(self)
        if self.period != 0.0 and not SECOND <= self.period <= LONGEST:
            raise ValueError(f"period must be 0 or some days, not {self.period:g}")

    def without_periods(self) -> RatingSystem:
        return replace(self, period=0.0)

    def initial_row(self) -> Row:
        prior = (self.initial, self.deviation, 0.0, 0.0)
        return self.initial, 0.0, self.deviation, math.nan, *prior

    @property
    def needs_time(self) -> bool:
        """Whether there are rating periods."""
        return self.period > 0.0

    def clock(self, table: GameTable) -> Floats:
        if table.time is None:
            return np.full(len(table), np.nan)
        if self.period > 0.0:
            return np.floor_divide(table.time, round(self.period * DAY)) * np.float64(self.period)
        return table.time.astype(np.float64) / DAY

    def moment(self, time: int) -> float:
        if self.period > 0.0:
            return time // round(self.period * DAY) * float(self.period)
        return float(time) / DAY


@dataclass(frozen=True, slots=True, repr=False)
class Glicko(GlickoFamily):
    r"""Glicko, game by game or by rating periods of some days.

    Between games the deviation grows again:
    :math:`RD \leftarrow \min(\sqrt{RD^2 + c^2 t}, RD_0)`.  Deviations from the source: t is in
    days, with c = 8.1 per root of a day (from 50 back to 350 in five years, Glickman's example);
    where a table has no times, each game counts as a day.

    >>> from evenhand.tables import GameTable
    >>> game = GameTable.from_games([{"Anna": 1, "Ben": 0}])
    >>> Glicko().run(game).values[:, [0, 2]].round(1).tolist()
    [[1662.2, 290.2], [1337.8, 290.2]]
    """

    columns: ClassVar[tuple[str, ...]] = COLUMNS
    positive: ClassVar[tuple[str, ...]] = ("deviation", "least_deviation")
    not_negative: ClassVar[tuple[str, ...]] = ("c",)
    loop: ClassVar[Loop] = make_loop(
        8,
        expect_table,
        update_table,
        age=age,
        expect=expect,
        update=make_update(close),
        pairs_at_tables=False,
        python_up_to=(50_000, 5_000),
    )

    c: float = 8.1
    least_deviation: float = 30.0

    def numbers(self) -> tuple[Any, ...]:
        return self.period, self.c, self.deviation, self.least_deviation


@dataclass(frozen=True, slots=True, repr=False)
class Glicko2(GlickoFamily):
    r"""Glicko-2, game by game or by rating periods of some days.

    Deviations from the source: a period of 0 days, the default, makes every game a period; then
    ``idle`` days without play add the variance of one more period.

    **Volatility in single-game use is nearly inert.**  One result between equals gives
    :math:`\Delta^2 = v`, always less than :math:`\phi^2 + v`: only an upset raises the
    volatility, every expected result lowers it a little, and in a thousand games between equals
    it moves by less than one percent (the tests show it).  It is then little more than a
    constant, and one that can be farmed by losing on purpose to weak players and winning back.
    With a ``period`` of some days and several games in it, as Glickman meant it, the volatility
    is alive.

    >>> from evenhand.tables import GameTable
    >>> game = GameTable.from_games([{"Anna": 1, "Ben": 0}])
    >>> Glicko2().run(game).values[:, [0, 2]].round(1).tolist()
    [[1662.3, 290.3], [1337.7, 290.3]]
    """

    columns: ClassVar[tuple[str, ...]] = (*COLUMNS, "volatility", "prior_volatility")
    positive: ClassVar[tuple[str, ...]] = ("deviation", "volatility", "tau", "idle")
    loop: ClassVar[Loop] = make_loop(
        10,
        expect_table,
        update_table_2,
        age=age_2,
        expect=expect,
        update=make_update(close_2),
        pairs_at_tables=False,
        python_up_to=(50_000, 5_000),
    )

    volatility: float = 0.06
    tau: float = 0.5
    idle: float = 7.0  # days without play that count as one period, game by game

    def initial_row(self) -> Row:
        return *GlickoFamily.initial_row(self), self.volatility, self.volatility

    def numbers(self) -> tuple[Any, ...]:
        return self.period, self.idle, self.deviation, self.tau

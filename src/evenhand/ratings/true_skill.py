r"""TrueSkill: skill as a normal belief, for any number of players and teams.

A player's skill is believed to be :math:`N(\mu, \sigma^2)`; before each game
:math:`\tau^2` is added to the variance of those who play.  In the game a player
performs :math:`N(\text{skill}, \beta^2)`, a team the sum of its members, and the
higher performance wins; within the margin
:math:`\Phi^{-1}(\frac{p + 1}{2}) \sqrt{n_1 + n_2}\, \beta` the game is drawn.  For two
players, with :math:`c^2 = 2 \beta^2 + \sigma_1^2 + \sigma_2^2`,

.. math:: \mu_1 \leftarrow \mu_1 + \frac{\sigma_1^2}{c} v, \qquad
          \sigma_1^2 \leftarrow \sigma_1^2 \Bigl(1 - \frac{\sigma_1^2}{c^2} w\Bigr);

with more, expectation propagation along the ranking finds the new beliefs.

Source: Herbrich, Minka, Graepel, TrueSkill: A Bayesian Skill Rating System (2006).
Deviations: teams with the same score stand in the ranking by their rating, because
their order there matters a little and that of the seats should not; those of the same
rating as well are treated alike.  Without
draws (p = 0) a tie in the data means that the performances were the same: the margin
goes to zero.  If luck is taken out of the result, a shift of the mean moves by as much as v
differs between a win and a loss, times the luck; with more players as against the mean of the
others.  What a run expects is the probability to perform best, :math:`\tau` included
and the margin left out (half of a draw is a win, nearly); the probability of a team is
split among its members, so that the seats add up to one.

The margins of neighbours add up: in a free-for-all of hundreds without ties the first
must have been far better than the last.  There p = 0 is the sensible choice.

Symbols: rating, deviation = mu, sigma; draw_probability = p; v, w: see normal.py.
"""

import math
from dataclasses import dataclass
from statistics import NormalDist
from typing import Any, ClassVar

from evenhand.compiled import formula, step
from evenhand.ratings.adjustment import reweight_row, table_slope
from evenhand.ratings.base import RatingSystem
from evenhand.ratings.loop import Loop, Row, make_loop
from evenhand.ratings.messages import (
    ABOVE_P,
    ABOVE_Q,
    BELOW_P,
    BELOW_Q,
    average_ties,
    pass_messages,
)
from evenhand.ratings.normal import (
    MEAN,
    SPREAD,
    VARIANCE,
    best_of,
    density,
    distribution,
    draw_corrections,
    win_corrections,
)
from evenhand.ratings.workspace import (
    LUCK,
    LUCK_POINTS,
    ORDER,
    RATING,
    SCORE,
    SIDE,
    SIZE,
    Index,
    Workspace,
    sum_teams,
)

DEVIATION = 2  # a column
LEAST_KEPT = 0.1
"""Of the variance, where that is only estimated."""

Carry = tuple[float, float, float, float, float]


@formula
def expect(own: Row, other: Row, home: float, params: Any) -> tuple[float, Carry]:
    """Return the probability of the first of two to perform better."""
    beta, tau, _ = params
    a_v = own[2] * own[2] + tau * tau
    b_v = other[2] * other[2] + tau * tau
    c_v = a_v + b_v + 2.0 * beta * beta
    c = math.sqrt(c_v)
    gap = (own[0] + home - other[0]) / c
    low = distribution(-abs(gap))
    return (low if gap < 0.0 else 1.0 - low), (a_v, b_v, c_v, c, gap)


@formula
def result_slope(gap: float) -> float:
    """Return how far v lies apart for a win and a loss without a margin.

    >>> round(result_slope(0.0), 4), round(result_slope(50.0), 4), round(result_slope(-9.0), 4)
    (1.5958, 0.0, 9.1085)
    """
    low = distribution(-abs(gap))
    return density(gap) / (low * (1.0 - low)) if low > 0.0 else 0.0


@formula
def update(
    own: Row,
    other: Row,
    result: float,
    probability: float,
    carry: Carry,
    lucky: float,
    weight: float | None,
    params: Any,
) -> tuple[Row, Row, float, float]:
    """Return both beliefs after a game of two."""
    a_v, b_v, c_v, c, gap = carry
    noise, limit = 2.0 * params[0] * params[0], params[2] * math.sqrt(2.0) / c
    if result == 0.5:
        v, w, left = draw_corrections(gap, limit)
    elif result > 0.5:
        v, w, left = win_corrections(gap, limit)
    else:
        v, w, left = win_corrections(-gap, limit)
        v = -v
    a, a_deviation, a_points = (
        own[0] + a_v / c * v,
        math.sqrt(a_v * (left + w * (b_v + noise) / c_v)),
        0.0,
    )
    b, b_deviation, b_points = (
        other[0] - b_v / c * v,
        math.sqrt(b_v * (left + w * (a_v + noise) / c_v)),
        0.0,
    )
    if weight is not None:
        slope = result_slope(gap)
        known = density(gap) * slope / (c * c)
        a, a_deviation, a_points = reweight_row(
            own[0], a_v, a, a_deviation, a_v * slope / c * lucky, 1.0 - a_v * known, weight
        )
        b, b_deviation, b_points = reweight_row(
            other[0], b_v, b, b_deviation, -b_v * slope / c * lucky, 1.0 - b_v * known, weight
        )
    return (a, own[1], a_deviation), (b, other[1], b_deviation), a_points, b_points


@step
def expect_table(table: Workspace, index: Index, n: int, teams: int, params: Any) -> None:
    """Write each team's probability to perform best."""
    sum_teams(table, index, n, teams, DEVIATION, params[1], MEAN, VARIANCE)
    for k in range(teams):
        table[VARIANCE, k] += table[SIZE, k] * params[0] * params[0]
        table[SPREAD, k] = math.sqrt(table[VARIANCE, k])
    best_of(table, teams)


@step
def ranks_above(table: Workspace, i: int, j: int) -> bool:
    """Tell whether team i stands above team j: more points, or else the higher rating."""
    if table[SCORE, i] != table[SCORE, j]:
        return bool(table[SCORE, i] > table[SCORE, j])
    if table[MEAN, i] != table[MEAN, j]:
        return bool(table[MEAN, i] > table[MEAN, j])
    return bool(table[VARIANCE, i] > table[VARIANCE, j])


@step
def rank_teams(table: Workspace, index: Index, teams: int) -> None:
    """Write the teams into ORDER, best first."""
    for i in range(teams):
        place = i
        while place > 0 and ranks_above(table, i, index[ORDER, place - 1]):
            index[ORDER, place] = index[ORDER, place - 1]
            place -= 1
        index[ORDER, place] = i


@formula
def learn(
    rating: float, deviation: float, rest: float, p: float, q: float, tau: float
) -> tuple[float, float]:
    """Return a player's belief after a message about the team's performance.

    ``rest`` is the variance of that performance which is not the player's own.
    """
    variance = deviation * deviation + tau * tau
    shrunk = 1.0 + p * (variance + rest)
    return rating + variance * q / shrunk, math.sqrt(variance * (1.0 + p * rest) / shrunk)


@step
def update_table(
    table: Workspace, index: Index, n: int, teams: int, weight: float | None, params: Any
) -> None:
    """Pass messages along the ranking and let every player learn from the team's."""
    beta, tau, margin = params
    rank_teams(table, index, teams)
    pass_messages(table, index, teams, margin)
    average_ties(table, index, teams)
    total, spread = 0.0, 0.0
    for k in range(teams):
        total += table[MEAN, k]
        spread += table[VARIANCE, k]
    for i in range(n):
        k, before, deviation = index[SIDE, i], table[RATING, i], table[DEVIATION, i]
        own = deviation * deviation + tau * tau
        rest = max(table[VARIANCE, k] - own, table[SIZE, k] * beta * beta)
        p, q = table[ABOVE_P, k] + table[BELOW_P, k], table[ABOVE_Q, k] + table[BELOW_Q, k]
        table[RATING, i], table[DEVIATION, i] = learn(before, deviation, rest, p, q, tau)
        if weight is not None:  # as for two players, against the mean of the others
            c = math.sqrt(table[VARIANCE, k] + (spread - table[VARIANCE, k]) / (teams - 1))
            gap = (table[MEAN, k] - (total - table[MEAN, k]) / (teams - 1)) / c
            slope = table_slope(teams) * result_slope(gap) / c
            usually_kept = max(1.0 - own * (density(gap) * slope / c), LEAST_KEPT)
            table[RATING, i], table[DEVIATION, i], table[LUCK_POINTS, i] = reweight_row(
                before,
                own,
                table[RATING, i],
                table[DEVIATION, i],
                own * slope * table[LUCK, k],
                usually_kept,
                weight,
            )


@dataclass(frozen=True, slots=True, repr=False)
class TrueSkill(RatingSystem):
    """TrueSkill with the parameters of its authors; draws in one of ten even games.

    >>> from evenhand.tables import GameTable
    >>> game = GameTable.from_games([{"Anna": 1, "Ben": 0}])
    >>> TrueSkill().run(game).values.round(3).tolist()
    [[29.396, 1.0, 7.171], [20.604, 1.0, 7.171]]
    """

    columns: ClassVar[tuple[str, ...]] = ("rating", "games", "deviation")
    takes_teams: ClassVar[bool] = True
    positive: ClassVar[tuple[str, ...]] = ("deviation", "beta")
    not_negative: ClassVar[tuple[str, ...]] = ("tau",)
    tuning_ranges: ClassVar[dict[str, tuple[float, float]]] = {"advantage": (-4.0, 4.0)}
    loop: ClassVar[Loop] = make_loop(
        3,
        expect_table,
        update_table,
        expect=expect,
        update=update,
        python_up_to=(100_000, 5_000),
    )

    initial: float = 25.0
    deviation: float = 25.0 / 3.0
    beta: float = 25.0 / 6.0
    tau: float = 25.0 / 300.0
    draw_probability: float = 0.10

    def __post_init__(self) -> None:
        RatingSystem.__post_init__(self)
        if not 0.0 <= self.draw_probability < 1.0:
            raise ValueError(f"draw_probability must be in [0, 1), not {self.draw_probability:g}")

    @property
    def margin(self) -> float:
        """The draw margin, over the square root of the number of players in the two teams."""
        return NormalDist().inv_cdf((self.draw_probability + 1.0) / 2.0) * self.beta

    def initial_row(self) -> Row:
        return self.initial, 0.0, self.deviation

    def numbers(self) -> tuple[Any, ...]:
        return self.beta, self.tau, self.margin

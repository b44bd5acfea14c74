r"""Bayesian approximation by Weng and Lin: normal beliefs, logistic games, no iteration.

Skills are believed to be :math:`N(\mu, \sigma^2)`; :math:`\tau^2` is added to the
variance of those who play.  A team has the sum of its members' :math:`\mu` and
:math:`\sigma^2`.  From a game, team *i* learns :math:`\Omega_i` and :math:`\Delta_i` by
the model of Bradley and Terry, every pair a game of its own (algorithm 1), or of
Plackett and Luce, place after place (algorithm 4).  Then for each member *j*

.. math:: \mu_j \leftarrow \mu_j + \frac{\sigma_j^2}{\sigma_i^2} \Omega_i, \qquad
          \sigma_j^2 \leftarrow \sigma_j^2
          \max\Bigl(1 - \frac{\sigma_j^2}{\sigma_i^2} \Delta_i, \kappa\Bigr) .

Bradley-Terry, every pair a game of its own (algorithm 1), with
:math:`c_{iq}^2 = \sigma_i^2 + \sigma_q^2 + 2 \beta^2`, :math:`s_{iq}` = 1, 1/2 or 0 and
:math:`p_{iq} = 1 / (1 + e^{(\mu_q - \mu_i) / c_{iq}})`:

.. math:: \Omega_i = \sum_q \frac{\sigma_i^2}{c_{iq}} (s_{iq} - p_{iq}), \qquad
          \Delta_i = \sum_q \frac{\sigma_i}{c_{iq}} \frac{\sigma_i^2}{c_{iq}^2}
                     p_{iq} (1 - p_{iq})

Plackett-Luce, place after place a choice of one among those left (algorithm 4), with
:math:`c^2 = \sum_q (\sigma_q^2 + \beta^2)`, :math:`C_q` the teams not above *q* and
:math:`p_{iq} = w_{iq} e^{\mu_i / c} / \sum_{s \in C_q} w_{sq} e^{\mu_s / c}`:

.. math:: \Omega_i = \frac{\sigma_i^2}{c} \sum_{q: i \in C_q} ([i = q] - p_{iq}), \qquad
          \Delta_i = \frac{\sigma_i}{c} \frac{\sigma_i^2}{c^2} \sum_{q: i \in C_q}
                     p_{iq} (1 - p_{iq})

where the weights *w* are 1 without ties; of *m* teams that are level, the choice of the
*l*-th (from 0) leaves each of them with :math:`w = 1 - l/m`.

Source: Weng, Lin, A Bayesian Approximation Method for Online Ranking, JMLR 12 (2011),
algorithms 1 and 4, with their gamma = sigma_i / c.
Deviations: :math:`\tau`, from TrueSkill; ties in Plackett-Luce are Efron's (1977, for Cox
regression), close to the mean over all orders of those who are level.  The paper takes a tie
as one place that is shared, and so can pay a tie for first less than a clear second.  Powers
are taken relative to the best and never below 1e-300, so that none overflows and no sum is zero.

What a run expects is the probability to win,
:math:`1 / \sum_q e^{(\mu_q - \mu_i) / c_{iq}}` in proportion, split among a team's members,
with :math:`c_{iq}^2 = \sigma_i^2 + \sigma_q^2 + 2 \beta^2`, n/2 times that in Plackett-Luce, as
its own *c* grows with the table.  For two it is the formula of the paper; for more with the same
deviation it is exact for performances of :math:`\mu` plus Gumbel noise; with different deviations
it is an approximation, a few percent off where one is ten times another (the tests show it).
Normal performances of variance :math:`\sigma^2 + \beta^2` would promise too much, because the
ratings were fitted to logistic games: in simulated games of three the log loss is 0.52 so and
0.64 (Bradley-Terry) or 0.73 (Plackett-Luce) with them.

By Bradley-Terry the changes add up over the opponents, which hundreds of them make
absurd; Plackett-Luce stands a free-for-all of any size.

Symbols: rating, deviation = mu, sigma; omega, delta = Omega, Delta.
"""

import math
from dataclasses import dataclass
from typing import Any, ClassVar

from evenhand.compiled import formula, step
from evenhand.ratings.adjustment import pair_luck, reweight, reweight_row, table_slope
from evenhand.ratings.base import RatingSystem
from evenhand.ratings.loop import Loop, Row, make_loop
from evenhand.ratings.normal import MEAN, VARIANCE
from evenhand.ratings.results import pair_score
from evenhand.ratings.workspace import (
    LUCK,
    LUCK_POINTS,
    PROBABILITY,
    RATING,
    SCORE,
    SCRATCH,
    SIDE,
    Index,
    Workspace,
    sum_teams,
)

MODELS = ("bradley-terry", "plackett-luce")
DEVIATION = 2  # a column
OMEGA, DELTA, USUAL, LUCKY = range(SCRATCH + 2, SCRATCH + 6)
CHOICE = LUCKY  # of Plackett-Luce, until luck is needed

Carry = tuple[float, float, float, float]


@formula
def logistic(x: float) -> float:
    """Return 1 / (1 + e^-x), without overflow.

    >>> logistic(0.0), logistic(-1e6)
    (0.5, 0.0)
    """
    low = math.exp(-abs(x))
    return (1.0 if x > 0.0 else low) / (1.0 + low)


@formula
def expect(own: Row, other: Row, home: float, params: Any) -> tuple[float, Carry]:
    """Return the probability of the first of two to win; for two, both models are this one."""
    beta, tau, _ = params
    a_v = own[2] * own[2] + tau * tau
    b_v = other[2] * other[2] + tau * tau
    c_v = a_v + b_v + 2.0 * beta * beta
    c = math.sqrt(c_v)
    return logistic((own[0] + home - other[0]) / c), (a_v, b_v, c_v, c)


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
    a_v, b_v, c_v, c = carry
    kappa = params[2]
    known = probability * (1.0 - probability) / (c * c_v)
    a, a_points = own[0] + a_v / c * (result - probability), 0.0
    a_deviation = math.sqrt(a_v * max(1.0 - math.sqrt(a_v) * a_v * known, kappa))
    b, b_points = other[0] - b_v / c * (result - probability), 0.0
    b_deviation = math.sqrt(b_v * max(1.0 - math.sqrt(b_v) * b_v * known, kappa))
    if weight is not None:
        kept = a_deviation * a_deviation / a_v
        a, a_deviation, a_points = reweight_row(
            own[0], a_v, a, a_deviation, a_v / c * lucky, kept, weight
        )
        kept = b_deviation * b_deviation / b_v
        b, b_deviation, b_points = reweight_row(
            other[0], b_v, b, b_deviation, -b_v / c * lucky, kept, weight
        )
    return (a, own[1], a_deviation), (b, other[1], b_deviation), a_points, b_points


@step
def share_by_odds(table: Workspace, teams: int, beta: float, widening: float) -> None:
    """Write each team's probability to win, in proportion to 1 over the sum of odds against it.

    The odds of a pair are e to their difference over the root of ``widening`` times the
    variances of both and twice beta^2.
    """
    for i in range(teams):
        table[PROBABILITY, i] = 1.0
        for q in range(i):
            c = math.sqrt(widening * (table[VARIANCE, i] + table[VARIANCE, q] + 2.0 * beta * beta))
            against = math.exp(min(max((table[MEAN, q] - table[MEAN, i]) / c, -600.0), 600.0))
            table[PROBABILITY, i] += against
            table[PROBABILITY, q] += 1.0 / against
    total = 0.0
    for i in range(teams):
        table[PROBABILITY, i] = 1.0 / table[PROBABILITY, i]
        total += table[PROBABILITY, i]
    for i in range(teams):
        table[PROBABILITY, i] /= total


@step
def expect_by_pairs(table: Workspace, index: Index, n: int, teams: int, params: Any) -> None:
    """Write each team's probability to win by Bradley-Terry."""
    sum_teams(table, index, n, teams, DEVIATION, params[1], MEAN, VARIANCE)
    share_by_odds(table, teams, params[0], 1.0)


@step
def expect_by_places(table: Workspace, index: Index, n: int, teams: int, params: Any) -> None:
    """Write each team's probability to win by Plackett-Luce."""
    sum_teams(table, index, n, teams, DEVIATION, params[1], MEAN, VARIANCE)
    share_by_odds(table, teams, params[0], teams / 2.0)


@step
def move_members(table: Workspace, index: Index, n: int, weight: float | None, params: Any) -> None:
    """Move each member by omega and delta of the team; with luck as far as a game usually does."""
    _, tau, kappa = params
    for i in range(n):
        k = index[SIDE, i]
        own = table[DEVIATION, i] * table[DEVIATION, i] + tau * tau
        shift = own * table[OMEGA, k]
        kept = max(1.0 - own * math.sqrt(table[VARIANCE, k]) * table[DELTA, k], kappa)
        if weight is not None:
            usually_kept = max(1.0 - own * math.sqrt(table[VARIANCE, k]) * table[USUAL, k], kappa)
            shift, kept, table[LUCK_POINTS, i] = reweight(
                shift, kept, own * table[LUCKY, k], usually_kept, weight
            )
        table[RATING, i] += shift
        table[DEVIATION, i] = math.sqrt(own * kept)


@step
def update_by_pairs(
    table: Workspace, index: Index, n: int, teams: int, weight: float | None, params: Any
) -> None:
    """Learn by Bradley-Terry: every pair is a game of its own."""
    beta = params[0]
    for i in range(teams):
        table[OMEGA, i] = table[DELTA, i] = table[LUCKY, i] = 0.0
        for q in range(i):
            c_v = table[VARIANCE, i] + table[VARIANCE, q] + 2.0 * beta * beta
            c = math.sqrt(c_v)
            p = logistic((table[MEAN, i] - table[MEAN, q]) / c)
            surprise = (pair_score(table[SCORE, i], table[SCORE, q]) - p) / c
            known = p * (1.0 - p) / (c * c_v)
            table[OMEGA, i] += surprise
            table[OMEGA, q] -= surprise
            table[DELTA, i] += known
            table[DELTA, q] += known
            if weight is not None:
                share = pair_luck(table[LUCK, i], table[LUCK, q], teams) / c
                table[LUCKY, i] += share
                table[LUCKY, q] -= share
    if weight is not None:
        for i in range(teams):
            table[USUAL, i] = table[DELTA, i]
    move_members(table, index, n, weight, params)


@step
def choose_by_strength(table: Workspace, teams: int, beta: float) -> float:
    """Write parts in proportion to e^(mu/c), none less than 1e-300 of the largest; return c."""
    c_v, best, total = 0.0, -math.inf, 0.0
    for k in range(teams):
        c_v += table[VARIANCE, k] + beta * beta
        best = max(best, table[MEAN, k])
    c = math.sqrt(c_v)
    for i in range(teams):
        table[CHOICE, i] = max(math.exp((table[MEAN, i] - best) / c), 1e-300)
        total += table[CHOICE, i]
    for i in range(teams):
        table[CHOICE, i] /= total
    return c


@step
def update_by_places(
    table: Workspace, index: Index, n: int, teams: int, weight: float | None, params: Any
) -> None:
    """Learn by Plackett-Luce: place after place, a choice of one among those left."""
    c = choose_by_strength(table, teams, params[0])
    for i in range(teams):
        table[OMEGA, i] = table[DELTA, i] = 0.0
    for q in range(teams):
        level, chosen, tied, below = 0.0, 0.0, 0.0, 0.0
        for i in range(teams):
            if table[SCORE, i] == table[SCORE, q]:
                level += 1.0
                tied += table[CHOICE, i]
                chosen += 1.0 if i < q else 0.0
            elif table[SCORE, i] < table[SCORE, q]:
                below += table[CHOICE, i]
        left = 1.0 - chosen / level
        total = left * tied + below
        for i in range(teams):
            if table[SCORE, i] <= table[SCORE, q]:
                among = left if table[SCORE, i] == table[SCORE, q] else 1.0
                p = among * table[CHOICE, i] / total
                table[OMEGA, i] += ((1.0 if i == q else 0.0) - p) / c
                table[DELTA, i] += p * (1.0 - p) / (c * c * c)
    if weight is not None:
        slope = table_slope(teams)
        for i in range(teams):
            choice = table[CHOICE, i]
            table[USUAL, i] = slope * choice * (1.0 - choice) / (c * c * c)
            table[LUCKY, i] = slope / c * table[LUCK, i]
    move_members(table, index, n, weight, params)


BY_PAIRS = make_loop(3, expect_by_pairs, update_by_pairs, expect=expect, update=update)
BY_PLACES = make_loop(3, expect_by_places, update_by_places, expect=expect, update=update)


@dataclass(frozen=True, slots=True, repr=False)
class WengLin(RatingSystem):
    """Weng and Lin's update by one of two models of a game.

    >>> from evenhand.tables import GameTable
    >>> game = GameTable.from_games([{"Anna": 1, "Ben": 0}])
    >>> WengLin().run(game).values.round(3).tolist()
    [[27.635, 1.0, 8.066], [22.365, 1.0, 8.066]]
    """

    columns: ClassVar[tuple[str, ...]] = ("rating", "games", "deviation")
    takes_teams: ClassVar[bool] = True
    positive: ClassVar[tuple[str, ...]] = ("deviation", "beta", "kappa")
    not_negative: ClassVar[tuple[str, ...]] = ("tau",)
    loop: ClassVar[Loop] = BY_PAIRS
    tuning_ranges: ClassVar[dict[str, tuple[float, float]]] = {"advantage": (-4.0, 4.0)}

    model: str = "bradley-terry"
    initial: float = 25.0
    deviation: float = 25.0 / 3.0
    beta: float = 25.0 / 6.0
    kappa: float = 1e-4
    tau: float = 25.0 / 300.0

    def __post_init__(self) -> None:
        RatingSystem.__post_init__(self)
        if self.model not in MODELS:
            raise ValueError(f"model must be one of {', '.join(MODELS)}, not {self.model}")

    def get_loop(self) -> Loop:
        return BY_PAIRS if self.model == "bradley-terry" else BY_PLACES

    def initial_row(self) -> Row:
        return self.initial, 0.0, self.deviation

    def numbers(self) -> tuple[Any, ...]:
        return self.beta, self.tau, self.kappa

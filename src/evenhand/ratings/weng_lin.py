r"""Bayesian approximation by Weng and Lin: normal beliefs, logistic games, no iteration.

Skills are believed to be :math:`N(\mu, \sigma^2)`; :math:`\tau^2` is added to the
variance of those who play.  A team has the sum of its members' :math:`\mu` and
:math:`\sigma^2`.  From a game, team *i* learns :math:`\Omega_i` and :math:`\Delta_i` by
the model of Bradley and Terry, every pair a game of its own (algorithm 1), or of
Plackett and Luce, place after place (algorithm 4); see logistic_games.py.  Then for
each member *j*

.. math:: \mu_j \leftarrow \mu_j + \frac{\sigma_j^2}{\sigma_i^2} \Omega_i, \qquad
          \sigma_j^2 \leftarrow \sigma_j^2
          \max\Bigl(1 - \frac{\sigma_j^2}{\sigma_i^2} \Delta_i, \kappa\Bigr) .

Source: Weng, Lin, A Bayesian Approximation Method for Online Ranking, JMLR 12 (2011).
Deviations: :math:`\tau`, from TrueSkill; ties in Plackett-Luce.  What a run expects is the
chance to win, :math:`1 / \sum_q e^{(\mu_q - \mu_i) / c_{iq}}` in proportion, split among a
team's members, with :math:`c_{iq}^2 = \sigma_i^2 + \sigma_q^2 + 2 \beta^2`, n/2 times that
in Plackett-Luce, as its own *c* grows with the table.  For two it is the formula of the
paper; for more with the same deviation it is exact for performances of :math:`\mu` plus
Gumbel noise; with different deviations it is an approximation, a few percent off where
one is ten times another (the tests show it).  Normal performances of variance
:math:`\sigma^2 + \beta^2` would promise too much, because the ratings were fitted to
logistic games: in simulated games of three the log loss is 0.52 so and 0.64
(Bradley-Terry) or 0.73 (Plackett-Luce) with them.

By Bradley-Terry the changes add up over the opponents, which hundreds of them make
absurd; Plackett-Luce stands a free-for-all of any size.

Symbols: rating, deviation = mu, sigma; omega, delta = Omega, Delta.
"""

import math
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from evenhand.compiled import formula, kernel
from evenhand.ratings.elo_family import pair_score, take_seats
from evenhand.ratings.logistic_games import (
    choice_chances,
    learn_by_pairs,
    learn_by_places,
    logistic,
    win_chances_by_pairs,
)
from evenhand.ratings.system import RatingSystem, Run
from evenhand.ratings.teams import add_up_teams, take_sides, team_column
from evenhand.tables.table import Floats, GameTable, Indices, Teams

MODELS = ("bradley-terry", "plackett-luce")


@dataclass(frozen=True, slots=True)
class WengLin(RatingSystem):
    """Weng and Lin's update by one of two models of a game.

    >>> from evenhand.tables import GameTable
    >>> game = GameTable.from_games([{"Anna": 1, "Ben": 0}])
    >>> WengLin().rate(game).ratings.round(3).tolist()
    [[27.635, 8.066], [22.365, 8.066]]
    """

    columns: ClassVar[tuple[str, ...]] = ("rating", "deviation")
    takes_teams: ClassVar[bool] = True
    positive: ClassVar[tuple[str, ...]] = ("deviation", "beta", "kappa")
    not_negative: ClassVar[tuple[str, ...]] = ("tau",)

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

    def start(self, players: int) -> Floats:
        return np.tile([self.initial, self.deviation], (players, 1))

    def rate(self, table: GameTable, ratings: Floats | None = None) -> Run:
        run = Run.prepare(self, table, ratings)
        games = (table.seats, table.score, run.ratings, run.expected, run.after)
        if table.width == 2:
            _rate_two(*games, self.beta, self.tau, self.kappa)
        else:
            by_pairs = self.model == "bradley-terry"
            _rate(*games, self.beta, self.tau, self.kappa, team_column(table), by_pairs)
        return run


@formula
def rate_pair(
    own: float,
    own_deviation: float,
    other: float,
    other_deviation: float,
    result: float,
    beta: float,
    tau: float,
    kappa: float,
) -> tuple[float, float, float, float, float]:
    """New rating and deviation of both players, and what was expected of the first.

    For two, both models are this one.

    >>> [round(x, 3) for x in rate_pair(25.0, 8.0, 25.0, 8.0, 1.0, 4.0, 0.0, 1e-4)]
    [27.53, 7.743, 22.47, 7.743, 0.5]
    """
    a_v = own_deviation * own_deviation + tau * tau
    b_v = other_deviation * other_deviation + tau * tau
    c_v = a_v + b_v + 2.0 * beta * beta
    c = math.sqrt(c_v)
    chance = logistic((own - other) / c)
    known = chance * (1.0 - chance) / (c * c_v)
    return (
        own + a_v / c * (result - chance),
        math.sqrt(a_v * max(1.0 - math.sqrt(a_v) * a_v * known, kappa)),
        other - b_v / c * (result - chance),
        math.sqrt(b_v * max(1.0 - math.sqrt(b_v) * b_v * known, kappa)),
        chance,
    )


@kernel
def _rate_two(
    seats: Indices,
    score: Floats,
    ratings: Floats,
    expected: Floats,
    after: Floats,
    beta: float,
    tau: float,
    kappa: float,
) -> None:
    for game in range(len(seats)):
        a, b = seats[game, 0], seats[game, 1]
        result = pair_score(score[game, 0], score[game, 1])
        own, own_deviation, other, other_deviation, chance = rate_pair(
            ratings[a, 0], ratings[a, 1], ratings[b, 0], ratings[b, 1], result, beta, tau, kappa
        )
        ratings[a, 0], ratings[a, 1] = own, own_deviation
        ratings[b, 0], ratings[b, 1] = other, other_deviation
        expected[game, 0], expected[game, 1] = chance, 1.0 - chance
        after[game, 0], after[game, 1] = own, other


@kernel
def _rate(
    seats: Indices,
    score: Floats,
    ratings: Floats,
    expected: Floats,
    after: Floats,
    beta: float,
    tau: float,
    kappa: float,
    team: Teams,
    by_pairs: bool,
) -> None:
    games, width = seats.shape
    at, side = np.empty((2, width), np.int32)
    points, mean, variance, size, chance, omega, delta = np.empty((7, width))
    for game in range(games):
        n = take_seats(seats[game], at)
        if n == 2:
            i, j = at[0], at[1]
            a, b = seats[game, i], seats[game, j]
            result = pair_score(score[game, i], score[game, j])
            own, own_deviation, other, other_deviation, first = rate_pair(
                ratings[a, 0], ratings[a, 1], ratings[b, 0], ratings[b, 1], result, beta, tau, kappa
            )
            ratings[a, 0], ratings[a, 1] = own, own_deviation
            ratings[b, 0], ratings[b, 1] = other, other_deviation
            expected[game, i], expected[game, j] = first, 1.0 - first
            after[game, i], after[game, j] = own, other
            continue
        teams = take_sides(team, game, at, n, side)
        add_up_teams(seats[game], at, side, n, teams, ratings, tau, mean, variance, size)
        for i in range(n):
            points[side[i]] = score[game, at[i]]
        c_v = 0.0
        for k in range(teams):
            c_v += variance[k] + beta * beta
        if by_pairs:
            learn_by_pairs(points, mean, variance, teams, beta, omega, delta)
            win_chances_by_pairs(mean, variance, teams, beta, 1.0, chance)
        else:
            choice_chances(mean, teams, math.sqrt(c_v), chance)
            learn_by_places(points, chance, teams, math.sqrt(c_v), omega, delta)
            win_chances_by_pairs(mean, variance, teams, beta, teams / 2.0, chance)
        for i in range(n):
            player, k = seats[game, at[i]], side[i]
            own = ratings[player, 1] * ratings[player, 1] + tau * tau
            kept = max(1.0 - own * math.sqrt(variance[k]) * delta[k], kappa)
            ratings[player, 0] += own * omega[k]
            ratings[player, 1] = math.sqrt(own * kept)
            expected[game, at[i]] = chance[k] / size[k]
            after[game, at[i]] = ratings[player, 0]

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
from dataclasses import dataclass, field
from typing import ClassVar

import numpy as np

from evenhand.compiled import formula, kernel, step
from evenhand.ratings.adjustment import (
    Adjustment,
    Luck,
    luck_of,
    luck_of_seats,
    luck_of_teams,
    luck_of_two,
    pair_luck,
    table_slope,
    take_out,
    weight_of_two,
    without_chance,
)
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
from evenhand.tables import Floats, GameTable, Indices, Teams

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
    luck: Adjustment | None = field(default=None, kw_only=True)

    def __post_init__(self) -> None:
        RatingSystem.__post_init__(self)
        if self.model not in MODELS:
            raise ValueError(f"model must be one of {', '.join(MODELS)}, not {self.model}")

    def start(self, players: int) -> Floats:
        return np.tile([self.initial, self.deviation], (players, 1))

    def rate(self, table: GameTable, ratings: Floats | None = None) -> Run:
        run = Run.prepare(self, table, ratings)
        luck = luck_of(self.luck, table, run)
        games = (table.seats, table.score, luck, run.ratings, run.expected, run.after)
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


@step
def rate_seats(
    seats: Indices,
    score: Floats,
    luck: Luck,
    ratings: Floats,
    after: Floats,
    game: int,
    i: int,
    j: int,
    beta: float,
    tau: float,
    kappa: float,
) -> float:
    """Rate two seats of a game; the chance of the first."""
    a, b = seats[game, i], seats[game, j]
    own, own_deviation = ratings[a, 0], ratings[a, 1]
    other, other_deviation = ratings[b, 0], ratings[b, 1]
    result = pair_score(score[game, i], score[game, j])
    a_after, a_deviation, b_after, b_deviation, chance = rate_pair(
        own, own_deviation, other, other_deviation, result, beta, tau, kappa
    )
    if len(luck.received) > 0:
        lucky, power = luck_of_two(luck, game, i, j, chance)
        weight = weight_of_two(luck, chance, power)
        a_v = own_deviation * own_deviation + tau * tau
        b_v = other_deviation * other_deviation + tau * tau
        c = math.sqrt(a_v + b_v + 2.0 * beta * beta)
        kept = a_deviation * a_deviation / a_v
        shift, kept, luck.worth[game, i] = without_chance(
            a_after - own, kept, a_v / c * lucky, kept, weight
        )
        a_after, a_deviation = own + shift, math.sqrt(a_v * kept)
        kept = b_deviation * b_deviation / b_v
        shift, kept, luck.worth[game, j] = without_chance(
            b_after - other, kept, -b_v / c * lucky, kept, weight
        )
        b_after, b_deviation = other + shift, math.sqrt(b_v * kept)
    ratings[a, 0], ratings[a, 1] = a_after, a_deviation
    ratings[b, 0], ratings[b, 1] = b_after, b_deviation
    after[game, i], after[game, j] = a_after, b_after
    return chance


@kernel
def _rate_two(
    seats: Indices,
    score: Floats,
    luck: Luck,
    ratings: Floats,
    expected: Floats,
    after: Floats,
    beta: float,
    tau: float,
    kappa: float,
) -> None:
    if len(luck.received) > 0:
        for game in range(len(seats)):
            first = rate_seats(seats, score, luck, ratings, after, game, 0, 1, beta, tau, kappa)
            expected[game, 0], expected[game, 1] = first, 1.0 - first
        return
    for game in range(len(seats)):  # twice as quick without handing over arrays
        a, b = seats[game, 0], seats[game, 1]
        result = pair_score(score[game, 0], score[game, 1])
        own, own_deviation, other, other_deviation, chance = rate_pair(
            ratings[a, 0], ratings[a, 1], ratings[b, 0], ratings[b, 1], result, beta, tau, kappa
        )
        ratings[a, 0], ratings[a, 1] = own, own_deviation
        ratings[b, 0], ratings[b, 1] = other, other_deviation
        expected[game, 0], expected[game, 1] = chance, 1.0 - chance
        after[game, 0], after[game, 1] = own, other


@step
def scatter(variance: Floats, teams: int, beta: float) -> float:
    """The c of a table in Plackett-Luce."""
    c_v = 0.0
    for k in range(teams):
        c_v += variance[k] + beta * beta
    return math.sqrt(c_v)


@step
def usual_knowledge(
    mean: Floats, delta: Floats, teams: int, c: float, by_pairs: bool, usual: Floats
) -> None:
    """What a game tells whoever wins: delta by Bradley-Terry, else by the first choice."""
    choice_chances(mean, teams, c, usual)
    for i in range(teams):
        first = table_slope(teams) * usual[i] * (1.0 - usual[i]) / (c * c * c)
        usual[i] = delta[i] if by_pairs else first


@step
def what_luck_adds(
    variance: Floats,
    teams: int,
    beta: float,
    c: float,
    by_pairs: bool,
    lucky: Floats,
    worth: Floats,
) -> None:
    """What luck adds to omega: by Bradley-Terry pair by pair, else along with the place."""
    for i in range(teams):
        worth[i] = table_slope(teams) / c * lucky[i]
        if by_pairs:
            worth[i] = 0.0
            for q in range(teams):
                both = math.sqrt(variance[i] + variance[q] + 2.0 * beta * beta)
                worth[i] += pair_luck(lucky[i], lucky[q], teams) / both


@kernel
def _rate(
    seats: Indices,
    score: Floats,
    luck: Luck,
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
    points, mean, variance, size, chance, omega, delta, usual, lucky, worth = np.empty((10, width))
    adjusted, weight = len(luck.received) > 0, 1.0
    for game in range(games):
        players = seats[game]
        n = take_seats(players, at)
        if n == 2:
            i, j = at[0], at[1]
            first = rate_seats(seats, score, luck, ratings, after, game, i, j, beta, tau, kappa)
            expected[game, i], expected[game, j] = first, 1.0 - first
            continue
        teams = take_sides(team, game, at, n, side)
        add_up_teams(players, at, side, n, teams, ratings, tau, mean, variance, size)
        for i in range(n):
            points[side[i]] = score[game, at[i]]
        c = scatter(variance, teams, beta)
        if by_pairs:
            learn_by_pairs(points, mean, variance, teams, beta, omega, delta)
        else:
            choice_chances(mean, teams, c, chance)
            learn_by_places(points, chance, teams, c, omega, delta)
        widening = 1.0 if by_pairs else teams / 2.0
        win_chances_by_pairs(mean, variance, teams, beta, widening, chance)
        if adjusted:
            all_known = luck_of_seats(luck, game, at, n, lucky)
            luck_of_teams(side, n, teams, size, lucky, worth)
            weight = take_out(luck, all_known, chance, teams, lucky)
            usual_knowledge(mean, delta, teams, c, by_pairs, usual)
            what_luck_adds(variance, teams, beta, c, by_pairs, lucky, worth)
        for i in range(n):
            player, k = players[at[i]], side[i]
            own = ratings[player, 1] * ratings[player, 1] + tau * tau
            shift = own * omega[k]
            kept = max(1.0 - own * math.sqrt(variance[k]) * delta[k], kappa)
            if adjusted:
                usually = max(1.0 - own * math.sqrt(variance[k]) * usual[k], kappa)
                shift, kept, luck.worth[game, at[i]] = without_chance(
                    shift, kept, own * worth[k], usually, weight
                )
            ratings[player, 0] += shift
            ratings[player, 1] = math.sqrt(own * kept)
            expected[game, at[i]] = chance[k] / size[k]
            after[game, at[i]] = ratings[player, 0]

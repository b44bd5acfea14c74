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
others.  What a run expects is the chance to perform best, :math:`\tau` included
and the margin left out (half of a draw is a win, nearly); the chance of a team is
split among its members, so that the seats add up to one.

The margins of neighbours add up: in a free-for-all of hundreds without ties the first
must have been far better than the last.  There p = 0 is the sensible choice.

Symbols: rating, deviation = mu, sigma; draw_probability = p; v, w: see gaussian.py.
"""

import math
from dataclasses import dataclass, field
from statistics import NormalDist
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
    table_slope,
    take_out,
    weight_of_two,
    without_chance,
)
from evenhand.ratings.elo_family import pair_score, take_seats
from evenhand.ratings.expectation_propagation import (
    ABOVE_P,
    ABOVE_Q,
    BELOW_P,
    BELOW_Q,
    compare_all,
    treat_alike,
)
from evenhand.ratings.gaussian import (
    density,
    distribution,
    draw_corrections,
    win_chances,
    win_corrections,
)
from evenhand.ratings.system import RatingSystem, Run
from evenhand.ratings.teams import add_up_teams, take_sides, team_column
from evenhand.tables import Floats, GameTable, Indices, Teams

LEAST_KEPT = 0.1
"""Of the variance, where that is only estimated."""


@dataclass(frozen=True, slots=True)
class TrueSkill(RatingSystem):
    """TrueSkill with the parameters of its authors; draws in one of ten even games.

    >>> from evenhand.tables import GameTable
    >>> game = GameTable.from_games([{"Anna": 1, "Ben": 0}])
    >>> TrueSkill().rate(game).ratings.round(3).tolist()
    [[29.396, 7.171], [20.604, 7.171]]
    """

    columns: ClassVar[tuple[str, ...]] = ("rating", "deviation")
    takes_teams: ClassVar[bool] = True
    positive: ClassVar[tuple[str, ...]] = ("deviation", "beta")
    not_negative: ClassVar[tuple[str, ...]] = ("tau",)

    initial: float = 25.0
    deviation: float = 25.0 / 3.0
    beta: float = 25.0 / 6.0
    tau: float = 25.0 / 300.0
    draw_probability: float = 0.10
    luck: Adjustment | None = field(default=None, kw_only=True)

    def __post_init__(self) -> None:
        RatingSystem.__post_init__(self)
        if not 0.0 <= self.draw_probability < 1.0:
            raise ValueError(f"draw_probability must be in [0, 1), not {self.draw_probability:g}")

    @property
    def margin(self) -> float:
        """The draw margin, over the square root of the number of players in the two teams."""
        return NormalDist().inv_cdf((self.draw_probability + 1.0) / 2.0) * self.beta

    def start(self, players: int) -> Floats:
        return np.tile([self.initial, self.deviation], (players, 1))

    def rate(self, table: GameTable, ratings: Floats | None = None) -> Run:
        run = Run.prepare(self, table, ratings)
        luck = luck_of(self.luck, table, run)
        games = (table.seats, table.score, luck, run.ratings, run.expected, run.after)
        if table.width == 2:
            _rate_two(*games, self.beta, self.tau, self.margin)
        else:
            _rate(*games, self.beta, self.tau, self.margin, team_column(table))
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
    margin: float,
) -> tuple[float, float, float, float, float]:
    """New rating and deviation of both players, and what was expected of the first.

    >>> [round(x, 3) for x in rate_pair(25.0, 8.0, 25.0, 8.0, 0.5, 4.0, 0.0, 0.5)]
    [25.0, 6.199, 25.0, 6.199, 0.5]
    """
    a_v = own_deviation * own_deviation + tau * tau
    b_v = other_deviation * other_deviation + tau * tau
    noise = 2.0 * beta * beta
    c_v = a_v + b_v + noise
    c = math.sqrt(c_v)
    gap, limit = (own - other) / c, margin * math.sqrt(2.0) / c
    if result == 0.5:
        v, w, left = draw_corrections(gap, limit)
    elif result > 0.5:
        v, w, left = win_corrections(gap, limit)
    else:
        v, w, left = win_corrections(-gap, limit)
        v = -v
    low = distribution(-abs(gap))
    return (
        own + a_v / c * v,
        math.sqrt(a_v * (left + w * (b_v + noise) / c_v)),
        other - b_v / c * v,
        math.sqrt(b_v * (left + w * (a_v + noise) / c_v)),
        low if gap < 0.0 else 1.0 - low,
    )


@formula
def result_slope(gap: float) -> float:
    """How far v lies apart for a win and a loss without a margin: density over chances.

    >>> round(result_slope(0.0), 4), round(result_slope(50.0), 4), round(result_slope(-9.0), 4)
    (1.5958, 0.0, 9.1085)
    """
    low = distribution(-abs(gap))
    return density(gap) / (low * (1.0 - low)) if low > 0.0 else 0.0


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
    margin: float,
) -> float:
    """Rate two seats of a game; the chance of the first."""
    a, b = seats[game, i], seats[game, j]
    own, own_deviation = ratings[a, 0], ratings[a, 1]
    other, other_deviation = ratings[b, 0], ratings[b, 1]
    result = pair_score(score[game, i], score[game, j])
    a_after, a_deviation, b_after, b_deviation, chance = rate_pair(
        own, own_deviation, other, other_deviation, result, beta, tau, margin
    )
    if len(luck.received) > 0:
        lucky, power = luck_of_two(luck, game, i, j, chance)
        weight = weight_of_two(luck, chance, power)
        a_v = own_deviation * own_deviation + tau * tau
        b_v = other_deviation * other_deviation + tau * tau
        c = math.sqrt(a_v + b_v + 2.0 * beta * beta)
        gap = (own - other) / c
        slope = result_slope(gap)
        known = density(gap) * slope / (c * c)
        shift, kept, luck.worth[game, i] = without_chance(
            a_after - own,
            a_deviation * a_deviation / a_v,
            a_v * slope / c * lucky,
            1.0 - a_v * known,
            weight,
        )
        a_after, a_deviation = own + shift, math.sqrt(a_v * kept)
        shift, kept, luck.worth[game, j] = without_chance(
            b_after - other,
            b_deviation * b_deviation / b_v,
            -b_v * slope / c * lucky,
            1.0 - b_v * known,
            weight,
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
    margin: float,
) -> None:
    if len(luck.received) > 0:
        for game in range(len(seats)):
            first = rate_seats(seats, score, luck, ratings, after, game, 0, 1, beta, tau, margin)
            expected[game, 0], expected[game, 1] = first, 1.0 - first
        return
    for game in range(len(seats)):  # quicker without handing over arrays
        a, b = seats[game, 0], seats[game, 1]
        result = pair_score(score[game, 0], score[game, 1])
        own, own_deviation, other, other_deviation, chance = rate_pair(
            ratings[a, 0], ratings[a, 1], ratings[b, 0], ratings[b, 1], result, beta, tau, margin
        )
        ratings[a, 0], ratings[a, 1] = own, own_deviation
        ratings[b, 0], ratings[b, 1] = other, other_deviation
        expected[game, 0], expected[game, 1] = chance, 1.0 - chance
        after[game, 0], after[game, 1] = own, other


@formula
def comes_first(i: int, j: int, points: Floats, mean: Floats, variance: Floats) -> bool:
    """Whether team i stands above team j: more points, or else the higher rating."""
    if points[i] != points[j]:
        return bool(points[i] > points[j])
    if mean[i] != mean[j]:
        return bool(mean[i] > mean[j])
    return bool(variance[i] > variance[j])


@formula
def rank_teams(teams: int, points: Floats, mean: Floats, variance: Floats, order: Indices) -> None:
    """Write the teams into ``order``, best first."""
    for i in range(teams):
        place = i
        while place > 0 and comes_first(i, order[place - 1], points, mean, variance):
            order[place] = order[place - 1]
            place -= 1
        order[place] = i


@step
def usual_gains(teams: int, mean: Floats, variance: Floats, slope: Floats, known: Floats) -> None:
    """How far a share of one beaten moves a mean, and what a game tells, over the skill's variance.

    As for two players, against the mean of the others.
    """
    total, spread = 0.0, 0.0
    for k in range(teams):
        total += mean[k]
        spread += variance[k]
    for k in range(teams):
        c_v = variance[k] + (spread - variance[k]) / (teams - 1)
        c = math.sqrt(c_v)
        gap = (mean[k] - (total - mean[k]) / (teams - 1)) / c
        slope[k] = table_slope(teams) * result_slope(gap) / c
        known[k] = density(gap) * slope[k] / c


@formula
def learn(
    rating: float, deviation: float, rest: float, p: float, q: float, tau: float
) -> tuple[float, float]:
    """A player's belief after what was told about the team's performance.

    ``rest`` is the variance of that performance which is not the player's own.
    """
    variance = deviation * deviation + tau * tau
    shrink = 1.0 + p * (variance + rest)
    return rating + variance * q / shrink, math.sqrt(variance * (1.0 + p * rest) / shrink)


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
    margin: float,
    team: Teams,
) -> None:
    games, width = seats.shape
    at, side, order = np.empty((3, width), np.int32)
    points, mean, variance, size, spread, chance, lucky, slope, sure = np.empty((9, width))
    told = np.empty((4, width))
    adjusted, weight = len(luck.received) > 0, 1.0
    for game in range(games):
        players = seats[game]
        n = take_seats(players, at)
        if n == 2:
            i, j = at[0], at[1]
            first = rate_seats(seats, score, luck, ratings, after, game, i, j, beta, tau, margin)
            expected[game, i], expected[game, j] = first, 1.0 - first
            continue
        teams = take_sides(team, game, at, n, side)
        add_up_teams(players, at, side, n, teams, ratings, tau, mean, variance, size)
        for i in range(n):
            points[side[i]] = score[game, at[i]]
        for k in range(teams):
            variance[k] += size[k] * beta * beta
            spread[k] = math.sqrt(variance[k])
        win_chances(mean, spread, teams, chance)
        rank_teams(teams, points, mean, variance, order)
        compare_all(teams, order, points, mean, variance, size, margin, told)
        treat_alike(teams, order, points, mean, variance, size, told)
        if adjusted:
            known = luck_of_seats(luck, game, at, n, lucky)
            luck_of_teams(side, n, teams, size, lucky, slope)
            weight = take_out(luck, known, chance, teams, lucky)
            usual_gains(teams, mean, variance, slope, sure)
        for i in range(n):
            player, k = players[at[i]], side[i]
            rating, deviation = ratings[player, 0], ratings[player, 1]
            own = deviation * deviation + tau * tau
            rest = max(variance[k] - own, size[k] * beta * beta)
            p = told[ABOVE_P, k] + told[BELOW_P, k]
            q = told[ABOVE_Q, k] + told[BELOW_Q, k]
            new, certain = learn(rating, deviation, rest, p, q, tau)
            if adjusted:
                usually = max(1.0 - own * sure[k], LEAST_KEPT)
                shift, kept, luck.worth[game, at[i]] = without_chance(
                    new - rating,
                    certain * certain / own,
                    own * slope[k] * lucky[k],
                    usually,
                    weight,
                )
                new, certain = rating + shift, math.sqrt(own * kept)
            ratings[player, 0], ratings[player, 1] = new, certain
            expected[game, at[i]] = chance[k] / size[k]
            after[game, at[i]] = new

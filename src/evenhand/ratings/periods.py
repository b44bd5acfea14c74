r"""Rating periods, rated on the fly: what Glicko and Glicko-2 share.

Within a period all games count together and against the ratings at its start.  A
player's row therefore keeps the rating at the start of the current period and the sums

.. math:: I = \sum w g^2 E (1 - E), \qquad U = \sum w g (S - E)

over the games of the period so far, and the rating shown is the one that the period
would give if it ended now.  So a run can stop anywhere, memory does not grow with the
length of a period, and a period of length 0 (every game its own) needs no other code.

With n players every pair is a game that counts :math:`w = 3/(n+1)`: pairs of one table
share each player's form of the day, and at an even table with n players this weight
makes the information right.  There, the number of opponents beaten has n - 1 terms of
variance 1/4 and, since a player beats both of two others with probability 1/3,
covariance 1/12; sensitivity squared over variance, (n-1)^2/16 over (n-1)(n+1)/12, is
what n - 1 independent games would give times 3/(n+1).

Symbols: g = how much an opponent's uncertainty takes off; E = expected score; S = score.
"""

import math

import numpy as np

from evenhand.compiled import formula, step
from evenhand.elo import LN_10
from evenhand.ratings.adjustment import pair_luck
from evenhand.ratings.elo_family import expected_score, pair_score
from evenhand.ratings.gaussian import win_chances
from evenhand.tables import Floats, GameTable, Indices

Q = LN_10 / 400.0
DAY = 86_400_000_000  # microseconds
PERFORMANCE = 1.702 / (Q * math.sqrt(2.0))
"""Scatter of one performance: the normal curve that is nearest to Elo's, over two players."""

COLUMNS = ("rating", "deviation", "last", "base", "base_deviation", "information", "surprise")
RATING, DEVIATION, LAST, BASE, BASE_DEVIATION, INFORMATION, SURPRISE = range(7)
VOLATILITY, BASE_VOLATILITY = 7, 8  # of Glicko-2


def clock(table: GameTable, period: float) -> Floats:
    """The time of each game in days, in whole periods if there are any; NaN if unknown."""
    if table.time is None:
        return np.full(len(table), np.nan)
    if period > 0.0:
        return np.floor_divide(table.time, round(period * DAY)) * np.float64(period)
    return table.time.astype(np.float64) / DAY


def start(players: int, columns: int, initial: float, deviation: float) -> Floats:
    """Rows of players who have not played yet."""
    ratings = np.zeros((players, columns))
    ratings[:, [RATING, BASE]] = initial
    ratings[:, [DEVIATION, BASE_DEVIATION]] = deviation
    ratings[:, LAST] = np.nan
    return ratings


@formula
def idle_days(now: float, last: float) -> float:
    """Days since the last game: none before the first, one if a time is unknown."""
    if math.isnan(last):
        return 0.0
    return max(now - last, 0.0) if math.isfinite(now) and math.isfinite(last) else 1.0


@formula
def attenuation(deviation: float) -> float:
    """Glickman's g: what the deviation of an opponent leaves of a rating difference.

    >>> [round(attenuation(rd), 4) for rd in (30.0, 100.0, 300.0)]
    [0.9955, 0.9531, 0.7242]
    """
    return 1.0 / math.sqrt(1.0 + 3.0 * Q * Q * deviation * deviation / (math.pi * math.pi))


@formula
def bounded_score(own: float, other: float, g: float) -> float:
    """Expected score against one opponent, never quite 0 or 1."""
    return min(max(expected_score(g * (own - other), 400.0), 1e-12), 1.0 - 1e-12)


@formula
def pair_weight(n: int) -> float:
    """How much each pair of a table of n counts."""
    return 3.0 / (n + 1.0)


@formula
def chance_of_two(own: float, own_deviation: float, other: float, other_deviation: float) -> float:
    """Glickman's expected outcome between two players, both uncertain.

    >>> round(chance_of_two(1400.0, 80.0, 1500.0, 150.0), 3)
    0.376
    """
    g = attenuation(math.sqrt(own_deviation * own_deviation + other_deviation * other_deviation))
    return expected_score(g * (own - other), 400.0)


@step
def expect(
    ratings: Floats,
    players: Indices,
    at: Indices,
    n: int,
    mean: Floats,
    spread: Floats,
    chance: Floats,
) -> None:
    """Chances to win before a game; with more than two, of the best performance."""
    if n == 2:
        chance[0] = expect_two(ratings, players[at[0]], players[at[1]])
        chance[1] = 1.0 - chance[0]
        return
    for i in range(n):
        player = players[at[i]]
        deviation = ratings[player, BASE_DEVIATION]
        mean[i] = ratings[player, BASE]
        spread[i] = math.sqrt(deviation * deviation + PERFORMANCE * PERFORMANCE)
    win_chances(mean, spread, n, chance)


@formula
def begins_period(last: float, now: float, period: float) -> bool:
    """Whether a game at this time opens a new period for a player last seen at ``last``."""
    return period == 0.0 or last != now


@step
def open_period(ratings: Floats, player: int, now: float, deviation: float) -> None:
    """Begin a period: what the last one gave is now the base."""
    ratings[player, LAST] = math.inf if math.isnan(now) else now
    ratings[player, BASE] = ratings[player, RATING]
    ratings[player, BASE_DEVIATION] = deviation
    ratings[player, INFORMATION] = 0.0
    ratings[player, SURPRISE] = 0.0


@formula
def pair_terms(own: float, other: float, g: float, result: float) -> tuple[float, float]:
    """What one pair adds to the sums I and U of a player, but for its weight."""
    e = bounded_score(own, other, g)
    return g * g * e * (1.0 - e), g * (result - e)


@step
def add_pairs(
    ratings: Floats,
    players: Indices,
    score: Floats,
    lucky: Floats,
    at: Indices,
    n: int,
    games: float,
    worth: Floats,
) -> None:
    """Add all pairs of one game, which counts as so many, to the sums of the players' periods.

    ``lucky`` is taken out of the results; ``worth`` becomes what that takes off the sums U.
    """
    weight = games * pair_weight(n)
    for i in range(n):
        player, information, surprise, luck = players[at[i]], 0.0, 0.0, 0.0
        for j in range(n):
            if i != j:
                other = players[at[j]]
                g = attenuation(ratings[other, BASE_DEVIATION])
                taken = pair_luck(lucky[i], lucky[j], n)
                result = pair_score(score[at[i]], score[at[j]]) - taken
                known, news = pair_terms(ratings[player, BASE], ratings[other, BASE], g, result)
                information += weight * known
                surprise += weight * news
                luck += weight * g * taken
        ratings[player, INFORMATION] += information
        ratings[player, SURPRISE] += surprise
        worth[i] = luck


@step
def add_pair(
    ratings: Floats, a: int, b: int, result: float, lucky: float, games: float
) -> tuple[float, float]:
    """The same for a game of two, with the result of a; how much it counts for each."""
    own, other = ratings[a, BASE], ratings[b, BASE]
    own_g = attenuation(ratings[b, BASE_DEVIATION])
    known, news = pair_terms(own, other, own_g, result - lucky)
    ratings[a, INFORMATION] += games * known
    ratings[a, SURPRISE] += games * news
    other_g = attenuation(ratings[a, BASE_DEVIATION])
    known, news = pair_terms(other, own, other_g, 1.0 - result + lucky)
    ratings[b, INFORMATION] += games * known
    ratings[b, SURPRISE] += games * news
    return games * own_g, games * other_g


@step
def expect_two(ratings: Floats, a: int, b: int) -> float:
    """Chance of a to win against b before a game."""
    return chance_of_two(
        ratings[a, BASE], ratings[a, BASE_DEVIATION], ratings[b, BASE], ratings[b, BASE_DEVIATION]
    )

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

from evenhand.compiled import formula
from evenhand.elo import LN_10
from evenhand.ratings.elo_family import expected_score, pair_score
from evenhand.ratings.gaussian import win_chances
from evenhand.tables.table import Floats, GameTable, Indices, TableError

Q = LN_10 / 400.0
DAY = 86_400_000_000  # microseconds
PERFORMANCE = 1.702 / (Q * math.sqrt(2.0))
"""Scatter of one performance: the normal curve that is nearest to Elo's, over two players."""

COLUMNS = ("rating", "deviation", "last", "base", "base_deviation", "information", "surprise")
RATING, DEVIATION, LAST, BASE, BASE_DEVIATION, INFORMATION, SURPRISE = range(7)


def clock(table: GameTable, period: float) -> Floats:
    """The time of each game in days, in whole periods if there are any; NaN if unknown."""
    if table.time is None:
        if period > 0.0:
            raise TableError("rating periods need the time of each game", column="time")
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
    """Days since the last game; a game of unknown time counts as a day."""
    if math.isnan(last):
        return 0.0
    return 1.0 if math.isnan(now) else now - last


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


@formula
def expect(rating: Floats, deviation: Floats, n: int, spread: Floats, chance: Floats) -> None:
    """Chances to win before a game; with more than two, of the best performance."""
    if n == 2:
        chance[0] = chance_of_two(rating[0], deviation[0], rating[1], deviation[1])
        chance[1] = 1.0 - chance[0]
        return
    for i in range(n):
        spread[i] = math.sqrt(deviation[i] * deviation[i] + PERFORMANCE * PERFORMANCE)
    win_chances(rating, spread, n, chance)


@formula
def open_period(row: Floats, now: float, deviation: float) -> None:
    """Begin a period: what the last one gave is now the base."""
    row[LAST] = 0.0 if math.isnan(now) else now
    row[BASE] = row[RATING]
    row[BASE_DEVIATION] = deviation
    row[INFORMATION] = 0.0
    row[SURPRISE] = 0.0


@formula
def begins_period(row: Floats, now: float, period: float) -> bool:
    """Whether a game at this time opens a new period for the player."""
    return period == 0.0 or row[LAST] != now


@formula
def add_pairs(
    row: Floats,
    i: int,
    rating: Floats,
    deviation: Floats,
    score: Floats,
    at: Indices,
    n: int,
) -> None:
    """Add the i-th player's pairs of one game to the sums of the period."""
    weight = pair_weight(n)
    for j in range(n):
        if i != j:
            g = attenuation(deviation[j])
            e = bounded_score(rating[i], rating[j], g)
            row[INFORMATION] += weight * g * g * e * (1.0 - e)
            row[SURPRISE] += weight * g * (pair_score(score[at[i]], score[at[j]]) - e)

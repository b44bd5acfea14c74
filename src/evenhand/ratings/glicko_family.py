"""The loop that Glicko and Glicko-2 share, and the steps in which they differ.

A player's row opens a period, adds the pairs of a game to its sums, and settles what
the period would give if it ended now (:mod:`~evenhand.ratings.periods`).  Glicko-2 is
told from Glicko by its tau, which is zero for Glicko; ``growth`` is c for Glicko, for
Glicko-2 the days without play that count as one period.
"""

import math
from dataclasses import dataclass, field, replace

import numpy as np

from evenhand.compiled import formula, kernel, step
from evenhand.ratings.adjustment import (
    Adjustment,
    Luck,
    luck_of_seats,
    luck_of_two,
    take_out,
    weight_of_two,
)
from evenhand.ratings.elo_family import pair_score, take_seats
from evenhand.ratings.periods import (
    BASE,
    BASE_DEVIATION,
    BASE_VOLATILITY,
    DEVIATION,
    INFORMATION,
    LAST,
    RATING,
    SURPRISE,
    VOLATILITY,
    Q,
    add_pair,
    add_pairs,
    begins_period,
    expect,
    expect_two,
    idle_days,
    open_period,
)
from evenhand.ratings.system import RatingSystem
from evenhand.tables import Floats, GameTable, Indices, TableError

SECOND, LONGEST = 1.0 / 86_400.0, 1e6  # days


@dataclass(frozen=True, slots=True)
class GlickoFamily(RatingSystem):
    """Parameters of both systems."""

    initial: float = 1500.0
    deviation: float = 350.0
    period: float = 0.0  # days; 0 rates game by game
    luck: Adjustment | None = field(default=None, kw_only=True)

    def __post_init__(self) -> None:
        RatingSystem.__post_init__(self)
        if self.period != 0.0 and not SECOND <= self.period <= LONGEST:
            raise ValueError(f"period must be 0 or some days, not {self.period:g}")

    def game_by_game(self) -> RatingSystem:
        return replace(self, period=0.0)

    def check(self, table: GameTable) -> None:
        RatingSystem.check(self, table)
        if self.period > 0.0 and table.time is None:
            raise TableError("rating periods need the time of each game", column="time")


@formula
def grown(deviation: float, c: float, days: float, most: float) -> float:
    """The deviation after so many days without play."""
    return min(math.sqrt(deviation * deviation + c * c * days), most)


@formula
def idle_periods(now: float, last: float, period: float, idle: float) -> float:
    """Periods without play since the last game; none if a time is unknown or runs backwards."""
    if not (math.isfinite(now) and math.isfinite(last)):
        return 0.0
    return max((now - last) / idle if period == 0.0 else (now - last) / period - 1.0, 0.0)


@formula
def slope(
    x: float, delta: float, phi: float, v: float, a: float, tau: float
) -> tuple[float, float]:
    """Glickman's f, whose root is the logarithm of the new variance, and its derivative."""
    variance, known = math.exp(x), phi * phi + v
    total, upset = known + variance, delta * delta - known
    pull = variance * (upset - variance) / (2.0 * total * total)
    bend = variance * (upset * (known - variance) - 2.0 * known * variance) / (2.0 * total**3)
    return pull - (x - a) / (tau * tau), bend - 1.0 / (tau * tau)


@formula
def new_volatility(sigma: float, delta: float, phi: float, v: float, tau: float) -> float:
    """Step 5: Newton from the old volatility; where that does not settle, as Glickman does it.

    >>> round(new_volatility(0.06, -0.4834, 1.1513, 1.7785, 0.5), 5)
    0.06
    """
    a = math.log(sigma * sigma)
    x = a
    for _ in range(8):
        f, bend = slope(x, delta, phi, v, a, tau)
        if bend > -0.5 / (tau * tau):
            break
        x -= f / bend
        if abs(f / bend) < 1e-8:
            return math.exp(x / 2.0)
    return illinois_volatility(sigma, delta, phi, v, tau)


@formula
def illinois_volatility(sigma: float, delta: float, phi: float, v: float, tau: float) -> float:
    """Step 5 by the Illinois algorithm, as Glickman prints it.

    >>> round(illinois_volatility(0.06, -0.4834, 1.1513, 1.7785, 0.5), 5)
    0.06
    """
    a = math.log(sigma * sigma)
    low, f_low = a, slope(a, delta, phi, v, a, tau)[0]
    if delta * delta > phi * phi + v:
        high = math.log(delta * delta - phi * phi - v)
        f_high = slope(high, delta, phi, v, a, tau)[0]
    else:
        high, f_high = a, -1.0
        while f_high < 0.0:
            high -= tau
            f_high = slope(high, delta, phi, v, a, tau)[0]
    while abs(high - low) > 1e-6:
        middle = low + (low - high) * f_low / (f_high - f_low)
        f_middle = slope(middle, delta, phi, v, a, tau)[0]
        if f_middle * f_high <= 0.0:
            low, f_low = high, f_high
        else:
            f_low /= 2.0
        high, f_high = middle, f_middle
    return math.exp(low / 2.0)


@step
def begin(
    ratings: Floats,
    player: int,
    now: float,
    period: float,
    growth: float,
    most: float,
    tau: float,
) -> None:
    """Open a new period for a player if it is time."""
    last, deviation = ratings[player, LAST], ratings[player, DEVIATION]
    if not begins_period(last, now, period):
        return
    if tau == 0.0:
        deviation = grown(deviation, growth, idle_days(now, last), most)
    else:
        sigma = ratings[player, VOLATILITY]
        pause = idle_periods(now, last, period, growth)
        deviation = grown(deviation, sigma / Q, pause, most)
        ratings[player, BASE_VOLATILITY] = sigma
    open_period(ratings, player, now, deviation)


@formula
def settled(
    base: float, deviation: float, sigma: float, information: float, surprise: float, tau: float
) -> tuple[float, float, float]:
    """Rating, deviation and volatility that a period with these sums gives."""
    phi = Q * deviation
    variance = phi * phi
    if tau > 0.0:
        v = 1.0 / information
        sigma = new_volatility(sigma, v * surprise, phi, v, tau)
        variance += sigma * sigma
    variance = 1.0 / (1.0 / variance + information)
    return base + variance * surprise / Q, math.sqrt(variance) / Q, sigma


@step
def settle(ratings: Floats, player: int, least: float, tau: float) -> float:
    """Show what the period would give if it ended now; how far a surprise of one moves a rating."""
    base, deviation = ratings[player, BASE], ratings[player, BASE_DEVIATION]
    information, surprise = ratings[player, INFORMATION], ratings[player, SURPRISE]
    sigma = ratings[player, BASE_VOLATILITY] if tau > 0.0 else 0.0
    rating, deviation, sigma = settled(base, deviation, sigma, information, surprise, tau)
    ratings[player, RATING], ratings[player, DEVIATION] = rating, max(deviation, least)
    if tau > 0.0:
        ratings[player, VOLATILITY] = sigma
    return Q * deviation * deviation


@kernel
def rate_two(
    seats: Indices,
    score: Floats,
    luck: Luck,
    clock: Floats,
    ratings: Floats,
    expected: Floats,
    after: Floats,
    period: float,
    growth: float,
    most: float,
    least: float,
    tau: float,
) -> None:
    """Rate games of two."""
    adjusted = len(luck.received) > 0
    for game in range(len(seats)):
        a, b, now = seats[game, 0], seats[game, 1], clock[game]
        begin(ratings, a, now, period, growth, most, tau)
        begin(ratings, b, now, period, growth, most, tau)
        chance = expect_two(ratings, a, b)
        result, lucky, weight = pair_score(score[game, 0], score[game, 1]), 0.0, 1.0
        if adjusted:
            lucky, power = luck_of_two(luck, game, 0, 1, chance)
            weight = weight_of_two(luck, chance, power)
        own, other = add_pair(ratings, a, b, result, lucky, weight)
        own *= settle(ratings, a, least, tau)
        other *= settle(ratings, b, least, tau)
        if adjusted:
            luck.worth[game, 0], luck.worth[game, 1] = own * lucky, -other * lucky
        expected[game, 0], expected[game, 1] = chance, 1.0 - chance
        after[game, 0], after[game, 1] = ratings[a, RATING], ratings[b, RATING]


@kernel
def rate_any(
    seats: Indices,
    score: Floats,
    luck: Luck,
    clock: Floats,
    ratings: Floats,
    expected: Floats,
    after: Floats,
    period: float,
    growth: float,
    most: float,
    least: float,
    tau: float,
) -> None:
    """Rate games of any number of players."""
    games, width = seats.shape
    at = np.empty(width, np.int32)
    mean, spread, chance, lucky, worth = np.empty((5, width))
    lucky[:] = 0.0
    adjusted, weight = len(luck.received) > 0, 1.0
    for game in range(games):
        n = take_seats(seats[game], at)
        for i in range(n):
            begin(ratings, seats[game, at[i]], clock[game], period, growth, most, tau)
        expect(ratings, seats[game], at, n, mean, spread, chance)
        if adjusted:
            known = luck_of_seats(luck, game, at, n, lucky)
            weight = take_out(luck, known, chance, n, lucky)
        add_pairs(ratings, seats[game], score[game], lucky, at, n, weight, worth)
        for i in range(n):
            player = seats[game, at[i]]
            worth[i] *= settle(ratings, player, least, tau)
            if adjusted:
                luck.worth[game, at[i]] = worth[i]
            expected[game, at[i]] = chance[i]
            after[game, at[i]] = ratings[player, RATING]

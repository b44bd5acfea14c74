r"""Fit the best K to the games of a file, and measure how far skill drives ratings apart.

**The best K.**  All players start at 0 and are rated by Elo with one constant k.  The best one,
k*, has the least mean squared prediction error

.. math:: \frac{1}{G} \sum_g \frac{1}{|P_g|} \sum_{(i, j) \in P_g} (S_{ij} - E_{ij})^2

over all games g and the pairs P of players in each: every game has the same weight, and so has
every pair of a game.  For two players that is the mean of (S - E)^2.

The search evaluates a grid of 16 values of k, each 1.97 times the one before, then twice eight
values between the neighbours of the best, and ends at the minimum of the parabola in log k through
the last three.  So it does not stop at the first local minimum.

**The spread** is the standard deviation (over n - 1) of the final ratings of the regulars, who
have played at least 25 games.  The more luck decides a game, the nearer to zero it is.

**Intervals** come from a parametric bootstrap: the same players, with the fitted ratings, play the
same pairings in the same order again; k* and the spread are fitted to each replay.  There the true
spread is known, so the replays show by what factor a fit misses it, and

.. math:: \left[ \frac{v^2}{q_{97.5}}, \frac{v^2}{q_{2.5}} \right]

with v the measured value and q the quantiles of the refits corrects for it.  It holds for these
players: it covers other luck, not other players.

* If the smallest k is best, no skill is detected, and the interval goes from 0 to an unknown end
  (None).  What coin flips give is no bound for it: small differences are often missed altogether.
* If more than 2.5 % of the refits come out like that, the upper end is unknown, too.

Blocks of consecutive games drawn with replacement, which keep the order too, are no alternative: a
game that is drawn twice makes luck look like skill.  See ``docs/analyse.md`` for measurements.

Source: Duersch, Lambrecht, Oechssler, Measuring skill and chance in games, European Economic
Review 127 (2020).  Deviations: tables of more than two, rated by pairs as
:class:`evenhand.ratings.Elo` does; k lies between 0.02 and 512; the intervals are ours.

Symbols: S = 1, 1/2 or 0; E = expected score; G = number of games.
"""

from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np

from evenhand.compiled import kernel
from evenhand.elo import LN_10
from evenhand.ratings.elo import expected_score
from evenhand.ratings.results import pair_score, take_seats
from evenhand.tables import EMPTY, Flags, Floats, GameTable, Indices

SCALE: Final = 400.0
MIN_K, MAX_K = 0.02, 512.0
LANES: Final = 8  # values of k at a time: the ratings of a player fill a cache line
ROUNDS: Final = 2
LEVEL = 0.95


@dataclass(frozen=True, slots=True, eq=False)
class KFit:
    """The best k, its error and the ratings it leads to."""

    k: float
    error: float  # mean squared prediction error
    ratings: Floats  # (players,) after the last game

    @property
    def at_lower_bound(self) -> bool:
        """Whether no k within the bounds is better than the smallest: no skill is detected."""
        return self.k <= MIN_K * 1.01


class Interval(NamedTuple):
    """A measured value with its 95 % interval; None where unknown or infinite."""

    value: float | None
    low: float | None
    high: float | None


class SpreadFit(NamedTuple):
    """K and the spread of ratings of one fit."""

    k: float
    spread: float
    at_lower_bound: bool


@dataclass(frozen=True, slots=True, eq=False)
class Bootstrap:
    """The pairings of a file, with the ratings that the bootstrap takes for the truth."""

    seats: Indices
    regulars: Flags
    ratings: Floats
    tied: float

    def refit(self, seed: int) -> SpreadFit:
        """Replay all games, and fit them."""
        score = simulate_results(self.seats, self.ratings, self.tied, np.random.default_rng(seed))
        return measure_spread(fit_k(self.seats, score, len(self.ratings)), self.regulars)


def fit_k(seats: Indices, score: Floats, players: int) -> KFit:
    """Find the k that predicts games best, and the ratings that it leads to.

    >>> table = GameTable.from_games([{"Anna": 1, "Ben": 0}, {"Anna": 0, "Ben": 1}] * 40)
    >>> fit_k(table.seats, table.score, 2).at_lower_bound
    True
    """
    logs = np.linspace(np.log(MIN_K), np.log(MAX_K), 2 * LANES)
    errors = prediction_errors(seats, score, players, np.exp(logs))
    for _ in range(ROUNDS):
        best = int(errors.argmin())
        low, high = max(best - 1, 0), min(best + 1, len(logs) - 1)
        between = np.linspace(logs[low], logs[high], LANES + 2)[1:-1]
        found = prediction_errors(seats, score, players, np.exp(between))
        logs = np.r_[logs[low], between, logs[high]]
        errors = np.r_[errors[low], found, errors[high]]
    k = float(np.clip(np.exp(_parabola_minimum(logs, errors)), MIN_K, MAX_K))
    ratings = np.zeros((players, 1))
    error = np.zeros(1)
    _rate_all(seats, score, np.array([k]), ratings, error)
    return KFit(k, float(error[0]) / max(len(seats), 1), ratings[:, 0].copy())


def prediction_errors(seats: Indices, score: Floats, players: int, ks: Floats) -> Floats:
    """Return the mean squared prediction error of each k.

    >>> table = GameTable.from_games([{"Anna": 1, "Ben": 0}] * 2)
    >>> prediction_errors(table.seats, table.score, 2, np.array([0.0, 400.0])).round(3).tolist()
    [0.25, 0.129]
    """
    errors = np.zeros(len(ks))
    for first in range(0, len(ks), LANES):
        some = slice(first, first + LANES)
        _rate_all(seats, score, ks[some], np.zeros((players, len(ks[some]))), errors[some])
    return errors / max(len(seats), 1)


def measure_spread(fit: KFit, regulars: Flags) -> SpreadFit:
    """Return k and the standard deviation of the regulars' ratings."""
    return SpreadFit(fit.k, float(fit.ratings[regulars].std(ddof=1)), fit.at_lower_bound)


def bias_corrected(
    value: float, refits: Floats, at_lower_bound: bool, undetected: Flags
) -> Interval:
    """Return the interval of a value from its refits; ``undetected`` flags those without skill.

    >>> refits = np.linspace(80.0, 125.0, 1001)
    >>> low, high = bias_corrected(100.0, refits, False, np.zeros(1001, np.bool_))[1:]
    >>> round(low), round(high)
    (81, 123)
    """
    tail = (1.0 - LEVEL) / 2.0
    if not len(refits):
        return Interval(value, None, None)
    low, high = np.quantile(refits, [tail, 1.0 - tail]).tolist()
    if at_lower_bound:
        return Interval(value, 0.0, None)
    return Interval(value, value**2 / high, None if undetected.mean() > tail else value**2 / low)


def mix_with_coin_flips(table: GameTable, share: float, rng: np.random.Generator) -> Floats:
    """Return the scores with a share of the games decided by coin flips: any order, equally likely.

    The same generator picks the same games: those replaced at one share are replaced at every
    larger share, too.

    >>> table = GameTable.from_games([{"Anna": 1, "Ben": 0}] * 1000)
    >>> score = mix_with_coin_flips(table, 0.5, np.random.default_rng(1))
    >>> int((score[:, 0] < score[:, 1]).sum()) in range(200, 300)
    True
    """
    chosen = rng.random(len(table)) < share
    order = rng.random(table.seats.shape)
    return np.where(chosen[:, None], order, table.score)


def tied_share(table: GameTable) -> float:
    """Return the share of ties among games of two; for larger tables 0, as none are simulated.

    >>> tied_share(GameTable.from_games([{"Anna": 1, "Ben": 1}, {"Anna": 1, "Ben": 0}]))
    0.5
    """
    if table.width > 2 or not len(table):
        return 0.0
    return float((table.score[:, 0] == table.score[:, 1]).mean())


def simulate_results(
    seats: Indices, ratings: Floats, tied: float, rng: np.random.Generator
) -> Floats:
    """Draw scores of players with these ratings.

    Each performs at R ln(10)/400 plus Gumbel noise, so that of any two each is ahead with Elo's
    probability.  Games of two are tied in a share of cases, fewer where one is far better, and
    the expected score stays that of Elo.
    """
    if seats.shape[1] > 2:
        performance = ratings[seats] * (LN_10 / SCALE) + rng.gumbel(size=seats.shape)
        return np.where(seats == EMPTY, 0.0, performance)
    gap = (ratings[seats[:, 0]] - ratings[seats[:, 1]]) * (LN_10 / SCALE)
    probability = 1.0 / (1.0 + np.exp(-np.clip(gap, -700.0, 700.0)))
    half = np.minimum(tied / 2.0, np.minimum(probability, 1.0 - probability))
    drawn = rng.random(len(seats))
    first = np.where(
        drawn < probability - half, 1.0, np.where(drawn < probability + half, 0.5, 0.0)
    )
    return np.stack([first, 1.0 - first], axis=1)


def _parabola_minimum(logs: Floats, errors: Floats) -> float:
    """Return the minimum of the parabola through the least value and its neighbours.

    >>> logs = np.array([0.0, 1.0, 2.0, 3.0])
    >>> round(_parabola_minimum(logs, (logs - 1.2) ** 2), 6)
    1.2
    """
    best = int(errors.argmin())
    if best in (0, len(logs) - 1):
        return float(logs[best])
    left, _, right = errors[best - 1 : best + 2] - errors[best]
    before, after = logs[best] - logs[best - 1], logs[best + 1] - logs[best]
    bend = left * after + right * before
    shift = (left * after * after - right * before * before) / (2.0 * bend) if bend else 0.0
    return float(logs[best] + shift)


@kernel
def _rate_all(seats: Indices, score: Floats, ks: Floats, ratings: Floats, errors: Floats) -> None:
    """Rate all games with several k at once; add up their errors and move their ratings."""
    games, width = seats.shape
    lanes = len(ks)
    at = np.empty(width, np.int32)
    moved = np.zeros((width, lanes))
    for game in range(games):
        n = take_seats(seats[game], at)
        weight = 2.0 / (n * (n - 1))
        for i in range(n):
            own = ratings[seats[game, at[i]]]
            for j in range(i):
                other = ratings[seats[game, at[j]]]
                result = pair_score(score[game, at[i]], score[game, at[j]])
                for lane in range(lanes):
                    error = result - expected_score(own[lane] - other[lane], SCALE)
                    errors[lane] += weight * error * error
                    moved[i, lane] += error / (n - 1)
                    moved[j, lane] -= error / (n - 1)
        for i in range(n):
            own = ratings[seats[game, at[i]]]
            for lane in range(lanes):
                own[lane] += ks[lane] * moved[i, lane]
                moved[i, lane] = 0.0

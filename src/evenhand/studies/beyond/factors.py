"""How many times the variance of results shrinks, with standard errors.

Only results of the same players on the same seats are compared, since what differs between
players is not luck.  Standard errors are bootstrapped over blocks of games.
"""

from dataclasses import dataclass
from statistics import NormalDist

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from evenhand.evaluation import block_edges, resample_blocks
from evenhand.ratings import Adjustment, shares_beaten
from evenhand.studies.beyond.leagues import Leagues
from evenhand.tables import Flags, Floats

BLOCKS, RESAMPLES = 400, 400
SCALE = 400.0  # of Elo
Numbers = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Factor:
    """A factor of variances and its standard error."""

    games: int
    value: float
    error: float

    def __str__(self) -> str:
        return f"{self.value:.2f} +- {self.error:.2f}"


@dataclass(frozen=True, slots=True, eq=False)
class Pairs:
    """Results of games of two, of the first seat."""

    number: Numbers  # of the ordered pair
    result: Floats
    luck: Floats  # of the first less the mean of both
    chance: Floats  # of the first

    def less_luck(self, adjustment: Adjustment) -> Floats:
        """What is left of the results."""
        even = 4.0 * self.chance * (1.0 - self.chance)
        left: Floats = self.result - adjustment.c * even**adjustment.fade * self.luck
        return left


def pairs_of(leagues: Leagues, luck: str, ratings: Floats, among: Flags) -> Pairs:
    """Some games of leagues, with chances by ratings that were known before."""
    bots = len(leagues.bots)
    own, other = leagues.bot[among].T.astype(np.int64)
    lucky = leagues.lucks[luck][among]
    chance = 1.0 / (1.0 + 10.0 ** ((ratings[other] - ratings[own]) / SCALE))
    result = shares_beaten(leagues.table)[among, 0]
    return Pairs(own * bots + other, result, (lucky[:, 0] - lucky[:, 1]) / 2.0, chance)


def factor(plain: Floats, left: Floats, group: Numbers, rng: Generator) -> Factor:
    """Of two columns of results of the same games, each less the mean of its group."""
    squares = np.stack([rest(plain, group) ** 2, rest(left, group) ** 2], axis=1)
    return ratio(squares, rng)


def ratio(squares: Floats, rng: Generator) -> Factor:
    """The first column's sum over that of the second."""
    sums = np.add.reduceat(squares, block_edges(len(squares), BLOCKS)[:-1])
    drawn = resample_blocks(rng, len(sums), RESAMPLES) @ sums
    before, after = sums.sum(axis=0)
    if not drawn.all():  # too few games that anybody could have lost
        return Factor(len(squares), float("nan"), float("nan"))
    error = float((drawn[:, 0] / drawn[:, 1]).std(ddof=1))
    return Factor(len(squares), float(before / after), error)


def rest(values: Floats, group: Numbers) -> Floats:
    """Values less the mean of their group.

    >>> rest(np.array([1.0, 3.0, 7.0]), np.array([0, 0, 5])).tolist()
    [-1.0, 1.0, 0.0]
    """
    counts = np.bincount(group)
    means = np.bincount(group, values) / np.maximum(counts, 1)
    left: Floats = values - means[group]
    return left


def doubled_factor(leagues: Leagues, among: Flags, rng: Generator) -> Factor:
    """Of duplicate deals: two games of a deal beside two games of different deals."""
    shares = shares_beaten(leagues.table).reshape(-1, leagues.count, 2)
    seats = leagues.bot.reshape(-1, leagues.count, 2)
    chosen = among.reshape(-1, leagues.count)[::2]
    pair = (seats[::2, :, 0] * len(leagues.bots) + seats[::2, :, 1])[chosen].astype(np.int64)
    first = rest(shares[::2, :, 0][chosen], pair)
    second = rest(shares[1::2, :, 1][chosen], pair)
    return ratio(np.stack([first**2 + second**2, (first + second) ** 2], axis=1), rng)


def mean_luck(leagues: Leagues, luck: str) -> dict[tuple[str, str], tuple[int, float]]:
    """Games of each pair of bots, and the z of the mean luck of the first."""
    lucky, found = leagues.lucks[luck], {}
    for a, one in enumerate(leagues.bots):
        for b, other in enumerate(leagues.bots[:a]):
            values = _luck_against(leagues, lucky, a, b)
            if len(values) > 1 and values.std() > 0.0:
                z = float(values.mean() / values.std(ddof=1) * np.sqrt(len(values)))
                found[one, other] = len(values), z
    return found


def chi_square_p(square: float, count: int) -> float:
    """How often a sum of so many squares is as large by chance (Wilson and Hilferty 1931).

    >>> round(chi_square_p(18.31, 10), 2), round(chi_square_p(24.74, 40), 2)
    (0.05, 0.97)
    """
    spread = 2.0 / (9.0 * count)
    return NormalDist().cdf((1.0 - spread - (square / count) ** (1.0 / 3.0)) / spread**0.5)


def _luck_against(leagues: Leagues, lucky: Floats, a: int, b: int) -> Floats:
    """The luck of a bot less that of another, in all games that both play."""
    own, other = leagues.bot == a, leagues.bot == b
    games = own.any(axis=1) & other.any(axis=1)
    both: Floats = np.where(own, lucky, 0.0)[games].sum(axis=1)
    both -= np.where(other, lucky, 0.0)[games].sum(axis=1)
    return both

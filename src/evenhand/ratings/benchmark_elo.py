r"""Elo on penalty points, measured against a benchmark that knows the hands.

.. math:: B_i = (A_i + A_j) \, \frac{1}{1 + 10^{-\alpha (R_i - R_j) - \beta (H_i - H_j)}} \qquad
          R_i \leftarrow R_i + K_i (A_i - B_i) \,
          \mathbf 1_{(A_i - B_i)(W_i - 1/2) \le 0}

A player with more penalty points than the benchmark sinks, because K is negative; the
indicator spares a winner from sinking and a loser from rising.

Source: Chakraborty 2025, section 3: K = -0.625, alpha = -0.0032, beta = 0.01269 (printed
once with a minus sign against its own derivation; the positive one is meant).
In a game table ``score`` is minus the penalty points (deadwood) and ``luck`` is minus
the initial MinScore of the hand, since higher is better and luckier there.

Ours: more than two players are rated pair by pair, each pair by the paper's formula, and a
player moves by the mean over the opponents.  So the sum of the ratings stays the same, as it
does for two.  (Shares of one benchmark for the whole table would lose points in every game: the
indicator then spares one side of a deviation and not the other.)
The benchmark needs A, known only after the game, so what is expected before it is the
chance to win, :math:`10^{-\alpha R_i} / \sum_j 10^{-\alpha R_j}`: the hands are not
known yet, and in a declared game the formula is classical Elo with just this chance.

If luck is taken out of the results instead (``luck``), in points and behind the indicator,
the benchmark knows no hands: the luck column is then that of the adjustment.

Symbols: A = penalty points; H = MinScore of the initial hand; W = result; K = k.
"""

from dataclasses import dataclass, field
from typing import ClassVar

import numpy as np

from evenhand.compiled import formula, kernel, step
from evenhand.ratings.adjustment import (
    NOTHING,
    Adjustment,
    Luck,
    luck_of,
    luck_of_seats,
    take_out,
    without_luck,
)
from evenhand.ratings.elo_family import (
    expected_score,
    pair_score,
    rating_and_games,
    strength_shares,
    take_seats,
)
from evenhand.ratings.schedule import Schedule, as_schedule, k_factor
from evenhand.ratings.system import RatingSystem, Result, Run
from evenhand.tables import Floats, GameTable, Indices, TableError


@dataclass(frozen=True, slots=True)
class BenchmarkElo(RatingSystem):
    """Chakraborty's Elo for Rummy.

    >>> from evenhand.tables import GameTable
    >>> game = GameTable.from_games([{"Anna": 0, "Ben": -40}])
    >>> BenchmarkElo(beta=0.0).rate(game).ratings[:, 0].tolist()
    [1012.5, 987.5]
    """

    columns: ClassVar[tuple[str, ...]] = ("rating", "games")
    result: ClassVar[Result] = "points"

    k: float | str | Schedule = -0.625
    alpha: float = -0.0032
    beta: float = 0.01269
    initial: float = 1000.0
    luck: Adjustment | None = field(default=None, kw_only=True)

    def __post_init__(self) -> None:
        RatingSystem.__post_init__(self)
        as_schedule(self.k)

    def zero_sum(self, players: int) -> bool:
        return as_schedule(self.k).is_constant

    def start(self, players: int) -> Floats:
        return rating_and_games(players, self.initial)

    def rate(self, table: GameTable, ratings: Floats | None = None) -> Run:
        run = Run.prepare(self, table, ratings)
        hands = table.luck if self.knows_hands and table.luck is not None else NOTHING
        luck = luck_of(self.luck, table, run)
        games = (table.seats, table.score, hands, luck, run.ratings, run.expected, run.after)
        _rate(*games, as_schedule(self.k).array(), self.alpha, self.beta)
        return run

    @property
    def knows_hands(self) -> bool:
        """Whether the benchmark looks at the luck column; not if luck is taken out besides."""
        return self.beta != 0.0 and self.luck is None

    def check(self, table: GameTable) -> None:
        RatingSystem.check(self, table)
        above = ((table.score > 0.0) & table.taken).any(axis=1)
        if above.any():
            row = int(np.flatnonzero(above)[0]) + 1
            raise TableError(
                f"game {row} in playing order has a score above zero; BenchmarkElo rates "
                "penalty points: the score is minus the deadwood",
                column="score",
            )
        if self.knows_hands and without_luck(table):
            raise TableError(
                "BenchmarkElo needs luck of every player, minus the MinScore of the initial hand; "
                "set beta=0 to rate without"
            )


@formula
def counts(above_benchmark: float, result: float) -> bool:
    """The paper's indicator: a deviation counts only if the result agrees with it."""
    return above_benchmark * (result - 0.5) <= 0.0


@step
def mean_deviation(score: Floats, start: Floats, at: Indices, n: int, i: int) -> float:
    """By how much the i-th player is above the benchmark, on average over the opponents."""
    total = 0.0
    for j in range(n):
        if i != j:
            own, other = score[at[i]], score[at[j]]
            above = (own + other) * expected_score(start[i] - start[j], 1.0) - own
            if counts(above, pair_score(own, other)):
                total += above
    return total / (n - 1)


@kernel
def _rate(
    seats: Indices,
    score: Floats,
    hands: Floats,
    luck: Luck,
    ratings: Floats,
    expected: Floats,
    after: Floats,
    k: Floats,
    alpha: float,
    beta: float,
) -> None:
    games, width = seats.shape
    at = np.empty(width, np.int32)
    skill, start, chance, lucky = np.empty((4, width))
    lucky[:] = 0.0
    adjusted, benchmark = len(luck.received) > 0, len(hands) > 0
    for game in range(games):
        n = take_seats(seats[game], at)
        for i in range(n):
            skill[i] = -alpha * ratings[seats[game, at[i]], 0]
            start[i] = -skill[i] - beta * (hands[game, at[i]] if benchmark else 0.0)
        strength_shares(skill, n, 1.0, chance)
        if adjusted:
            take_out(luck, luck_of_seats(luck, game, at, n, lucky), chance, n, lucky)
        for i in range(n):
            player = seats[game, at[i]]
            ratings[player, 1] += 1.0
            own_k = k_factor(k, ratings[player, 1], ratings[player, 0])
            if adjusted:
                luck.worth[game, at[i]] = -own_k * lucky[i]
            deviation = mean_deviation(score[game], start, at, n, i) + lucky[i]
            ratings[player, 0] += own_k * deviation
            expected[game, at[i]] = chance[i]
            after[game, at[i]] = ratings[player, 0]

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
probability to win, :math:`10^{-\alpha R_i} / \sum_j 10^{-\alpha R_j}`: the hands are not
known yet, and in a declared game the formula is classical Elo with just this probability.

If luck is taken out of the results instead (``luck``), in points and behind the indicator,
the benchmark knows no hands: the luck column is then that of the adjustment.

Symbols: A = penalty points; H = MinScore of the initial hand; W = result; K = k.
"""

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from evenhand.compiled import formula, step
from evenhand.ratings.adjustment import count_unknown_luck
from evenhand.ratings.base import RatingSystem, Result
from evenhand.ratings.elo import STRENGTH, expected_score, share_by_strength
from evenhand.ratings.k_factor import KSchedule, as_schedule, k_factor
from evenhand.ratings.loop import Loop, make_loop
from evenhand.ratings.results import pair_score
from evenhand.ratings.workspace import (
    GAMES,
    HOME,
    LUCK,
    LUCK_POINTS,
    RATING,
    RECEIVED,
    SCORE,
    SCRATCH,
    Index,
    Workspace,
)
from evenhand.tables import GameTable, TableError

BENCHMARK = SCRATCH + 1  # minus the strength, hands included


@formula
def counts(above_benchmark: float, result: float) -> bool:
    """Return the paper's indicator: a deviation counts only if the result agrees with it."""
    return above_benchmark * (result - 0.5) <= 0.0


@step
def expect_table(table: Workspace, index: Index, n: int, teams: int, params: Any) -> None:
    """Write each player's probability to win, by the ratings alone."""
    for i in range(n):
        table[STRENGTH, i] = -params[1] * (table[RATING, i] + table[HOME, i])
    share_by_strength(table, n, 1.0)


@step
def update_table(
    table: Workspace, index: Index, n: int, teams: int, weight: float | None, params: Any
) -> None:
    """Move each rating by K times the mean deviation from the benchmark over the opponents."""
    for i in range(n):
        hand = table[RECEIVED, i] if params[3] else 0.0
        table[BENCHMARK, i] = -table[STRENGTH, i] - params[2] * hand
    for i in range(n):
        total = 0.0
        for j in range(n):
            if i != j:
                own, other = table[SCORE, i], table[SCORE, j]
                gap = table[BENCHMARK, i] - table[BENCHMARK, j]
                above = (own + other) * expected_score(gap, 1.0) - own
                if counts(above, pair_score(own, other)):
                    total += above
        deviation = total / (n - 1)
        k = k_factor(params[0], table[GAMES, i], table[RATING, i])
        if weight is not None:
            table[LUCK_POINTS, i] = -k * table[LUCK, i]
            deviation += table[LUCK, i]
        table[RATING, i] += k * deviation


@dataclass(frozen=True, slots=True, repr=False)
class BenchmarkElo(RatingSystem):
    """Chakraborty's Elo for Rummy.

    >>> from evenhand.tables import GameTable
    >>> game = GameTable.from_games([{"Anna": 0, "Ben": -40}])
    >>> BenchmarkElo(beta=0.0).run(game).values[:, 0].tolist()
    [1012.5, 987.5]
    """

    columns: ClassVar[tuple[str, ...]] = ("rating", "games")
    result: ClassVar[Result] = "points"
    loop: ClassVar[Loop] = make_loop(2, expect_table, update_table)

    k: float | str | KSchedule = -0.625
    alpha: float = -0.0032
    beta: float = 0.01269
    initial: float = 1000.0

    def __post_init__(self) -> None:
        RatingSystem.__post_init__(self)
        as_schedule(self.k)

    def zero_sum(self, players: int) -> bool:
        return as_schedule(self.k).is_constant

    def numbers(self) -> tuple[Any, ...]:
        return as_schedule(self.k).numbers(), self.alpha, self.beta, self.reads_luck

    @property
    def reads_luck(self) -> bool:
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
        if self.reads_luck and count_unknown_luck(table):
            raise TableError(
                "BenchmarkElo needs luck of every player, minus the MinScore of the initial hand; "
                "set beta=0 to rate without"
            )

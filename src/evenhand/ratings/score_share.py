r"""Elo on tournament scores: expected are shares of the points, not wins.

.. math:: E_i = R_i \, \frac{S}{R}, \quad S = \sum_j S_j, \; R = \sum_j R_j \qquad
          R_i \leftarrow R_i + K (S_i - E_i)

Source: Edelkamp 2021, "Including Opponent Strength" (Skat, series of 36 games by
Seeger and Fabian, K = 0.02, start 800), "Including Start ELO" (the mean of the first
n results) and "Newcomer Progression" (K by games played).

Where the paper is silent, ours:

* any number of players, not only three;
* a share is taken from max(R, 1), so that it lies between 0 and 1 even for a player
  whose rating fell below zero; while every rating is at least 1 nothing changes;
* a sum S of zero or less is expected to be shared equally, E = S/n: in proportion to
  the ratings, the best player would be expected to lose most;
* while a player has at most ``first_results`` results, the rating is their mean and
  no expectation moves it; the others at the table are rated as ever.

Ratings stay finite as long as the sums of the scores do: every share lies in (0, 1), so
one game moves a rating by at most :math:`|K| (|S_i| + |S|)`.  The sum of the ratings at a
table stays the same, with constant K and without the start by first results.

The link to a probability to win is :math:`P_i = E_i^\gamma / \sum_j E_j^\gamma` with
``sharpness`` :math:`\gamma`.  Scores that scatter normally by s around ratings of
about R give :math:`\gamma = 9 R / (4 \sqrt\pi s)` at an even table of three: 2.5 for
R = 800 and s = 400, about the scatter of the scores in the paper's Table II.

Symbols: R = rating; S = score; K = k; E = expected score; gamma = sharpness.
"""

import math
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from evenhand.compiled import formula, step
from evenhand.ratings.base import RatingSystem, Result
from evenhand.ratings.k_factor import KSchedule, as_schedule, check_k, k_factor
from evenhand.ratings.loop import Loop, make_loop
from evenhand.ratings.workspace import (
    GAMES,
    HOME,
    LUCK,
    LUCK_POINTS,
    PROBABILITY,
    RATING,
    SCORE,
    SCRATCH,
    Index,
    Workspace,
)
from evenhand.tables import Floats

TOTAL = 2  # a column: the sum of the first results
WEIGHT = SCRATCH
LARGEST_QUOTIENT = 4.0


@formula
def share_weight(rating: float) -> float:
    """Return what a rating weighs in the expected shares: at least one."""
    return max(rating, 1.0)


@formula
def expected_points(share: float, total: float, n: int) -> float:
    """Return a player's part of the table's points."""
    return share * total if total > 0.0 else total / n


@step
def expect_table(table: Workspace, index: Index, n: int, teams: int, params: Any) -> None:
    """Write each player's expected share of the points."""
    total = 0.0
    for i in range(n):
        table[WEIGHT, i] = share_weight(table[RATING, i] + table[HOME, i])
        total += table[WEIGHT, i]
    for i in range(n):
        table[PROBABILITY, i] = table[WEIGHT, i] / total


@step
def update_by_points(
    table: Workspace, index: Index, n: int, teams: int, weight: float | None, params: Any
) -> None:
    """Move ratings by K times the points beyond the share, or to the mean of the first results."""
    points = 0.0
    for i in range(n):
        points += table[SCORE, i]
    for i in range(n):
        own = table[SCORE, i]
        if weight is not None:
            own -= table[LUCK, i]
        if table[GAMES, i] <= params[1]:
            k = 1.0 / table[GAMES, i]
            table[TOTAL, i] += own
            table[RATING, i] = table[TOTAL, i] / table[GAMES, i]
        else:
            k = k_factor(params[0], table[GAMES, i], table[RATING, i])
            table[RATING, i] += k * (own - expected_points(table[PROBABILITY, i], points, n))
        if weight is not None:
            table[LUCK_POINTS, i] = k * table[LUCK, i]


@formula
def quotient_score(own: float, opponents: float, elo_quotient: float) -> float:
    """Return what a score counts against the opponents' mean score: S times the root of Y.

    >>> quotient_score(1200.0, 800.0, 1.5), quotient_score(-50.0, 800.0, 1.5)
    (1200.0, -50.0)
    >>> quotient_score(100.0, -5.0, 1.0)
    200.0
    """
    if own <= 0.0:
        return own
    y = own / opponents / elo_quotient if opponents > 0.0 else LARGEST_QUOTIENT
    return own * math.sqrt(min(y, LARGEST_QUOTIENT))


@step
def update_by_quotient(
    table: Workspace, index: Index, n: int, teams: int, weight: float | None, params: Any
) -> None:
    """Average the weighted results; the past counts f times."""
    f, points, total = params[0], 0.0, 0.0
    for i in range(n):
        points += table[SCORE, i]
        total += table[WEIGHT, i]
    for i in range(n):
        own, mine = table[SCORE, i], table[WEIGHT, i]
        quotient = mine * (n - 1) / max(total - mine, 1.0)
        score = quotient_score(own, (points - own) / (n - 1), quotient)
        if weight is not None:
            score -= table[LUCK, i]
            table[LUCK_POINTS, i] = table[LUCK, i] / (f + 1.0)
        table[RATING, i] = (table[RATING, i] * f + score) / (f + 1.0)


def sharpen(shares: Floats, sharpness: float) -> Floats:
    """Return probabilities to win from expected shares of the points."""
    best = np.nanmax(shares, axis=-1, keepdims=True, initial=0.0)
    powers = np.power(shares / best, sharpness)
    probabilities: Floats = powers / np.nansum(powers, axis=-1, keepdims=True)
    return probabilities


@dataclass(frozen=True, slots=True, repr=False)
class ScoreShareElo(RatingSystem):
    """Edelkamp's Elo for Skat and other games of chance.

    >>> from evenhand.tables import GameTable
    >>> series = GameTable.from_games([{"A": 1200, "B": 800, "C": 800}])
    >>> start = np.array([[1500.0, 0.0, 0.0], [750.0, 0.0, 0.0], [750.0, 0.0, 0.0]])
    >>> ScoreShareElo(k=0.02).run(series, start).values[:, 0].tolist()
    [1496.0, 752.0, 752.0]
    """

    columns: ClassVar[tuple[str, ...]] = ("rating", "games", "total")
    positive: ClassVar[tuple[str, ...]] = ("sharpness",)
    not_negative: ClassVar[tuple[str, ...]] = ("first_results",)
    result: ClassVar[Result] = "points"
    loop: ClassVar[Loop] = make_loop(3, expect_table, update_by_points)

    k: float | str | KSchedule = 0.02
    initial: float = 800.0
    first_results: int = 0
    sharpness: float = 2.5

    def __post_init__(self) -> None:
        RatingSystem.__post_init__(self)
        check_k(self.k)

    def zero_sum(self, players: int) -> bool:
        return as_schedule(self.k).is_constant and self.first_results == 0

    def numbers(self) -> tuple[Any, ...]:
        return as_schedule(self.k).numbers(), float(self.first_results)

    def win_probabilities(self, expected: Floats) -> Floats:
        return sharpen(expected, self.sharpness)


@dataclass(frozen=True, slots=True, repr=False)
class QuotientElo(RatingSystem):
    r"""The formula that Edelkamp tried and gave up, to compare with.

    .. math:: R_i \leftarrow \frac{f R_i + S_i \sqrt{Y_i}}{f + 1}, \qquad
              Y = \frac{GQ}{EQ}, \quad GQ_i = \frac{S_i}{\bar S_{-i}}, \quad
              EQ_i = \frac{R_i}{\bar R_{-i}}

    GQ, the game quotient, sets a result against the opponents' mean result, EQ does so for the
    ratings: a player who scores more than the ratings say has Y above one.

    Source: Edelkamp 2021, "Including Opponent Strength": results "were not convincing".  Where
    the paper is silent, ours: f = 49 (the new result weighs 0.02, as K does in the formula that
    was kept); Y is at most 4, so that its root stays within the factor 2 at which the paper clips
    its other corrections; a score of zero or less counts as it is (Y = 1); opponents who scored
    nothing or less make GQ as large as it may be; ratings below 1 count as 1 in EQ.  What is
    expected are the shares of the ratings, as in :class:`ScoreShareElo`.

    >>> from evenhand.tables import GameTable
    >>> series = GameTable.from_games([{"A": 1200, "B": 800, "C": 800}])
    >>> QuotientElo().run(series).values[:, 0].round(2).tolist()
    [813.39, 798.31, 798.31]
    """

    columns: ClassVar[tuple[str, ...]] = ("rating", "games")
    positive: ClassVar[tuple[str, ...]] = ("f", "sharpness")
    result: ClassVar[Result] = "points"
    loop: ClassVar[Loop] = make_loop(2, expect_table, update_by_quotient)

    f: float = 49.0
    initial: float = 800.0
    sharpness: float = 2.5

    def numbers(self) -> tuple[Any, ...]:
        return (self.f,)

    def win_probabilities(self, expected: Floats) -> Floats:
        return sharpen(expected, self.sharpness)

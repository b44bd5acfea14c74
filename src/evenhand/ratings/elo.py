r"""Elo and its extensions to tables of any size.

All of them move a rating by :math:`K (S - E)`; for two players all are classical Elo,

.. math:: E = \frac{1}{1 + 10^{(R_{other} - R_{own}) / D}} .

They differ in what they take for the result S and the expectation E of a player among n:

====================  ==============================  ==========================================
system                S                               E
====================  ==============================  ==========================================
Elo                   share of the opponents beaten   mean probability against each of them
MultiElo              share of the win                :math:`10^{R/D} / \sum_j 10^{R_j/D}`
AverageOpponentElo    share of the win                against the opponents' mean rating
PooledPointsElo       n/2 times share of the win      against the opponents' mean rating
SuccessiveElo         every pair, one after another   the pair's, with the ratings so far
====================  ==============================  ==========================================

What a run expects is always the probability to win, :math:`10^{R/D} / \sum_j 10^{R_j/D}`.

Sources: Elo, The Rating of Chessplayers (1978); Edelkamp 2021, "Multiple Player Games", for the
other four; K by games played from Maitra 2025.

Symbols: R = rating; D = scale; K = k; S = score; n = players at the table.
"""

import math
from dataclasses import dataclass
from typing import Any, ClassVar

from evenhand.compiled import formula, step
from evenhand.elo import LN_10, pair_probability
from evenhand.ratings.base import RatingSystem, Result
from evenhand.ratings.k_factor import KSchedule, as_schedule, check_k, k_factor
from evenhand.ratings.loop import Loop, Row, make_loop
from evenhand.ratings.results import pair_score
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

STRENGTH, SURPRISE, SHARE = range(SCRATCH, SCRATCH + 3)

expected_score = formula(pair_probability)


@formula
def expect(own: Row, other: Row, home: float, params: Any) -> tuple[float, tuple[float]]:
    """Return the expected score of the first of two."""
    return expected_score(own[0] + home - other[0], params[1]), (0.0,)


@formula
def update(
    own: Row,
    other: Row,
    result: float,
    probability: float,
    carry: tuple[float],
    lucky: float,
    weight: float | None,
    params: Any,
) -> tuple[Row, Row, float, float]:
    """Move both ratings by K times what was not expected."""
    own_k, other_k = k_factor(params[0], own[1], own[0]), k_factor(params[0], other[1], other[0])
    surprise = result - probability
    if weight is not None:
        surprise -= lucky
    return (
        (own[0] + own_k * surprise, own[1]),
        (other[0] - other_k * surprise, other[1]),
        own_k * lucky,
        -other_k * lucky,
    )


@step
def share_by_strength(table: Workspace, n: int, scale: float) -> None:
    """Write each player's probability to win, in proportion to 10^(strength/scale)."""
    if n == 2:
        table[PROBABILITY, 0] = expected_score(table[STRENGTH, 0] - table[STRENGTH, 1], scale)
        table[PROBABILITY, 1] = 1.0 - table[PROBABILITY, 0]
        return
    best, total = -math.inf, 0.0
    for i in range(n):
        best = max(best, table[STRENGTH, i])
    for i in range(n):
        table[PROBABILITY, i] = math.exp(LN_10 * (table[STRENGTH, i] - best) / scale)
        total += table[PROBABILITY, i]
    for i in range(n):
        table[PROBABILITY, i] /= total


@step
def expect_table(table: Workspace, index: Index, n: int, teams: int, params: Any) -> None:
    """Write each player's probability to win, by the ratings with home advantage."""
    for i in range(n):
        table[STRENGTH, i] = table[RATING, i] + table[HOME, i]
    share_by_strength(table, n, params[1])


@step
def share_win(table: Workspace, n: int) -> None:
    """Write one for the winner; players tied for the win have equal parts of it."""
    best, winners = -math.inf, 0.0
    for i in range(n):
        best = max(best, table[SCORE, i])
    for i in range(n):
        table[SHARE, i] = 1.0 if table[SCORE, i] == best else 0.0
        winners += table[SHARE, i]
    for i in range(n):
        table[SHARE, i] /= winners


@step
def move_ratings(
    table: Workspace, n: int, points: float, weight: float | None, params: Any
) -> None:
    """Move every rating by K times the surprise; a win counts ``points``, and luck likewise."""
    for i in range(n):
        k = k_factor(params[0], table[GAMES, i], table[RATING, i])
        if weight is not None:
            table[LUCK_POINTS, i] = k * points * table[LUCK, i]
            table[SURPRISE, i] -= points * table[LUCK, i]
        table[RATING, i] += k * table[SURPRISE, i]


@step
def update_by_pairs(
    table: Workspace, index: Index, n: int, teams: int, weight: float | None, params: Any
) -> None:
    """Take every pair for a game and average over the opponents."""
    for i in range(n):
        table[SURPRISE, i] = 0.0
    for i in range(n):
        for j in range(i):
            p = expected_score(table[STRENGTH, i] - table[STRENGTH, j], params[1])
            gain = (pair_score(table[SCORE, i], table[SCORE, j]) - p) / (n - 1)
            table[SURPRISE, i] += gain
            table[SURPRISE, j] -= gain
    move_ratings(table, n, 1.0, weight, params)


@step
def update_by_shares(
    table: Workspace, index: Index, n: int, teams: int, weight: float | None, params: Any
) -> None:
    """Compare the share of the win with the probability to win."""
    share_win(table, n)
    for i in range(n):
        table[SURPRISE, i] = table[SHARE, i] - table[PROBABILITY, i]
    move_ratings(table, n, 1.0, weight, params)


@step
def play_average(table: Workspace, n: int, points: float, scale: float) -> None:
    """Write the surprise of players who each meet the average of the others."""
    share_win(table, n)
    total = 0.0
    for i in range(n):
        total += table[STRENGTH, i]
    for i in range(n):
        opponents = (total - table[STRENGTH, i]) / (n - 1)
        p = expected_score(table[STRENGTH, i] - opponents, scale)
        table[SURPRISE, i] = points * table[SHARE, i] - p


@step
def update_by_average(
    table: Workspace, index: Index, n: int, teams: int, weight: float | None, params: Any
) -> None:
    """Let everybody play the average of the others for one point."""
    play_average(table, n, 1.0, params[1])
    move_ratings(table, n, 1.0, weight, params)


@step
def update_by_pool(
    table: Workspace, index: Index, n: int, teams: int, weight: float | None, params: Any
) -> None:
    """Let everybody play the average of the others for n/2 points."""
    play_average(table, n, n / 2.0, params[1])
    move_ratings(table, n, n / 2.0, weight, params)


@step
def update_successively(
    table: Workspace, index: Index, n: int, teams: int, weight: float | None, params: Any
) -> None:
    """Rate the pairs one after the other; take luck out when all are done."""
    if weight is not None:
        for i in range(n):
            k = k_factor(params[0], table[GAMES, i], table[RATING, i])
            table[LUCK_POINTS, i] = (n - 1) * k * table[LUCK, i]
    for i in range(n):
        for j in range(i + 1, n):
            gap = table[RATING, i] + table[HOME, i] - (table[RATING, j] + table[HOME, j])
            result = pair_score(table[SCORE, i], table[SCORE, j])
            surprise = result - expected_score(gap, params[1])
            own = k_factor(params[0], table[GAMES, i], table[RATING, i])
            other = k_factor(params[0], table[GAMES, j], table[RATING, j])
            table[RATING, i] += own * surprise
            table[RATING, j] -= other * surprise
    if weight is not None:
        for i in range(n):
            table[RATING, i] -= table[LUCK_POINTS, i]


@dataclass(frozen=True, slots=True, repr=False)
class EloFamily(RatingSystem):
    """Parameters that the Elo systems share."""

    columns: ClassVar[tuple[str, ...]] = ("rating", "games")
    positive: ClassVar[tuple[str, ...]] = ("scale",)

    k: float | str | KSchedule = 16.0
    initial: float = 1500.0
    scale: float = 400.0

    def __post_init__(self) -> None:
        RatingSystem.__post_init__(self)
        check_k(self.k)

    def zero_sum(self, players: int) -> bool:
        return as_schedule(self.k).is_constant

    def numbers(self) -> tuple[Any, ...]:
        return as_schedule(self.k).numbers(), self.scale


@dataclass(frozen=True, slots=True, repr=False)
class Elo(EloFamily):
    """Elo with K constant, by games played, or by rating.

    With more than two at the table every pair is a game of its own and the change is averaged
    over the opponents, so that K keeps its meaning.

    >>> from evenhand.tables import GameTable
    >>> game = GameTable.from_games([{"Anna": 1, "Ben": 0}])
    >>> Elo(k=32.0).run(game).values[:, 0].tolist()
    [1516.0, 1484.0]
    """

    loop: ClassVar[Loop] = make_loop(2, expect_table, update_by_pairs, expect=expect, update=update)


@dataclass(frozen=True, slots=True, repr=False)
class MultiElo(EloFamily):
    r"""Elo for a table with one winner: the win is shared by strength.

    .. math:: E_i = \frac{10^{R_i/D}}{\sum_j 10^{R_j/D}}

    Source: Edelkamp 2021, the last proposal.  Deviations: players tied for the win have equal
    parts of it.

    >>> from evenhand.tables import GameTable
    >>> game = GameTable.from_games([{"Anna": 90, "Ben": 40, "Cem": 30}])
    >>> MultiElo(k=30.0).run(game).values[:, 0].round(6).tolist()
    [1520.0, 1490.0, 1490.0]
    """

    loop: ClassVar[Loop] = make_loop(
        2, expect_table, update_by_shares, expect=expect, update=update
    )
    result: ClassVar[Result] = "won"


@dataclass(frozen=True, slots=True, repr=False)
class AverageOpponentElo(EloFamily):
    """Elo against the opponents' mean rating: a way to compare with, not to use.

    Source: Edelkamp 2021, the first way, given there as seemingly invalid: two opponents of 1 %
    and 99 % count as two of 50 %.  And worse, not said there: with n players the expectations
    add up to about n/2 but the results to 1, so all ratings sink.  :class:`PooledPointsElo`
    mends the second fault, :class:`MultiElo` both.  Deviations: ties share the win.

    >>> from evenhand.tables import GameTable
    >>> game = GameTable.from_games([{"Anna": 90, "Ben": 40, "Cem": 30}])
    >>> AverageOpponentElo(k=30.0).run(game).values[:, 0].tolist()
    [1515.0, 1485.0, 1485.0]
    """

    loop: ClassVar[Loop] = make_loop(
        2, expect_table, update_by_average, expect=expect, update=update
    )
    result: ClassVar[Result] = "won"

    def zero_sum(self, players: int) -> bool:
        """For two players only: ratings sink with more."""
        return players == 2 and EloFamily.zero_sum(self, players)


@dataclass(frozen=True, slots=True, repr=False)
class PooledPointsElo(EloFamily):
    """Elo in which the winner takes n/2 points from the average of the others.

    Source: Edelkamp 2021, the third way (there k/2 points for k players).  At an even table the
    sum of the ratings stays as it is; at an uneven one it moves a little, because the
    expectations do not add up to n/2 there.  Deviations: ties share the points.

    >>> from evenhand.tables import GameTable
    >>> game = GameTable.from_games([{"Anna": 90, "Ben": 40, "Cem": 30}])
    >>> PooledPointsElo(k=30.0).run(game).values[:, 0].tolist()
    [1530.0, 1485.0, 1485.0]
    """

    loop: ClassVar[Loop] = make_loop(2, expect_table, update_by_pool, expect=expect, update=update)
    result: ClassVar[Result] = "won"

    def zero_sum(self, players: int) -> bool:
        """For two players only, or at an even table."""
        return players == 2 and EloFamily.zero_sum(self, players)


@dataclass(frozen=True, slots=True, repr=False)
class SuccessiveElo(EloFamily):
    """Elo for a table, one opponent after the other: a way to compare with.

    Every pair of seats, in the order (1, 2), (1, 3), .., (2, 3), .., is rated as a game of two,
    each with the ratings that the pair before it left behind.

    Source: Edelkamp 2021, the second way, which names its fault: the outcome depends on the
    order of the pairs.  Here the seats give the order.  Deviations: the paper speaks of the
    winner's pairs only; here the others meet too, or the runner-up could lose more than the
    last.  K keeps its meaning per pair, so that a table of n moves a rating n - 1 times as far.
    Luck is taken out when all pairs are done, so that no pair's expectation or K depends on it.

    >>> from evenhand.tables import GameTable
    >>> game = GameTable.from_games([{"Anna": 90, "Ben": 40, "Cem": 30}])
    >>> SuccessiveElo(k=30.0).run(game).values[:, 0].round(2).tolist()
    [1529.35, 1500.03, 1470.62]
    """

    loop: ClassVar[Loop] = make_loop(2, expect_table, update_successively)

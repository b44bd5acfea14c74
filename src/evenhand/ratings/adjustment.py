r"""The luck of a game taken out of its result, in whatever unit a system counts results.

.. math:: S^*_i = S_i - c \, e^{\varphi} (L_i - \bar L), \qquad
          e = \frac{1 - \sum_j p_j^2}{1 - 1/n}

L is the luck column, p are the chances before the game.  Luck decides less where the better
player is far ahead, so that *e*, which is 1 at an even table and 4p(1 - p) for two players,
makes it fade.  What is subtracted was worth nothing on average when the game began, whatever
c and :math:`\varphi` are: ratings go where they would have gone anyway, but wander less.

Systems that know how sure they are learn more from a result with less chance in it.  Of the
variance of a result at an even table luck explains :math:`\rho`, elsewhere
:math:`\rho e^{2 \varphi - 1}`, so a game counts as

.. math:: \omega = \frac{1}{1 - \rho e^{2 \varphi - 1}}

games.  A game in which the luck of any seat is unknown is rated as it is.

Source: control variates, as in MIVAT (White and Bowling, IJCAI 2009), with the result instead
of a winning; the fading is the slope of the logistic curve.  S may leave [0, 1].

Symbols: L = luck; c = c; phi = fade; rho = explained; e = evenness; omega = weight.
"""

import math
from dataclasses import dataclass
from typing import Self

import numpy as np

from evenhand.compiled import formula, step
from evenhand.ratings.workspace import (
    LUCK,
    PROBABILITY,
    RECEIVED,
    SIDE,
    SIZE,
    Index,
    Workspace,
)
from evenhand.tables import GameTable, TableError

LEAST_FADE, MOST_FADE = 0.5, 4.0
"""With less, luck would explain more of a lopsided game than of an even one."""


@dataclass(frozen=True, slots=True)
class Adjustment:
    """How much luck is taken out of a result; written ``0.9``, or ``0.9/1/0.6`` with all three.

    >>> Adjustment.parse("0.9/1/0.6")
    Adjustment(c=0.9, fade=1.0, explained=0.6)
    >>> str(Adjustment(0.9))
    '0.9/1/0'
    """

    c: float = 1.0
    fade: float = 1.0
    explained: float = 0.0

    def __post_init__(self) -> None:
        if not math.isfinite(self.c):
            raise ValueError(f"c of luck must be a finite number, not {self.c}")
        if not (LEAST_FADE <= self.fade <= MOST_FADE and (2.0 * self.fade).is_integer()):
            problem = f"{LEAST_FADE}, 1, 1.5 and so on up to {MOST_FADE:g}, not {self.fade:g}"
            raise ValueError(f"fade of luck must be one of {problem}")
        if not 0.0 <= self.explained < 1.0:
            raise ValueError(f"explained of luck must be in [0, 1), not {self.explained:g}")

    def __str__(self) -> str:
        numbers = (self.c, self.fade, self.explained)
        return "/".join(f"{x:g}" if float(f"{x:g}") == x else repr(x) for x in numbers)

    def numbers(self) -> tuple[float, int, float]:
        """Return c, twice the fade (roots and products are quick) and explained, for the loops."""
        return self.c, round(2.0 * self.fade), self.explained

    @classmethod
    def parse(cls, text: str) -> Self:
        """An adjustment from ``0.9``, ``0.9/1`` or ``0.9/1/0.6``."""
        try:
            numbers = [float(part) for part in text.split("/")]
        except ValueError:
            numbers = []
        if not 1 <= len(numbers) <= 3:
            raise ValueError(f"luck is none, a number c, or like 0.9/1/0.6: {text}")
        return cls(*numbers)


def check_luck(adjustment: Adjustment | None, table: GameTable) -> None:
    """Refuse a table without luck columns if luck is to be taken out."""
    if adjustment is not None and table.luck is None:
        raise TableError(
            "there are no luck columns; add them with `evenhand luck apply`, or rate without luck"
        )


def count_unknown_luck(table: GameTable) -> int:
    """Count the games in which the luck of a player is unknown."""
    if table.luck is None:
        return len(table)
    return int((np.isnan(table.luck) & table.taken).any(axis=1).sum())


@formula
def fade(even: float, halves: int) -> float:
    """Return what evenness leaves of luck: its power to ``halves`` halves.

    >>> fade(0.25, 2), fade(0.25, 3)
    (0.25, 0.125)
    """
    power = math.sqrt(even) if halves % 2 else 1.0
    for _ in range(halves // 2):
        power *= even
    return power


@formula
def effective_games(even: float, power: float, explained: float) -> float:
    """Return how many games a result counts that has less chance in it.

    >>> effective_games(1.0, 1.0, 0.5), effective_games(0.5, 0.5, 0.5)
    (2.0, 1.3333333333333333)
    >>> effective_games(0.0, 0.0, 0.5)
    1.0
    """
    return 1.0 / (1.0 - explained * power * power / even) if power > 0.0 else 1.0


@formula
def adjust_pair(
    own: float, other: float, probability: float, adjustment: tuple[float, int, float]
) -> tuple[float, float]:
    """Return what luck takes out of a result of two, and how many games the result counts.

    >>> adjust_pair(0.2, -0.2, 0.5, Adjustment(0.9, 1.0, 0.5).numbers())
    (0.18000000000000002, 2.0)
    >>> adjust_pair(math.nan, -0.2, 0.5, Adjustment(0.9, 1.0, 0.5).numbers())
    (0.0, 1.0)
    """
    c, halves, explained = adjustment
    received = 0.5 * (own - other)
    if math.isnan(received):
        return 0.0, 1.0
    even = 4.0 * probability * (1.0 - probability)
    power = fade(even, halves)
    return c * power * received, effective_games(even, power, explained)


@step
def adjust_table(
    table: Workspace, index: Index, n: int, teams: int, adjustment: tuple[float, int, float]
) -> float:
    """Write what luck takes out of each team's result; return how many games the result counts.

    A team received the mean luck of its members.  For two teams the numbers are those of
    :func:`adjust_pair`, to the bit.
    """
    c, halves, explained = adjustment
    known = True
    for k in range(teams):
        table[LUCK, k] = 0.0
    for i in range(n):
        k = index[SIDE, i]
        known &= not math.isnan(table[RECEIVED, i])
        table[LUCK, k] += table[RECEIVED, i] / table[SIZE, k]
    if not known:
        for k in range(teams):
            table[LUCK, k] = 0.0
        return 1.0
    if teams == 2:
        table[LUCK, 0], weight = adjust_pair(
            table[LUCK, 0], table[LUCK, 1], table[PROBABILITY, 0], adjustment
        )
        table[LUCK, 1] = -table[LUCK, 0]
        return weight
    mean, squares = 0.0, 0.0
    for k in range(teams):
        mean += table[LUCK, k] / teams
        squares += table[PROBABILITY, k] * table[PROBABILITY, k]
    even = max((1.0 - squares) / (1.0 - 1.0 / teams), 0.0)
    power = fade(even, halves)
    for k in range(teams):
        table[LUCK, k] = c * power * (table[LUCK, k] - mean)
    return effective_games(even, power, explained)


@formula
def pair_luck(own: float, other: float, n: int) -> float:
    """Return what is taken out of one pair's result, so that the mean over the opponents is right.

    >>> pair_luck(0.2, -0.2, 2), round(pair_luck(0.2, -0.1, 3), 12)
    (0.2, 0.2)
    """
    return (n - 1) / n * (own - other)


@formula
def table_slope(n: int) -> float:
    """Return how far the share of opponents beaten moves a belief: n - 1 pairs of weight 3/(n + 1).

    >>> table_slope(2), table_slope(3)
    (1.0, 1.5)
    """
    return 3.0 * (n - 1.0) / (n + 1.0)


@formula
def shrink(kept: float, weight: float) -> float:
    """Return how a game that keeps a part of the variance changes if it counts ``weight`` times.

    Information adds up: the new variance is ``kept`` times this, the shift of the mean
    ``weight`` times this.

    >>> shrink(0.5, 1.0), shrink(0.5, 3.0)
    (1.0, 0.5)
    """
    return 1.0 / (kept + weight * (1.0 - kept))


@formula
def reweight(
    shift: float, kept: float, moved: float, usually_kept: float, weight: float
) -> tuple[float, float, float]:
    """Return shift, part of the variance kept and luck points of a game that counts ``weight``.

    ``moved`` is the shift by luck of a game that counts once.  How far a game counts must not
    depend on its result, in which luck had a hand: hence ``usually_kept``, the part of the
    variance that such a game usually keeps.
    """
    share = weight * shrink(usually_kept, weight)
    return share * (shift - moved), kept * shrink(kept, weight), share * moved


@formula
def reweight_row(
    rating: float,
    variance: float,
    after: float,
    deviation: float,
    moved: float,
    usually_kept: float,
    weight: float,
) -> tuple[float, float, float]:
    """Return rating, deviation and luck points of a game that counts ``weight`` games.

    ``after`` and ``deviation`` are what the game gives if it counts once and luck stays in.
    """
    shift, kept, points = reweight(
        after - rating, deviation * deviation / variance, moved, usually_kept, weight
    )
    return rating + shift, math.sqrt(variance * kept), points

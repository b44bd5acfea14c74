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
from typing import TYPE_CHECKING, NamedTuple, Self

import numpy as np

from evenhand.compiled import formula, step
from evenhand.tables import Floats, GameTable, Indices, TableError

if TYPE_CHECKING:
    from evenhand.ratings.system import Run

LEAST_FADE, MOST_FADE = 0.5, 4.0
"""With less, luck would explain more of a lopsided game than of an even one."""
NOTHING: Floats = np.empty((0, 0))


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


class Luck(NamedTuple):
    """What kernels know of luck."""

    received: Floats  # (games, seats) as the table has it; no rows if results stay as they are
    worth: Floats  # (games, seats) to be filled: the rating points it would have brought
    c: float
    halves: int  # twice the fade, because roots and products are quick
    explained: float


def luck_of(adjustment: Adjustment | None, table: GameTable, run: "Run") -> Luck:
    """The luck of a table as kernels take it; what it was worth goes into the run."""
    if adjustment is None or table.luck is None or run.luck is None:
        return Luck(NOTHING, NOTHING, 0.0, 2, 0.0)
    halves = round(2.0 * adjustment.fade)
    return Luck(table.luck, run.luck, adjustment.c, halves, adjustment.explained)


def check_luck(adjustment: Adjustment | None, table: GameTable) -> None:
    """Refuse a table whose luck cannot be taken out because it has none."""
    if adjustment is not None and table.luck is None:
        raise TableError(
            "there is no luck to take out: the games need luck columns, as luck apply writes "
            "them; or rate without luck"
        )


def without_luck(table: GameTable) -> int:
    """In how many games the luck of a player is unknown."""
    if table.luck is None:
        return len(table)
    return int((np.isnan(table.luck) & table.taken).any(axis=1).sum())


@formula
def faded(even: float, halves: int) -> float:
    """What evenness leaves of luck: its power to so many halves.

    >>> faded(0.25, 2), faded(0.25, 3)
    (0.25, 0.125)
    """
    power = math.sqrt(even) if halves % 2 else 1.0
    for _ in range(halves // 2):
        power *= even
    return power


@formula
def games_worth(even: float, power: float, explained: float) -> float:
    """How many games a result counts that has less chance in it.

    >>> games_worth(1.0, 1.0, 0.5), games_worth(0.5, 0.5, 0.5), games_worth(0.0, 0.0, 0.5)
    (2.0, 1.3333333333333333, 1.0)
    """
    return 1.0 / (1.0 - explained * power * power / even) if power > 0.0 else 1.0


@step
def luck_of_two(luck: Luck, game: int, i: int, j: int, chance: float) -> tuple[float, float]:
    """What is taken out of the result of seat i against seat j, and what fading left of it."""
    received = 0.5 * (luck.received[game, i] - luck.received[game, j])
    if math.isnan(received):
        return 0.0, 0.0
    power = faded(4.0 * chance * (1.0 - chance), luck.halves)
    return luck.c * power * received, power


@step
def weight_of_two(luck: Luck, chance: float, power: float) -> float:
    """How many games such a result counts."""
    return games_worth(4.0 * chance * (1.0 - chance), power, luck.explained)


@step
def luck_of_seats(luck: Luck, game: int, at: Indices, n: int, lucky: Floats) -> bool:
    """Write the luck of n players into ``lucky``; whether all of it is known."""
    known = True
    for i in range(n):
        lucky[i] = luck.received[game, at[i]]
        known &= not math.isnan(lucky[i])
    return known


@step
def luck_of_teams(
    side: Indices, n: int, teams: int, size: Floats, lucky: Floats, pool: Floats
) -> None:
    """Write the mean luck of each team over that of the players."""
    for k in range(teams):
        pool[k] = 0.0
    for i in range(n):
        pool[side[i]] += lucky[i] / size[side[i]]
    for k in range(teams):
        lucky[k] = pool[k]


@step
def take_out(luck: Luck, known: bool, chance: Floats, n: int, lucky: Floats) -> float:
    """Make of the luck of n players what is taken out of their results; how many games it counts.

    For two players to the bit what :func:`luck_of_two` makes of it.
    """
    if not known:
        lucky[:n] = 0.0
        return 1.0
    if n == 2:
        power = faded(4.0 * chance[0] * (1.0 - chance[0]), luck.halves)
        lucky[0] = luck.c * power * (0.5 * (lucky[0] - lucky[1]))
        lucky[1] = -lucky[0]
        return weight_of_two(luck, chance[0], power)
    mean, squares = 0.0, 0.0
    for i in range(n):
        mean += lucky[i] / n
        squares += chance[i] * chance[i]
    even = max((1.0 - squares) / (1.0 - 1.0 / n), 0.0)
    power = faded(even, luck.halves)
    for i in range(n):
        lucky[i] = luck.c * power * (lucky[i] - mean)
    return games_worth(even, power, luck.explained)


@formula
def pair_luck(own: float, other: float, n: int) -> float:
    """What is taken out of one pair's result, so that their mean over the opponents is right.

    >>> pair_luck(0.2, -0.2, 2), round(pair_luck(0.2, -0.1, 3), 12)
    (0.2, 0.2)
    """
    return (n - 1) / n * (own - other)


@formula
def table_slope(n: int) -> float:
    """How far the share of opponents beaten moves a belief, in pairs: n - 1 of weight 3/(n + 1).

    >>> table_slope(2), table_slope(3)
    (1.0, 1.5)
    """
    return 3.0 * (n - 1.0) / (n + 1.0)


@formula
def counted(kept: float, weight: float) -> float:
    """What a game that leaves a part of the variance leaves if it counts so many times.

    Information adds up: the new variance is ``kept`` times this, the shift of the mean
    ``weight`` times this.

    >>> counted(0.5, 1.0), counted(0.5, 3.0)
    (1.0, 0.5)
    """
    return 1.0 / (kept + weight * (1.0 - kept))


@formula
def without_chance(
    shift: float, kept: float, moved: float, usually_kept: float, weight: float
) -> tuple[float, float, float]:
    """Shift, part of the variance kept and what luck was worth, once luck is taken out.

    ``moved`` is what luck was worth in a game that counts once.  How far it counts must not
    depend on the result, which luck had a hand in: hence what such a game usually keeps.
    """
    share = weight * counted(usually_kept, weight)
    return share * (shift - moved), kept * counted(kept, weight), share * moved

r"""How much luck weighs in results, from games that were rated already.

By least squares over the seats of all games, with :math:`\bar S, \bar L` the means of a table,

.. math:: S_i - \bar S = a \, (p_i - 1/n) + c \, e^{\varphi} (L_i - \bar L) + \text{rest}

The chances p take up what skill explains, so that c is about luck alone.  c is drawn towards zero
by as much as it may be due to chance, :math:`c \max(0, 1 - s^2 / c^2)` with its standard error s
(games are independent, seats of a game are not): a useless column weighs nothing.
:math:`\varphi` is 1 unless another value is clearly better.  What luck explains is the part of
the squared rest that it takes away.

Symbols: as in :mod:`evenhand.ratings.adjustment`.
"""

from dataclasses import dataclass, replace
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from evenhand.luck.results import results
from evenhand.ratings.adjustment import (
    LEAST_FADE,
    MOST_FADE,
    Adjustment,
    check_luck,
    without_luck,
)
from evenhand.ratings.system import RatingSystem
from evenhand.tables import Floats, GameTable, TableError

System = TypeVar("System", bound=RatingSystem)

FADES = np.arange(LEAST_FADE, MOST_FADE + 0.1, 0.5)
USUAL_FADE = 1.0
CLEARLY = 6.63  # chi-square of one degree of freedom at 1 %
MOST_EXPLAINED = 0.95
FEWEST = 30  # games with known luck
LEFT_IN = Adjustment(c=0.0)
"""Luck is there, but none of it is taken out."""


@dataclass(frozen=True, slots=True)
class Weighed:
    """How much luck weighs, and how sure that is."""

    adjustment: Adjustment
    error: float  # standard error of c, before it was drawn towards zero
    games: int  # with known luck
    unknown: int  # games without

    @property
    def factor(self) -> float:
        """How many times the variance of an even game's result shrinks."""
        return 1.0 / (1.0 - self.adjustment.explained)


def weigh(system: RatingSystem, table: GameTable, expected: Floats | None = None) -> Weighed:
    """How much luck weighs in the games of a table.

    ``expected`` are the chances before each game, if they are known already.
    """
    check_luck(Adjustment(), table)
    if expected is None:
        expected = with_luck(system, LEFT_IN).rate(table).expected
    seats = _seats(system, table, expected)
    if seats.games < FEWEST:
        raise TableError(
            f"luck is known in {seats.games} games; to weigh it takes {FEWEST}", column="luck"
        )
    fits = {float(fade): _fit(seats, float(fade)) for fade in FADES}
    best = min(fits, key=lambda fade: fits[fade].rest)
    usual = fits[USUAL_FADE]
    clearly = (usual.rest - fits[best].rest) * seats.games > CLEARLY * fits[best].rest
    fade = best if clearly and fits[best].c > 0.0 else USUAL_FADE
    fit = fits[fade]
    c = fit.c * max(0.0, 1.0 - (fit.error / fit.c) ** 2) if fit.c else 0.0
    return Weighed(
        Adjustment(_rounded(c / seats.unit), fade, _rounded(_explained(seats, fit, fade, c))),
        fit.error / seats.unit,
        seats.games,
        without_luck(table),
    )


def plain(system: System) -> System:
    """The same system with luck left in."""
    return system if system.luck is None else with_luck(system, None)


def with_luck(system: System, adjustment: Adjustment | None) -> System:
    """The same system with luck taken out as an adjustment says."""
    return replace(system, luck=adjustment)  # type: ignore[type-var]


def _rounded(number: float) -> float:
    """Four digits: the rest is chance, and people have to type it."""
    return float(f"{number:.4g}")


@dataclass(frozen=True, slots=True)
class _Seats:
    """The seats of all games with known luck, centred over each table."""

    game: NDArray[np.int64]
    result: Floats
    chance: Floats
    luck: Floats  # in units
    unit: float  # so that luck of any size can be squared
    even: Floats  # of each seat's game
    games: int


@dataclass(frozen=True, slots=True)
class _Fit:
    c: float
    error: float
    skill: float  # a
    rest: float  # sum of squares


def _seats(system: RatingSystem, table: GameTable, expected: Floats) -> _Seats:
    assert table.luck is not None
    taken = table.taken
    known = ~(np.isnan(table.luck) & taken).any(axis=1)
    taken, luck = taken[known], table.luck[known]
    scores, chances = results(system, table)[known], expected[known]
    n = taken.sum(axis=1)
    even = (1.0 - np.where(taken, chances**2, 0.0).sum(axis=1)) / (1.0 - 1.0 / n)
    game = np.nonzero(taken)[0]

    def centred(values: Floats) -> Floats:
        means = np.where(taken, values, 0.0).sum(axis=1) / n
        return np.asarray((values - means[:, None])[taken])

    lucky = centred(luck)
    unit = float(np.abs(lucky).max(initial=0.0)) or 1.0
    return _Seats(
        game, centred(scores), centred(chances), lucky / unit, unit, even[game], int(known.sum())
    )


def _fit(seats: _Seats, fade: float) -> _Fit:
    """Least squares with one fading."""
    luck = seats.even**fade * seats.luck
    pp, pl, ll = (float(a @ b) for a, b in _pairs(seats.chance, luck))
    ps, ls = float(seats.chance @ seats.result), float(luck @ seats.result)
    if ll <= 0.0:
        return _Fit(0.0, 0.0, ps / pp if pp else 0.0, float(seats.result @ seats.result))
    overlap = pl / pp if pp > 0.0 else 0.0
    own = luck - overlap * seats.chance  # luck that the chances do not explain
    c = (ls - overlap * ps) / (ll - overlap * pl)
    skill = (ps - c * pl) / pp if pp > 0.0 else 0.0
    rest = seats.result - skill * seats.chance - c * luck
    by_game = np.bincount(seats.game, own * rest, seats.games)
    error = float(np.sqrt(by_game @ by_game)) / float(own @ own)
    return _Fit(c, error, skill, float(rest @ rest))


def _pairs(a: Floats, b: Floats) -> list[tuple[Floats, Floats]]:
    return [(a, a), (a, b), (b, b)]


def _explained(seats: _Seats, fit: _Fit, fade: float, c: float) -> float:
    """The part of the variance that luck explains at an even table."""
    skill = seats.result - fit.skill * seats.chance
    before = float(skill @ skill)
    after = skill - c * seats.even**fade * seats.luck
    gain = before - float(after @ after)
    even, faded = float(seats.even.sum()), float((seats.even ** (2.0 * fade)).sum())
    if before <= 0.0 or faded <= 0.0:
        return 0.0
    return min(max(gain * even / (before * faded), 0.0), MOST_EXPLAINED)

r"""Fit how much of the luck columns to take out of results, on games that were rated already.

Least squares over the seats of all games, with :math:`\bar S, \bar L` the means of a table:

.. math:: S_i - \bar S = a \, (p_i - 1/n) + c \, e^{\varphi} (L_i - \bar L) + \text{residual}

The win probabilities p absorb what skill explains, so that c measures luck alone.  c is shrunk
towards zero by its sampling error, :math:`c \max(0, 1 - s^2 / c^2)` with s its standard error
(games are independent, seats of a game are not): a column of pure noise gets weight 0.
:math:`\varphi` is 1 unless another value fits clearly better.  R² is the part of the squared
residuals that luck removes.

Symbols: as in :mod:`evenhand.ratings.adjustment`; its ``explained`` is R² here.
"""

from dataclasses import dataclass, replace
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from evenhand.ratings import Adjustment, RatingSystem, count_unknown_luck
from evenhand.ratings.adjustment import LEAST_FADE, MOST_FADE, check_luck
from evenhand.ratings.results import shares_beaten, win_shares
from evenhand.tables import Floats, GameTable, TableError

System = TypeVar("System", bound=RatingSystem)

FADES = np.arange(LEAST_FADE, MOST_FADE + 0.1, 0.5)
DEFAULT_FADE = 1.0
CHI_SQUARE = 6.63  # of one degree of freedom at 1 %: when another fade fits clearly better
MAX_R2 = 0.95
MIN_GAMES = 30  # with known luck
NO_ADJUSTMENT = Adjustment(c=0.0)
"""The table has luck, but none of it is taken out."""


@dataclass(frozen=True, slots=True)
class AdjustmentFit:
    """A fitted adjustment and its quality."""

    adjustment: Adjustment
    error: float  # standard error of c, before shrinking
    games: int  # with known luck
    unknown: int  # games without

    @property
    def r2(self) -> float:
        """The part of a result's variance at an even table that luck explains."""
        return self.adjustment.explained

    @property
    def variance_ratio(self) -> float:
        """The variance of an even game's result, divided by the variance without luck."""
        return 1.0 / (1.0 - self.r2)


def fit_adjustment(
    system: RatingSystem, table: GameTable, expected: Floats | None = None
) -> AdjustmentFit:
    """Fit how much luck to take out of the results of a table.

    ``expected`` are the win probabilities before each game; without them the games are rated
    first.
    """
    check_luck(Adjustment(), table)
    if expected is None:
        expected = with_luck(system, NO_ADJUSTMENT).run(table).expected
    seats = _centre_seats(system, table, expected)
    if seats.games < MIN_GAMES:
        problem = f"luck is known in {seats.games} games; at least {MIN_GAMES} are needed"
        raise TableError(problem, column="luck")
    fits = {float(fade): _fit(seats, float(fade)) for fade in FADES}
    best = min(fits, key=lambda fade: fits[fade].squares)
    gain = fits[DEFAULT_FADE].squares - fits[best].squares
    is_clear = gain * seats.games > CHI_SQUARE * fits[best].squares
    fade = best if is_clear and fits[best].c > 0.0 else DEFAULT_FADE
    fit = fits[fade]
    c = fit.c * max(0.0, 1.0 - (fit.error / fit.c) ** 2) if fit.c else 0.0
    return AdjustmentFit(
        Adjustment(_round(c / seats.unit), fade, _round(_r2(seats, fit, fade, c))),
        fit.error / seats.unit,
        seats.games,
        count_unknown_luck(table),
    )


def with_luck(system: System, adjustment: Adjustment | None) -> System:
    """Return the same system with another adjustment; None rates results as they are."""
    return replace(system, luck=adjustment)


def without_luck(system: System) -> System:
    """Return the same system without an adjustment: it rates results as they are."""
    return system if system.luck is None else with_luck(system, None)


def observed_results(system: RatingSystem, table: GameTable) -> Floats:
    """Return the result of every seat in the unit that a system rates; empty seats are NaN.

    That is the share of opponents beaten, the share of the win, or points.

    >>> from evenhand.ratings import Elo, MultiElo
    >>> game = GameTable.from_games([{"Anna": 90, "Ben": 40, "Cem": 30}])
    >>> observed_results(Elo(), game).tolist(), observed_results(MultiElo(), game).tolist()
    ([[1.0, 0.5, 0.0]], [[1.0, 0.0, 0.0]])
    """
    if system.result == "won":
        return win_shares(table)
    if system.result == "points":
        return np.where(table.taken, table.score, np.nan)
    return shares_beaten(table)


def _round(number: float) -> float:
    """Round to four digits: the rest is noise, and people type these numbers."""
    return float(f"{number:.4g}")


@dataclass(frozen=True, slots=True)
class _Seats:
    """The seats of all games with known luck, centred over each table."""

    game: NDArray[np.int64]
    result: Floats
    probability: Floats
    luck: Floats  # in units
    unit: float  # so that luck of any size can be squared
    evenness: Floats  # of each seat's game
    games: int


@dataclass(frozen=True, slots=True)
class _Fit:
    c: float
    error: float
    skill: float  # a
    squares: float  # sum of squared residuals


def _centre_seats(system: RatingSystem, table: GameTable, expected: Floats) -> _Seats:
    assert table.luck is not None
    taken = table.taken
    known = ~(np.isnan(table.luck) & taken).any(axis=1)
    taken, luck = taken[known], table.luck[known]
    results, probabilities = observed_results(system, table)[known], expected[known]
    n = taken.sum(axis=1)
    squares = np.where(taken, probabilities**2, 0.0).sum(axis=1)
    evenness = (1.0 - squares) / (1.0 - 1.0 / n)
    game = np.nonzero(taken)[0]

    def centre(values: Floats) -> Floats:
        means = np.where(taken, values, 0.0).sum(axis=1) / n
        return np.asarray((values - means[:, None])[taken])

    centred = centre(luck)
    unit = float(np.abs(centred).max(initial=0.0)) or 1.0
    return _Seats(
        game,
        centre(results),
        centre(probabilities),
        centred / unit,
        unit,
        evenness[game],
        int(known.sum()),
    )


def _fit(seats: _Seats, fade: float) -> _Fit:
    """Fit by least squares with one fade."""
    luck = seats.evenness**fade * seats.luck
    pp = float(seats.probability @ seats.probability)
    pl, ll = float(seats.probability @ luck), float(luck @ luck)
    ps, ls = float(seats.probability @ seats.result), float(luck @ seats.result)
    if ll <= 0.0:
        return _Fit(0.0, 0.0, ps / pp if pp else 0.0, float(seats.result @ seats.result))
    slope = pl / pp if pp > 0.0 else 0.0
    unexplained = luck - slope * seats.probability  # luck that the probabilities do not explain
    c = (ls - slope * ps) / (ll - slope * pl)
    skill = (ps - c * pl) / pp if pp > 0.0 else 0.0
    residual = seats.result - skill * seats.probability - c * luck
    by_game = np.bincount(seats.game, unexplained * residual, seats.games)
    error = float(np.sqrt(by_game @ by_game)) / float(unexplained @ unexplained)
    return _Fit(c, error, skill, float(residual @ residual))


def _r2(seats: _Seats, fit: _Fit, fade: float, c: float) -> float:
    """Return the part of the variance that luck explains at an even table."""
    residual = seats.result - fit.skill * seats.probability
    before = float(residual @ residual)
    after = residual - c * seats.evenness**fade * seats.luck
    gain = before - float(after @ after)
    even, faded = float(seats.evenness.sum()), float((seats.evenness ** (2.0 * fade)).sum())
    if before <= 0.0 or faded <= 0.0:
        return 0.0
    return min(max(gain * even / (before * faded), 0.0), MAX_R2)

r"""Predict the winner from the rating difference: the regression and the bins of Maitra 2025.

.. math:: \ln \frac{p}{1 - p} = a + b x

is fitted by Newton's method to "the first player wins", with x the difference of both ratings
before the game.  Standard errors are those of the inverse of the information matrix.  Draws are
left out.  The line is fitted on all decided games, as in the paper; two numbers learned from so
many games cannot follow single ones.  A win is predicted where its probability is above one half.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import polars as pl

from evenhand.elo import LN_10
from evenhand.evaluation.metrics import f1
from evenhand.ratings import RatingSystem, decided_games, iterate
from evenhand.tables import Flags, Floats, GameTable

BINS = (30.0, 60.0, 100.0, 200.0, 500.0)
"""Where the bins of rating difference end in Maitra's Table 2; the last one has no end."""
CURVE_POINTS = 40
MAX_STEPS = 50
TOLERANCE = 1e-10
LARGEST = 1e150  # its square is still a number
ROUNDING = 1e-12  # differences whose relative range is smaller are all the same
ELO_SLOPE = LN_10 / 400.0  # of the log odds, by theory
SIMILAR = 3.0  # up to this factor between the slopes the bins of the paper are kept


class NoFitError(ValueError):
    """No line makes the results most likely."""


@dataclass(frozen=True, slots=True)
class LogisticFit:
    """Log odds as a straight line, with standard errors where they are known."""

    intercept: float
    slope: float
    intercept_error: float = math.nan
    slope_error: float = math.nan

    def probability(self, x: Floats) -> Floats:
        """Return the win probabilities."""
        with np.errstate(over="ignore"):  # probabilities of zero
            return np.asarray(1.0 / (1.0 + np.exp(-(self.intercept + self.slope * x))))

    def predict(self, x: Floats) -> Flags:
        """Return where a win is more likely than not."""
        return np.greater(self.intercept + self.slope * x, 0.0)


def fit_logistic(x: Floats, won: Flags) -> LogisticFit:
    """Fit the line that makes the results most likely; level where all x are the same.

    >>> fit = fit_logistic(np.array([0.0, 0.0, 0.0, 1.0, 1.0, 1.0]),
    ...                    np.array([True, False, False, True, True, False]))
    >>> [round(p, 4) for p in fit.probability(np.array([0.0, 1.0])).tolist()]
    [0.3333, 0.6667]
    """
    if len(x) == 0:
        raise NoFitError("no logistic fit: there are no decided games")
    if won.all() or not won.any():
        raise NoFitError("no logistic fit: one side wins all games")
    if _all_the_same(x):
        share = float(won.mean())
        return LogisticFit(math.log(share / (1.0 - share)), 0.0)
    spread = float(x.std())
    at, intercept, slope = x / spread, 0.0, 0.0
    for _ in range(MAX_STEPS):
        with np.errstate(over="ignore"):
            p = 1.0 / (1.0 + np.exp(-(intercept + slope * at)))
        residual, weight = won - p, p * (1.0 - p)
        weighted = weight * at
        mixed = weighted.sum()
        information = np.array([[weight.sum(), mixed], [mixed, (weighted * at).sum()]])
        try:
            change = np.linalg.solve(information, [residual.sum(), (residual * at).sum()])
        except np.linalg.LinAlgError:
            break
        intercept, slope = intercept + float(change[0]), slope + float(change[1])
        if np.abs(change).max() < TOLERANCE:
            errors = np.sqrt(np.linalg.inv(information).diagonal())
            return LogisticFit(
                intercept, slope / spread, float(errors[0]), float(errors[1] / spread)
            )
    raise NoFitError(f"no logistic fit: {_why(x, won)}")


def _all_the_same(x: Floats) -> bool:
    """Return whether all differences are the same, but for rounding; refuse infinite ones."""
    size = float(np.abs(x).max(initial=0.0))
    if not size < LARGEST:
        what = "too large" if size < np.inf else "not a finite number"
        raise NoFitError(f"no logistic fit: a rating difference is {what}")
    return float(np.ptp(x)) <= ROUNDING * size


def _why(x: Floats, won: Flags) -> str:
    """Explain why Newton's method found nothing."""
    winners, losers = x[won], x[~won]
    if winners.min() >= losers.max() or losers.min() >= winners.max():
        return "one side wins all games beyond a point"
    return f"none was found in {MAX_STEPS} steps"


def check_two_seats(table: GameTable, what: str) -> None:
    """Refuse a table for more than two players."""
    if table.width != 2:
        raise ValueError(f"{what} is for games of two players, not of up to {table.width}")


def rating_differences(system: RatingSystem, table: GameTable) -> Floats:
    """Return the first player's rating less the second's, before each game of two players.

    >>> from evenhand.ratings import Elo
    >>> table = GameTable.from_games([{"Anna": 1, "Ben": 0}, {"Ben": 1, "Anna": 0}])
    >>> rating_differences(Elo(k=20.0), table).tolist()
    [0.0, -20.0]
    """
    check_two_seats(table, "a rating difference")
    differences = np.empty(len(table))
    for games, run in iterate(system, table):
        differences[games] = run.before[:, 0] - run.before[:, 1]
    return differences


def regression_table(table: GameTable, differences: Floats) -> pl.DataFrame:
    """Return intercept and rating difference with errors and p values, as the paper prints them.

    ``differences`` are those of :func:`rating_differences`.
    """
    x, won = decided_results(table, differences)
    fit = fit_logistic(x, won)
    if _all_the_same(x):
        raise NoFitError("all rating differences are the same")
    coefficients = np.array([fit.intercept, fit.slope])
    errors = np.array([fit.intercept_error, fit.slope_error])
    statistics = coefficients / errors
    return pl.DataFrame(
        {
            "variable": ["intercept", "rating difference"],
            "coefficient": coefficients,
            "standard_error": errors,
            "statistic": statistics,
            "p_value": [math.erfc(abs(z) / math.sqrt(2.0)) for z in statistics.tolist()],
        }
    )


def accuracy_by_difference(
    table: GameTable,
    differences: Floats,
    *,
    bins: Sequence[float] = BINS,
    fit: LogisticFit | None = None,
) -> pl.DataFrame:
    """Return games, accuracy and F1 by size of the rating difference, as in the paper's Table 2.

    A bin holds the differences above its low end and up to its high end; the first one begins
    with zero.  Empty bins have no accuracy.
    """
    x, won = decided_results(table, differences)
    predicted = (fit_logistic(x, won) if fit is None else fit).predict(x)
    number = np.searchsorted(np.asarray(bins), np.abs(x), side="left")
    size = len(bins) + 1
    games = np.bincount(number, minlength=size)
    right, true, named, wins = (
        np.bincount(number, flags, size).astype(np.float64)
        for flags in (predicted == won, predicted & won, predicted, won)
    )
    filled = games > 0
    return pl.DataFrame(
        {
            "low": [0.0, *bins],
            "high": [*bins, None],
            "games": games,
            "accuracy": np.where(filled, right / np.maximum(games, 1), np.nan),
            "f1": np.where(filled, f1(true, named, wins), np.nan),
        }
    ).with_columns(pl.col("accuracy", "f1").fill_nan(None))


def scale_bins(slope: float) -> tuple[float, ...]:
    """Return the bins of the paper, scaled where a rating point means much more or less than Elo's.

    ``slope`` is that of the log odds by rating difference.

    >>> scale_bins(0.0045), scale_bins(0.35)
    ((30.0, 60.0, 100.0, 200.0, 500.0), (0.49, 0.99, 1.6, 3.3, 8.2))
    """
    unit = ELO_SLOPE / slope if slope > 0.0 else 1.0
    if 1.0 / SIMILAR <= unit <= SIMILAR:
        return BINS
    return tuple(float(f"{unit * edge:.2g}") for edge in BINS)


def regression_f1(table: GameTable, differences: Floats, fit: LogisticFit | None = None) -> float:
    """Return F1 of "the first player wins" over all decided games."""
    x, won = decided_results(table, differences)
    predicted = (fit_logistic(x, won) if fit is None else fit).predict(x)
    counts = (np.asarray(flags.sum(), np.float64) for flags in (predicted & won, predicted, won))
    return float(f1(*counts))


def fitted_curve(table: GameTable, differences: Floats, points: int = CURVE_POINTS) -> pl.DataFrame:
    """Return shares of wins by rating difference, in steps of equal width, beside the fit."""
    x, won = decided_results(table, differences)
    fit = fit_logistic(x, won)
    low, high = np.quantile(x, [0.001, 0.999])
    edges = np.linspace(low, high, points + 1) if low < high else np.array([low, low + 1.0])
    inside = (x >= edges[0]) & (x <= edges[-1])
    size = len(edges) - 1
    number = np.clip(np.searchsorted(edges, x[inside], "right") - 1, 0, size - 1)
    games = np.bincount(number, minlength=size)
    wins = np.bincount(number, won[inside], size)
    middle = (edges[:-1] + edges[1:]) / 2.0
    frame = pl.DataFrame({"difference": middle, "games": games, "fitted": fit.probability(middle)})
    shares = pl.Series("won", wins / np.maximum(games, 1))
    return frame.with_columns(shares).filter(pl.col("games") > 0)


def decided_results(table: GameTable, differences: Floats) -> tuple[Floats, Flags]:
    """Return the rating difference of each decided game, and whether the first player won it."""
    check_two_seats(table, "the regression on the rating difference")
    keep, won = decided_games(table), table.score[:, 0] > table.score[:, 1]
    return (differences, won) if keep.all() else (differences[keep], won[keep])

"""The winner by the difference of the ratings: the regression of Maitra 2025 and its bands.

Draws are left out.  The line is fitted on all decided games, as in the paper; two numbers learned
from so many games cannot follow single ones.  "The first player wins" is said where the fitted
chance is above one half.
"""

from collections.abc import Sequence
from importlib import import_module
from typing import Any

import numpy as np
import polars as pl

from evenhand.ratings.evaluate import f1
from evenhand.tables import Flags, Floats, GameTable
from evenhand.tuning.differences import check_two_seats
from evenhand.tuning.odds_line import NoLineError, OddsLine, all_the_same, fit_odds_line
from evenhand.tuning.split import decided_games

BANDS = (30.0, 60.0, 100.0, 200.0, 500.0)
"""Where the bands of the paper's Table 2 end; the last one has no end."""
POINTS = 40  # of a fitted curve


def regression_table(table: GameTable, differences: Floats) -> pl.DataFrame:
    """Intercept and rating difference with their errors, as the paper prints them.

    A logistic regression by statsmodels of "the first player wins" on the difference of the
    ratings before the game (:func:`~evenhand.tuning.rating_differences`).
    """
    require_statsmodels()
    x, won = decided(table, differences)
    line = fit_odds_line(x, won)
    if all_the_same(x):
        raise NoLineError("all rating differences are the same")
    logit: Any = import_module("statsmodels.discrete.discrete_model").Logit
    columns = np.stack([np.ones(len(x)), x], axis=1)
    fit = logit(won.astype(np.float64), columns).fit(start_params=np.array(line), disp=0)
    return pl.DataFrame(
        {
            "variable": ["intercept", "rating difference"],
            "coefficient": fit.params,
            "standard_error": fit.bse,
            "statistic": fit.tvalues,
            "p_value": fit.pvalues,
        }
    )


def by_difference(
    table: GameTable,
    differences: Floats,
    *,
    bands: Sequence[float] = BANDS,
    line: OddsLine | None = None,
) -> pl.DataFrame:
    """Games, accuracy and F1 by the size of the rating difference, as in the paper's Table 2.

    A band holds the differences above its low end and up to its high end; the first one begins
    with zero.  Empty bands are there, without accuracy.
    """
    x, won = decided(table, differences)
    claimed = (fit_odds_line(x, won) if line is None else line).claims(x)
    number = np.searchsorted(np.asarray(bands), np.abs(x), side="left")
    size = len(bands) + 1
    games = np.bincount(number, minlength=size)
    right, true, named, wins = (
        np.bincount(number, flags, size).astype(np.float64)
        for flags in (claimed == won, claimed & won, claimed, won)
    )
    filled = games > 0
    return pl.DataFrame(
        {
            "low": [0.0, *bands],
            "high": [*bands, None],
            "games": games,
            "accuracy": np.where(filled, right / np.maximum(games, 1), np.nan),
            "f1": np.where(filled, f1(true, named, wins), np.nan),
        }
    ).with_columns(pl.col("accuracy", "f1").fill_nan(None))


def f1_of(table: GameTable, differences: Floats, line: OddsLine | None = None) -> float:
    """F1 of "the first player wins" over all decided games."""
    x, won = decided(table, differences)
    claimed = (fit_odds_line(x, won) if line is None else line).claims(x)
    flagged = (claimed & won, claimed, won)
    return float(f1(*(np.asarray(flags.sum(), np.float64) for flags in flagged)))


def fitted_curve(table: GameTable, differences: Floats, points: int = POINTS) -> pl.DataFrame:
    """Shares of wins by rating difference, in steps of equal width, beside the fitted chance."""
    x, won = decided(table, differences)
    line = fit_odds_line(x, won)
    low, high = np.quantile(x, [0.001, 0.999])
    edges = np.linspace(low, high, points + 1) if low < high else np.array([low, low + 1.0])
    inside = (x >= edges[0]) & (x <= edges[-1])
    size = len(edges) - 1
    number = np.clip(np.searchsorted(edges, x[inside], "right") - 1, 0, size - 1)
    games = np.bincount(number, minlength=size)
    wins = np.bincount(number, won[inside], size)
    middle = (edges[:-1] + edges[1:]) / 2.0
    frame = pl.DataFrame({"difference": middle, "games": games, "fitted": line.chance(middle)})
    shares = pl.Series("won", wins / np.maximum(games, 1))
    return frame.with_columns(shares).filter(pl.col("games") > 0)


def decided(table: GameTable, differences: Floats) -> tuple[Floats, Flags]:
    """Difference and result of the games that somebody won."""
    check_two_seats(table, "the regression on the rating difference")
    keep, won = decided_games(table), table.score[:, 0] > table.score[:, 1]
    return (differences, won) if keep.all() else (differences[keep], won[keep])


def require_statsmodels() -> None:
    """Refuse to go on without statsmodels."""
    try:
        import_module("statsmodels")
    except ImportError:
        raise ValueError(
            "the regression table needs statsmodels: pip install 'evenhand[tuning]'"
        ) from None

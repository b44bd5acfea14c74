"""How sure a difference is: the same players with and without the chance factors.

Players are drawn with replacement a thousand times.  Each time, the same players are measured
both ways; the middle 95 % of the differences are the interval.  A difference is clear if its
interval leaves out zero.
"""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from evenhand.studies.verdicts import AGREES, DIFFERS, UNCLEAR
from evenhand.tables import Floats

Players = NDArray[np.int64]
Measure = Callable[[Players], Mapping[str, float]]
"""What is measured of some players, by name."""

DRAWS = 1000
LEVEL = 0.95
CLEAR, NOT_CLEAR = "clear", "not clear"
COLUMNS = {
    "factors": pl.String,
    "measure": pl.String,
    "difference": pl.Float64,
    "low": pl.Float64,
    "high": pl.Float64,
    "verdict": pl.String,
}


def compared(
    measures: Mapping[str, Measure], players: int, rng: np.random.Generator
) -> pl.DataFrame:
    """Every measure less the same of the first, which is the one without factors."""
    found = _less_first(measures, np.arange(players))
    drawn = [_less_first(measures, rng.integers(players, size=players)) for _ in range(DRAWS)]
    rows = [
        {"factors": factors, "measure": name}
        | _interval(value, np.array([one[factors, name] for one in drawn]))
        for (factors, name), value in found.items()
    ]
    return pl.DataFrame(rows, schema=COLUMNS)


def in_words(frame: pl.DataFrame, factors: str, measure: str, digits: int = 2) -> str:
    """A difference with its interval, and whether it is clear."""
    row = frame.row(
        by_predicate=(pl.col("factors") == factors) & (pl.col("measure") == measure), named=True
    )
    if row["low"] is None:
        return f"the difference is {NOT_CLEAR}"
    value, low, high = (f"{row[name]:+.{digits}f}" for name in ("difference", "low", "high"))
    return f"{value}, {LEVEL:.0%} interval {low} to {high}, {row['verdict']}"


def sooner(frame: pl.DataFrame, factors: str, measure: str) -> str:
    """The word of a verdict for a paper that says less."""
    row = frame.row(
        by_predicate=(pl.col("factors") == factors) & (pl.col("measure") == measure), named=True
    )
    if row["verdict"] != CLEAR:
        return UNCLEAR
    return AGREES if row["difference"] < 0.0 else DIFFERS


def _less_first(measures: Mapping[str, Measure], players: Players) -> dict[tuple[str, str], float]:
    (_, plain), *others = [(name, measure(players)) for name, measure in measures.items()]
    return {
        (factors, name): value - plain[name]
        for factors, found in others
        for name, value in found.items()
    }


def _interval(value: float, drawn: Floats) -> dict[str, Any]:
    """A difference, its interval and the verdict; draws without a value are left out."""
    drawn = drawn[~np.isnan(drawn)]
    if np.isnan(value) or not len(drawn):
        return {"difference": None, "low": None, "high": None, "verdict": NOT_CLEAR}
    low, high = np.quantile(drawn, [(1.0 - LEVEL) / 2.0, (1.0 + LEVEL) / 2.0]).tolist()
    verdict = CLEAR if low > 0.0 or high < 0.0 else NOT_CLEAR
    return {"difference": float(value), "low": low, "high": high, "verdict": verdict}

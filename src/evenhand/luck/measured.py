"""How much of the variance of results is luck of the deal.

The factor is Var(S) / Var(S - c * luck), with S the points of a player less the mean of the
table: so many times fewer games do as well.  Rows are games or series of the same three players,
since what differs between players is no luck.  Standard errors are bootstrapped over rows.
"""

from dataclasses import dataclass

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

Floats = NDArray[np.float64]
RESAMPLES = 400


@dataclass(frozen=True, slots=True)
class Measured:
    """What subtracting luck does to results."""

    rows: int
    plain: float  # the variance
    adjusted: float
    factor: float
    error: float  # the standard error of the factor
    slope: float  # the c that would be best on these results


def measure(results: Floats, luck: Floats, rng: Generator, c: float = 1.0) -> Measured:
    """Compare the variances of results (rows, 3) with and without luck, less the table mean."""
    plain, lucky = _centred(results), _centred(luck)
    left = plain - c * lucky
    squares = np.stack([(plain**2).sum(axis=1), (left**2).sum(axis=1)], axis=1)
    drawn = rng.poisson(1.0, (RESAMPLES, len(squares))) @ squares
    factors = drawn[:, 0] / drawn[:, 1]
    before, after = squares.mean(axis=0) / results.shape[1]
    slope = float((plain * lucky).sum() / (lucky**2).sum())
    return Measured(
        len(results),
        float(before),
        float(after),
        float(before / after),
        float(factors.std(ddof=1)),
        slope,
    )


def _centred(points: Floats) -> Floats:
    """Less the mean of the row, then of the column."""
    relative = points - points.mean(axis=1, keepdims=True)
    less: Floats = relative - relative.mean(axis=0)
    return less

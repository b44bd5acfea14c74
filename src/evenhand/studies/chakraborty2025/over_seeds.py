"""Means over repetitions, their standard errors and 95 % intervals by Student's t."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from evenhand.tables import Floats

T = (12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262)
"""The 97.5 % quantiles of Student's t for 1, 2, ... degrees of freedom."""
T_OF_TWELVE = (152.787, 15.443, 7.940, 5.885, 4.983, 4.486, 4.174, 3.962, 3.808)
"""The same for the intervals of twelve differences together (Bonferroni): 1 - 0.05 / 24."""

REAL, NOT_CLEAR, ONE_SEED = "real", "not clear", "one seed"


class Repeated(NamedTuple):
    """A mean over repetitions; a single one has no error."""

    mean: float
    error: float | None = None
    about: float | None = None  # half of the interval

    @property
    def verdict(self) -> str:
        """Whether the interval leaves out zero."""
        if self.about is None:
            return ONE_SEED
        return REAL if abs(self.mean) > self.about else NOT_CLEAR

    def __str__(self) -> str:
        return f"{self.mean:.1f}" + ("" if self.error is None else f" +- {self.error:.1f}")


def repeated(values: Floats | list[float], quantiles: Sequence[float] = T) -> Repeated:
    """The mean of some repetitions.

    >>> repeated([1.0, 3.0])
    Repeated(mean=2.0, error=1.0, about=12.706)
    """
    found = np.asarray(values, np.float64)
    mean = float(found.mean())
    if len(found) < 2:
        return Repeated(mean)
    error = float(found.std(ddof=1) / np.sqrt(len(found)))
    return Repeated(mean, error, quantiles[min(len(found) - 2, len(quantiles) - 1)] * error)

"""Means with 95 % intervals, and shares in percent."""

import numpy as np

from evenhand.studies.keller2008.evaluation import Flags
from evenhand.tables import Floats

WIDE = 1.96  # standard errors
NOTE = "After +- stands half of the 95 % interval over {}."
COLUMNS_TOO = " So it does in columns named interval."


def mean_and_interval(values: Floats) -> tuple[float, float]:
    """The mean of some values, and half of its 95 % interval."""
    if len(values) < 2:
        return float(values.mean()), float("nan")
    return float(values.mean()), WIDE * float(values.std(ddof=1) / np.sqrt(len(values)))


def more_right(one: Flags, other: Flags) -> tuple[float, float]:
    """How many percentage points more are right in one judgement, and half of the 95 % interval.

    >>> more_right(np.array([True, True, True, False]), np.array([True, False, True, False]))
    (25.0, 49.0)
    """
    return mean_and_interval(100.0 * (one.astype(np.float64) - other))


def share(right: Flags) -> str:
    """A share in percent with its interval.

    >>> share(np.array([True, False] * 200))
    '50.0 +- 4.9'
    """
    mean, about = mean_and_interval(100.0 * right.astype(np.float64))
    return f"{mean:.1f} +- {about:.1f}"


def percent(part: float, whole: float) -> float | None:
    """A share in percent; none of nothing.

    >>> percent(1, 4), percent(0, 0)
    (25.0, None)
    """
    return 100.0 * float(part) / float(whole) if whole else None

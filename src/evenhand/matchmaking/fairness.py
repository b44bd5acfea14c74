"""How even a table must be, and what waiting changes about it."""

import math
from dataclasses import dataclass

import numpy as np

from evenhand.tables import Flags, Floats

MINUTE = 60.0  # seconds


@dataclass(frozen=True, slots=True)
class Fairness:
    """What a player asks of a table: a window of chances, which widens while he waits.

    ``lowest`` is the lowest chance that anybody may have against anybody else at the table; so
    the highest is 1 - ``lowest``.  After ``widens_after`` seconds it falls by ``widening`` a
    minute, down to ``widest``.  Of a pair whose windows differ the narrower one counts, widened
    by ``courtesy`` times the difference: 0 asks everybody by his own window, 1 leaves it to who
    has waited longer.  Recent opponents meet again when both have waited ``again_after`` seconds;
    infinity is never, 0 at once.

    >>> Fairness().highest
    0.7
    >>> Fairness().lowest_after(np.array([0.0, 30.0, 90.0, 3600.0])).round(3).tolist()
    [0.3, 0.3, 0.25, 0.1]
    """

    lowest: float = 0.30
    widens_after: float = 30.0
    widening: float = 0.05
    widest: float = 0.10
    courtesy: float = 0.0
    again_after: float = 120.0

    def __post_init__(self) -> None:
        for name, most in (("lowest", 0.5), ("courtesy", 1.0), ("widest", self.lowest)):
            if not 0.0 <= (value := getattr(self, name)) <= most:
                raise ValueError(f"{name} must lie between 0 and {most:g}, not {value:g}")
        for name in ("widens_after", "widening", "again_after"):
            if not (value := getattr(self, name)) >= 0.0:
                raise ValueError(f"{name} must not be negative, but is {value:g}")
        if not math.isfinite(self.widening):
            raise ValueError("widening must be a finite number")

    @property
    def highest(self) -> float:
        """The highest chance against anybody before the window widens."""
        return 1.0 - self.lowest

    def lowest_after(self, waiting: Floats) -> Floats:
        """The lowest chance that players accept who have waited so many seconds."""
        minutes = np.maximum(waiting - self.widens_after, 0.0) / MINUTE
        lowest: Floats = np.maximum(self.lowest - self.widening * minutes, self.widest)
        return lowest

    def lowest_between(self, own: Floats, other: Floats) -> Floats:
        """The lowest chance allowed between two, by the lowest that each accepts."""
        narrower, wider = np.maximum(own, other), np.minimum(own, other)
        between: Floats = narrower - self.courtesy * (narrower - wider)
        return between

    def waits_long(self, waiting: Floats) -> Flags:
        """Who has waited so long that he goes first."""
        return np.greater(waiting, self.widens_after)

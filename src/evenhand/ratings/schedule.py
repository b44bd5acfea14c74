r"""How far one result moves a rating: K, and how it falls with experience.

.. math:: K = \begin{cases} k_a & n \le n_1 \\ k_b & n_1 < n \le n_2 \text{ and } R < r \\
                            k_c & \text{otherwise} \end{cases}

Sources: Maitra 2025, equation (1), with 60/30/16 at 5/10 games; Chakraborty 2025,
section 3; FIDE Rating Regulations 8.3.3 (40 up to 30 games, 20 below 2400, then 10).
Deviations: FIDE's 10 stays once 2400 was reached, ours looks at the present rating;
its rule for players under 18 is left out.

Symbols: n = games played, the one being rated included; R = rating before the game.
"""

import math
from dataclasses import dataclass
from typing import Self

import numpy as np

from evenhand.compiled import formula
from evenhand.tables import Floats


@dataclass(frozen=True, slots=True)
class Schedule:
    """K in three steps, by games played or by rating.

    >>> Schedule.parse("60/30/16@5/10")
    Schedule(k_a=60.0, k_b=30.0, k_c=16.0, n_1=5.0, n_2=10.0, r=inf)
    >>> str(Schedule.parse("fide"))
    'fide'
    """

    k_a: float
    k_b: float
    k_c: float
    n_1: float
    n_2: float
    r: float = math.inf

    def __post_init__(self) -> None:
        for name in ("k_a", "k_b", "k_c", "n_1"):
            if not math.isfinite(getattr(self, name)):
                raise ValueError(f"{name} of k must be a finite number, not {getattr(self, name)}")
        for name in ("n_2", "r"):
            if math.isnan(getattr(self, name)):
                raise ValueError(f"{name} of k must be a number, not nan")
        if self.n_1 < 0.0:
            raise ValueError(f"n_1 of k must not be negative, but is {self.n_1:g}")
        if not self.n_1 <= self.n_2:
            steps = f"{self.n_1:g}/{self.n_2:g}"
            raise ValueError(f"the steps of k must come one after the other, not {steps}")

    def __str__(self) -> str:
        for name, schedule in NAMED.items():
            if self == schedule:
                return name
        if self.k_a == self.k_b == self.k_c:
            return f"{self.k_a:g}"
        text = f"{self.k_a:g}/{self.k_b:g}/{self.k_c:g}@{self.n_1:g}/{self.n_2:g}"
        return text if self.r == math.inf else f"{text}/{self.r:g}"

    @classmethod
    def constant(cls, k: float) -> Self:
        """The same K for everybody, always."""
        if not math.isfinite(k):
            raise ValueError(f"k must be a finite number, not {k}")
        return cls(k, k, k, 0.0, 0.0)

    @classmethod
    def parse(cls, text: str) -> "Schedule":
        """A schedule from ``16``, ``by-games``, ``fide``, or ``60/30/16@5/10[/2400]``."""
        if text in NAMED:
            return NAMED[text]
        try:
            steps, _, limits = text.partition("@")
            k = [float(part) for part in steps.split("/")]
            n = [float(part) for part in limits.split("/")] if limits else []
        except ValueError:
            k, n = [], []
        if len(k) == 1 and not n:
            return cls.constant(k[0])
        if len(k) == 3 and len(n) in (2, 3):
            return cls(*k, *n)
        raise ValueError(f"k is a number, one of {', '.join(NAMED)}, or like 60/30/16@5/10: {text}")

    def array(self) -> Floats:
        """The schedule as kernels take it."""
        return np.array([self.k_a, self.k_b, self.k_c, self.n_1, self.n_2, self.r])

    @property
    def is_constant(self) -> bool:
        """Whether all players always have the same K."""
        return self.k_a == self.k_b == self.k_c


def as_schedule(k: float | str | Schedule) -> Schedule:
    """A number is a constant schedule, a text is read."""
    if isinstance(k, Schedule):
        return k
    return Schedule.parse(k) if isinstance(k, str) else Schedule.constant(k)


def check_k(k: float | str | Schedule) -> None:
    """Refuse a K that would move ratings the wrong way."""
    schedule = as_schedule(k)
    if min(schedule.k_a, schedule.k_b, schedule.k_c) < 0.0:
        raise ValueError(f"k must not be negative, but is {schedule}")


@formula
def k_factor(schedule: Floats, games: float, rating: float) -> np.float64:
    """K of a player whose ``games``-th game is being rated.

    >>> [k_factor(BY_GAMES.array(), n, 1500.0) for n in (5.0, 6.0, 11.0)]
    [np.float64(60.0), np.float64(30.0), np.float64(16.0)]
    """
    k: np.float64
    if games <= schedule[3]:
        k = schedule[0]
    elif games <= schedule[4] and rating < schedule[5]:
        k = schedule[1]
    else:
        k = schedule[2]
    return k


BY_GAMES = Schedule(60.0, 30.0, 16.0, 5.0, 10.0)
FIDE = Schedule(40.0, 20.0, 10.0, 30.0, math.inf, 2400.0)
NAMED = {"by-games": BY_GAMES, "fide": FIDE}

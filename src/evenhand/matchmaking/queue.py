"""Simulate players who arrive, wait and are matched: how long they wait, how even tables are."""

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.random import Generator

from evenhand.matchmaking.match import MINUTE, Fairness, fair_tables
from evenhand.ratings import Elo
from evenhand.tables import Flags, Floats, Indices

Matcher = Callable[[Floats, Floats], Indices]
"""From ratings and seconds waited to tables, (tables, seats)."""

MEAN, SCALE = 1500.0, 400.0


@dataclass(frozen=True, slots=True)
class Arrivals:
    """Players who arrive at random, ``a_minute`` of them; tables are formed ``every`` few seconds.

    Their Elo ratings are normal around 1500.  Nobody gives up, and nobody comes back.
    """

    a_minute: float = 20.0
    minutes: float = 600.0
    spread: float = 200.0  # of the ratings
    every: float = 5.0

    def __post_init__(self) -> None:
        for name in self.__match_args__:
            value = getattr(self, name)
            if not (math.isfinite(value) and value > 0.0):
                raise ValueError(f"{name} must be positive, not {value:g}")


@dataclass(frozen=True, slots=True, eq=False)
class QueueResult:
    """Who was matched, when and with whom."""

    ratings: Floats  # (players,)
    waited: Floats  # (players,) seconds until the table was formed, or until the end
    seated: Flags  # (players,)
    tables: Indices  # (tables, seats)

    @property
    def favourites(self) -> Floats:
        """The highest win probability of anybody against anybody, at each table."""
        at_table = self.ratings[self.tables]
        gap = at_table.max(axis=1) - at_table.min(axis=1)
        favourites: Floats = 1.0 / (1.0 + np.power(10.0, -gap / SCALE))
        return favourites


def fair_matcher(fairness: Fairness, seats: int = 2) -> Matcher:
    """Return a matcher that uses :func:`~evenhand.matchmaking.fair_tables` with Elo."""
    system = Elo(scale=SCALE)
    return lambda ratings, waiting: (
        fair_tables(system, ratings, waiting, seats=seats, fairness=fairness).seats
    )


def simulate_queue(rng: Generator, matcher: Matcher, arrivals: Arrivals) -> QueueResult:
    """Let players arrive, wait and be matched.

    >>> matcher = fair_matcher(Fairness())
    >>> result = simulate_queue(np.random.default_rng(1), matcher, Arrivals(minutes=60.0))
    >>> round(result.waited.mean()), round(float(result.favourites.mean()), 2)
    (10, 0.58)
    """
    end = arrivals.minutes * MINUTE
    players = int(rng.poisson(arrivals.a_minute * arrivals.minutes))
    arrived = np.sort(rng.uniform(0.0, end, players))
    ratings = rng.normal(MEAN, arrivals.spread, players)
    waited, seated = end - arrived, np.zeros(players, np.bool_)
    tables = []
    for now in np.arange(arrivals.every, end, arrivals.every):
        present = int(np.searchsorted(arrived, now))
        waiting = np.flatnonzero(~seated[:present]).astype(np.int32)
        table = waiting[matcher(ratings[waiting], now - arrived[waiting])]
        waited[table], seated[table] = now - arrived[table], True
        tables.append(table)
    return QueueResult(ratings, waited, seated, np.concatenate(tables))

"""Players who come one after the other and wait for a table: how long, and how even is it?"""

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.random import Generator

from evenhand.matchmaking.fairness import MINUTE, Fairness
from evenhand.matchmaking.tables import fair_tables
from evenhand.ratings.elo import Elo
from evenhand.tables import Flags, Floats, Indices

Seating = Callable[[Floats, Floats], Indices]
"""Tables, (tables, seats), of players with these ratings who have waited so many seconds."""

MEAN, SCALE = 1500.0, 400.0


@dataclass(frozen=True, slots=True)
class Arrivals:
    """So many players a minute come at random; tables are formed ``every`` so many seconds.

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
class Served:
    """What became of those who came."""

    ratings: Floats  # (players,)
    waited: Floats  # (players,) seconds until the table was formed, or until the end
    seated: Flags  # (players,)
    tables: Indices  # (tables, seats)

    @property
    def favourites(self) -> Floats:
        """The highest chance that anybody has against anybody, at each table."""
        at_table = self.ratings[self.tables]
        gap = at_table.max(axis=1) - at_table.min(axis=1)
        favourites: Floats = 1.0 / (1.0 + np.power(10.0, -gap / SCALE))
        return favourites


def by_rule(fairness: Fairness, seats: int = 2) -> Seating:
    """Seating by :func:`fair_tables`."""
    system = Elo(scale=SCALE)
    return lambda ratings, waiting: (
        fair_tables(system, ratings, waiting, seats=seats, fairness=fairness).seats
    )


def serve(rng: Generator, seating: Seating, arrivals: Arrivals) -> Served:
    """Let players come, wait and be seated.

    >>> served = serve(np.random.default_rng(1), by_rule(Fairness()), Arrivals(minutes=60.0))
    >>> round(served.waited.mean()), round(float(served.favourites.mean()), 2)
    (10, 0.58)
    """
    end = arrivals.minutes * MINUTE
    players = int(rng.poisson(arrivals.a_minute * arrivals.minutes))
    came = np.sort(rng.uniform(0.0, end, players))
    ratings = rng.normal(MEAN, arrivals.spread, players)
    waited, seated = end - came, np.zeros(players, np.bool_)
    tables = []
    for now in np.arange(arrivals.every, end, arrivals.every):
        there = _waiting(seated, int(np.searchsorted(came, now)))
        table = there[seating(ratings[there], now - came[there])]
        waited[table], seated[table] = now - came[table], True
        tables.append(table)
    return Served(ratings, waited, seated, np.concatenate(tables))


def _waiting(seated: Flags, come: int) -> Indices:
    """The numbers of those who have come and are not seated."""
    return np.flatnonzero(~seated[:come]).astype(np.int32)

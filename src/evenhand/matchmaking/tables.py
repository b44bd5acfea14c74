"""From waiting players to fair tables, in rounds.

A round looks at pairs of near neighbours in the order of ratings, asks the rating system for all
their chances at once, and forms tables by :mod:`~evenhand.matchmaking.greedy`.  The next one looks
at those who are left, who have new neighbours then, and the fewer there are the further it looks:
among a few hundred players at all pairs.  When no table comes of it, it looks twice as far, until
that finds no more fair pairs, or up to a few million of them.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from evenhand.matchmaking.chances import table_chances
from evenhand.matchmaking.fairness import Fairness
from evenhand.matchmaking.greedy import form_tables
from evenhand.matchmaking.neighbours import Graph, Pairs, graph_of, near_pairs
from evenhand.matchmaking.waiting import Room, enter, rating_rows
from evenhand.ratings.system import RatingSystem
from evenhand.tables import Floats, Indices

FEW, MANY = 100_000, 4_000_000  # pairs to look at
ROUNDS = 20  # three or four are usual


@dataclass(frozen=True, slots=True, eq=False)
class Tables:
    """Who sits together; players are numbers in the order in which they were given."""

    seats: Indices  # (tables, seats) in the order in which they were formed, longest waiting first
    chances: Floats  # (tables, seats) to win
    left: Indices  # who goes on waiting, rising

    def __len__(self) -> int:
        return len(self.seats)


def fair_tables(
    system: RatingSystem,
    ratings: ArrayLike,
    waiting: ArrayLike,
    *,
    seats: int = 2,
    fairness: Fairness | None = None,
    avoid: ArrayLike | None = None,
    recent: ArrayLike | None = None,
) -> Tables:
    """Seat players who wait at tables at which everybody has a fair chance against everybody.

    ``ratings`` are rows of the system, or ratings alone; ``waiting`` has the seconds that each
    player has waited.  ``avoid`` and ``recent`` are pairs of players: the former never meet, the
    latter not before both have waited for some time (:class:`Fairness`).

    >>> from evenhand.ratings import Elo
    >>> found = fair_tables(Elo(), [1500, 1900, 1520, 1760, 2400], [5, 0, 9, 0, 50])
    >>> found.seats.tolist(), found.chances.round(2).tolist(), found.left.tolist()
    ([[2, 0], [1, 3]], [[0.53, 0.47], [0.69, 0.31]], [4])
    """
    if seats < 2:
        raise ValueError(f"a table needs at least two seats, not {seats}")
    rows = rating_rows(system, ratings)
    rule = fairness or Fairness()
    room = enter(rows, waiting, rule, avoid, recent)
    rounds = list(_rounds(system, rows, room, rule, seats))
    places = np.concatenate([np.empty((0, seats), np.int32), *rounds])
    places = np.take_along_axis(places, np.argsort(room.rank[places], axis=1), axis=1)
    seated = room.who[places]
    left = np.setdiff1d(np.arange(len(rows), dtype=np.int32), seated, assume_unique=True)
    return Tables(seated, table_chances(system, rows, seated), left)


def _rounds(
    system: RatingSystem, rows: Floats, room: Room, fairness: Fairness, seats: int
) -> Iterator[Indices]:
    """The tables of each round, as places in the room."""
    there = np.arange(len(rows), dtype=np.int32)
    width, seen = _width(len(there), seats), -1
    for _ in range(ROUNDS):
        if len(there) < seats:
            return
        pairs, uneven = _fair_pairs(system, rows, room, fairness, there, width)
        tables = there[_seated(room, there, graph_of(pairs, uneven, len(there)), seats)]
        yield tables
        if width >= len(there) - 1:  # these were all pairs
            return
        if len(tables):
            there = np.setdiff1d(there, tables, assume_unique=True)
            width, seen = _width(len(there), seats), -1
        elif len(uneven) == seen or width * len(there) > MANY:
            return
        else:
            width, seen = 2 * width, len(uneven)


def _width(players: int, seats: int) -> int:
    """How many above each player are looked at."""
    return max(2 * seats + 4, FEW // max(players, 1))


def _fair_pairs(
    system: RatingSystem,
    rows: Floats,
    room: Room,
    fairness: Fairness,
    there: Indices,
    width: int,
) -> tuple[Pairs, Floats]:
    """Near neighbours who are a fair pair, by number of those who are there, and how uneven."""
    near = near_pairs(there, room.apart, width)
    low, high = there[near.low], there[near.high]
    own, other = table_chances(system, rows, room.who[np.stack([low, high], axis=1)]).T
    weaker = np.minimum(own, other)
    fair = weaker >= fairness.lowest_between(room.lowest[low], room.lowest[high])
    return Pairs(near.low[fair], near.high[fair]), np.maximum(0.5 - weaker[fair], 0.0)


def _seated(room: Room, there: Indices, graph: Graph, seats: int) -> Indices:
    """Tables of those who are there, by their numbers."""
    rank = room.rank[there]
    order = np.argsort(rank).astype(np.int32)
    tables = np.empty((len(there) // seats, seats), np.int32)
    count = form_tables(graph, rank, room.long[there], order, tables)
    return tables[:count]

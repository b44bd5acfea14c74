"""Match waiting players to fair tables, in rounds.

A round looks at pairs of near neighbours in the order of ratings, asks the rating system for all
their win probabilities at once, and forms tables by :mod:`~evenhand.matchmaking.pairing`.  The next
round looks at those who are left, who have new neighbours then, and the fewer there are the
further it looks: among a few hundred players at all pairs.  When a round forms no table, the next
looks twice as far, until that finds no more fair pairs, or up to a few million of them.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from evenhand.matchmaking.pairing import (
    Blocked,
    Graph,
    Pairs,
    block_pairs,
    candidate_pairs,
    form_tables,
    make_graph,
)
from evenhand.ratings import RatingSystem
from evenhand.tables import Flags, Floats, Indices

MINUTE = 60.0  # seconds
FEW_PAIRS, MAX_PAIRS = 100_000, 4_000_000  # to look at in a round
MAX_ROUNDS = 20  # three or four are usual
SEATS_AT_ONCE = 1 << 17  # whose win probabilities are asked for in one go


@dataclass(frozen=True, slots=True)
class Fairness:
    """What a player asks of a table: a window of win probabilities, which widens while waiting.

    ``lowest`` is the lowest probability that anybody may have against anybody else at the table;
    so the highest is 1 - ``lowest``.  After ``widens_after`` seconds it falls by ``widening`` a
    minute, down to ``widest``.  Of a pair whose windows differ the narrower one counts, widened
    by ``courtesy`` times the difference: 0 matches each player within their own window, 1 within
    the window of the one who has waited longer.  Recent opponents meet again when both have waited
    ``again_after`` seconds; infinity is never, 0 at once.

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
        """The highest probability against anybody before the window widens."""
        return 1.0 - self.lowest

    def lowest_after(self, waiting: Floats) -> Floats:
        """Return the lowest probability that players accept after waiting some seconds."""
        minutes = np.maximum(waiting - self.widens_after, 0.0) / MINUTE
        lowest: Floats = np.maximum(self.lowest - self.widening * minutes, self.widest)
        return lowest

    def lowest_between(self, own: Floats, other: Floats) -> Floats:
        """Return the lowest probability allowed in a pair, from the lowest that each accepts."""
        narrower, wider = np.maximum(own, other), np.minimum(own, other)
        between: Floats = narrower - self.courtesy * (narrower - wider)
        return between

    def has_priority(self, waiting: Floats) -> Flags:
        """Flag the players who have waited so long that they go first."""
        return np.greater(waiting, self.widens_after)


@dataclass(frozen=True, slots=True, eq=False)
class Tables:
    """Who sits together; players are numbers in the order in which they were given."""

    seats: Indices  # (tables, seats) in the order in which they were formed, longest waiting first
    probabilities: Floats  # (tables, seats) to win
    left: Indices  # players who go on waiting, rising

    def __len__(self) -> int:
        return len(self.seats)


class Queue(NamedTuple):
    """Waiting players in the order of their ratings; of equal ones the longest waiting first."""

    player: Indices  # number of the player at each place
    rank: Indices  # in the order of waiting, the longest first
    priority: Flags  # who goes first
    lowest: Floats  # probability that each accepts
    blocked: Blocked


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
    """Seat waiting players at tables at which every pair has fair win probabilities.

    ``ratings`` are rows of the system, or ratings alone; ``waiting`` has the seconds that each
    player has waited.  ``avoid`` and ``recent`` are pairs of players: the former never meet, the
    latter not before both have waited for some time (:class:`Fairness`).

    >>> from evenhand.ratings import Elo
    >>> found = fair_tables(Elo(), [1500, 1900, 1520, 1760, 2400], [5, 0, 9, 0, 50])
    >>> found.seats.tolist(), found.probabilities.round(2).tolist(), found.left.tolist()
    ([[2, 0], [1, 3]], [[0.53, 0.47], [0.69, 0.31]], [4])
    """
    if seats < 2:
        raise ValueError(f"a table needs at least two seats, not {seats}")
    rows = rating_rows(system, ratings)
    rule = fairness or Fairness()
    queue = build_queue(rows, waiting, rule, avoid, recent)
    rounds = list(_play_rounds(system, rows, queue, rule, seats))
    places = np.concatenate([np.empty((0, seats), np.int32), *rounds])
    places = np.take_along_axis(places, np.argsort(queue.rank[places], axis=1), axis=1)
    seated = queue.player[places]
    left = np.setdiff1d(np.arange(len(rows), dtype=np.int32), seated, assume_unique=True)
    return Tables(seated, table_probabilities(system, rows, seated), left)


def table_probabilities(system: RatingSystem, ratings: Floats, seats: Indices) -> Floats:
    """Return the win probabilities at tables given as (tables, seats) rows of the ratings.

    A player may sit at many tables; each table stands by itself, as in ``predict``.  An advantage
    of the first seat is left out, because who sits there is not decided yet.

    >>> from evenhand.ratings import Elo
    >>> ratings = np.array([[1500.0, 0.0], [1600.0, 0.0], [1700.0, 0.0]])
    >>> pairs = np.array([[0, 1], [1, 2], [0, 2]], np.int32)
    >>> table_probabilities(Elo(advantage=50.0), ratings, pairs).round(2).tolist()
    [[0.36, 0.64], [0.36, 0.64], [0.24, 0.76]]
    """
    nobody_at_home = np.zeros(seats.shape[1])
    probabilities = np.empty(seats.shape)
    size = max(SEATS_AT_ONCE // seats.shape[1], 1)
    for start in range(0, len(seats), size):
        part = seats[start : start + size]
        probabilities[start : start + size] = system.predict(ratings, part, nobody_at_home)
    if not np.isfinite(probabilities).all():
        table = int(np.isfinite(probabilities).all(axis=1).argmin())
        raise ValueError(f"players {seats[table].tolist()} have no finite win probabilities")
    return probabilities


def build_queue(
    rows: Floats,
    waiting: ArrayLike,
    fairness: Fairness,
    avoid: ArrayLike | None,
    recent: ArrayLike | None,
) -> Queue:
    """Check the players and put them in order.

    >>> rows = np.array([[1500.0], [1400.0], [1500.0]])
    >>> build_queue(rows, [0, 0, 9], Fairness(), [(0, 1)], None).player
    array([1, 2, 0], dtype=int32)
    """
    waited = _check_waiting(waiting, len(rows))
    blocked = [_check_pairs("avoid", avoid, len(rows)), _too_recent(waited, fairness, recent)]
    rank = _invert(np.argsort(-waited, kind="stable").astype(np.int32))
    player = np.lexsort((rank, rows[:, 0])).astype(np.int32)
    lowest, priority = fairness.lowest_after(waited), fairness.has_priority(waited)
    lists = block_pairs(np.concatenate(blocked), _invert(player))
    return Queue(player, rank[player], priority[player], lowest[player], lists)


def rating_rows(system: RatingSystem, ratings: ArrayLike) -> Floats:
    """Return ratings as rows of the system; ratings alone become rows of new players with them.

    >>> from evenhand.ratings import TrueSkill
    >>> rating_rows(TrueSkill(), [20.0, 30.0]).round(2).tolist()
    [[20.0, 0.0, 8.33], [30.0, 0.0, 8.33]]
    """
    rows = np.asarray(ratings, np.float64)
    columns = len(system.columns)
    if rows.ndim == 1:
        rows, only = system.initial_values(len(rows)), rows
        rows[:, 0] = only
    if rows.ndim != 2 or rows.shape[1] != columns:
        raise ValueError(f"ratings must have {columns} columns, not the shape {rows.shape}")
    _check_finite("rating", rows[:, 0])
    return rows


def _play_rounds(
    system: RatingSystem, rows: Floats, queue: Queue, fairness: Fairness, seats: int
) -> Iterator[Indices]:
    """Yield the tables of each round, as places in the queue."""
    waiting = np.arange(len(rows), dtype=np.int32)
    width, seen = _search_width(len(waiting), seats), -1
    for _ in range(MAX_ROUNDS):
        if len(waiting) < seats:
            return
        pairs, uneven = _fair_pairs(system, rows, queue, fairness, waiting, width)
        graph = make_graph(pairs, uneven, len(waiting))
        tables = waiting[_form_tables(queue, waiting, graph, seats)]
        yield tables
        if width >= len(waiting) - 1:  # these were all pairs
            return
        if len(tables):
            waiting = np.setdiff1d(waiting, tables, assume_unique=True)
            width, seen = _search_width(len(waiting), seats), -1
        elif len(uneven) == seen or width * len(waiting) > MAX_PAIRS:
            return
        else:
            width, seen = 2 * width, len(uneven)


def _search_width(players: int, seats: int) -> int:
    """Return how many players above each one to look at."""
    return max(2 * seats + 4, FEW_PAIRS // max(players, 1))


def _fair_pairs(
    system: RatingSystem,
    rows: Floats,
    queue: Queue,
    fairness: Fairness,
    waiting: Indices,
    width: int,
) -> tuple[Pairs, Floats]:
    """Return the fair pairs among near neighbours, as positions in ``waiting``, and how uneven."""
    near = candidate_pairs(waiting, queue.blocked, width)
    low, high = waiting[near.low], waiting[near.high]
    seats = queue.player[np.stack([low, high], axis=1)]
    own, other = table_probabilities(system, rows, seats).T
    weaker = np.minimum(own, other)
    fair = weaker >= fairness.lowest_between(queue.lowest[low], queue.lowest[high])
    return Pairs(near.low[fair], near.high[fair]), np.maximum(0.5 - weaker[fair], 0.0)


def _form_tables(queue: Queue, waiting: Indices, graph: Graph, seats: int) -> Indices:
    """Form tables of waiting players, as positions in ``waiting``."""
    rank = queue.rank[waiting]
    order = np.argsort(rank).astype(np.int32)
    tables = np.empty((len(waiting) // seats, seats), np.int32)
    count = form_tables(graph, rank, queue.priority[waiting], order, tables)
    return tables[:count]


def _check_waiting(waiting: ArrayLike, players: int) -> Floats:
    waited = np.asarray(waiting, np.float64)
    if waited.shape != (players,):
        raise ValueError(f"waiting must be of shape {(players,)}, not {waited.shape}")
    _check_finite("waiting", waited)
    if players and waited.min() < 0.0:
        player = int(waited.argmin())
        raise ValueError(f"player {player} cannot have waited {waited[player]:g} seconds")
    return waited


def _check_finite(name: str, numbers: Floats) -> None:
    wrong = ~np.isfinite(numbers)
    if wrong.any():
        player = int(wrong.argmax())
        raise ValueError(f"the {name} of player {player} must be finite, not {numbers[player]}")


def _check_pairs(name: str, given: ArrayLike | None, players: int) -> Indices:
    pairs = np.asarray(() if given is None else given)
    if not pairs.size:
        return np.empty((0, 2), np.int32)
    if pairs.ndim != 2 or pairs.shape[1] != 2 or pairs.dtype.kind not in "iu":
        raise ValueError(f"{name} must be pairs of players' numbers, of shape (pairs, 2)")
    for wrong in pairs[(pairs < 0) | (pairs >= players)]:
        raise ValueError(f"{name}: there is no player {wrong} among {players}")
    for wrong in pairs[pairs[:, 0] == pairs[:, 1], 0]:
        raise ValueError(f"{name}: player {wrong} cannot be paired with themselves")
    return pairs.astype(np.int32)


def _too_recent(waited: Floats, fairness: Fairness, recent: ArrayLike | None) -> Indices:
    """Return the recent opponents who may not meet again yet."""
    pairs = _check_pairs("recent", recent, len(waited))
    own, other = waited[pairs].T
    soon: Indices = pairs[np.minimum(own, other) < fairness.again_after]
    return soon


def _invert(order: Indices) -> Indices:
    """Return the place of each player in an order."""
    places = np.empty(len(order), np.int32)
    places[order] = np.arange(len(order), dtype=np.int32)
    return places

"""Find candidate pairs and form tables greedily, the one closest to even first.

Candidates are the nearest in rating of each player, without those who may not meet.

A table is built around a player.  Of those who may sit with all its members, the one joins who
leaves it closest to even: whose most uneven pair with them is the least uneven.  If not all seats
can be filled, the search is repeated without the first who joined, for four seats and more up to
eight times.  So for two and three seats a table is found whenever there is one around the player;
for more it can be missed.

Players with priority have a table built around them first, the longest waiting before all others;
then the closest to even of all tables is formed, and so on among those left.  Ties go to the
player who has waited longer.

A heap orders the players by how far from even their table was when it was last built.  Others may
have taken its members meanwhile; so the table of the first is built again, and if it is no longer
as close, that player is sifted down.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from evenhand.compiled import formula, kernel, step
from evenhand.tables import Flags, Floats, Indices

Offsets = NDArray[np.int64]

NEVER = np.inf
AT_ONCE = -1.0  # closer to even than any table
MAX_TRIES = 8


class Blocked(NamedTuple):
    """Pairs that may not meet, by place in the order of ratings; ``above`` is rising."""

    start: Offsets  # (players + 1,) where the list of each place begins
    above: Indices


class Pairs(NamedTuple):
    """Pairs of players, the lower place first, in rising order."""

    low: Indices
    high: Indices


class Graph(NamedTuple):
    """Who may sit with whom, in both directions: the partners of each player, rising."""

    start: Offsets  # (players + 1,)
    partner: Indices
    uneven: Floats  # how far the two are from even


def block_pairs(pairs: Indices, place: Indices) -> Blocked:
    """Make lists of who may not meet, from pairs of players and the place of each player.

    >>> block_pairs(np.array([[0, 2], [1, 0]], np.int32), np.array([1, 0, 2], np.int32))
    Blocked(start=array([0, 1, 2, 2]), above=array([1, 2], dtype=int32))
    """
    players = len(place)
    own, other = place[pairs].astype(np.int64).T
    keys = np.sort(np.minimum(own, other) * players + np.maximum(own, other))
    start = np.searchsorted(keys, np.arange(players + 1) * players)
    return Blocked(start, (keys % max(players, 1)).astype(np.int32))


def candidate_pairs(waiting: Indices, blocked: Blocked, width: int) -> Pairs:
    """Pair each waiting player with the next ``width`` above that they may meet.

    Places are rising; the pairs are positions in ``waiting``.

    >>> nobody = block_pairs(np.empty((0, 2), np.int32), np.arange(4, dtype=np.int32))
    >>> [each.tolist() for each in candidate_pairs(np.array([0, 1, 3], np.int32), nobody, 2)]
    [[0, 0, 1], [1, 2, 2]]
    """
    most = min(len(waiting) * width, len(waiting) * (len(waiting) - 1) // 2)
    low, high = np.empty((2, most), np.int32)
    count = _candidate_pairs(waiting, blocked.start, blocked.above, width, low, high)
    return Pairs(low[:count], high[:count])


@kernel
def _candidate_pairs(
    waiting: Indices, start: Offsets, above: Indices, width: int, low: Indices, high: Indices
) -> int:
    count = 0
    for own in range(len(waiting)):
        k, end, found = start[waiting[own]], start[waiting[own] + 1], 0
        for other in range(own + 1, len(waiting)):
            if found == width:
                break
            while k < end and above[k] < waiting[other]:
                k += 1
            if k == end or above[k] != waiting[other]:
                low[count], high[count] = own, other
                count += 1
                found += 1
    return count


def make_graph(pairs: Pairs, uneven: Floats, players: int) -> Graph:
    """Make the lists of partners from pairs.

    >>> pairs = Pairs(np.array([0, 0], np.int32), np.array([1, 2], np.int32))
    >>> make_graph(pairs, np.array([0.1, 0.2]), 3).partner.tolist()
    [1, 2, 0, 0]
    """
    own = np.concatenate([pairs.high, pairs.low])
    order = np.argsort(own, kind="stable")
    start = np.searchsorted(own[order], np.arange(players + 1))
    partner = np.concatenate([pairs.low, pairs.high])[order]
    return Graph(start, partner, np.concatenate([uneven, uneven])[order])


@kernel
def form_tables(
    graph: Graph, rank: Indices, priority: Flags, heap: Indices, tables: Indices
) -> int:
    """Fill ``tables`` with players; return how many tables were formed.

    ``rank`` orders the players by waiting, the longest first, ``priority`` marks those who go
    first, and ``heap`` begins as all players in the order of their ranks.
    """
    count, size = 0, len(heap)
    free = np.ones(size, np.bool_)
    buffer = np.empty((2, size))
    key = np.where(priority, AT_ONCE, 0.0)  # nothing is closer to even than 0
    while size > 0 and count < len(tables):
        who = heap[0]
        uneven = build_table(graph, who, rank, free, buffer, tables[count]) if free[who] else NEVER
        if uneven < NEVER and (priority[who] or uneven <= key[who]):
            for member in tables[count]:
                free[member] = False
            count += 1
            uneven = NEVER
        key[who] = uneven
        if uneven == NEVER:
            size -= 1
            heap[0] = heap[size]
        sift_down(heap, size, key, rank)
    return count


@step
def build_table(
    graph: Graph, who: int, rank: Indices, free: Flags, buffer: Floats, table: Indices
) -> float:
    """Build a table around a player; return how far from even it is, or NEVER."""
    start, end = graph.start[who], graph.start[who + 1]
    partners = graph.partner[start:end]
    allowed, uneven = buffer[0, : end - start], buffer[1, : end - start]
    for k in range(end - start):
        allowed[k] = graph.uneven[start + k] if free[partners[k]] else NEVER
    table[0] = who
    for _ in range(end - start + 1 if len(table) <= 3 else MAX_TRIES):
        uneven[:] = allowed
        found, first = fill_seats(graph, partners, uneven, rank, table)
        if found < NEVER or first < 0:
            return found
        allowed[first] = NEVER
    return NEVER


@step
def fill_seats(
    graph: Graph, partners: Indices, uneven: Floats, rank: Indices, table: Indices
) -> tuple[float, int]:
    """Fill all seats but the first; return how far from even, or NEVER, and who joined first."""
    most, first = 0.0, -1
    for seat in range(1, len(table)):
        k = closest_partner(uneven, partners, rank)
        first = k if seat == 1 else first
        if k < 0:
            return NEVER, first
        table[seat] = partners[k]
        most, uneven[k] = uneven[k], NEVER
        if seat + 1 < len(table):
            start, end = graph.start[partners[k]], graph.start[partners[k] + 1]
            intersect(uneven, partners, graph.partner[start:end], graph.uneven[start:end])
    return most, first


@step
def closest_partner(uneven: Floats, partners: Indices, rank: Indices) -> int:
    """Return the position of the partner who leaves the table closest to even; -1 if none."""
    best = -1
    for k in range(len(partners)):
        if uneven[k] == NEVER:
            continue
        if best < 0 or goes_before(
            uneven[k], rank[partners[k]], uneven[best], rank[partners[best]]
        ):
            best = k
    return best


@step
def intersect(uneven: Floats, partners: Indices, others: Indices, other_uneven: Floats) -> None:
    """Keep those partners who may also sit with a new member, whose partners are given."""
    at = 0
    for k in range(len(partners)):
        while at < len(others) and others[at] < partners[k]:
            at += 1
        if at < len(others) and others[at] == partners[k]:
            uneven[k] = max(uneven[k], other_uneven[at])
        else:
            uneven[k] = NEVER


@step
def sift_down(heap: Indices, size: int, key: Floats, rank: Indices) -> None:
    """Move the first of a heap down to its place; the least key is on top."""
    at, who = 0, heap[0]
    while 2 * at + 1 < size:
        child = 2 * at + 1
        if child + 1 < size:
            left, right = heap[child], heap[child + 1]
            child += 1 if goes_before(key[right], rank[right], key[left], rank[left]) else 0
        if not goes_before(key[heap[child]], rank[heap[child]], key[who], rank[who]):
            break
        heap[at] = heap[child]
        at = child
    heap[at] = who


@formula
def goes_before(own: float, own_rank: int, other: float, other_rank: int) -> bool:
    """Return whether one is closer to even than another, or as close and has waited longer.

    >>> goes_before(0.1, 5, 0.2, 1), goes_before(0.1, 5, 0.1, 1)
    (True, False)
    """
    return own < other or (own == other and own_rank < other_rank)

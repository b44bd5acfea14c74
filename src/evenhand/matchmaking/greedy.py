"""Tables one after the other, the one closest to even first.

A table grows around a player.  Of those who may sit with all who sit there already, the one joins
who leaves it closest to even: whose most uneven pair with them is the least uneven.  If not all
seats can be filled, it is tried again without the first who joined, for four seats and more up to
eight times.  So for two and for three seats a table is found whenever there is one around the
player; for more it can be missed.

Whoever has waited long has a table grown around him first, the longest waiting before all others;
then the closest to even of all tables is formed, and again among those left.  Ties go to who has
waited longer.

A heap keeps the players by how far from even their table was when it was last grown.  Others may
have taken its members meanwhile; so the table of the first is grown again, and if it is no longer
so close, its player sinks.
"""

import numpy as np

from evenhand.compiled import formula, kernel, step
from evenhand.matchmaking.neighbours import Graph
from evenhand.tables import Flags, Floats, Indices

NEVER = np.inf
AT_ONCE = -1.0  # closer to even than any table
TRIES = 8


@formula
def before(own: float, own_rank: int, other: float, other_rank: int) -> bool:
    """Whether one is closer to even than another, or as close and has waited longer.

    >>> before(0.1, 5, 0.2, 1), before(0.1, 5, 0.1, 1)
    (True, False)
    """
    return own < other or (own == other and own_rank < other_rank)


@step
def sink(heap: Indices, size: int, key: Floats, rank: Indices) -> None:
    """Let the first of a heap sink to its place; the least key is on top."""
    at, who = 0, heap[0]
    while 2 * at + 1 < size:
        child = 2 * at + 1
        if child + 1 < size:
            left, right = heap[child], heap[child + 1]
            child += 1 if before(key[right], rank[right], key[left], rank[left]) else 0
        if not before(key[heap[child]], rank[heap[child]], key[who], rank[who]):
            break
        heap[at] = heap[child]
        at = child
    heap[at] = who


@step
def closest(uneven: Floats, partners: Indices, rank: Indices) -> int:
    """The number of the partner who leaves the table closest to even; -1 if nobody may join."""
    best = -1
    for k in range(len(partners)):
        if uneven[k] == NEVER:
            continue
        if best < 0 or before(uneven[k], rank[partners[k]], uneven[best], rank[partners[best]]):
            best = k
    return best


@step
def agree(uneven: Floats, partners: Indices, others: Indices, apart: Floats) -> None:
    """Leave of the partners those who may also sit with a new member, whose partners are given."""
    at = 0
    for k in range(len(partners)):
        while at < len(others) and others[at] < partners[k]:
            at += 1
        if at < len(others) and others[at] == partners[k]:
            uneven[k] = max(uneven[k], apart[at])
        else:
            uneven[k] = NEVER


@step
def fill(
    graph: Graph, partners: Indices, uneven: Floats, rank: Indices, table: Indices
) -> tuple[float, int]:
    """Fill all seats but the first; how far from even it is, or NEVER, and who joined first."""
    widest, first = 0.0, -1
    for seat in range(1, len(table)):
        k = closest(uneven, partners, rank)
        first = k if seat == 1 else first
        if k < 0:
            return NEVER, first
        table[seat] = partners[k]
        widest, uneven[k] = uneven[k], NEVER
        if seat + 1 < len(table):
            start, end = graph.start[partners[k]], graph.start[partners[k] + 1]
            agree(uneven, partners, graph.partner[start:end], graph.apart[start:end])
    return widest, first


@step
def grow(graph: Graph, who: int, rank: Indices, free: Flags, room: Floats, table: Indices) -> float:
    """Grow a table around a player; how far from even it is, or NEVER."""
    start, end = graph.start[who], graph.start[who + 1]
    partners = graph.partner[start:end]
    allowed, uneven = room[0, : end - start], room[1, : end - start]
    for k in range(end - start):
        allowed[k] = graph.apart[start + k] if free[partners[k]] else NEVER
    table[0] = who
    for _ in range(end - start + 1 if len(table) <= 3 else TRIES):
        uneven[:] = allowed
        found, first = fill(graph, partners, uneven, rank, table)
        if found < NEVER or first < 0:
            return found
        allowed[first] = NEVER
    return NEVER


@kernel
def form_tables(graph: Graph, rank: Indices, long: Flags, heap: Indices, tables: Indices) -> int:
    """Fill ``tables`` with players; how many came about.

    ``rank`` orders the players by waiting, the longest first, ``long`` marks those who go first,
    and ``heap`` begins as all players in the order of their ranks.
    """
    count, size = 0, len(heap)
    free = np.ones(size, np.bool_)
    room = np.empty((2, size))
    key = np.where(long, AT_ONCE, 0.0)  # nothing is closer to even than 0
    while size > 0 and count < len(tables):
        who = heap[0]
        uneven = grow(graph, who, rank, free, room, tables[count]) if free[who] else NEVER
        if uneven < NEVER and (long[who] or uneven <= key[who]):
            for member in tables[count]:
                free[member] = False
            count += 1
            uneven = NEVER
        key[who] = uneven
        if uneven == NEVER:
            size -= 1
            heap[0] = heap[size]
        sink(heap, size, key, rank)
    return count

"""Positions that were searched before.

Only the order of the cards that are still live matters for the play.  So the key of a
position at the start of a trick is, suit by suit, the sequence of owners of the live cards,
and who leads.  Two positions with one key are the same game with other card points: if the
i-th live card counted p then and counts q now, the declarer can take now

    at least  low - sum max(0, p - q)   and at most   high + sum max(0, q - p).

An entry is two words: the first holds the declarer's and the second hand's places among the
live cards, the second the live cards themselves, the leader, the kind of game and both bounds.
That is the full position, so that a match is never an accident, and an entry stays true for
other worlds, other moves and other games.  Four entries make a bucket of 64 bytes; all four are
consulted.
"""

import numpy as np
from numpy.typing import NDArray

from evenhand.compiled import bit_count, formula, highest_bit, step
from evenhand.games.cards import Masks
from evenhand.games.skat.deck import RANK_POINTS
from evenhand.games.skat.solver.layout import (
    JACKS,
    POINTS,
    SQUEEZED,
    SUITS,
    points,
    to_int64,
)
from evenhand.games.skat.tricks import SUIT_ORDER

WAYS = 4
ENTRY = 2  # words
LOW_AT, HIGH_AT, LEADER_AT, KIND_AT, LIVE_AT = 0, 7, 14, 16, 32  # bits of the second word
BOUND, WHO = 0x7F, 0b111 << LEADER_AT
HALF = 0xFFFFFFFF
MIX = -2960836687051489645  # an odd number with well spread bits


def _tabulate_excess() -> NDArray[np.uint8]:
    points_of = np.array([RANK_POINTS[rank] for rank in SUIT_ORDER], np.int64)
    values = np.zeros((128, 7), np.int64)  # of each set of ranks, lowest first
    for ranks in range(128):
        held = [rank for rank in range(7) if ranks >> rank & 1]
        values[ranks, : len(held)] = points_of[held]
    more: Masks = np.maximum(0, values[:, None] - values[None])
    return np.asarray(more.sum(axis=2), np.uint8)


EXCESS = _tabulate_excess()
"""``EXCESS[then, now]``: sum max(0, p - q) for as many cards of one suit then and now."""


def new_table(entries: int = 1 << 16) -> Masks:
    """Return an empty table; the number of entries is a power of two."""
    return np.zeros(ENTRY * entries, np.int64)


@step
def squeeze(hand: int, live: int) -> int:
    """Return a hand as places among the live cards of each suit; trumps and jacks are one row."""
    tops = live >> 21 & 127
    rows: int = to_int64(SQUEEZED[live & 127, hand & 127])
    rows |= to_int64(SQUEEZED[live >> 7 & 127, hand >> 7 & 127]) << 7
    rows |= to_int64(SQUEEZED[live >> 14 & 127, hand >> 14 & 127]) << 14
    rows |= to_int64(SQUEEZED[tops, hand >> 21 & 127]) << 21
    rows |= to_int64(SQUEEZED[live >> 28, hand >> 28]) << (21 + bit_count(tops))
    return rows


@step
def key_of(declarer: int, second: int, live: int) -> int:
    """Return the first word of an entry; the third hand has the live cards that are left."""
    return squeeze(declarer, live) << 32 | squeeze(second, live)


@formula
def who_leads(kind: int, leader: int) -> int:
    """Return the part of the second word that must be equal."""
    return leader << LEADER_AT | kind << KIND_AT


@formula
def lengths(kind: int, live: int) -> int:
    """Return how many cards of each suit are live, four bits a suit."""
    return (
        bit_count(live & SUITS[kind, 0])
        | bit_count(live & SUITS[kind, 1]) << 4
        | bit_count(live & SUITS[kind, 2]) << 8
        | bit_count(live & SUITS[kind, 3]) << 12
        | bit_count(live & SUITS[kind, 4]) << 16
    )


@formula
def mix(word: int) -> int:
    """Return a word whose bits all depend on all bits of this one."""
    word ^= word >> 32 & HALF
    word *= MIX
    word ^= word >> 32 & HALF
    word *= MIX
    return word ^ (word >> 32 & HALF)


@step
def bucket_of(table: Masks, key: int, shape: int) -> int:
    """Return where the four entries for a key begin."""
    spread = mix(key ^ mix(shape))
    return (spread & (len(table) // (ENTRY * WAYS) - 1)) * (ENTRY * WAYS)


@step
def count_excess(then: int, now: int) -> int:
    """Return sum max(0, p - q) over the live cards of an entry and those of a position."""
    changed = then ^ now
    total = 0
    if changed == 0:
        return total
    if changed & 0x7F:
        total += to_int64(EXCESS[then & 127, now & 127])
    if changed & 0x3F80:
        total += to_int64(EXCESS[then >> 7 & 127, now >> 7 & 127])
    if changed & 0x1FC000:
        total += to_int64(EXCESS[then >> 14 & 127, now >> 14 & 127])
    if changed >> 21:
        if bit_count(then & JACKS) == bit_count(now & JACKS):
            total += to_int64(EXCESS[then >> 21 & 127, now >> 21 & 127])
        else:
            total += count_trump_excess(then >> 21, now >> 21)
    return total


@formula
def count_trump_excess(then: int, now: int) -> int:
    """Return the same for trumps when jacks stand against other trumps."""
    total = 0
    while then:
        p, q = highest_bit(then), highest_bit(now)
        then ^= 1 << p
        now ^= 1 << q
        total += max(0, POINTS[p + 21] - POINTS[q + 21])
    return total


@formula
def matches(kind: int, entry: int, who: int, live: int) -> bool:
    """Return whether the second word of an entry has the leader and lengths of a position."""
    if (entry ^ who) & WHO:
        return False
    then = entry >> LIVE_AT & HALF
    return then == live or lengths(kind, then) == lengths(kind, live)


@step
def look_up(
    kind: int, table: Masks, bucket: int, key: int, who: int, live: int, low: int, high: int
) -> tuple[int, int]:
    """Return the bounds, made tighter by all entries that match."""
    for at in range(bucket, bucket + ENTRY * WAYS, ENTRY):
        if table[at] == key and matches(kind, table[at + 1], who, live):
            entry = table[at + 1]
            then = entry >> LIVE_AT & HALF
            less = count_excess(then, live)
            more = less + points(live) - points(then)
            low = max(low, (entry >> LOW_AT & BOUND) - less)
            high = min(high, (entry >> HIGH_AT & BOUND) + more)
    return low, high


@step
def store(
    kind: int,
    table: Masks,
    bucket: int,
    key: int,
    who: int,
    live: int,
    low: int,
    high: int,
    turn: int,
) -> None:
    """Store bounds: in the entry of the same points, else an empty one, else the one in turn."""
    place = -1
    for at in range(bucket, bucket + ENTRY * WAYS, ENTRY):
        entry = table[at + 1]
        if entry == 0:
            if place < 0:
                place = at
        elif table[at] == key and matches(kind, entry, who, live):
            then = entry >> LIVE_AT & HALF
            if points(then) == points(live) and count_excess(then, live) == 0:
                place = at
                low = max(low, entry >> LOW_AT & BOUND)
                high = min(high, entry >> HIGH_AT & BOUND)
                break
    if place < 0:
        place = bucket + ENTRY * (turn % WAYS)
    table[place] = key
    table[place + 1] = live << LIVE_AT | who | high << HIGH_AT | low << LOW_AT

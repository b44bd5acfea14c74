"""MinDist: the fewest cards to exchange until a hand can be declared, as a compiled kernel.

Let a hand have j jokers, and e = 0 for thirteen cards, 1 for fourteen of which the best
thirteen count.  Choose sets and runs; u natural cards are left out, and g places of the melds
are gaps.  The hand can be declared after d exchanges if for some choice::

    u <= d + e,      g <= j + u - e,      gaps of the pure run <= d

since jokers and drawn cards fill gaps, drawn cards alone those of the pure run, and cards too
many join a sequence.  Two things make the search for the least d quick:

1. For each family of sets the four suits are combined as rows of bytes (see
   :mod:`~evenhand.games.rummy.metrics.packed`): cell n holds the least g - u over all u <= n,
   so that one cell answers whether d = n - e is enough.  A wild card is a joker everywhere
   but in the pure run, where it may stand for itself; then it is a joker less.
2. A Lagrange bound skips nearly every family: for any lambda, g + lambda u is at least the sum
   of the least values of the suits, and at most j - e + (1 + lambda)(d + e).
"""

from functools import cache
from typing import Final, NamedTuple

import numpy as np

from evenhand.games.cards import Masks
from evenhand.compiled import bit_count, formula, kernel, least_bytes, step
from evenhand.games.rummy.metrics.jokers import count_jokers, wild_mask
from evenhand.games.rummy.metrics.packed import CELLS, ONES, joined, least_sum
from evenhand.games.rummy.metrics.sets import FAMILIES, GAPS, list_families
from evenhand.games.rummy.metrics.suits import (
    BOTH,
    CARDS_LEFT,
    FREE,
    NEVER,
    PURE,
    gaps_by_cards_left,
)
from evenhand.games.rummy.pack import HAND_SIZE, NATURAL, RANKS, SUIT_MASK, SUITS

Rows = tuple[int, int, int, int]
"""A row for each of the four states."""

OFFSET: Final = 8  # added to g - u in every suit, so that it is positive
OFFSETS: Final = 4 * OFFSET
TOO_MANY: Final = 31  # the largest cell of a suit
LAMBDAS: Final = (1, 2)
FIELD: Final = 16  # bits for each lambda
LEAST_FIELD: Final = (1 << FIELD) - 1
PURE_GAPS: Final = 3
TOGETHER: Final = np.array([[0, 1, 2, 3], [1, 1, 3, 0], [2, 3, 0, 0], [3, 0, 0, 0]])
"""The state of two groups of suits, where it is more than the smaller states give."""


class DistanceTables(NamedTuple):
    """What one suit can give, packed."""

    rows: Masks  # (most gaps of the pure run, mask, state): least g - u over u <= cell
    bounds: Masks  # (mask): least g + u, and least g + 2 u
    gaps: Masks  # (most gaps of the pure run, state, mask, u): least g; for many cards left out


class Families(NamedTuple):
    """Room for the families of sets of a hand."""

    left: Masks  # what each leaves
    bound: Masks  # for each the least distance that is possible
    sets: Masks


@cache
def distance_tables(ranks: int = SUIT_MASK) -> DistanceTables:
    """The tables for a pack with these ranks."""
    gaps = gaps_by_cards_left(ranks).astype(np.int64)
    cards_left = np.arange(CARDS_LEFT)
    surplus = np.minimum(gaps - cards_left + OFFSET, TOO_MANY)
    cells = np.minimum.accumulate(surplus, axis=-1)[..., :CELLS].transpose(0, 2, 1, 3)
    rows = (cells << 8 * np.arange(CELLS)).sum(axis=-1)
    bounds = np.zeros(gaps.shape[2], np.int64)
    for field, weight in enumerate(LAMBDAS):
        bounds |= (gaps[-1, 0] + weight * cards_left).min(axis=-1) << FIELD * field
    return DistanceTables(np.ascontiguousarray(rows), bounds, gaps)


def new_families() -> Families:
    """Room for the families of one hand."""
    return Families(*(np.zeros(FAMILIES, np.int64) for _ in range(3)))


@step
def least_sums(bounds: Masks, cards: int, wild_rank: int) -> int:
    """The least g + u, and above it the least g + 2 u, of all four suits."""
    keep = SUIT_MASK & ~wild_rank
    low = bounds[cards & keep] + bounds[cards >> RANKS & keep]
    high = bounds[cards >> 2 * RANKS & keep] + bounds[cards >> 3 * RANKS & keep]
    return int(low + high)


@formula
def least_distance(sums: int, over: int, extra: int) -> int:
    """The Lagrange bound on d; ``over`` is the gaps of the sets less j - e."""
    once, twice = (sums & LEAST_FIELD) + over, (sums >> FIELD) + over
    return max(0, ((once + 1) >> 1) - extra, (twice + 2) // 3 - extra)


@step
def suit_rows(rows: Masks, pure: int, mask: int, wild_rank: int) -> Rows:
    """The rows of a suit in the four states; a wild card is a joker or itself in the pure run."""
    others = mask & ~wild_rank
    free, sequence = rows[pure, others, 0], rows[pure, others, 1]
    alone, both = rows[pure, others, 2], rows[pure, others, 3]
    if others != mask:
        alone = least_bytes(alone, rows[pure, mask, 2] + ONES)
        both = least_bytes(both, rows[pure, mask, 3] + ONES)
    return free, sequence, alone, both


@formula
def joined_rows(x: Rows, y: Rows, last: int) -> Rows:
    """The rows of two groups of suits together."""
    free = joined(x[0], y[0], last)
    sequence = least_bytes(joined(x[1], y[0], last), joined(x[0], y[1], last))
    pure = least_bytes(joined(x[2], y[0], last), joined(x[0], y[2], last))
    in_one = least_bytes(joined(x[3], y[0], last), joined(x[0], y[3], last))
    in_two = least_bytes(joined(x[2], y[1], last), joined(x[1], y[2], last))
    return free, sequence, pure, least_bytes(in_one, in_two)


@formula
def least_of_both(x: Rows, y: Rows, number: int) -> int:
    """The cell of two groups of suits that together have both sequences."""
    in_one = min(least_sum(x[3], y[0], number), least_sum(x[0], y[3], number))
    in_two = min(least_sum(x[2], y[1], number), least_sum(x[1], y[2], number))
    return min(in_one, in_two)


@step
def four_suits(rows: Masks, pure: int, cards: int, wild_rank: int) -> tuple[Rows, Rows, Rows, Rows]:
    """The rows of the four suits."""
    return (
        suit_rows(rows, pure, cards & SUIT_MASK, wild_rank),
        suit_rows(rows, pure, cards >> RANKS & SUIT_MASK, wild_rank),
        suit_rows(rows, pure, cards >> 2 * RANKS & SUIT_MASK, wild_rank),
        suit_rows(rows, pure, cards >> 3 * RANKS & SUIT_MASK, wild_rank),
    )


@kernel
def surplus(rows: Masks, pure: int, cards: int, wild_rank: int, left: int) -> int:
    """The least g - u with at most so many cards left out, plus the offsets of four suits."""
    a, b, c, d = four_suits(rows, pure, cards, wild_rank)
    return least_of_both(joined_rows(a, b, left), joined_rows(c, d, left), left)


@kernel
def surplus_by_cells(gaps: Masks, pure: int, cards: int, wild_rank: int, left: int) -> int:
    """The same cell by cell: for more cards left out than a row has cells, and to compare."""
    cells = np.full((SUITS + 1, 4, left + 1), NEVER)
    cells[0, FREE, 0] = 0
    for suit in range(SUITS):
        mask = cards >> suit * RANKS & SUIT_MASK
        others = mask & ~wild_rank
        for before in range(4):
            for state in range(4 - before):
                both = TOGETHER[before, state]
                for u in range(left + 1):
                    least = gaps[pure, state, others, u]
                    if state >= PURE:
                        least = min(least, gaps[pure, state, mask, u] + (mask != others))
                    for v in range(left + 1 - u):
                        joint = cells[suit, before, v] + least
                        cells[suit + 1, both, u + v] = min(cells[suit + 1, both, u + v], joint)
    found = NEVER
    for u in range(left + 1):
        found = min(found, cells[SUITS, BOTH, u] - u)
    return found + OFFSETS


@kernel
def search(
    tables: DistanceTables, room: Families, hand: int, wild_rank: int
) -> tuple[int, int, int]:
    """MinDist of 13 cards or the best 13 of 14, the number of families, the first that has it."""
    extra = bit_count(hand) - HAND_SIZE
    spare = count_jokers(hand, wild_rank) - extra
    left, bound = room.left, room.bound
    count = list_families(hand & NATURAL, wild_rank, False, left, room.sets)
    least = RANKS
    for i in range(count):
        sums = least_sums(tables.bounds, left[i], wild_rank)
        bound[i] = least_distance(sums, (left[i] >> GAPS) - spare, extra)
        least = min(least, bound[i])
    for found in range(least, RANKS):
        pure, most = min(found, PURE_GAPS), found + extra
        for i in range(count):
            if bound[i] <= found:
                cards, enough = left[i] & NATURAL, spare - (left[i] >> GAPS) + OFFSETS
                if most < CELLS:
                    needed = surplus(tables.rows, pure, cards, wild_rank, most)
                else:
                    needed = surplus_by_cells(tables.gaps, pure, cards, wild_rank, most)
                if needed <= enough:
                    return found, count, i
    return RANKS, count, 0


@kernel
def distances(
    tables: DistanceTables, room: Families, hands: Masks, wilds: Masks, found: Masks
) -> None:
    """MinDist of many hands of thirteen or fourteen cards."""
    for i in range(len(hands)):
        found[i] = search(tables, room, hands[i], wild_mask(wilds[i]))[0]

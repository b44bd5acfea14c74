"""MinDist: the fewest cards to exchange until a hand can be declared.

Let a hand have j jokers, and e = 0 for thirteen cards, 1 for fourteen of which the best
thirteen count.  Choose sets and runs; u natural cards are left out, and g places of the melds
are gaps.  The hand can be declared after d exchanges if for some choice::

    u <= d + e,      g <= j + u - e,      gaps of the pure run <= d

since jokers and drawn cards fill gaps, drawn cards alone those of the pure run, and cards too
many join a sequence.  Two things make the search for the least d quick:

1. For each family of sets the four suits are combined as rows of eight bytes: cell n holds the
   least g - u over all u <= n, so that one cell answers whether d = n - e is enough.  A wild card
   is a joker everywhere but in the pure run, where it may stand for itself; then it is a joker
   less.
2. A Lagrange bound skips nearly every family: for any lambda, g + lambda u is at least the sum
   of the least values of the suits, and at most j - e + (1 + lambda)(d + e).

If m is the MinDist of the best thirteen of fourteen, every discard leaves m or m + 1: the card
could be drawn back.  A discard leaves m if some family of sets still reaches it without the card.
So for each family the rows of three suits are joined once, and only the suit of the card is
looked up again.
"""

from typing import Final

import numpy as np

from evenhand.compiled import bit_count, formula, kernel, least_bytes, lowest_bit
from evenhand.games.cards import Masks
from evenhand.games.rummy.deck import COLUMN, HAND_SIZE, NATURAL, RANKS, SUIT_MASK, SUITS
from evenhand.games.rummy.suit_tables import (
    BOTH,
    BOUND,
    BOUNDS,
    BYTE,
    CELL_ROWS,
    CELLS,
    FAMILIES,
    FIELD,
    FREE,
    LAST_FIELD,
    LEAST_GAPS,
    NEVER_CELL,
    PURE,
    ROWS,
    SETS_SHIFT,
    SURPLUS,
    count_jokers,
    list_families,
    wild_mask,
)

Rows = tuple[int, int, int, int]
"""A row for each of the four states."""

ONES: Final = 0x0101010101010101
WORD: Final = (1 << 63) - 1
NEVER_ROW: Final = NEVER_CELL * ONES
OFFSETS: Final = 4 * SURPLUS
PURE_GAPS: Final = 3
TOGETHER: Final = np.array([[0, 1, 2, 3], [1, 1, 3, 0], [2, 3, 0, 0], [3, 0, 0, 0]])
"""The state of two groups of suits, where it is more than the smaller states give."""


@formula
def read_cell(row: int, number: int) -> int:
    """Return a cell of a row.

    >>> read_cell(0x0502, 1)
    5
    """
    return row >> 8 * number & BYTE


@formula
def join(first: int, second: int, last: int) -> int:
    """Join two rows up to a last cell: n is the least sum of cells i and n - i.

    >>> hex(join(NEVER_ROW - 0x3C3E, NEVER_ROW - 0x3B3D, 1) & 0xFFFF)
    '0x503'
    """
    least = second + (first & BYTE) * ONES
    for i in range(1, last + 1):
        low = (1 << 8 * i) - 1
        moved = second << 8 * i & WORD | NEVER_ROW & low
        least = least_bytes(least, moved + read_cell(first, i) * ONES)
    return least_bytes(least, NEVER_ROW)


@formula
def least_sum(first: int, second: int, number: int) -> int:
    """Return one cell of two rows joined.

    >>> least_sum(0x0302, 0x0401, 1)
    4
    """
    least = 2 * NEVER_CELL
    for i in range(number + 1):
        least = min(least, read_cell(first, i) + read_cell(second, number - i))
    return least


@formula
def least_sums(tables: Masks, cards: int, wild_rank: int) -> int:
    """Return the least g + u, and above it the least g + 2 u, of all four suits."""
    keep = SUIT_MASK & ~wild_rank
    low = tables[BOUNDS + (cards & keep)] + tables[BOUNDS + (cards >> RANKS & keep)]
    high = (
        tables[BOUNDS + (cards >> 2 * RANKS & keep)] + tables[BOUNDS + (cards >> 3 * RANKS & keep)]
    )
    return int(low + high)


@formula
def least_distance(sums: int, over: int, extra: int) -> int:
    """Return the Lagrange bound on d; ``over`` is the gaps of the sets less j - e."""
    once, twice = (sums & LAST_FIELD) + over, (sums >> FIELD) + over
    return max(0, ((once + 1) >> 1) - extra, (twice + 2) // 3 - extra)


@formula
def suit_rows(tables: Masks, pure: int, mask: int, wild_rank: int) -> Rows:
    """Return the rows of a suit; a wild card is a joker, or itself in the pure run."""
    others = mask & ~wild_rank
    at = ROWS + ((pure << RANKS | others) << 2)
    free, sequence, alone, both = tables[at], tables[at + 1], tables[at + 2], tables[at + 3]
    if others != mask:
        at = ROWS + ((pure << RANKS | mask) << 2)
        alone = least_bytes(alone, tables[at + 2] + ONES)
        both = least_bytes(both, tables[at + 3] + ONES)
    return free, sequence, alone, both


@formula
def join_states(x: Rows, y: Rows, last: int) -> Rows:
    """Return the rows of two groups of suits together."""
    free = join(x[0], y[0], last)
    sequence = least_bytes(join(x[1], y[0], last), join(x[0], y[1], last))
    pure = least_bytes(join(x[2], y[0], last), join(x[0], y[2], last))
    in_one = least_bytes(join(x[3], y[0], last), join(x[0], y[3], last))
    in_two = least_bytes(join(x[2], y[1], last), join(x[1], y[2], last))
    return free, sequence, pure, least_bytes(in_one, in_two)


@formula
def least_of_both(x: Rows, y: Rows, number: int) -> int:
    """Return the cell of two groups of suits that together have both sequences."""
    in_one = min(least_sum(x[3], y[0], number), least_sum(x[0], y[3], number))
    in_two = min(least_sum(x[2], y[1], number), least_sum(x[1], y[2], number))
    return min(in_one, in_two)


@formula
def four_suits(
    tables: Masks, pure: int, cards: int, wild_rank: int
) -> tuple[Rows, Rows, Rows, Rows]:
    """Return the rows of the four suits."""
    return (
        suit_rows(tables, pure, cards & SUIT_MASK, wild_rank),
        suit_rows(tables, pure, cards >> RANKS & SUIT_MASK, wild_rank),
        suit_rows(tables, pure, cards >> 2 * RANKS & SUIT_MASK, wild_rank),
        suit_rows(tables, pure, cards >> 3 * RANKS & SUIT_MASK, wild_rank),
    )


@kernel
def least_surplus(tables: Masks, pure: int, cards: int, wild_rank: int, left: int) -> int:
    """Return the least g - u with at most so many cards left out, plus the offsets of suits."""
    a, b, c, d = four_suits(tables, pure, cards, wild_rank)
    return least_of_both(join_states(a, b, left), join_states(c, d, left), left)


@kernel
def least_surplus_by_cells(
    tables: Masks, work: Masks, pure: int, cards: int, wild_rank: int, left: int
) -> int:
    """Return the same cell by cell, for more cards left out than a row has cells."""
    width = left + 1
    for at in range(CELL_ROWS, CELL_ROWS + (SUITS + 1) * 4 * width):
        work[at] = NEVER_CELL
    work[CELL_ROWS + FREE * width] = 0
    for suit in range(SUITS):
        mask = cards >> suit * RANKS & SUIT_MASK
        others = mask & ~wild_rank
        for before in range(4):
            source = CELL_ROWS + (suit * 4 + before) * width
            for state in range(4 - before):
                target = CELL_ROWS + ((suit + 1) * 4 + TOGETHER[before, state]) * width
                group = LEAST_GAPS + ((pure << 2 | state) << RANKS + 1)
                for u in range(width):
                    word, shift = u // CELLS, 8 * (u % CELLS)
                    least = tables[group + (others << 1) + word] >> shift & BYTE
                    if state >= PURE:
                        itself = tables[group + (mask << 1) + word] >> shift & BYTE
                        least = min(least, itself + (mask != others))
                    for v in range(width - u):
                        joint = work[source + v] + least
                        work[target + u + v] = min(work[target + u + v], joint)
    found = NEVER_CELL
    for u in range(width):
        found = min(found, work[CELL_ROWS + (SUITS * 4 + BOTH) * width + u] - u)
    return found + OFFSETS


@kernel
def search(tables: Masks, work: Masks, hand: int, wild_rank: int) -> tuple[int, int, int]:
    """Return MinDist, the number of families, and the first of them that has it."""
    extra = bit_count(hand) - HAND_SIZE
    spare = count_jokers(hand, wild_rank) - extra
    count = list_families(hand & NATURAL, wild_rank, 0, work)
    least = RANKS
    for i in range(count):
        family = work[FAMILIES + i]
        sums = least_sums(tables, family, wild_rank)
        work[BOUND + i] = least_distance(sums, (family >> SETS_SHIFT) - spare, extra)
        least = min(least, work[BOUND + i])
    for found in range(least, RANKS):
        pure, most = min(found, PURE_GAPS), found + extra
        for i in range(count):
            if work[BOUND + i] <= found:
                family = work[FAMILIES + i]
                cards, enough = family & NATURAL, spare - (family >> SETS_SHIFT) + OFFSETS
                if most < CELLS:
                    needed = least_surplus(tables, pure, cards, wild_rank, most)
                else:
                    needed = least_surplus_by_cells(tables, work, pure, cards, wild_rank, most)
                if needed <= enough:
                    return found, count, i
    return RANKS, count, 0


@kernel
def find_distances(tables: Masks, work: Masks, hands: Masks, wilds: Masks, found: Masks) -> None:
    """Write MinDist of many hands of thirteen or fourteen cards."""
    for i in range(len(hands)):
        found[i] = search(tables, work, hands[i], wild_mask(wilds[i]))[0]


@formula
def try_without(
    tables: Masks,
    pure: int,
    suit: int,
    others: Rows,
    wild_rank: int,
    tried: int,
    left: int,
    enough: int,
) -> int:
    """Return the cards of a suit without which the hand is still good enough."""
    good = 0
    while tried:
        card = tried & -tried
        tried ^= card
        own = suit_rows(tables, pure, suit & ~card, wild_rank)
        if least_of_both(own, others, left) <= enough:
            good |= card
    return good


@formula
def keep_possible(
    tables: Masks, family: int, spare: int, wild_rank: int, wanted: int, least: int
) -> int:
    """Return the wanted cards without which the bound of a family allows the distance."""
    sums, over = least_sums(tables, family, wild_rank), (family >> SETS_SHIFT) - spare
    found = 0
    while wanted:
        card = wanted & -wanted
        wanted ^= card
        shift = lowest_bit(card) // RANKS * RANKS
        suit = family >> shift & SUIT_MASK & ~wild_rank
        changed = sums - tables[BOUNDS + suit] + tables[BOUNDS + (suit & ~(card >> shift))]
        if least_distance(changed, over, 0) <= least:
            found |= card
    return found


@kernel
def find_good_in_family(
    tables: Masks, family: int, spare: int, wild_rank: int, wanted: int, least: int
) -> int:
    """Return the wanted cards that this family of sets can do without."""
    pure, enough = min(least, PURE_GAPS), spare - (family >> SETS_SHIFT) + OFFSETS
    a, b, c, d = four_suits(tables, pure, family & NATURAL, wild_rank)
    last = least + 1
    low, high = join_states(a, b, last), join_states(c, d, last)
    if least_of_both(low, high, last) > enough - 1:
        return 0
    good = 0
    for suit in range(4):
        tried = wanted >> suit * RANKS & SUIT_MASK
        if tried:
            mate = b if suit == 0 else a if suit == 1 else d if suit == 2 else c
            others = join_states(mate, high if suit < 2 else low, least)
            mask = family >> suit * RANKS & SUIT_MASK
            found = try_without(tables, pure, mask, others, wild_rank, tried, least, enough)
            good |= found << suit * RANKS
    return good


@kernel
def find_good_discards(
    tables: Masks, work: Masks, hand: int, wild_rank: int, wanted: int
) -> tuple[int, int]:
    """Return MinDist of the best thirteen of fourteen, and the wanted discards that leave it."""
    least, count, first = search(tables, work, hand, wild_rank)
    jokers = hand & ~(NATURAL & ~(COLUMN * wild_rank))
    one_by_one = wanted & jokers if least + 1 < CELLS else wanted
    together = wanted & ~one_by_one
    spare, good = count_jokers(hand, wild_rank), 0
    for i in range(first, count):
        family = work[FAMILIES + i]
        untested = together & ~good & family
        if untested and work[BOUND + i] <= least:
            untested = keep_possible(tables, family, spare, wild_rank, untested, least)
            if untested:
                good |= find_good_in_family(tables, family, spare, wild_rank, untested, least)
    while one_by_one:
        card = one_by_one & -one_by_one
        one_by_one ^= card
        if search(tables, work, hand & ~card, wild_rank)[0] == least:
            good |= card
    return least, good

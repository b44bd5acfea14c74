"""The sets that a hand can lay out: every family of at most so many of them.

A declaration has at most four melds, two of them sequences, so at most two sets.  A set takes
two, three or four natural cards of a rank; with two of them it has one gap.  A set with one
natural card is as good as a sequence with that card, and cards of the wild rank are jokers.

A family is the mask of the natural cards that it leaves, with its number of gaps above bit
``GAPS``.
"""

from typing import Final

from evenhand.games.cards import Masks
from evenhand.compiled import bit_count, formula, step
from evenhand.games.rummy.pack import COLUMN, NATURAL, RANKS, SUIT_MASK

GAPS: Final = 58
FAMILIES: Final = 3600
"""The most that 14 cards have: of ranks held 4, 4, 3 and 3 times 12 x 12 x 5 x 5 choices."""


@formula
def ranks_held_twice(cards: int) -> int:
    """The ranks of which there are at least two cards, as a mask of ranks.

    >>> from evenhand.games.rummy.pack import read_hand
    >>> bin(ranks_held_twice(read_hand(["CA", "HA", "D3", "H3", "S3", "SK"])))
    '0b101'
    """
    a, b = cards & SUIT_MASK, cards >> RANKS & SUIT_MASK
    c, d = cards >> 2 * RANKS & SUIT_MASK, cards >> 3 * RANKS
    return (a & b) | (c & d) | ((a | b) & (c | d))


@formula
def joined_families(first: int, second: int) -> int:
    """What two families leave together."""
    gaps = (first >> GAPS) + (second >> GAPS)
    return first & second & NATURAL | gaps << GAPS


@step
def list_families(
    cards: int, wild_rank: int, any_number: bool, families: Masks, sets: Masks
) -> int:
    """Write down all families of at most two sets, or of any number; how many there are.

    The family without sets comes first.  The wild rank is a mask of one rank or none.
    """
    ranks = ranks_held_twice(cards) & ~wild_rank
    families[0] = sets[0] = cards
    count, singles = 1, 1
    joinable = families if any_number else sets
    while ranks:
        held = cards & COLUMN * (ranks & -ranks)
        ranks &= ranks - 1
        of_other_ranks = count if any_number else singles
        taken = held
        while taken:
            size = bit_count(taken)
            if size >= 2:
                single = cards & ~taken | (size == 2) << GAPS
                sets[singles] = single
                singles += 1
                for other in range(of_other_ranks):
                    families[count] = joined_families(single, joinable[other])
                    count += 1
            taken = (taken - 1) & held
    return count

"""What a hand has to hope for: how near to a declaration it is, and which cards bring it nearer."""

from typing import Final

import numpy as np

from evenhand.games.cards import Masks
from evenhand.compiled import highest_bit, kernel
from evenhand.games.rummy.metrics.distance import search
from evenhand.games.rummy.metrics.distance_discards import good_discards
from evenhand.games.rummy.metrics.jokers import count_jokers, discardable, wild_mask
from evenhand.games.rummy.metrics.score import score
from evenhand.games.rummy.pack import CARDS, COLUMN, PRINTED
from evenhand.games.rummy.strategies.desk import Desk, new_desk

DIST, SCORE, JOKERS, OUTS, IDLE = HOPES = range(5)
"""MinDist, MinScore, how many jokers; the cards that make MinDist smaller; the cards of the hand
that are of no use once it has one joker more."""
EVERY: Final = (1 << CARDS) - 1


def hopes_of(hands: Masks, wilds: Masks) -> Masks:
    """(hands, 5) the hopes of hands of thirteen cards, each found only once."""
    both, which = np.unique(hands | wilds << CARDS, return_inverse=True)
    found = np.zeros((len(both), len(HOPES)), np.int64)
    find_hopes(new_desk(), both & EVERY, both >> CARDS, found)
    return found[which]


@kernel
def find_hopes(desk: Desk, hands: Masks, wilds: Masks, found: Masks) -> None:
    """Write down the hopes of each hand."""
    distance, families = desk.distance, desk.families
    for n in range(len(hands)):
        hand, wild_rank, outs, idle = hands[n], wild_mask(wilds[n]), 0, 0
        dist = search(distance, families, hand, wild_rank)[0]
        others = EVERY & ~hand
        while others and dist:
            card = others & -others
            others ^= card
            if search(distance, families, hand | card, wild_rank)[0] < dist:
                outs |= card
        jokers = (PRINTED | COLUMN * wild_rank) & ~hand
        if jokers:
            more = hand | 1 << highest_bit(jokers)
            wanted = discardable(more, wild_rank, 0)
            idle = good_discards(distance, families, more, wild_rank, wanted)[1]
        found[n, DIST], found[n, OUTS], found[n, IDLE] = dist, outs, idle
        found[n, SCORE] = score(desk.score, desk.room, hand, wilds[n], False)
        found[n, JOKERS] = count_jokers(hand, wild_rank)

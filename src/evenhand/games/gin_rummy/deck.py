"""The 52 cards: names, what they count, and how a deal lies in a shuffled pack."""

from typing import Any

import numpy as np

from evenhand.compiled import bit_count, formula, highest_bit
from evenhand.games.cards import Masks, Pack
from evenhand.rng import Seeds, next_state, randbelow

PACK = Pack("CDHS", "A23456789TJQK")
CARDS, RANKS, HAND_SIZE = 52, 13, 10
ALL_CARDS = PACK.full
UPCARD = 2 * HAND_SIZE  # place of the card that is turned up; the first player's hand is before
STOCK = UPCARD + 1  # place of the first card of the stock, behind both hands and the upcard
TEN = 10  # what tens and court cards count

ONE_OF_EACH_SUIT = sum(1 << RANKS * suit for suit in range(4))
ONE_SUIT = (1 << RANKS) - 1


def mask_ranks(*ranks: int) -> int:
    """Return the cards of some ranks, counted from 0 for the ace, in all suits."""
    return sum(ONE_OF_EACH_SUIT << rank for rank in ranks)


def _mask_points(bit: int) -> int:
    """Return the cards whose points have this bit."""
    return mask_ranks(*(rank for rank in range(RANKS) if min(rank + 1, TEN) & bit))


ACES, KINGS = mask_ranks(0), mask_ranks(RANKS - 1)
COUNT_1, COUNT_2, COUNT_4, COUNT_8 = map(_mask_points, (1, 2, 4, 8))


@formula
def count_points(cards: int) -> int:
    """Return what cards count: aces 1, court cards 10, the others their number.

    >>> count_points(PACK.hand(["CA", "D7", "HT", "SK"]))
    28
    """
    low = bit_count(cards & COUNT_1) + 2 * bit_count(cards & COUNT_2)
    return low + 4 * bit_count(cards & COUNT_4) + 8 * bit_count(cards & COUNT_8)


@formula
def count_highest(cards: int) -> int:
    """Return what the highest of some cards counts; 0 if there is none.

    >>> count_highest(PACK.hand(["CA", "D7", "H3"]))
    7
    """
    if cards == 0:
        return 0
    ranks = (cards | cards >> RANKS | cards >> 2 * RANKS | cards >> 3 * RANKS) & ONE_SUIT
    return min(highest_bit(ranks) + 1, TEN)


def shuffle(seeds: Seeds) -> Masks:
    """Return the pack as each seed shuffles it, a row a seed."""
    states: Any = seeds
    rows = np.arange(len(seeds))
    decks = np.tile(np.arange(CARDS, dtype=np.int64), (len(seeds), 1))
    for place in range(CARDS - 1, 0, -1):
        states = next_state(states)
        other = randbelow(states, place + 1)
        decks[rows, other], decks[:, place] = decks[:, place], decks[rows, other]
    return decks

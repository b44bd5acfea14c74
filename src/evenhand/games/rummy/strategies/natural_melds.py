"""Melds of natural cards, as masks: what a strategy sees at a glance."""

from evenhand.compiled import formula
from evenhand.games.rummy.pack import COLUMN, NATURAL, RANKS, SUIT_MASK, SUITS


@formula
def in_runs(suit: int) -> int:
    """The cards of a suit that lie in three or more neighbours; the ace is low or high.

    >>> bin(in_runs(0b1100000001111)), bin(in_runs(0b1100000000001))
    ('0b1100000001111', '0b1100000000001')
    """
    places = suit | (suit & 1) << RANKS
    first = places & places >> 1 & places >> 2
    found = first | first << 1 | first << 2
    return (found | found >> RANKS) & SUIT_MASK


@formula
def in_sets(cards: int) -> int:
    """The cards of ranks of which there are three or four.

    >>> from evenhand.games.rummy.pack import names, read_hand
    >>> names(in_sets(read_hand(["C5", "D5", "S5", "H6", "S6"])))
    ['C5', 'D5', 'S5']
    """
    once, twice, often = 0, 0, 0
    for suit in range(SUITS):
        ranks = cards >> suit * RANKS & SUIT_MASK
        often |= twice & ranks
        twice |= once & ranks
        once |= ranks
    return cards & COLUMN * often


@formula
def in_natural_melds(hand: int) -> int:
    """The cards that lie in a pure sequence or in a set without jokers."""
    cards = hand & NATURAL
    found = in_sets(cards)
    for suit in range(SUITS):
        found |= in_runs(cards >> suit * RANKS & SUIT_MASK) << suit * RANKS
    return found


@formula
def near(card: int) -> int:
    """The cards of the same rank, and the neighbours in the suit; an ace has two.

    >>> from evenhand.games.rummy.pack import card, names
    >>> names(near(card("C5"))), names(near(card("SA")))
    (['C4', 'C6', 'D5', 'H5', 'S5'], ['CA', 'DA', 'HA', 'S2', 'SK'])
    """
    suit, rank = card // RANKS * RANKS, card % RANKS
    beside = 1 << (rank + 1) % RANKS | 1 << (rank + RANKS - 1) % RANKS
    return (COLUMN << rank & ~(1 << card)) | beside << suit

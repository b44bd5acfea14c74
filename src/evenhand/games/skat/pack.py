"""The 32 cards of Skat.

Suits D H S C and ranks 7 8 9 T J Q K A, both lowest first, so that the jack of the
higher number is the higher jack, and in null the card of the higher number wins.
"""

from evenhand.cards import Pack, cards_of

PACK = Pack("DHSC", "789TJQKA")
SUIT_NAMES = {"C": "clubs", "S": "spades", "H": "hearts", "D": "diamonds"}
RANK_POINTS = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2, "9": 0, "8": 0, "7": 0}

POINTS = tuple(RANK_POINTS[PACK.name(card)[1]] for card in range(len(PACK)))
JACKS = PACK.hand(["CJ", "SJ", "HJ", "DJ"])
SUITS = {suit: PACK.hand(suit + rank for rank in PACK.ranks) for suit in PACK.suits}
"""The eight cards of a printed suit, its jack among them."""


def card_points(hand: int) -> int:
    """The card points of a hand or a trick.

    >>> card_points(PACK.whole)
    120
    """
    return sum(POINTS[card] for card in cards_of(hand))

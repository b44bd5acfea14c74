"""What cards count: ace, jack, queen and king ten, the others their number, jokers nothing.

Source: Chakraborty 2025, appendix 7.1.
"""

from typing import Final

from evenhand.games.cards import cards_of
from evenhand.games.rummy.pack import NATURAL, RANKS, wild_cards

RANK_POINTS: Final = (10, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10)
MOST: Final = 80
"""A hand never counts more."""


def points(hand: int, wild: int) -> int:
    """The points of some cards; jokers count nothing.

    >>> from evenhand.games.rummy.pack import read_hand, read_wild
    >>> points(read_hand(["CA", "D7", "H3", "JK"]), read_wild("3"))
    17
    """
    counting = hand & NATURAL & ~wild_cards(wild)
    return sum(RANK_POINTS[card % RANKS] for card in cards_of(counting))

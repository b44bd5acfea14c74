"""Cards as the solver sees them: one bit order for all suit games and grand, one for null.

A hand is an int64 mask.  In a suit game and in grand, bits 0-6, 7-13, 14-20 and 21-27 are the
four suits without their jacks, ranks 7 8 9 Q K T A upwards, and bits 28-31 the jacks of
diamonds, hearts, spades and clubs.  In a suit game the trump suit is the one at bits 21-27, so
that trumps are bits 21-31 and a higher bit is a higher trump; in grand trumps are bits 28-31.
Null keeps the order of the pack, eight bits a suit.

The declarer is always hand 0, the other two follow clockwise.
"""

from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from evenhand.compiled import bit_count, formula, highest_bit, lowest_bit, step
from evenhand.games.cards import Masks
from evenhand.games.skat.contract import GAMES, GRAND, NULL, SUIT_GAMES
from evenhand.games.skat.deck import NO_CARD, PACK, RANK_POINTS

SEATS = 3

SUIT_KIND, GRAND_KIND, NULL_KIND = KINDS = range(3)
RANKS = "789QKTA"
TRUMP = 4  # the number of the suit of trumps; side suits are 0 to 2, in grand and null 0 to 3

SEVEN, EIGHT = 0x7F, 0xFF  # cards of a suit
EVERY_SUIT = 0x0204081  # the lowest bit of each of the four suits
ACES, TENS, KINGS, QUEENS = (EVERY_SUIT << rank for rank in (6, 5, 4, 3))
BLANKS = EVERY_SUIT * 0b111  # nines, eights and sevens
JACKS = 0xF0000000

TRUMPS = np.array([0xFFE00000, JACKS, 0], np.int64)
SIDES = np.array([3, 4, 4], np.int64)
SUITS = np.array(
    [
        [SEVEN, SEVEN << 7, SEVEN << 14, 0, TRUMPS[SUIT_KIND]],
        [SEVEN, SEVEN << 7, SEVEN << 14, SEVEN << 21, JACKS],
        [EIGHT, EIGHT << 8, EIGHT << 16, EIGHT << 24, 0],
    ],
    np.int64,
)
POINTS = np.array([RANK_POINTS[RANKS[card % 7]] for card in range(28)] + 4 * [2], np.int64)


def _suit_of(kind: int, card: int) -> int:
    return next(suit for suit in range(5) if int(SUITS[kind, suit]) >> card & 1)


def _above(kind: int, card: int) -> int:
    suit = _suit_of(kind, card)
    higher = int(SUITS[kind, suit]) >> (card + 1) << (card + 1)
    return higher if suit == TRUMP else higher | int(TRUMPS[kind])


SUIT_OF = np.array(
    [[SUITS[kind, _suit_of(kind, card)] for card in range(32)] for kind in KINDS], np.int64
)
"""The suit of a card: all trumps, or the cards of its side suit."""
ABOVE = np.array([[_above(kind, card) for card in range(32)] for kind in KINDS], np.int64)
"""The cards that take a trick from a card, if they may be played."""


def kind_of(game: str) -> int:
    """The kind of a game."""
    return {GRAND: GRAND_KIND, NULL: NULL_KIND}.get(game, SUIT_KIND)


@cache
def places(game: str) -> Masks:
    """For each card of the pack its bit in the layout of a game.

    >>> places("S")[PACK.card("SA")], places("S")[PACK.card("DJ")]
    (np.int64(27), np.int64(28))
    """
    if game == NULL:
        return np.arange(len(PACK), dtype=np.int64)
    order = [suit for suit in SUIT_GAMES if suit != game] + [game]  # in grand the last is no suit
    names = [PACK.name(card) for card in range(len(PACK))]
    return np.array(
        [
            28 + SUIT_GAMES.index(name[0])
            if name[1] == "J"
            else 7 * order.index(name[0]) + RANKS.index(name[1])
            for name in names
        ],
        np.int64,
    )


def _squeezed() -> NDArray[np.uint8]:
    live, hand = np.meshgrid(np.arange(256), np.arange(256), indexing="ij")
    places = np.zeros_like(live)
    result = np.zeros_like(live)
    for bit in range(8):
        result |= ((live & hand) >> bit & 1) << places
        places += live >> bit & 1
    return result.astype(np.uint8)


SQUEEZED = _squeezed()
"""``SQUEEZED[live, hand]``: the places of a hand's cards of one suit among the live ones.

>>> int(SQUEEZED[0b1101, 0b1001])  # the first and the third of three
5
"""


@formula
def wide(number: Any) -> Any:
    """A number of a small table as int64, because kernels must not mix kinds of integers."""
    return np.int64(number)


@formula
def points(hand: int) -> int:
    """The card points of a hand."""
    return (
        11 * bit_count(hand & ACES)
        + 10 * bit_count(hand & TENS)
        + 4 * bit_count(hand & KINGS)
        + 3 * bit_count(hand & QUEENS)
        + 2 * bit_count(hand & JACKS)
    )


@formula
def cheapest(hand: int, count: int) -> int:
    """The least card points that so many cards of a hand can have."""
    count -= bit_count(hand & BLANKS)
    if count <= 0:
        return 0
    jacks = min(count, bit_count(hand & JACKS))
    count -= jacks
    queens = min(count, bit_count(hand & QUEENS))
    count -= queens
    kings = min(count, bit_count(hand & KINGS))
    count -= kings
    tens = min(count, bit_count(hand & TENS))
    count -= tens
    aces = min(count, bit_count(hand & ACES))
    return 2 * jacks + 3 * queens + 4 * kings + 10 * tens + 11 * aces


@formula
def top(own: int, others: int) -> int:
    """The cards of one suit above all others of that suit."""
    return own if others == 0 else own & (-2 << highest_bit(others))


@formula
def legal(hand: int, suit: int) -> int:
    """The cards that may be played to a suit: that suit, or all if there is none."""
    return hand & suit if hand & suit else hand


LAYOUTS = np.array([places(game) for game in GAMES])
"""The place of each card of the pack, for each of ``GAMES``."""
PACKED_OR_NONE = np.hstack([np.argsort(LAYOUTS, axis=1), np.full((len(GAMES), 1), NO_CARD)])
"""The cards of the pack, by their places in the layout; the last is no card."""


@step
def arranged(hand: int, order: Masks) -> int:
    """A hand in another order: ``order`` has the new place of each card."""
    result = 0
    while hand:
        result |= 1 << order[lowest_bit(hand)]
        hand &= hand - 1
    return result

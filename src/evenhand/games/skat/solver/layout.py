"""Cards as the solver sees them: one bit order for all suit games and grand, one for null.

A hand is an int64 mask.  In a suit game and in grand, bits 0-6, 7-13, 14-20 and 21-27 are the
four suits without their jacks, ranks 7 8 9 Q K T A upwards, and bits 28-31 the jacks of
diamonds, hearts, spades and clubs.  In a suit game the trump suit is the one at bits 21-27, so
that trumps are bits 21-31 and a higher bit is a higher trump; in grand trumps are bits 28-31.
Null keeps the order of the pack, eight bits a suit.

The declarer is always hand 0, the other two follow clockwise.

The rules of a trick are those of ``tricks.py``, with the cards in this order.
"""

from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from evenhand.compiled import bit_count, formula, highest_bit, lowest_bit, step
from evenhand.games.cards import Masks, as_hand, cards_of
from evenhand.games.skat.contract import GAMES, GRAND, NULL, SUIT_GAMES, Contract
from evenhand.games.skat.deck import NO_CARD, PACK, RANK_POINTS
from evenhand.games.skat.tricks import BEATS, FOLLOWS, SUIT_ORDER

SUIT_KIND, GRAND_KIND, NULL_KIND = KINDS = range(3)
EXAMPLES = (SUIT_GAMES[0], GRAND, NULL)
"""A game of each kind: in this order of cards the rules of all suit games are the same."""

SEVEN, EIGHT = 0x7F, 0xFF  # cards of a suit
EVERY_SUIT = 0x0204081  # the lowest bit of each of the four suits
ACES, TENS, KINGS, QUEENS = (EVERY_SUIT << rank for rank in (6, 5, 4, 3))
BLANKS = EVERY_SUIT * 0b111  # nines, eights and sevens
JACKS = 0xF0000000


def kind_of(game: str) -> int:
    """Return the kind of a game."""
    return {GRAND: GRAND_KIND, NULL: NULL_KIND}.get(game, SUIT_KIND)


@cache
def places(game: str) -> Masks:
    """Return for each card of the pack its bit in the layout of a game.

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
            else 7 * order.index(name[0]) + SUIT_ORDER.index(name[1])
            for name in names
        ],
        np.int64,
    )


def _permute(game: str, hand: int) -> int:
    return as_hand(int(places(game)[card]) for card in cards_of(hand))


def _permute_table(table: Masks) -> Masks:
    """Return a table of the rules of a trick for each kind of game and each card of the layout."""
    permuted = np.zeros((len(KINDS), len(PACK)), np.int64)
    for kind, game in enumerate(EXAMPLES):
        for card, place in enumerate(places(game)):
            permuted[kind, place] = _permute(game, int(table[GAMES.index(game), card]))
    return permuted


SUIT_OF = _permute_table(FOLLOWS)
"""The suit of a card: all trumps, or the cards of its side suit."""
ABOVE = _permute_table(BEATS)
"""The cards that take a trick from a card, if they may be played."""
TRUMPS = np.array([_permute(game, Contract(game).trumps) for game in EXAMPLES], np.int64)
SIDES = np.array([len(set(SUIT_OF[kind]) - {TRUMPS[kind]}) for kind in KINDS], np.int64)
SUITS = np.array(
    [[*[*sorted({*SUIT_OF[kind]} - {TRUMPS[kind]}), 0][:4], TRUMPS[kind]] for kind in KINDS],
    np.int64,
)
"""The side suits of each kind of game, lowest first, and the trumps."""
POINTS = np.array([RANK_POINTS[SUIT_ORDER[card % 7]] for card in range(28)] + 4 * [2], np.int64)


def _squeeze_all() -> NDArray[np.uint8]:
    live, hand = np.meshgrid(np.arange(256), np.arange(256), indexing="ij")
    places = np.zeros_like(live)
    result = np.zeros_like(live)
    for bit in range(8):
        result |= ((live & hand) >> bit & 1) << places
        places += live >> bit & 1
    return result.astype(np.uint8)


SQUEEZED = _squeeze_all()
"""``SQUEEZED[live, hand]``: the places of a hand's cards of one suit among the live ones.

>>> int(SQUEEZED[0b1101, 0b1001])  # the first and the third of three
5
"""


@formula
def to_int64(number: Any) -> Any:
    """Return a number of a small table as int64, because kernels must not mix kinds of integers."""
    return np.int64(number)


@formula
def points(hand: int) -> int:
    """Return the card points of a hand."""
    return (
        11 * bit_count(hand & ACES)
        + 10 * bit_count(hand & TENS)
        + 4 * bit_count(hand & KINGS)
        + 3 * bit_count(hand & QUEENS)
        + 2 * bit_count(hand & JACKS)
    )


@formula
def least_points(hand: int, count: int) -> int:
    """Return the least card points that so many cards of a hand can have."""
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
def top_cards(own: int, others: int) -> int:
    """Return the cards of one suit above all others of that suit."""
    return own if others == 0 else own & (-2 << highest_bit(others))


LAYOUTS = np.array([places(game) for game in GAMES])
"""The place of each card of the pack, for each of ``GAMES``."""
PACKED_OR_NONE = np.hstack([np.argsort(LAYOUTS, axis=1), np.full((len(GAMES), 1), NO_CARD)])
"""The cards of the pack, by their places in the layout; the last is no card."""


@step
def arrange(hand: int, order: Masks) -> int:
    """Return a hand in another order: ``order`` has the new place of each card."""
    result = 0
    while hand:
        result |= 1 << order[lowest_bit(hand)]
        hand &= hand - 1
    return result

"""The 32 cards of Skat, the seats, and deals.

Suits D H S C and ranks 7 8 9 T J Q K A, both lowest first, so that the jack of the
higher number is the higher jack, and in null the card of the higher number wins.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import NDArray

from evenhand.compiled import bit_count, formula, kernel, lowest_bit
from evenhand.games.cards import CardError, Masks, Pack
from evenhand.rng import Seeds, fork_seed, next_state, randbelow

PACK = Pack("DHSC", "789TJQKA")
SUIT_NAMES = {"C": "clubs", "S": "spades", "H": "hearts", "D": "diamonds"}
RANK_POINTS = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2, "9": 0, "8": 0, "7": 0}

POINTS = tuple(RANK_POINTS[PACK.name(card)[1]] for card in range(len(PACK)))
CARD_POINTS = np.array([*POINTS, 0], np.int64)
"""The points of each card; the last is for no card."""
JACKS = PACK.hand(["CJ", "SJ", "HJ", "DJ"])
SUITS = {suit: PACK.hand(suit + rank for rank in PACK.ranks) for suit in PACK.suits}
"""The eight cards of a printed suit, its jack among them."""


_CARDS_BY_POINTS = tuple(
    (points, PACK.hand(suit + rank for suit in PACK.suits))
    for rank, points in RANK_POINTS.items()
    if points
)


def card_points(hand: int) -> int:
    """Return the card points of a hand or a trick.

    >>> card_points(PACK.full)
    120
    """
    return sum(points * (hand & cards).bit_count() for points, cards in _CARDS_BY_POINTS)


SEATS = 3
FOREHAND, MIDDLEHAND, REARHAND = range(SEATS)
SEAT_NAMES = ("forehand", "middlehand", "rearhand")

HAND_SIZE = 10
SKAT_SIZE = 2
SIZES = (HAND_SIZE, HAND_SIZE, HAND_SIZE, SKAT_SIZE)
PLACES = (*SEAT_NAMES, "skat")


@dataclass(frozen=True, slots=True)
class Deal:
    """The cards as they were dealt, hands in the order of the seats.

    Written as on the ISS server: the cards of forehand, middlehand and rearhand and the
    skat, joined by dots; a bar may stand between the hands.

    >>> deal = Deal.random(np.random.default_rng(1))
    >>> Deal.parse(str(deal)) == deal
    True
    """

    hands: tuple[int, int, int]
    skat: int

    def __post_init__(self) -> None:
        piles = (*self.hands, self.skat)
        for place, pile, size in zip(PLACES, piles, SIZES, strict=True):
            if pile & ~PACK.full or pile.bit_count() != size:
                raise CardError(f"{place} has {pile.bit_count()} cards instead of {size}")
        if sum(piles) != PACK.full:
            raise CardError("a card is dealt twice")

    @classmethod
    def random(cls, rng: np.random.Generator) -> Self:
        """Return a shuffled pack, dealt."""
        fore, middle, rear, skat = PACK.deal(rng, 1, *SIZES)[0].tolist()
        return cls((fore, middle, rear), skat)

    @classmethod
    def of(cls, fore: str, middle: str, rear: str, skat: str) -> Self:
        """Return a deal of four texts of cards with spaces between them."""
        hands = [PACK.hand(names.split()) for names in (fore, middle, rear, skat)]
        return cls((hands[0], hands[1], hands[2]), hands[3])

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read the 32 cards of a deal as the ISS server writes them."""
        names = text.replace("|", ".").split(".")
        if len(names) != len(PACK):
            raise CardError(f"a deal has {len(PACK)} cards, not {len(names)}")
        hands = [PACK.hand(names[at : at + HAND_SIZE]) for at in (0, 10, 20, 30)]
        return cls((hands[0], hands[1], hands[2]), hands[3])

    def __str__(self) -> str:
        return ".".join(join_cards(pile) for pile in (*self.hands, self.skat))


def join_cards(hand: int) -> str:
    """Return the cards of a hand, joined by dots.

    >>> join_cards(PACK.hand(["H8", "CJ"]))
    'CJ.H8'
    """
    return ".".join(PACK.names(hand))


def seat_name(seat: int | None) -> str:
    """Return what the player of a seat is called; None is nobody."""
    return "nobody" if seat is None else SEAT_NAMES[seat]


def name_cards(cards: Sequence[int]) -> str:
    """Return the names of some cards, in their order."""
    return " ".join(PACK.name(card) for card in cards)


Bytes = NDArray[np.uint8]
Integers = NDArray[np.int64]

NOBODY = -1
NO_CARD = len(PACK)
ALL_CARDS = PACK.full


@formula
def take_hand(cards: int, state: int) -> tuple[int, int]:
    """Draw ten cards; return them as a hand, and the state of the random numbers."""
    hand = 0
    for drawn in range(HAND_SIZE):
        state = next_state(state)
        left = cards ^ hand
        for _ in range(randbelow(state, bit_count(cards) - drawn)):
            left &= left - 1
        hand |= 1 << lowest_bit(left)
    return hand, state


@formula
def deal_cards(seed: int, number: int) -> tuple[int, int, int, int]:
    """Return the three hands and the skat of a deal of a series, numbered from 0.

    Deals that are passed in and dealt again have numbers, too.

    >>> [len(PACK.names(cards)) for cards in deal_cards(1, 0)]
    [10, 10, 10, 2]
    """
    state = fork_seed(seed, 2 * number)
    fore, state = take_hand(ALL_CARDS, state)
    middle, state = take_hand(ALL_CARDS ^ fore, state)
    rear, state = take_hand(ALL_CARDS ^ fore ^ middle, state)
    return fore, middle, rear, ALL_CARDS ^ fore ^ middle ^ rear


def deal_many(seeds: Seeds, numbers: Integers | int = 0) -> Masks:
    """Return :func:`deal_cards` of many seeds: three hands and the skat, a row a deal.

    ``numbers`` are those of the deals, or one number for all.

    >>> deal_many(np.array([1, 2]), 5)[1].tolist() == list(deal_cards(2, 5))
    True
    """
    deals = np.empty((len(seeds), 4), np.int64)
    every = np.broadcast_to(np.asarray(numbers, np.int64), deals.shape[:1]).copy()
    _deal(np.ascontiguousarray(seeds, np.int64), every, deals)
    return deals


@kernel(python_up_to=5_000)
def _deal(seeds: Seeds, numbers: Integers, deals: Masks) -> None:
    for row in range(len(seeds)):
        fore, middle, rear, skat = deal_cards(seeds[row], numbers[row])
        deals[row, 0], deals[row, 1], deals[row, 2], deals[row, 3] = fore, middle, rear, skat

"""Packs of cards: names, hands as bit masks, deals, and cards as people type them.

A card is a number, suit by suit, lowest rank first; a hand is an integer with bit
``1 << card`` set for each of its cards.  A name is the suit's letter, then the rank's.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from reprlib import repr as brief

import numpy as np
from numpy.typing import NDArray

Masks = NDArray[np.int64]

SYMBOLS = {"C": "♣", "S": "♠", "H": "♥", "D": "♦"}
TEN = "10"
SEPARATORS = re.compile(r"[\s,.;|/+-]+")


class CardError(ValueError):
    """A card that does not exist, or a hand that cannot be."""


@dataclass(frozen=True, slots=True)
class Pack:
    """One card of every suit and rank, both given lowest first.

    >>> pack = Pack("DHSC", "789TJQKA")
    >>> pack.card("CJ"), pack.name(28)
    (28, 'CJ')
    >>> pack.names(pack.hand(["D7", "CJ", "HA"]))
    ('CJ', 'HA', 'D7')
    """

    suits: str
    ranks: str

    def __len__(self) -> int:
        return len(self.suits) * len(self.ranks)

    @property
    def full(self) -> int:
        """The hand of all cards."""
        return (1 << len(self)) - 1

    def card(self, name: str) -> int:
        """Return the number of a card."""
        card = _number_cards(self.suits, self.ranks).get(name) if isinstance(name, str) else None
        if card is not None:
            return card
        example = self.suits[-1] + self.ranks[-1]
        raise CardError(f"no card {brief(name)}; cards are named as in {example}")

    def name(self, card: int) -> str:
        """Return the name of a card."""
        names = _name_cards(self.suits, self.ranks)
        if not 0 <= card < len(names):
            raise CardError(f"no card has the number {card}")
        return names[card]

    def hand(self, names: Iterable[str]) -> int:
        """Return the hand of some cards; refuses to hold a card twice."""
        hand = 0
        for name in names:
            bit = 1 << self.card(name)
            if hand & bit:
                raise CardError(f"the card {name} is there twice")
            hand |= bit
        return hand

    def names(self, hand: int) -> tuple[str, ...]:
        """Return the names of the cards of a hand, highest number first."""
        return tuple(map(self.name, reversed(list(cards_of(hand)))))

    def deal(self, rng: np.random.Generator, deals: int, *sizes: int) -> Masks:
        """Many deals at once: hands of these sizes, a row a deal."""
        if min(sizes) < 0 or sum(sizes) > len(self):
            raise CardError(f"hands of {', '.join(map(str, sizes))} from {len(self)} cards")
        packs = np.tile(np.arange(len(self), dtype=np.int64), (deals, 1))
        bits = np.int64(1) << rng.permuted(packs, axis=1)
        ends = np.cumsum((0, *sizes))
        hands = [bits[:, a:b].sum(axis=1) for a, b in pairwise(ends)]
        return np.stack(hands, axis=1)


@cache
def _name_cards(suits: str, ranks: str) -> tuple[str, ...]:
    return tuple(suit + rank for suit in suits for rank in ranks)


@cache
def _number_cards(suits: str, ranks: str) -> dict[str, int]:
    return {name: card for card, name in enumerate(_name_cards(suits, ranks))}


def cards_of(hand: int) -> Iterator[int]:
    """Yield the cards of a hand, lowest number first.

    >>> list(cards_of(0b10110))
    [1, 2, 4]
    """
    if hand < 0:
        raise CardError("a hand is not negative")
    while hand:
        yield (hand & -hand).bit_length() - 1
        hand &= hand - 1


def as_hand(cards: Iterable[int]) -> int:
    """Return the hand of some different cards.

    >>> bin(as_hand([1, 2, 4]))
    '0b10110'
    """
    return sum(1 << card for card in cards)


def parse_cards(text: str) -> list[str]:
    """Return the names of cards typed with any usual separators, letters or suit symbols.

    >>> parse_cards("cj ♠10,h7|DK-D9C8")
    ['CJ', 'ST', 'H7', 'DK', 'D9', 'C8']
    """
    text = text.upper().replace(TEN, "T")
    for letter, symbol in SYMBOLS.items():
        text = text.replace(symbol, letter)
    words = [word for word in SEPARATORS.split(text.replace("\ufe0f", "")) if word]
    return [word[at : at + 2] for word in words for at in range(0, len(word), 2)]

"""A deal: thirteen cards for each player, the open card, the exposed card and the stock.

The pack is dealt from its first card on: thirteen to the first player, thirteen to the next
and so on, then the open card, then the exposed card, whose rank is wild, then the stock, of
which the first card is drawn first.  The exposed card lies under the stock and is never drawn.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Self

import numpy as np

from evenhand.games.cards import CardError, as_hand, cards_of
from evenhand.games.rummy.pack import (
    CARDS,
    HAND_SIZE,
    JOKER_NAME,
    PACK,
    card,
    name,
    names,
    wild_shown_by,
)


@dataclass(frozen=True, slots=True)
class Deal:
    """The cards as they were dealt, hands in the order of the seats.

    >>> deal = Deal.random(np.random.default_rng(1))
    >>> len(deal.stock), deal.wild == wild_shown_by(deal.exposed)
    (26, True)
    >>> str(Deal.parse(str(deal))) == str(deal)
    True
    """

    hands: tuple[int, ...]
    open_card: int
    exposed: int
    stock: tuple[int, ...]  # the card drawn first comes first

    def __post_init__(self) -> None:
        if len(self.hands) not in (2, 3):
            raise CardError(f"two or three players are dealt cards, not {len(self.hands)}")
        for player, hand in enumerate(self.hands, 1):
            if hand.bit_count() != HAND_SIZE:
                raise CardError(f"player {player} has {hand.bit_count()} cards, not {HAND_SIZE}")
        check_pack(self.pack)

    @property
    def players(self) -> int:
        """How many players there are."""
        return len(self.hands)

    @property
    def wild(self) -> int:
        """The wild rank: that of the exposed card; aces if it is a printed joker."""
        return wild_shown_by(self.exposed)

    @property
    def pack(self) -> tuple[int, ...]:
        """The cards in dealing order, each hand sorted."""
        dealt = [card for hand in self.hands for card in cards_of(hand)]
        return (*dealt, self.open_card, self.exposed, *self.stock)

    @classmethod
    def from_pack(cls, pack: Sequence[int], players: int = 2) -> Self:
        """Deal the 54 cards, given by their numbers."""
        pack = tuple(map(int, pack))
        check_pack(pack)
        if players not in (2, 3):
            raise CardError(f"two or three players are dealt cards, not {players}")
        ends = range(HAND_SIZE, (players + 1) * HAND_SIZE, HAND_SIZE)
        hands = tuple(as_hand(pack[end - HAND_SIZE : end]) for end in ends)
        rest = pack[players * HAND_SIZE :]
        return cls(hands, rest[0], rest[1], rest[2:])

    @classmethod
    def random(cls, rng: np.random.Generator, players: int = 2) -> Self:
        """Shuffle the pack and deal it."""
        return cls.from_pack(rng.permutation(CARDS).tolist(), players)

    @classmethod
    def of(cls, *hands: str, open_card: str, exposed: str, stock: str) -> Self:
        """A deal of texts of cards with spaces between them."""
        parts = [part.split() for part in (*hands, open_card, exposed, stock)]
        if [len(part) for part in parts[:-1]] != [HAND_SIZE] * len(hands) + [1, 1]:
            raise CardError(f"each player has {HAND_SIZE} cards; one is open and one exposed")
        return cls.from_pack(read_cards(word for part in parts for word in part), len(hands))

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a deal as it is written: hands, open card, exposed card, stock, bars between."""
        parts = text.split("|")
        if len(parts) not in (5, 6):
            raise CardError("a deal is two or three hands, open card, exposed card and stock")
        *hands, open_card, exposed, stock = parts
        return cls.of(*hands, open_card=open_card, exposed=exposed, stock=stock)

    def __str__(self) -> str:
        shown = [*map(names, self.hands), [name(self.open_card)], [name(self.exposed)]]
        return " | ".join(" ".join(part) for part in (*shown, map(name, self.stock)))


def check_pack(pack: Sequence[int]) -> None:
    """Refuse what is not the whole pack, each card once."""
    if len(pack) != CARDS:
        raise CardError(f"a deal has {CARDS} cards, not {len(pack)}")
    if set(pack) != set(range(CARDS)):
        raise CardError("a card is dealt twice, or there is no such card")


def read_cards(given: Iterable[str]) -> list[int]:
    """The numbers of some cards in their order; the second printed joker is the other one.

    >>> read_cards(["JK", "CA", "JK"])
    [52, 0, 53]
    """
    number = count(card(JOKER_NAME))
    return [next(number) if word == JOKER_NAME else PACK.card(word) for word in given]

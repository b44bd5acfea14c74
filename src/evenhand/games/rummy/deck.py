"""The 54 cards of Indian Rummy, what they count, and how they are dealt.

A hand is a mask as in :mod:`evenhand.games.cards`: suits C D H S with 13 bits each, the ace
lowest, then the two printed jokers, both named ``JK``.  The wild rank is a number from 0
(aces) to 12 (kings): its four cards are jokers too.  ``NO_WILD`` is a game without one.

Ace, jack, queen and king count ten points, the other cards their number, jokers nothing.

Source: Chakraborty 2025, appendix 7.1.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import count
from reprlib import repr as brief
from typing import Final, Self

import numpy as np

from evenhand.games.cards import CardError, Pack, as_hand, cards_of

PACK = Pack("CDHS", "A23456789TJQK")
SUITS: Final = 4
RANKS: Final = 13
SUIT_MASK: Final = (1 << RANKS) - 1
"""The cards of the first suit."""
COLUMN: Final = 1 | 1 << RANKS | 1 << 2 * RANKS | 1 << 3 * RANKS
"""The four aces; shifted by a rank, the four cards of that rank."""
JOKER: Final = SUITS * RANKS
"""The first of the two printed jokers."""
PRINTED: Final = 0b11 << JOKER
"""Both printed jokers."""
NATURAL: Final = (1 << JOKER) - 1
"""The 52 other cards."""
CARDS: Final = JOKER + 2
FULL: Final = (1 << CARDS) - 1
"""All cards."""
NO_WILD: Final = RANKS
HAND_SIZE: Final = 13
SIZES: Final = (HAND_SIZE, HAND_SIZE + 1)
"""Cards before a draw and after it."""
SEATS: Final = range(2, 4)
"""How many can play: one pack of 54 cards leaves no stock for more."""
JOKER_NAME: Final = "JK"
ACE: Final = 0
RANK_POINTS: Final = (10, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10)
MAX_POINTS: Final = 80
"""A hand never counts more."""


def card(name: str) -> int:
    """Return the number of a card; of the first one for a printed joker.

    >>> card("CA"), card("S2"), card("JK")
    (0, 40, 52)
    """
    return JOKER if name == JOKER_NAME else PACK.card(name)


def name(card: int) -> str:
    """Return the name of a card.

    >>> name(40), name(53)
    ('S2', 'JK')
    """
    return JOKER_NAME if JOKER <= card < CARDS else PACK.name(card)


def names(hand: int) -> list[str]:
    """Return the names of the cards of a hand, suit by suit, jokers last.

    >>> names(read_hand(["JK", "S2", "C9"]))
    ['C9', 'S2', 'JK']
    """
    return [name(card) for card in cards_of(hand)]


def read_hand(names: Iterable[str], sizes: Collection[int] = ()) -> int:
    """Return the hand of some cards; refuses duplicates and wrong numbers of cards.

    >>> bin(read_hand(["CA", "JK", "JK"]) >> 52)
    '0b11'
    >>> read_hand(["CA", "CA"])
    Traceback (most recent call last):
    evenhand.games.cards.CardError: the card CA is there twice
    """
    given = [names] if isinstance(names, str) else list(names)
    jokers = given.count(JOKER_NAME)
    if jokers > 2:
        raise CardError(f"the card {JOKER_NAME} is there {jokers} times, the pack has two")
    hand = PACK.hand(name for name in given if name != JOKER_NAME)
    hand |= as_hand(range(JOKER, JOKER + jokers))
    if sizes:
        check_hand(hand, sizes)
    return hand


def check_hand(hand: int, sizes: Collection[int]) -> None:
    """Refuse what is no hand of one of these sizes."""
    if hand >> CARDS:
        raise CardError("a hand is a mask of the 54 cards")
    if hand.bit_count() not in sizes:
        wanted = " or ".join(map(str, sizes))
        raise CardError(f"a hand has {wanted} cards, not {hand.bit_count()}")


def check_wild(wild: int) -> None:
    """Refuse what is no wild rank."""
    if not 0 <= wild <= NO_WILD:
        raise CardError(f"a wild rank is a number from 0 to {NO_WILD - 1}, or {NO_WILD} for none")


def read_wild(rank: str | None) -> int:
    """Return the number of a wild rank; None means that there is none.

    >>> read_wild("A"), read_wild("K"), read_wild(None)
    (0, 12, 13)
    """
    if rank is None:
        return NO_WILD
    if isinstance(rank, str) and len(rank) == 1 and rank in PACK.ranks:
        return PACK.ranks.index(rank)
    if not isinstance(rank, str):
        raise CardError(f"the wild rank must be a text such as '7', not {brief(rank)}")
    raise CardError(f"no rank {brief(rank)}; the wild rank is one of {' '.join(PACK.ranks)}")


def wild_shown_by(card: int) -> int:
    """Return the wild rank if this card is exposed: a printed joker makes the aces wild.

    >>> wild_shown_by(card("H7")), wild_shown_by(card("JK"))
    (6, 0)
    """
    return ACE if card >= JOKER else card % RANKS


def wild_cards(wild: int) -> int:
    """Return the four cards of the wild rank, none if there is no wild rank."""
    return 0 if wild == NO_WILD else COLUMN << wild


def jokers(hand: int, wild: int) -> int:
    """Return the jokers of a hand: printed ones and cards of the wild rank."""
    return hand & (PRINTED | wild_cards(wild))


def points(hand: int, wild: int) -> int:
    """Return the points of some cards; jokers count nothing.

    >>> points(read_hand(["CA", "D7", "H3", "JK"]), read_wild("3"))
    17
    """
    counting = hand & NATURAL & ~wild_cards(wild)
    return sum(RANK_POINTS[card % RANKS] for card in cards_of(counting))


@dataclass(frozen=True, slots=True)
class Deal:
    """The cards as they were dealt, hands in the order of the seats.

    The pack is dealt from its first card on: thirteen to the first player, thirteen to the next
    and so on, then the open card, then the exposed card, whose rank is wild, then the stock, of
    which the first card is drawn first.  The exposed card lies under the stock and is never
    drawn.

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
        _check_seats(len(self.hands))
        for player, hand in enumerate(self.hands, 1):
            if hand.bit_count() != HAND_SIZE:
                raise CardError(f"player {player} has {hand.bit_count()} cards, not {HAND_SIZE}")
        _check_pack(self.pack)

    @property
    def seats(self) -> int:
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
    def from_pack(cls, pack: Sequence[int], seats: int = 2) -> Self:
        """Deal the 54 cards, given by their numbers."""
        pack = tuple(map(int, pack))
        _check_pack(pack)
        _check_seats(seats)
        ends = range(HAND_SIZE, (seats + 1) * HAND_SIZE, HAND_SIZE)
        hands = tuple(as_hand(pack[end - HAND_SIZE : end]) for end in ends)
        rest = pack[seats * HAND_SIZE :]
        return cls(hands, rest[0], rest[1], rest[2:])

    @classmethod
    def random(cls, rng: np.random.Generator, seats: int = 2) -> Self:
        """Shuffle the pack and deal it."""
        return cls.from_pack(rng.permutation(CARDS).tolist(), seats)

    @classmethod
    def of(cls, *hands: str, open_card: str, exposed: str, stock: str) -> Self:
        """Make a deal of texts of cards with spaces between them."""
        parts = [part.split() for part in (*hands, open_card, exposed, stock)]
        if [len(part) for part in parts[:-1]] != [HAND_SIZE] * len(hands) + [1, 1]:
            raise CardError(f"each player has {HAND_SIZE} cards; one is open and one exposed")
        return cls.from_pack(_number_cards(word for part in parts for word in part), len(hands))

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


def _check_seats(seats: int) -> None:
    if seats not in SEATS:
        raise CardError(f"two or three players are dealt cards, not {seats}")


def _check_pack(pack: Sequence[int]) -> None:
    """Refuse what is not the full pack, each card once."""
    if len(pack) != CARDS:
        raise CardError(f"a deal has {CARDS} cards, not {len(pack)}")
    if set(pack) != set(range(CARDS)):
        raise CardError("a card is dealt twice, or there is no such card")


def _number_cards(given: Iterable[str]) -> list[int]:
    """Return the numbers of cards in their order; the second printed joker is the other one."""
    number = count(JOKER)
    return [next(number) if word == JOKER_NAME else PACK.card(word) for word in given]

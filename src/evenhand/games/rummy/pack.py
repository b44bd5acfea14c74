"""The 54 cards of Indian Rummy: 52 cards of suit and rank, and two printed jokers.

A hand is a mask as in :mod:`evenhand.games.cards`: suits C D H S with 13 bits each, the ace
lowest, then the two printed jokers, both named ``JK``.  The wild rank is a number from 0
(aces) to 12 (kings): its four cards are jokers too.  ``NO_WILD`` is a game without one.
"""

from collections.abc import Collection, Iterable
from reprlib import repr as brief
from typing import Final

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
NO_WILD: Final = RANKS
HAND_SIZE: Final = 13
SIZES: Final = (HAND_SIZE, HAND_SIZE + 1)
"""Cards before a draw and after it."""
JOKER_NAME: Final = "JK"
ACE: Final = 0


def card(name: str) -> int:
    """The number of a card; of the first one for a printed joker.

    >>> card("CA"), card("S2"), card("JK")
    (0, 40, 52)
    """
    return JOKER if name == JOKER_NAME else PACK.card(name)


def name(card: int) -> str:
    """The name of a card.

    >>> name(40), name(53)
    ('S2', 'JK')
    """
    return JOKER_NAME if JOKER <= card < CARDS else PACK.name(card)


def names(hand: int) -> list[str]:
    """The names of the cards of a hand, suit by suit, jokers last.

    >>> names(read_hand(["JK", "S2", "C9"]))
    ['C9', 'S2', 'JK']
    """
    return [name(card) for card in cards_of(hand)]


def read_hand(names: Iterable[str], sizes: Collection[int] = ()) -> int:
    """The hand of some cards; refuses a card that is there twice, and wrong numbers of cards.

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
    """The number of a wild rank; none is allowed.

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
    """The wild rank if this card is exposed: a printed joker makes the aces wild.

    >>> wild_shown_by(card("H7")), wild_shown_by(card("JK"))
    (6, 0)
    """
    return ACE if card >= JOKER else card % RANKS


def wild_cards(wild: int) -> int:
    """The four cards of the wild rank, none if there is no wild rank."""
    return 0 if wild == NO_WILD else COLUMN << wild


def jokers(hand: int, wild: int) -> int:
    """The jokers of a hand: printed ones and cards of the wild rank."""
    return hand & (PRINTED | wild_cards(wild))

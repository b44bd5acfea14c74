"""What a player shows with a declaration, and what is wrong with it."""

from collections.abc import Iterable

from evenhand.games.cards import CardError, as_hand, cards_of
from evenhand.games.rummy.arrangement import arrange
from evenhand.games.rummy.pack import JOKER_NAME, PRINTED, read_hand
from evenhand.games.rummy.plain import is_declarable


def valid_discards(hand: int, wild: int) -> int:
    """The cards of 14 without which the other 13 are a valid declaration."""
    return as_hand(card for card in cards_of(hand) if is_declarable(hand ^ 1 << card, wild))


def best_melds(hand: int, wild: int) -> tuple[int, ...]:
    """The melds of a player who names none: those of the best arrangement."""
    return tuple(meld.mask for meld in arrange(hand, wild).melds)


def read_melds(words: Iterable[str], hand: int) -> tuple[int, ...]:
    """Melds such as ``S9,JK,SJ``; the printed jokers are first those of the hand.

    >>> [bin(meld >> 52) for meld in read_melds(["CA,JK", "JK,C2"], 1 << 53)]
    ['0b10', '0b1']
    """
    printed = [*cards_of(PRINTED & hand), *cards_of(PRINTED & ~hand)]
    melds = []
    for word in words:
        cards = word.split(",")
        jokers = cards.count(JOKER_NAME)
        if jokers > len(printed):
            raise CardError(f"the card {JOKER_NAME} is there too often, the pack has two")
        named = read_hand(card for card in cards if card != JOKER_NAME)
        melds.append(named | as_hand(printed[:jokers]))
        printed = printed[jokers:]
    return tuple(melds)

"""The rules of a trick as they are said: which suit is led, who holds the highest card."""

from collections.abc import Sequence

from evenhand.games.skat import PACK, Contract
from evenhand.games.skat.contract import NULL
from evenhand.games.skat.deck import SUITS


def follows(card: int, game: str) -> int:
    """The cards that follow a led card: the trumps, or the rest of its printed suit."""
    trumps = Contract(game).trumps
    return trumps if trumps >> card & 1 else SUITS[PACK.name(card)[0]] & ~trumps


def legal_cards(hand: int, led: int | None, game: str) -> int:
    """The cards of a hand that may be played: the suit that was led, if it is there."""
    return hand if led is None else hand & follows(led, game) or hand


def strength(card: int, game: str) -> int:
    """How high a card is among its suit or the trumps.

    >>> [strength(PACK.card(name), "G") for name in ("HT", "HK", "HJ", "DJ")]
    [5, 4, 9, 8]
    """
    suit, rank = PACK.name(card)[0], PACK.name(card)[1]
    if game == NULL:
        return PACK.ranks.index(rank)
    return 8 + PACK.suits.index(suit) if rank == "J" else "789QKTA".index(rank)


def trick_winner(cards: Sequence[int], game: str) -> int:
    """The place of the card that takes a trick, or would, before it is full.

    >>> trick_winner([PACK.card(name) for name in ("HA", "C7", "HJ")], "C")
    2
    """
    trumps, follow = Contract(game).trumps, follows(cards[0], game)

    def height(place: int) -> tuple[bool, bool, int]:
        card = cards[place]
        return bool(trumps >> card & 1), bool(follow >> card & 1), strength(card, game)

    return max(range(len(cards)), key=height)

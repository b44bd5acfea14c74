"""Tricks: which cards may be played, and who takes them."""

from collections.abc import Sequence

import numpy as np

from evenhand.games.skat.contract import GAMES, NULL, Contract, suit_led
from evenhand.games.skat.deck import PACK


def legal_cards(hand: int, led: int | None, trumps: int) -> int:
    """The cards of a hand that may be played: the suit that was led, if it is there."""
    if led is None:
        return hand
    return hand & suit_led(led, trumps) or hand


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
    """The place, 0 to 2, of the card that takes a trick (or would, before it is full).

    >>> trick_winner([PACK.card(name) for name in ("HA", "C7", "HJ")], "C")
    2
    """
    trumps = Contract(game).trumps
    follow = suit_led(cards[0], trumps)

    def height(place: int) -> tuple[bool, bool, int]:
        card = cards[place]
        return bool(trumps >> card & 1), bool(follow >> card & 1), strength(card, game)

    return max(range(len(cards)), key=height)


PLAYED = 30
TRICKS = 10
NO_WINNER = 3  # of a trick that was not played
TRUMP = 16  # what a card gains in height by being a trump: more than any strength


def _heights(game: str) -> list[int]:
    """How high each card is: every trump above all other cards."""
    trumps = Contract(game).trumps
    return [strength(card, game) + TRUMP * (trumps >> card & 1) for card in range(len(PACK))]


def _follow(game: str) -> list[int]:
    """For each card led, the cards that follow it."""
    return [suit_led(card, Contract(game).trumps) for card in range(len(PACK))]


HEIGHT = np.array([_heights(game) for game in GAMES])
"""How high each card is in each of ``GAMES``: every trump at least ``TRUMP``."""
FOLLOW = np.array([_follow(game) for game in GAMES], np.int64)

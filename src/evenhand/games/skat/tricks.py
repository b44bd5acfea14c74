"""The rules of a trick: which cards may be played, and which card takes it.

Two tables hold them, for each of ``GAMES`` and each card in the order of the pack.  Games and
cards are numbers; ``NO_CARD`` stands for a trick without a card.
"""

import numpy as np

from evenhand.compiled import formula
from evenhand.games.cards import Masks, as_hand
from evenhand.games.skat.contract import GAMES, NULL, Contract
from evenhand.games.skat.deck import HAND_SIZE, PACK, SEATS, SUITS

TRICKS = HAND_SIZE
PLAYED = SEATS * TRICKS
NO_WINNER = 3  # of a trick that was not played
SUIT_ORDER = "789QKTA"
"""The ranks of suit games and grand, lowest first; jacks are above them.  Null has the order of
the pack."""


def _follows(game: str, card: int) -> int:
    trumps = Contract(game).trumps
    return trumps if trumps >> card & 1 else SUITS[PACK.name(card)[0]] & ~trumps


def _height(game: str, card: int) -> int:
    suit, rank = PACK.name(card)[0], PACK.name(card)[1]
    if game == NULL:
        return PACK.ranks.index(rank)
    return len(SUIT_ORDER) + PACK.suits.index(suit) if rank == "J" else SUIT_ORDER.index(rank)


def _beats(game: str, card: int) -> int:
    trumps, follows = Contract(game).trumps, _follows(game, card)
    same = [other for other in range(len(PACK)) if follows >> other & 1]
    higher = as_hand(other for other in same if _height(game, other) > _height(game, card))
    return higher if trumps >> card & 1 else higher | trumps


FOLLOWS: Masks = np.array(
    [[_follows(game, card) for card in range(len(PACK))] + [PACK.full] for game in GAMES], np.int64
)
"""``FOLLOWS[game, card]``: the cards that follow a card that was led, the card itself among them;
any card follows ``NO_CARD``."""

BEATS: Masks = np.array(
    [[_beats(game, card) for card in range(len(PACK))] + [PACK.full] for game in GAMES], np.int64
)
"""``BEATS[game, card]``: the cards that take a trick from a card; any card takes it from
``NO_CARD``."""


@formula
def legal(hand: int, follows: int) -> int:
    """Return the cards of a hand that may be played, given the cards that follow the card led.

    >>> hand = PACK.hand(["HA", "H7", "DJ"])
    >>> led = FOLLOWS[GAMES.index("C"), PACK.card("HT")]
    >>> PACK.names(legal(hand, int(led)))
    ('HA', 'H7')
    """
    same = hand & follows
    return same if same else hand


@formula
def beats(game: int, card: int, best: int) -> bool:
    """Return whether a card takes the trick from the one that is winning it.

    >>> [beats(GAMES.index("C"), PACK.card(card), PACK.card("HA")) for card in ("C7", "DA")]
    [True, False]
    """
    return bool(BEATS[game, best] >> card & 1)


@formula
def trick_winner(game: int, first: int, second: int, third: int) -> int:
    """Return the place, 0 to 2, of the card that takes a trick.

    >>> trick_winner(GAMES.index("C"), *(PACK.card(name) for name in ("HA", "C7", "HJ")))
    2
    """
    if beats(game, second, first):
        return 2 if beats(game, third, second) else 1
    return 2 if beats(game, third, first) else 0

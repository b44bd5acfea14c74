"""Games made for the tests of hand strength: all that matters is the declarer's side."""

import numpy as np

from evenhand.games.cards import as_hand, cards_of
from evenhand.games.skat import PACK, Contract, Games
from evenhand.games.skat.batch import Tricks
from evenhand.games.skat.contract import CONTRACTS, NO_CONTRACT
from evenhand.games.skat.deck import NOBODY


def game_of(
    cards: str,
    contract: str,
    *,
    declarer: int = 0,
    away: str = "",
    said: tuple[int, int, int] = (18, 18, 18),
    won: bool = True,
) -> Games:
    """One game with these ten cards; the others get what is left, lowest cards first."""
    hand, skat = PACK.hand(cards.split()), PACK.hand(away.split())
    left = list(cards_of(PACK.full & ~hand & ~skat))
    skat |= as_hand(left[20:])
    hands = [as_hand(left[:10]), as_hand(left[10:20])]
    hands.insert(declarer, hand)
    place = CONTRACTS.index(Contract.parse(contract))
    return _row([*hands, skat], list(said), declarer, place, said[declarer], 24 if won else -48)


def passed_in() -> Games:
    """A deal that nobody played."""
    hands = [0x3FF, 0x3FF << 10, 0x3FF << 20, 0b11 << 30]
    return _row(hands, [0, 0, 0], NOBODY, NO_CONTRACT, 0, 0)


def _row(
    hands: list[int], said: list[int], declarer: int, contract: int, bid: int, score: int
) -> Games:
    blank = Tricks(np.zeros((1, 30), np.uint8), np.zeros((1, 10), np.uint8))
    one, none = np.array([hands]), np.zeros(1, np.int64)
    seat, place, value, written = (np.array([n]) for n in (declarer, contract, bid, score))
    return Games(one, np.array([said]), seat, place, value, one, blank, none, none, written)

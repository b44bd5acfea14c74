"""The declarer's announcement: a hand game, or a game and the two cards laid away.

Written as on the ISS server: ``CH`` for clubs hand, ``G.D7.H8`` for a grand after the skat
was taken.  The server can also say this in two moves, ``G`` and then ``D7.H8``.  In ouvert
games the ten cards of the hand may follow.
"""

from collections.abc import Sequence
from itertools import combinations

from evenhand.cards import cards_of
from evenhand.games.moves import RuleError
from evenhand.games.skat.contract import GAMES, GRAND, NULL, SUIT_GAMES, Contract
from evenhand.games.skat.deal import dotted
from evenhand.games.skat.pack import PACK
from evenhand.games.skat.values import game_value

_MARKS = {NULL: ("H", "OH"), **dict.fromkeys(SUIT_GAMES + GRAND, ("H", "HS", "HSZ", "OHSZ"))}
HAND_GAMES = tuple(Contract.parse(game + marks) for game in GAMES for marks in _MARKS[game])
SKAT_GAMES = (*(Contract(game) for game in GAMES), Contract(NULL, ouvert=True))


def hand_announcements(bid: int) -> list[str]:
    """The hand games that may be announced."""
    return [str(contract) for contract in HAND_GAMES if reaches(contract, bid)]


def announcements(twelve: int, bid: int) -> list[str]:
    """Every game with every pair of discards.

    >>> len(announcements(PACK.hand("C" + rank for rank in "789TJQKA") | 0b1111, 18))
    462
    """
    games = [str(contract) for contract in SKAT_GAMES if reaches(contract, bid)]
    return [f"{game}.{pair}" for game in games for pair in discards(twelve)]


def discards(twelve: int) -> list[str]:
    """The 66 pairs of cards that may be laid away."""
    return [f"{PACK.name(a)}.{PACK.name(b)}" for a, b in combinations(cards_of(twelve), 2)]


def reaches(contract: Contract, bid: int) -> bool:
    """Whether a game may be announced: a null is known to be below the bid, others are not."""
    return contract.game != NULL or game_value(contract) >= bid


def read_hand_game(text: str, hand: int, bid: int) -> Contract:
    """The contract of a hand game."""
    word, *shown = text.split(".")
    contract = Contract.parse(word)
    if not contract.hand:
        problem = f"{word} without the skat is a hand game; take the skat or add an H"
        raise RuleError("announcement", problem)
    _check_bid(contract, bid)
    _check_shown(contract, shown, hand)
    return contract


def read_announcement(text: str, twelve: int, bid: int) -> tuple[Contract, int]:
    """The contract and the discards, which are none if they are said in the next move."""
    word, *names = text.split(".")
    contract = Contract.parse(word)
    if contract.hand:
        raise RuleError("announcement", f"{word} is a hand game, but the skat was taken")
    _check_bid(contract, bid)
    return contract, read_discards(contract, names, twelve) if names else 0


def read_discards(contract: Contract, names: Sequence[str], twelve: int) -> int:
    """The two cards laid away; in an ouvert game the other ten may follow."""
    pair = PACK.hand(names[:2])
    if pair.bit_count() != 2:
        raise RuleError("discard", "two cards are laid away")
    if pair & ~twelve:
        strange = dotted(pair & ~twelve)
        raise RuleError("discard", f"{strange} is not among the declarer's twelve cards")
    _check_shown(contract, names[2:], twelve & ~pair)
    return pair


def _check_bid(contract: Contract, bid: int) -> None:
    if not reaches(contract, bid):
        problem = f"{contract.describe()} is worth {game_value(contract)}, the bid is {bid}"
        raise RuleError("null below the bid", problem)


def _check_shown(contract: Contract, names: Sequence[str], hand: int) -> None:
    if names and not contract.ouvert:
        raise RuleError("announcement", "only an ouvert game shows cards")
    if names and PACK.hand(names) != hand:
        raise RuleError("ouvert", "the cards shown are not the ten of the declarer's hand")

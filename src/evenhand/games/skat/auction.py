"""The auction, and what may be announced after it.

Middlehand bids to forehand until one of them passes; then rearhand bids to whoever is
left.  The bidder says a value or passes, the listener says yes or passes.  If nobody has
bid, forehand may still take the game at 18; else the deal is passed in.

Written as on the ISS server: ``CH`` for clubs hand, ``G.D7.H8`` for a grand after the skat
was taken.  The server can also say this in two moves, ``G`` and then ``D7.H8``.  In ouvert
games the ten cards of the hand may follow.

Hands are masks in the order of the pack.  Seat 0 is forehand, 1 middlehand, 2 rearhand.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from reprlib import repr as brief
from typing import Protocol, Self

import numpy as np
from numpy.random import Generator

from evenhand.compiled import kernel, step
from evenhand.games.cards import Masks, cards_of
from evenhand.games.protocol import RuleError
from evenhand.games.skat.contract import GAMES, GRAND, NULL, SUIT_GAMES, Contract
from evenhand.games.skat.deck import (
    FOREHAND,
    MIDDLEHAND,
    NOBODY,
    PACK,
    REARHAND,
    Integers,
    dotted,
    seat_name,
)
from evenhand.games.skat.scoring import BID_VALUES, game_value

PASS, YES = "p", "y"
LOWEST_WORD = str(BID_VALUES[0])
BIDS = {str(value): value for value in BID_VALUES}


@dataclass(frozen=True, slots=True)
class Auction:
    """How far the auction has come.  It does not change: ``say`` gives the next state.

    >>> auction = Auction()
    >>> for word in ("18", "p", "24", "y", "p"):      # rearhand bids to middlehand
    ...     auction = auction.say(word)
    >>> auction.over, auction.declarer, auction.bid
    (True, 1, 24)
    """

    bid: int = 0  # the highest so far
    bidder: int | None = MIDDLEHAND  # nobody, once the auction is over
    listener: int | None = FOREHAND  # nobody, when forehand alone may take the game
    asked: bool = False  # whether the listener has to answer the bid
    declarer: int | None = None

    @property
    def over(self) -> bool:
        """Whether everything is said; without a declarer the deal is passed in."""
        return self.bidder is None

    @property
    def turn(self) -> int | None:
        """Who has to speak."""
        return self.listener if self.asked else self.bidder

    def words(self) -> list[str]:
        """All that may be said now."""
        if self.over:
            return []
        if self.asked:
            return [YES, PASS]
        if self.listener is None:
            return [LOWEST_WORD, PASS]
        return [PASS, *(word for word, value in BIDS.items() if value > self.bid)]

    def say(self, word: str, seat: int | None = None) -> Self:
        """The auction after the next word; a seat, if given, must have the turn."""
        check_turn(self.turn, seat)
        if self.asked:
            return self._answered(word)
        if word == PASS:
            return self._bidder_passed()
        value = self._value(word)
        if self.listener is None:
            return replace(self._decided(FOREHAND), bid=value)
        return replace(self, bid=value, asked=True)

    def _answered(self, word: str) -> Self:
        if word == YES:
            return replace(self, asked=False)
        if word != PASS:
            raise RuleError("answer", f"a bid is answered by {YES} or {PASS}, not {brief(word)}")
        if self.bidder == REARHAND:
            return self._decided(REARHAND)
        return replace(self, bidder=REARHAND, listener=MIDDLEHAND, asked=False)

    def _bidder_passed(self) -> Self:
        if self.bidder == MIDDLEHAND:
            return replace(self, bidder=REARHAND)
        if self.bidder == REARHAND and not self.bid:
            return replace(self, bidder=FOREHAND, listener=None)
        return self._decided(self.listener)

    def _decided(self, declarer: int | None) -> Self:
        return replace(self, bidder=None, listener=None, asked=False, declarer=declarer)

    def _value(self, word: str) -> int:
        if word not in BIDS:
            raise RuleError(
                "bid values", f"{brief(word)} is neither {PASS} nor one of the 63 values"
            )
        if self.listener is None and word != LOWEST_WORD:
            raise RuleError(
                "forehand's right", f"forehand takes the game at {LOWEST_WORD}, not {word}"
            )
        if BIDS[word] <= self.bid:
            raise RuleError("higher bid", f"{word} is not higher than {self.bid}")
        return BIDS[word]


def check_turn(turn: int | None, seat: int | None) -> None:
    """Refuse a move of anybody, if nobody has the turn, or of somebody else."""
    if turn is None:
        raise RuleError("turn", "nobody has the turn any more")
    if seat not in (None, turn):
        raise RuleError("turn", f"{seat_name(turn)} has the turn, not seat {seat}")


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


VALUES = np.array(BID_VALUES, np.int64)
LOWEST = BID_VALUES[0]


@dataclass(frozen=True, slots=True)
class Announcements:
    """What declarers announce, a row a game."""

    contracts: Integers  # places in CONTRACTS
    skats: Masks  # the two cards put away; in a hand game the skat as it was dealt


class Bidder(Protocol):
    """Somebody who bids and announces."""

    def limits(self, hands: Masks, rng: Generator) -> Integers:
        """The highest value that each hand of ten cards bids; 0 to pass."""
        ...

    def announce(self, hands: Masks, skats: Masks, bids: Integers, rng: Generator) -> Announcements:
        """What each winner of an auction announces, and which cards are put away."""
        ...


def auctions(limits: Integers) -> tuple[Integers, Integers, Integers]:
    """The auctions of players who go step by step up to their limits.

    ``limits`` has a column for each seat.  The results are the declarers, the bids, and for
    each seat the highest value that it bid or accepted.

    >>> [column.tolist() for column in auctions(np.array([[20, 18, 23], [18, 0, 0]]))]
    [[2, 0], [22, 18], [[20, 18, 22], [18, 0, 0]]]
    """
    limits = np.ascontiguousarray(limits, np.int64)
    if limits.ndim != 2 or limits.shape[1] != 3:
        raise ValueError(f"each deal needs three limits, not the shape {limits.shape}")
    declarers = np.empty(len(limits), np.int64)
    bids, said = np.empty_like(declarers), np.zeros_like(limits)
    _hold(limits, declarers, bids, said)
    return declarers, bids, said


@kernel
def _hold(limits: Integers, declarers: Integers, bids: Integers, said: Integers) -> None:
    """Hold every auction."""
    for deal in range(len(limits)):
        survivor, steps = FOREHAND, 0
        for bidder in (MIDDLEHAND, REARHAND):
            survivor, steps = _contest(limits[deal], said[deal], bidder, survivor, steps)
        if steps == 0:
            takes = limits[deal, FOREHAND] >= LOWEST
            survivor, steps = (FOREHAND, 1) if takes else (NOBODY, 0)
            said[deal, FOREHAND] = LOWEST * steps
        declarers[deal] = survivor
        bids[deal] = VALUES[steps - 1] if steps else 0


@step
def _contest(
    limits: Integers, said: Integers, bidder: int, listener: int, steps: int
) -> tuple[int, int]:
    """One bids to the other: who is left, and how many values have been bid so far."""
    while steps < len(VALUES) and limits[bidder] >= VALUES[steps]:
        value = VALUES[steps]
        steps += 1
        said[bidder] = value
        if limits[listener] < value:
            return bidder, steps
        said[listener] = value
    return listener, steps

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
from dataclasses import dataclass
from itertools import combinations
from reprlib import repr as brief
from typing import NamedTuple, Protocol

import numpy as np
from numpy.random import Generator

from evenhand.compiled import formula, kernel
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
    join_cards,
    seat_name,
)
from evenhand.games.skat.scoring import BID_VALUES, game_value

PASS, YES = "p", "y"
TAKE_SKAT, GIVE_UP, SHOW = "s", "RE", "SC"  # what is said later, see ``state``
BIDS = {str(value): value for value in BID_VALUES}
LOWEST = BID_VALUES[0]
VALUES = np.array(BID_VALUES, np.int64)
_NEXT = VALUES[np.searchsorted(VALUES[:-1], np.arange(BID_VALUES[-1]), side="right")]
"""The lowest bid above a bid."""

# Where an auction stands: who speaks to whom, or how it has ended.  In an odd stage below
# ``FOREHAND_ALONE`` a bid is answered.
(
    MIDDLEHAND_BIDS,  # to forehand
    FOREHAND_ANSWERS,
    REARHAND_BIDS,  # to forehand, as middlehand has passed
    FOREHAND_ANSWERS_REARHAND,
    REARHAND_BIDS_ON,  # to middlehand, as forehand has passed
    MIDDLEHAND_ANSWERS,
    FOREHAND_ALONE,  # as nobody has bid
    PASSED_IN,
    WON,  # + the seat that declares
) = range(9)
_BIDDERS = (MIDDLEHAND, MIDDLEHAND, REARHAND, REARHAND, REARHAND, REARHAND, FOREHAND)
_LISTENERS = (FOREHAND, FOREHAND, FOREHAND, FOREHAND, MIDDLEHAND, MIDDLEHAND, None)
_SPEAKERS = np.array(
    [MIDDLEHAND, FOREHAND, REARHAND, FOREHAND, REARHAND, MIDDLEHAND, FOREHAND], np.int64
)
_AFTER_BID = np.array(
    [
        FOREHAND_ANSWERS,
        MIDDLEHAND_BIDS,
        FOREHAND_ANSWERS_REARHAND,
        REARHAND_BIDS,
        MIDDLEHAND_ANSWERS,
        REARHAND_BIDS_ON,
        WON + FOREHAND,
    ],
    np.int64,
)
_AFTER_PASS = np.array(
    [
        REARHAND_BIDS,
        REARHAND_BIDS_ON,
        WON + FOREHAND,  # unless nobody has bid
        WON + REARHAND,
        WON + MIDDLEHAND,
        WON + REARHAND,
        PASSED_IN,
    ],
    np.int64,
)


class Auction(NamedTuple):
    """How far the auction has come.  It does not change: ``say`` gives the next state.

    >>> auction = Auction()
    >>> for word in ("18", "p", "24", "y", "p"):      # rearhand bids to middlehand
    ...     auction = auction.say(word)
    >>> auction.over, auction.declarer, auction.bid
    (True, 1, 24)
    >>> auction.bids
    (0, 24, 24)
    """

    stage: int = MIDDLEHAND_BIDS
    bid: int = 0  # the highest so far
    forehand: int = 0  # the highest value that each seat has bid or accepted
    middlehand: int = 0
    rearhand: int = 0

    @property
    def bids(self) -> tuple[int, int, int]:
        """The highest value that each seat has bid or accepted; 0 for none."""
        return self.forehand, self.middlehand, self.rearhand

    @property
    def over(self) -> bool:
        """Whether everything is said; without a declarer the deal is passed in."""
        return self.stage >= PASSED_IN

    @property
    def asked(self) -> bool:
        """Whether the listener has to answer the bid."""
        return self.stage < FOREHAND_ALONE and self.stage % 2 == 1

    @property
    def bidder(self) -> int | None:
        """Who bids; nobody, once the auction is over."""
        return None if self.over else _BIDDERS[self.stage]

    @property
    def listener(self) -> int | None:
        """Who answers the bid; nobody, when forehand alone may take the game."""
        return None if self.over else _LISTENERS[self.stage]

    @property
    def declarer(self) -> int | None:
        """Who plays; nobody before the end, or if the deal is passed in."""
        return self.stage - WON if self.stage >= WON else None

    @property
    def turn(self) -> int | None:
        """Who has to speak."""
        return self.listener if self.asked else self.bidder

    def words(self) -> list[str]:
        """Return the calls that are legal now."""
        if self.over:
            return []
        if self.asked:
            return [YES, PASS]
        if self.stage == FOREHAND_ALONE:
            return [str(LOWEST), PASS]
        return [PASS, *(word for word, value in BIDS.items() if value > self.bid)]

    def say(self, word: str, seat: int | None = None) -> "Auction":
        """Return the auction after the next word; a seat, if given, must have the turn."""
        check_turn(self.turn, seat)
        return auction_step(self, 0 if word == PASS else self._read_bid(word))

    def bid_up_to(self, limit: int) -> str:
        """Return the call of a player who goes step by step up to a limit.

        >>> Auction().bid_up_to(18), Auction().bid_up_to(0), Auction().say("18").bid_up_to(20)
        ('18', 'p', 'y')
        """
        value = next_bid(self, limit)
        return PASS if value == 0 else YES if self.asked else str(value)

    def _read_bid(self, word: str) -> int:
        if self.asked:
            if word == YES:
                return self.bid
            raise RuleError("answer", f"a bid is answered by {YES} or {PASS}, not {brief(word)}")
        if word not in BIDS:
            problem = f"{brief(word)} is neither {PASS} nor one of the 63 values"
            raise RuleError("bid values", problem)
        if self.stage == FOREHAND_ALONE and BIDS[word] != LOWEST:
            raise RuleError("forehand's right", f"forehand takes the game at {LOWEST}, not {word}")
        if BIDS[word] <= self.bid:
            raise RuleError("higher bid", f"{word} is not higher than {self.bid}")
        return BIDS[word]


@formula
def auction_step(auction: Auction, value: int) -> Auction:
    """Return the auction after its next word: a bid, the same value to accept it, or 0 to pass.

    >>> auction_step(auction_step(Auction(), 20), 20)
    Auction(stage=0, bid=20, forehand=20, middlehand=20, rearhand=0)
    """
    stage, bid = auction.stage, auction.bid
    fore, middle, rear = auction.forehand, auction.middlehand, auction.rearhand
    if value == 0:
        alone = stage == REARHAND_BIDS and bid == 0
        after = FOREHAND_ALONE if alone else int(_AFTER_PASS[stage])
        return Auction(after, bid, fore, middle, rear)
    speaker = _SPEAKERS[stage]
    if speaker == FOREHAND:
        fore = value
    elif speaker == MIDDLEHAND:
        middle = value
    else:
        rear = value
    return Auction(int(_AFTER_BID[stage]), value, fore, middle, rear)


@formula
def next_bid(auction: Auction, limit: int) -> int:
    """Return the call of a player who goes up to a limit: a value, or 0 to pass."""
    stage, value = auction.stage, auction.bid
    if stage == FOREHAND_ALONE or stage % 2 == 0:
        value = int(_NEXT[value]) if value < _NEXT[-1] else limit + 1
    return value if value <= limit else 0


def check_turn(turn: int | None, seat: int | None) -> None:
    """Refuse a move after the end, or of a seat that has not the turn."""
    if turn is None:
        raise RuleError("turn", "nobody has the turn any more")
    if seat not in (None, turn):
        raise RuleError("turn", f"{seat_name(turn)} has the turn, not seat {seat}")


_MODIFIERS = {NULL: ("H", "OH"), **dict.fromkeys(SUIT_GAMES + GRAND, ("H", "HS", "HSZ", "OHSZ"))}
HAND_GAMES = tuple(
    Contract.parse(game + modifiers) for game in GAMES for modifiers in _MODIFIERS[game]
)
SKAT_GAMES = (*(Contract(game) for game in GAMES), Contract(NULL, ouvert=True))


def list_hand_games(bid: int) -> list[str]:
    """Return the hand games that may be announced."""
    return [str(contract) for contract in HAND_GAMES if reaches(contract, bid)]


def list_announcements(twelve: int, bid: int) -> list[str]:
    """Return every game with every pair of discards.

    >>> len(list_announcements(PACK.hand("C" + rank for rank in "789TJQKA") | 0b1111, 18))
    462
    """
    games = [str(contract) for contract in SKAT_GAMES if reaches(contract, bid)]
    pairs = list_discards(twelve)
    return [f"{game}.{pair}" for game in games for pair in pairs]


def list_discards(twelve: int) -> list[str]:
    """Return the 66 pairs of cards that may be laid away."""
    return [f"{a}.{b}" for a, b in combinations(map(PACK.name, cards_of(twelve)), 2)]


def reaches(contract: Contract, bid: int) -> bool:
    """Return whether a game may be announced: only a null is known to be below the bid."""
    return contract.game != NULL or game_value(contract) >= bid


def read_hand_game(text: str, hand: int, bid: int) -> Contract:
    """Return the contract of a hand game."""
    word, *shown = text.split(".")
    contract = Contract.parse(word)
    if not contract.hand:
        problem = f"{word} without the skat is a hand game; take the skat or add an H"
        raise RuleError("announcement", problem)
    _check_bid(contract, bid)
    _check_shown(contract, shown, hand)
    return contract


def read_announcement(text: str, twelve: int, bid: int) -> tuple[Contract, int]:
    """Return the contract and the discards, which are none if they are said in the next move."""
    word, *names = text.split(".")
    contract = Contract.parse(word)
    if contract.hand:
        raise RuleError("announcement", f"{word} is a hand game, but the skat was taken")
    _check_bid(contract, bid)
    return contract, read_discards(contract, names, twelve) if names else 0


def read_discards(contract: Contract, names: Sequence[str], twelve: int) -> int:
    """Return the two cards laid away; in an ouvert game the other ten may follow."""
    pair = PACK.hand(names[:2])
    if pair.bit_count() != 2:
        raise RuleError("discard", "two cards are laid away")
    if pair & ~twelve:
        strange = join_cards(pair & ~twelve)
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


@dataclass(frozen=True, slots=True)
class Announcements:
    """What declarers announce, a row a game."""

    contracts: Integers  # places in CONTRACTS
    skats: Masks  # the two cards put away; in a hand game the skat as it was dealt


class Bidder(Protocol):
    """Somebody who bids and announces."""

    def limits(self, hands: Masks, rng: Generator) -> Integers:
        """Return the highest value that each hand of ten cards bids; 0 to pass."""
        ...

    def announce(self, hands: Masks, skats: Masks, bids: Integers, rng: Generator) -> Announcements:
        """Return what each winner of an auction announces, and which cards are put away."""
        ...


def run_auctions(limits: Integers) -> tuple[Integers, Integers, Integers]:
    """Hold the auctions of players who go step by step up to their limits.

    ``limits`` has a column for each seat.  The results are the declarers, the bids, and for
    each seat the highest value that it bid or accepted.

    >>> [column.tolist() for column in run_auctions(np.array([[20, 18, 23], [18, 0, 0]]))]
    [[2, 0], [22, 18], [[20, 18, 22], [18, 0, 0]]]
    """
    limits = np.ascontiguousarray(limits, np.int64)
    if limits.ndim != 2 or limits.shape[1] != 3:
        raise ValueError(f"each deal needs three limits, not the shape {limits.shape}")
    declarers = np.empty(len(limits), np.int64)
    bids, bids_made = np.empty_like(declarers), np.zeros_like(limits)
    _hold(limits, declarers, bids, bids_made)
    return declarers, bids, bids_made


@kernel(python_up_to=1_000)
def _hold(limits: Integers, declarers: Integers, bids: Integers, bids_made: Integers) -> None:
    for row in range(len(limits)):
        auction = Auction(0, 0, 0, 0, 0)
        while auction.stage < PASSED_IN:
            limit = limits[row, _SPEAKERS[auction.stage]]
            auction = auction_step(auction, next_bid(auction, limit))
        declarers[row] = auction.stage - WON if auction.stage >= WON else NOBODY
        bids[row] = auction.bid
        bids_made[row, FOREHAND], bids_made[row, MIDDLEHAND] = auction.forehand, auction.middlehand
        bids_made[row, REARHAND] = auction.rearhand

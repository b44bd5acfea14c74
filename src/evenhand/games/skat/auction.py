"""The auction: who plays the game, and how high it must be.

Middlehand bids to forehand until one of them passes; then rearhand bids to whoever is
left.  The bidder says a value or passes, the listener says yes or passes.  If nobody has
bid, forehand may still take the game at 18; else the deal is passed in.
"""

from dataclasses import dataclass, replace
from reprlib import repr as brief
from typing import Self

from evenhand.games.moves import RuleError
from evenhand.games.skat.deal import FOREHAND, MIDDLEHAND, REARHAND, seat_name
from evenhand.games.skat.values import BID_VALUES

PASS, YES = "p", "y"
LOWEST = str(BID_VALUES[0])
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
            return [LOWEST, PASS]
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
        if self.listener is None and word != LOWEST:
            raise RuleError("forehand's right", f"forehand takes the game at {LOWEST}, not {word}")
        if BIDS[word] <= self.bid:
            raise RuleError("higher bid", f"{word} is not higher than {self.bid}")
        return BIDS[word]


def check_turn(turn: int | None, seat: int | None) -> None:
    """Refuse a move of anybody, if nobody has the turn, or of somebody else."""
    if turn is None:
        raise RuleError("turn", "nobody has the turn any more")
    if seat not in (None, turn):
        raise RuleError("turn", f"{seat_name(turn)} has the turn, not seat {seat}")

"""What a bidder decides, and the auction between three of them, many deals at once.

Hands are masks in the order of the pack.  Seat 0 is forehand, 1 middlehand, 2 rearhand.
"""

from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.random import Generator

from evenhand.cards import Masks
from evenhand.compiled import kernel, step
from evenhand.games.skat.deal import FOREHAND, MIDDLEHAND, REARHAND
from evenhand.games.skat.many_games import NOBODY
from evenhand.games.skat.playout import Integers
from evenhand.games.skat.values import BID_VALUES

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

"""Auctions of limits against the words of ``auction.Auction``."""

import numpy as np
import pytest

from evenhand.games.skat import BID_VALUES, PASS, YES, Auction, auctions


def spoken(limits: list[int]) -> tuple[int, int, list[int]]:
    """Declarer, bid and what each seat has said, if everybody goes step by step."""
    auction, said = Auction(), [0, 0, 0]
    while (seat := auction.turn) is not None:
        value = auction.bid
        if not auction.asked:
            value = next((value for value in BID_VALUES if value > auction.bid), 1_000)
        if limits[seat] < value:
            auction = auction.say(PASS, seat)
        else:
            said[seat] = value
            auction = auction.say(YES if auction.asked else str(value), seat)
    return -1 if auction.declarer is None else auction.declarer, auction.bid, said


def test_auctions_end_as_word_by_word() -> None:
    rng = np.random.default_rng(1)
    steps = rng.integers(-30, 60, (2_000, 3)) // rng.integers(1, 12, (2_000, 1))
    limits = np.where(steps < 0, 0, np.array(BID_VALUES)[steps])
    limits = np.vstack([limits, rng.integers(0, 300, (1_000, 3)), np.full((1, 3), 264)])
    declarers, bids, said = auctions(limits)
    assert (declarers == -1).sum() > 10
    for row in range(len(limits)):
        expected = spoken(limits[row].tolist())
        assert (declarers[row], bids[row], said[row].tolist()) == expected


def test_three_limits_are_needed() -> None:
    with pytest.raises(ValueError, match="three limits"):
        auctions(np.zeros((4, 2), np.int64))

"""The auction, word by word and many at once."""

from itertools import product

import numpy as np
import pytest

from evenhand.games.protocol import RuleError
from evenhand.games.skat import BID_VALUES, Auction
from evenhand.games.skat.auction import PASS, YES, run_auctions


def after(words: str) -> Auction:
    auction = Auction()
    for word in words.split():
        auction = auction.say(word)
    return auction


def speakers(words: str) -> str:
    auction, seats = Auction(), ""
    for word in words.split():
        seats += str(auction.turn)
        auction = auction.say(word)
    assert auction.turn is None
    return seats


@pytest.mark.parametrize(
    ("words", "seats", "declarer", "bid"),
    [
        ("p p p", "120", None, 0),
        ("p p 18", "120", 0, 18),
        ("p 18 y p", "1202", 0, 18),
        ("p 18 p", "120", 2, 18),
        ("p 18 y 20 p", "12020", 2, 20),
        ("18 y p p", "1012", 0, 18),
        ("18 p p", "102", 1, 18),
        ("18 p 20 p", "1021", 2, 20),
        ("18 p 20 y p", "10212", 1, 20),
        ("18 y 20 y p 22 y 23 p", "101012020", 2, 23),
        ("18 y 20 p 22 y 24 y p", "101021212", 1, 24),
        ("18 y 20 y p p", "101012", 0, 20),
    ],
)
def test_every_branch_has_its_order_of_speaking(
    words: str, seats: str, declarer: int | None, bid: int
) -> None:
    assert speakers(words) == seats
    assert after(words).over
    assert (after(words).declarer, after(words).bid) == (declarer, bid)


def by_limits(limits: tuple[int, ...]) -> tuple[int | None, int]:
    """The declarer and the bid if all bid step by step up to their limits, by reasoning.

    In each duel the lower limit decides: the listener holds what the bidder can say, and
    a bidder must go beyond what was said.
    """
    fore, middle, rear = limits
    floor = 0
    holder, held = 0, fore
    for bidder, limit in ((1, middle), (2, rear)):
        open_bids = [value for value in BID_VALUES if floor < value <= limit]
        refused = [value for value in open_bids if value > held]
        if refused:
            holder, held, floor = bidder, limit, refused[0]
        elif open_bids:
            floor = open_bids[-1]
    if not floor:
        return (0, 18) if fore >= 18 else (None, 0)
    return holder, floor


def test_whoever_dares_most_plays_and_earlier_seats_hold_equal_bids() -> None:
    for limits in product((0, 18, 20, 22, 33, 264), repeat=3):
        auction = Auction()
        while not auction.over:
            assert auction.turn is not None
            limit = limits[auction.turn]
            higher = [value for value in BID_VALUES if auction.bid < value <= limit]
            if auction.asked:
                auction = auction.say("y" if auction.bid <= limit else "p")
            else:
                auction = auction.say(str(higher[0]) if higher else "p")
        assert (auction.declarer, auction.bid) == by_limits(limits)


def test_jump_bids_are_allowed_up_to_264() -> None:
    assert after("18 y 36").words() == ["y", "p"]
    assert after("264 y").words() == ["p"]
    assert after("264 p p").declarer == 1


def test_what_may_be_said_is_listed() -> None:
    assert Auction().words() == ["p", *map(str, BID_VALUES)]
    assert after("18 y").words()[:3] == ["p", "20", "22"]
    assert after("p p").words() == ["18", "p"]
    assert after("p p p").words() == []


@pytest.mark.parametrize(
    ("words", "word", "rule"),
    [
        ("", "19", "bid values"),
        ("", "017", "bid values"),
        ("", " 18", "bid values"),
        ("", "+18", "bid values"),
        ("", "١٨", "bid values"),  # digits that int() would read as 18
        ("", "266", "bid values"),
        ("", "y", "bid values"),
        ("", "", "bid values"),
        ("", "P", "bid values"),
        ("20 y", "18", "higher bid"),
        ("20 y", "20", "higher bid"),
        ("20 p", "20", "higher bid"),
        ("18", "20", "answer"),
        ("18", "18", "answer"),
        ("p p", "20", "forehand's right"),
        ("p p", "y", "bid values"),
        ("p p p", "p", "turn"),
        ("18 p p", "20", "turn"),
    ],
)
def test_a_word_against_the_rules_is_refused_by_the_name_of_the_rule(
    words: str, word: str, rule: str
) -> None:
    auction = after(words)
    with pytest.raises(RuleError, match=f"^{rule}: ") as refused:
        auction.say(word)
    assert refused.value.rule == rule
    assert auction == after(words)


def test_only_the_seat_that_has_the_turn_may_speak() -> None:
    assert Auction().say("18", 1).turn == 0
    for seat in (0, 2, 7, -1):
        with pytest.raises(RuleError, match="turn: middlehand has the turn"):
            Auction().say("18", seat)


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
    declarers, bids, bids_made = run_auctions(limits)
    assert (declarers == -1).sum() > 10
    for row in range(len(limits)):
        expected = spoken(limits[row].tolist())
        assert (declarers[row], bids[row], bids_made[row].tolist()) == expected


def test_three_limits_are_needed() -> None:
    with pytest.raises(ValueError, match="three limits"):
        run_auctions(np.zeros((4, 2), np.int64))

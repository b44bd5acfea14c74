"""The rules for null against the solver: what they call safe never loses."""

import numpy as np
import pytest

from evenhand.games.cards import Masks
from evenhand.games.skat import PACK
from evenhand.games.skat.bidding.null import (
    count_gaps,
    has_safe_lead,
    null_discards,
    null_limits,
    rank_null_pairs,
)
from evenhand.games.skat.solver import Position, Solver

DEALS = 150_000


@pytest.fixture(scope="module")
def deals() -> Masks:
    return PACK.deal(np.random.default_rng(1), DEALS, 10, 10, 10, 2)


def cards(names: str) -> int:
    return PACK.hand(names.split())


def wins_from_every_seat(solver: Solver, one: int, two: int, three: int) -> list[bool]:
    hands = (one, two, three)
    return [solver.wins(Position("N", hands, leader=leader)) for leader in range(3)]


@pytest.mark.parametrize(
    ("names", "count"),
    [
        ("C7 C9 CJ CK S7 S9 SJ SK H7 D7", 0),
        ("C7 C8 C9 CT CJ CQ CK CA D7 D9", 0),
        ("C7 C9 CJ S7 S8 H7 D7 D8 DT DA", 1),  # four below the ace, three cards to give first
        ("C7 C9 CJ CK S7 S9 SJ SK H8 D7", 1),  # the 8 alone
        ("C7 C9 CJ CK S7 S9 SJ SK HA D7", 7),  # seven cards below the ace
        ("C8 C9 S7 S9 SJ SK H7 H9 HJ D7", 1),  # the 7 is below the 8; the 9 has a card before it
    ],
)
def test_gaps_are_the_low_cards_that_opponents_have_too_many(names: str, count: int) -> None:
    hand = PACK.hand(names.split())
    assert count_gaps(np.array([hand]), np.array([PACK.full ^ hand])) == [count]


def test_a_single_seven_is_a_safe_lead_and_a_seven_nine_is_not() -> None:
    for names, safe in (("D7", True), ("D7 D9", False), ("D7 D8 DT", True), ("D8", False)):
        hand = PACK.hand(names.split())
        assert has_safe_lead(np.array([hand]), np.array([PACK.full ^ hand]), 2) == [safe]


def test_a_seven_is_no_safe_lead_if_its_suit_may_be_in_the_skat() -> None:
    hands = np.array([PACK.hand(["C7", "C8", "C9", "CT", "CJ", "CQ"])])
    theirs = np.array([PACK.hand(["CK", "CA"])])
    assert has_safe_lead(hands, theirs, 0).tolist() == [True]
    assert has_safe_lead(hands, theirs, 2).tolist() == [False]


def test_a_null_ouvert_hand_that_is_called_safe_never_loses(deals: Masks) -> None:
    solver, rng = Solver(), np.random.default_rng(2)
    safe = deals[null_limits(deals[:, 0]) == 59]
    assert len(safe) > 60
    for hand in safe[:, 0].tolist():
        rest = np.array([card for card in range(32) if not hand >> card & 1])
        for _ in range(4):
            bits = np.int64(1) << rng.permutation(rest)
            others = int(bits[:10].sum()), int(bits[10:20].sum())
            assert all(wins_from_every_seat(solver, hand, *others))


def test_a_null_ouvert_that_is_called_safe_never_loses(deals: Masks) -> None:
    solver = Solver()
    some = deals[:40_000]
    away, values = null_discards(some[:, 0] | some[:, 3])
    safe = np.flatnonzero(values == 46)
    assert len(safe) > 60
    for row in safe.tolist():
        hand = int((some[row, 0] | some[row, 3]) ^ away[row])
        assert all(wins_from_every_seat(solver, hand, int(some[row, 1]), int(some[row, 2])))


def test_nulls_with_gaps_are_lost_sometimes_and_more_often_with_more(deals: Masks) -> None:
    solver = Solver()
    hands = deals[:60_000, 0]
    count = count_gaps(hands, PACK.full ^ hands)
    shares = []
    for number in (0, 1, 3):
        rows = np.flatnonzero(count == number)[:80]
        won = [wins_from_every_seat(solver, *deals[row, :3].tolist())[1] for row in rows]
        shares.append(np.mean(won))
    assert shares[0] == 1
    assert 0.4 < shares[1] < 0.9
    assert shares[2] < shares[1]


def test_the_two_cards_put_away_are_those_that_hurt() -> None:
    twelve = cards("C7 C9 CJ CK S7 S9 SJ SK H7 D7 HA DK")
    away, values = null_discards(np.array([twelve]))
    assert PACK.names(int(away[0])) == ("HA", "DK")
    assert values.tolist() == [46]


def test_all_pairs_are_ranked_by_what_is_left() -> None:
    twelve = cards("C7 C9 CJ CK S7 S9 SJ SK H7 D7 HA DK")
    pairs, danger = rank_null_pairs(np.array([twelve]))
    assert len(set(pairs[0].tolist())) == 66
    assert danger[0].tolist() == sorted(danger[0].tolist())
    theirs = np.full(66, PACK.full ^ twelve)
    lead = has_safe_lead(twelve ^ pairs[0], theirs, 0)
    assert (danger[0] == 2 * count_gaps(twelve ^ pairs[0], theirs) + ~lead).all()
    assert pairs[0, 0] == null_discards(np.array([twelve]))[0][0]


def test_limits_are_those_of_the_nulls() -> None:
    safe = "C7 C9 CJ CK S7 S9 SJ SK H7 D7"
    no_lead = "C7 C9 CJ CK S7 S9 SJ SK H7 H9"
    hands = [safe, no_lead, safe.replace("H7", "H8"), safe.replace("H7", "HA")]
    limits = null_limits(np.array([PACK.hand(names.split()) for names in hands]))
    assert limits.tolist() == [59, 35, 23, 0]

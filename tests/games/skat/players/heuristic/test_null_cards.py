"""Null by rules of thumb where the right card is clear."""

from typing import Any

import pytest

from evenhand.games.skat.bidding.null import suit_gaps
from evenhand.games.skat.bots.heuristic import null_card

from .situations import card_name, situation


def choice(mover: int, own: str, table: str = "", **known: Any) -> str:
    return card_name("N", null_card(situation("N", mover, own, table, **known)))


@pytest.mark.parametrize(
    ("own", "count"),
    [(0b1, 0), (0b10101, 0), (0b1010101, 0), (0b10, 1), (0b10000000, 7), (0b11000001, 7)],
)
def test_gaps_count_lower_cards_that_are_too_many(own: int, count: int) -> None:
    assert suit_gaps(own, 0xFF & ~own, 0) == count


def test_the_declarer_stays_below_with_his_highest_card() -> None:
    assert choice(0, "S7 S9 SQ SA", "SK S8") == "SQ"


def test_the_declarer_throws_off_the_most_dangerous_card() -> None:
    assert choice(0, "H7 H9 HJ DA D7 C8", "SK S8") == "DA"


def test_the_declarer_leads_a_card_below_all_others() -> None:
    assert choice(0, "H9 HJ C7 CQ D8 DK") == "C7"


def test_an_opponent_stays_below_the_declarers_card() -> None:
    assert choice(2, "S7 S9 SK", "ST S8") == "S9"
    assert choice(1, "S7 SK", "S9") == "S7"


def test_an_opponent_leads_a_low_card_and_no_suit_that_the_declarer_lacks() -> None:
    spades = "S7 S8 S9 ST SJ SQ SK SA"
    hand = "S7 HA HK H8 DA"
    assert choice(2, hand) == "S7"
    assert choice(1, hand, missing=("", spades)) == "H8"


def test_an_opponent_plays_high_when_the_trick_is_his_partners() -> None:
    assert choice(2, "S7 S9 SA", "S8 SK") == "SA"

"""A declaration, and everything that can be wrong with it."""

import pytest
from evenhand.games.rummy.declaration import check
from evenhand.games.rummy.pack import read_wild

from tests.games.rummy.made import hand_of

NO_PURE = "there is no pure sequence"
ONE_SEQUENCE = "there must be two sequences, and there is one"
NO_SEQUENCE = "there must be two sequences, and there is none"


def problems(melds: str, wild: str | None = None, hand: str | None = None) -> tuple[str, ...]:
    """What is wrong with melds that have commas between them."""
    cards = [hand_of(meld) for meld in melds.split(",")]
    return check(cards, read_wild(wild), None if hand is None else hand_of(hand))


@pytest.mark.parametrize(
    ("melds", "wild"),
    [
        ("HA H2 H3, S9 ST SJ, C4 D4 H4 S4, CQ DQ HQ", None),
        ("HA H2 H3, S9 JK SJ, C4 D4 JK S4, CQ DQ HQ", None),
        ("HQ HK HA, H2 H3 H4 H5, S2 S3 S4, CQ DQ JK", None),
        ("H6 H7 H8, S9 D7 SJ, C4 D4 H4 S4, CQ DQ HQ", "7"),
        ("HA H2 H3 H4 H5 H6, H7 H8 H9 HT HJ HQ HK", None),
        # Three jokers alone are the second sequence.
        ("HA H2 H3, C7 D7 JK, C4 D4 H4 S4, CQ DQ HQ", "7"),
        # A meld that could be a set counts as a sequence.
        ("HA H2 H3, C9 D7 JK, C4 D4 H4 S4, CQ DQ HQ", "7"),
    ],
)
def test_a_valid_declaration_has_no_problem(melds: str, wild: str | None) -> None:
    assert problems(melds, wild) == ()


@pytest.mark.parametrize(
    ("melds", "expected"),
    [
        ("HA H2 H3, S9 ST SJ, C4 D4 H4 S4", ["a declaration has 13 cards, not 10"]),
        (
            "HA H2 H3, S9 ST SJ, C4 D4 H4 S4, CQ DQ HQ SQ",
            ["a declaration has 13 cards, not 14"],
        ),
        (
            "HA H2 H3, H3 H4 H5, C4 D4 H4 S4, CQ DQ HQ",
            ["the card H3 is in 2 melds", "the card H4 is in 2 melds"],
        ),
        (
            "HA H2 H3, S9 JK SJ, C4 D4 JK S4, CQ DQ JK",
            ["the card JK is there 3 times, the pack has two"],
        ),
        (
            "HA H2 H3, S9 ST SJ, C4 D4 H4 S4, CQ DQ HK",
            ["CQ DQ HK are neither of one suit nor of one rank"],
        ),
        ("HA JK H3, S9 JK SJ, C4 D4 H4 S4, CQ DQ HQ", [NO_PURE]),
        ("HA H2 H3 H4, C9 D9 S9, C4 D4 S4, CQ DQ HQ", [ONE_SEQUENCE]),
        ("HA JK H3 H4, C9 D9 S9, C4 D4 S4, CQ DQ HQ", [NO_PURE, ONE_SEQUENCE]),
        ("C2 D2 H2 S2, C9 D9 S9, C4 D4 S4, CQ DQ HQ", [NO_PURE, NO_SEQUENCE]),
    ],
)
def test_a_problem_is_told(melds: str, expected: list[str]) -> None:
    assert problems(melds) == tuple(expected)


def test_all_problems_are_told_at_once() -> None:
    assert problems("HK HA H2, S9 JK SQ, C4 D4 H4 S4, CQ DQ") == (
        "a declaration has 13 cards, not 12",
        "HA H2 HK are not consecutive: no sequence goes on from the king over the ace to the 2",
        "S9 SQ are not consecutive: 2 cards are missing, and 1 joker is there",
        "a meld has at least three cards, not 2: CQ DQ",
        NO_PURE,
        NO_SEQUENCE,
    )


def test_the_melds_must_hold_the_cards_of_the_hand() -> None:
    shown = "HA H2 H3, S9 JK SJ, C4 D4 H4 S4, CQ DQ HQ"
    hand = "HA H2 H3 S9 JK SJ C4 D4 H4 S4 CQ DQ "
    assert problems(shown, hand=hand + "HQ") == ()
    assert problems(shown, hand=hand + "HK") == (
        "not in the hand: HQ",
        "in the hand, but in no meld: HK",
    )
    assert problems(shown, hand=hand.replace("JK", "H9") + "HQ") == (
        "not in the hand: JK",
        "in the hand, but in no meld: H9",
    )


def test_it_does_not_matter_which_of_the_printed_jokers_is_shown() -> None:
    melds = [hand_of(meld) for meld in ("HA H2 H3", "S9 JK SJ", "C4 D4 H4 S4", "CQ DQ HQ")]
    other = sum(melds) ^ 0b11 << 52
    assert check(melds, read_wild(None), other) == ()


def test_a_smaller_declaration_can_be_asked_for() -> None:
    melds = [hand_of("HA H2 H3"), hand_of("S9 ST SJ")]
    assert check(melds, read_wild(None), size=6) == ()

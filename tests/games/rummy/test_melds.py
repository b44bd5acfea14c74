"""What is a meld, what is none, and everything that can be wrong with a declaration."""

from itertools import combinations

import numpy as np
import pytest

from evenhand.games.cards import as_hand
from evenhand.games.rummy import Kind, Meld, check, name, read_wild
from evenhand.games.rummy.deck import NO_WILD, RANKS, jokers
from evenhand.games.rummy.melds import (
    RUNS,
    is_pure,
    kinds_of,
    melds_in,
    pure_sequences,
    sort_meld,
    subsets,
    why_not,
)
from tests.games.rummy.hands import any_hands, hand_of

PURE, SEQUENCE, SET = Kind
EITHER = (SEQUENCE, SET)
NO_PURE = "there is no pure sequence"
ONE_SEQUENCE = "there must be two sequences, and there is one"
NO_SEQUENCE = "there must be two sequences, and there is none"


@pytest.mark.parametrize(
    ("cards", "wild", "found"),
    [
        ("H7 H8 H9", None, (PURE,)),
        ("HA H2 H3", None, (PURE,)),
        ("HQ HK HA", None, (PURE,)),
        ("HK HA H2", None, ()),
        ("HQ HK HA H2", None, ()),
        ("HA H2 H3 H4 H5 H6 H7 H8 H9 HT HJ HQ HK", None, (PURE,)),
        ("H7 H8", None, ()),
        ("H7 H8 HT", None, ()),
        ("H7 H8 D9", None, ()),
        ("H7 JK H9", None, (SEQUENCE,)),
        ("H7 JK HT", None, ()),
        ("H7 JK JK HT", None, (SEQUENCE,)),
        ("H7 H8 JK JK", None, (SEQUENCE,)),
        ("HK HA JK", None, (SEQUENCE,)),
        ("HA JK HQ", None, (SEQUENCE,)),
        ("HA JK HJ", None, ()),
        ("HA H2 JK HK", None, ()),
        ("C7 D7 H7", None, (SET,)),
        ("C7 D7 H7 S7", None, (SET,)),
        ("C7 D7 H7 S7 JK", None, ()),
        ("C7 D7 JK JK", None, (SET,)),
        ("C7 D7 H8", None, ()),
        ("H7 JK JK", None, EITHER),
        ("JK JK", None, ()),
        ("", None, ()),
        # A wild card is a joker, or stands for itself, in a pure sequence too.
        ("H6 H7 H8", "7", (PURE,)),
        ("H7 H8 H9", "7", (PURE,)),
        ("H6 S7 H8", "7", (SEQUENCE,)),
        ("H3 H4 H7", "7", (SEQUENCE,)),
        ("HQ HK HA", "A", (PURE,)),
        ("HJ HA HK", "A", (SEQUENCE,)),
        ("H6 H7 S6", "7", (SET,)),
        ("C7 D7 H7", "7", EITHER),
        ("C7 D7 H7 S7", "7", EITHER),
        ("C7 D7 H7 S7 JK JK", "7", (SEQUENCE,)),
        ("C7 D7 H7 S7 JK", "7", (SEQUENCE,)),
        ("C7 D7 S3", "7", EITHER),
        ("C7 D7 S3 D3", "7", (SET,)),
        ("C7 D7 S3 S9", "7", ()),
        # Jokers at both ends, but no more than thirteen places.
        ("H2 H3 H4 H5 H6 H7 H8 H9 HT HJ HQ JK JK", None, (SEQUENCE,)),
        ("H2 H3 H4 H5 H6 H7 H8 H9 HT HJ HQ HK JK JK", None, ()),
    ],
)
def test_kinds_of_cards(cards: str, wild: str | None, found: tuple[Kind, ...]) -> None:
    assert kinds_of(hand_of(cards), read_wild(wild)) == found


@pytest.mark.parametrize(
    ("cards", "wild", "why"),
    [
        ("H7 H8", None, "a meld has at least three cards, not 2: H7 H8"),
        ("", None, "a meld has at least three cards, not 0"),
        ("H7 H8 HT", None, "H7 H8 HT are not consecutive"),
        (
            "H5 HT JK",
            None,
            "H5 HT are not consecutive: 4 cards are missing, and 1 joker is there",
        ),
        (
            "H3 H9 C7 D7",
            "7",
            "H3 H9 are not consecutive: 5 cards are missing, and 2 jokers are there",
        ),
        (
            "HK HA H2",
            None,
            "HA H2 HK are not consecutive: no sequence goes on from the king over the ace to the 2",
        ),
        ("C7 D7 H7 S7 JK", None, "a set has at most four cards, not 5: C7 D7 H7 S7 JK"),
        ("C7 D7 H8", None, "C7 D7 H8 are neither of one suit nor of one rank"),
        (
            "HA H2 H3 H4 H5 H6 H7 H8 H9 HT HJ HQ HK JK",
            None,
            "a meld has at most thirteen cards, not 14",
        ),
    ],
)
def test_what_is_wrong_is_told(cards: str, wild: str | None, why: str) -> None:
    assert why_not(hand_of(cards), read_wild(wild)) == why


def test_there_are_76_runs_of_ranks_in_a_suit() -> None:
    # 14 places: 12 runs of three, 11 of four, ..., 3 of twelve, and all thirteen ranks.
    assert len(RUNS) == len(set(RUNS)) == sum(range(3, 13)) + 1
    assert all(is_pure(run << suit * RANKS) for run in RUNS for suit in range(4))


def test_pure_sequences_are_found_by_trying_all_cards_too() -> None:
    for hand, _ in any_hands(np.random.default_rng(1), 8):
        every = [cards for cards in melds_in(hand, NO_WILD) if is_pure(cards)]
        assert sorted(pure_sequences(hand)) == sorted(every)


def test_kinds_follow_from_what_each_joker_stands_for() -> None:
    """A meld is what becomes a pure sequence or a natural set when jokers become other cards."""
    rng = np.random.default_rng(2)
    runs = [run << suit * RANKS for run in RUNS for suit in range(4)]
    sets = [
        as_hand(cards)
        for rank in range(RANKS)
        for size in (3, 4)
        for cards in combinations(range(rank, 4 * RANKS, RANKS), size)
    ]
    for hand, wild in any_hands(rng, 24, size=7):
        for cards in subsets(hand):
            others = cards & ~jokers(cards, wild)
            same_size = [meld for meld in runs + sets if meld.bit_count() == cards.bit_count()]
            found = {meld in runs for meld in same_size if others & ~meld == 0}
            if cards in runs:
                assert kinds_of(cards, wild) == (PURE,)
            else:
                assert {kind is SEQUENCE for kind in kinds_of(cards, wild)} == found


@pytest.mark.parametrize(
    ("cards", "wild", "shown"),
    [
        ("S9 SJ JK", None, "S9 JK SJ"),
        ("HQ HA HK", None, "HQ HK HA"),
        ("HA H2 H3", None, "HA H2 H3"),
        ("HK HA JK", None, "JK HK HA"),
        ("HA H3 JK JK", None, "HA JK H3 JK"),
        ("C7 H5 H6 H8", "7", "H5 H6 C7 H8"),
        ("H7 H5 H8 JK", "7", "H5 JK H7 H8"),
        ("H4 H5 H7 JK", "7", "H4 H5 JK H7"),
        ("C7 D7 JK", None, "C7 D7 JK"),
        ("C3 D3 H3", "3", "C3 D3 H3"),
    ],
)
def test_jokers_are_shown_where_they_fill_in(cards: str, wild: str | None, shown: str) -> None:
    order = sort_meld(hand_of(cards), read_wild(wild))
    assert " ".join(map(name, order)) == shown


def test_a_meld_shows_its_kind_and_cards() -> None:
    cards = hand_of("H5 H6 H7")
    meld = Meld(PURE, sort_meld(cards, NO_WILD))
    assert (str(meld), meld.mask) == ("pure sequence  H5 H6 H7", cards)


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

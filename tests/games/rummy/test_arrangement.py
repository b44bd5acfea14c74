"""The best arrangement: as good as MinScore says, and valid where it is complete."""

import numpy as np
import pytest

from evenhand.games.cards import cards_of
from evenhand.games.rummy import Arrangement, Kind, arrange, check, name, names, points, read_wild
from evenhand.games.rummy.arrangement import find_final_discards, is_declarable
from evenhand.games.rummy.deck import MAX_POINTS, NO_WILD, jokers
from evenhand.games.rummy.melds import kinds_of
from tests.games.rummy.hands import any_hands, declarable, hand_of, with_jokers
from tests.oracles import rummy_metrics
from tests.oracles.rummy_metrics import min_score


def laid(found: Arrangement) -> int:
    """The cards in melds."""
    return sum(meld.mask for meld in found.melds)


def check_arrangement(hand: int, wild: int, literal: bool = False) -> Arrangement:
    """Every card is there once, every meld is one, and the points are the least."""
    found = arrange(hand, wild, literal)
    kept = hand if found.discard is None else hand ^ 1 << found.discard
    assert sorted(cards_of(kept)) == sorted(
        [*cards_of(found.left_over), *(card for meld in found.melds for card in meld.cards)]
    )
    assert all(meld.kind in kinds_of(meld.mask, wild) for meld in found.melds)
    assert found.points == min(MAX_POINTS, points(found.left_over, wild))
    assert found.points == min_score(hand, wild, literal), names(hand)
    return found


@pytest.mark.parametrize("literal", [False, True])
def test_what_is_left_over_counts_min_score(literal: bool) -> None:
    for hand, wild in any_hands(np.random.default_rng(6), 240):
        check_arrangement(hand, wild, literal)


@pytest.mark.parametrize("count", [4, 5, 6])
def test_hands_with_many_jokers_of_every_wild_rank(count: int) -> None:
    rng = np.random.default_rng(count)
    for wild in range(NO_WILD):
        for _ in range(4):
            check_arrangement(with_jokers(rng, wild, count), wild)


def test_what_is_free_follows_the_rules() -> None:
    """Nothing without a pure sequence, one pure sequence alone, or two sequences and more."""
    seen = set()
    for hand, wild in any_hands(np.random.default_rng(7), 200):
        found = [meld.kind for meld in arrange(hand, wild).melds]
        sequences = sum(kind.is_sequence for kind in found)
        seen.add(min(2, sequences))
        assert not found or Kind.PURE_SEQUENCE in found
        assert sequences > 1 or len(found) == sequences
    assert seen == {0, 1, 2}


def test_a_hand_that_can_be_declared_is_shown_as_a_valid_declaration() -> None:
    rng = np.random.default_rng(8)
    hands = any_hands(rng, 200)
    hands += [(declarable(rng, wild), wild) for wild in range(NO_WILD + 1) for _ in range(10)]
    for hand, wild in hands:
        melds = [meld.mask for meld in arrange(hand, wild).melds]
        able = rummy_metrics.is_declarable(hand, wild)
        assert (check(melds, wild, hand) == ()) == able == is_declarable(hand, wild)


def test_final_discards_are_those_that_leave_a_declaration() -> None:
    rng, found = np.random.default_rng(10), set()
    for hand, wild in any_hands(rng, 160, 14):
        able = [
            card for card in cards_of(hand) if rummy_metrics.is_declarable(hand ^ 1 << card, wild)
        ]
        assert list(cards_of(find_final_discards(hand, wild))) == able
        assert is_declarable(hand, wild) == bool(able)
        found.add(len(able))
    assert {0, 1} < found


def test_of_fourteen_cards_the_best_discard_is_told() -> None:
    for hand, wild in any_hands(np.random.default_rng(9), 30, 14):
        found = check_arrangement(hand, wild)
        assert found.discard is not None
        assert not jokers(1 << found.discard, wild)


def test_among_equal_discards_the_dearest_goes() -> None:
    hand = hand_of("C2 D4 H6 S8 CT DQ HA C4 D6 H8 ST CQ D2 SK")
    assert arrange(hand, NO_WILD).discard == max(cards_of(hand_of("SK")))


def shown(cards: str, wild: str | None, literal: bool = False) -> list[str]:
    return str(arrange(hand_of(cards), read_wild(wild), literal)).splitlines()


def test_a_complete_hand_is_shown_meld_by_meld() -> None:
    assert shown("H5 H6 H7 S9 JK SJ C4 D4 S4 CQ DQ HQ SQ", "K") == [
        "pure sequence  H5 H6 H7",
        "sequence       S9 JK SJ",
        "set            C4 D4 S4",
        "set            CQ DQ HQ SQ",
    ]


def test_a_joker_that_fills_no_gap_joins_a_sequence_with_jokers() -> None:
    assert shown("H5 H6 H7 S9 SJ C2 D2 S2 CQ DQ HQ JK JK", None) == [
        "pure sequence  H5 H6 H7",
        "sequence       S9 JK SJ JK",
        "set            C2 D2 S2",
        "set            CQ DQ HQ",
    ]


def test_if_all_sequences_are_pure_a_set_of_three_takes_a_joker_then_the_second_sequence() -> None:
    assert shown("H5 H6 H7 H8 S9 ST SJ SQ C4 D4 S4 JK JK", None) == [
        "pure sequence  S9 ST SJ SQ",
        "sequence       H5 H6 H7 H8 JK",
        "set            C4 D4 S4 JK",
    ]


def test_a_wild_card_goes_where_it_stands_for_itself() -> None:
    assert shown("H5 H6 H7 S9 ST SJ C4 D4 S4 CQ DQ HQ JK", "T")[:2] == [
        "pure sequence  H5 H6 H7",
        "pure sequence  S9 ST SJ",
    ]


def test_a_pure_sequence_alone_is_all_that_is_free() -> None:
    assert shown("H2 H3 H4 C5 D5 S5 C9 D9 S9 CK DK C7 S3", None) == [
        "pure sequence  H2 H3 H4",
        "left over      C5 C7 C9 CK D5 D9 DK S3 S5 S9 (72 points)",
    ]


def test_without_a_pure_sequence_nothing_is_free() -> None:
    cards = "H2 JK H4 C5 D5 S5 C9 D9 S9 CK DK C7 S3"
    assert shown(cards, None) == [
        "left over      C5 C7 C9 CK D5 D9 DK H2 H4 S3 S5 S9 JK (78 points)"
    ]
    assert shown(cards, None, literal=True) == [
        "set            C5 D5 S5",
        "set            C9 D9 S9",
        "set            CK DK JK",
        "left over      C7 H2 H4 S3 (16 points)",
    ]


def test_a_hand_counts_eighty_at_most() -> None:
    found = arrange(hand_of("C2 D4 H6 S8 CT DQ HA C4 D9 H8 ST CQ SK"), NO_WILD)
    assert (found.points, str(found).endswith("(80 points, the most)")) == (80, True)


def test_the_discard_is_shown() -> None:
    found = arrange(hand_of("H5 H6 H7 S9 JK SJ C4 D4 S4 CQ DQ HQ SQ D8"), read_wild("K"))
    assert str(found).splitlines()[-1] == "discard        D8"
    assert found.discard is not None
    assert name(found.discard) == "D8"

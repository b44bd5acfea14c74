"""The plain definitions: given hands, all families of melds, small decks, one exchange."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from evenhand.games.cards import cards_of
from evenhand.games.rummy import names, read_hand, read_wild
from evenhand.games.rummy.deck import NO_WILD, PRINTED
from tests.games.rummy import hands
from tests.games.rummy.hands import any_hands, hand_of
from tests.oracles.rummy_brute_force import least_of_all_families
from tests.oracles.rummy_metrics import (
    distances,
    exchange,
    is_declarable,
    min_dist,
    min_score,
)

DATA = Path(__file__).parents[2] / "data" / "rummy" / "hands.jsonl"
VECTORS: list[dict[str, Any]] = [json.loads(line) for line in DATA.read_text().splitlines()]


@pytest.mark.parametrize("vector", VECTORS, ids=range(len(VECTORS)))
def test_given_hands_count_as_given(vector: dict[str, Any]) -> None:
    hand, wild = read_hand(vector["hand"], (13,)), read_wild(vector["wild"])
    assert min_score(hand, wild) == vector["minscore"]
    assert is_declarable(hand, wild) == (vector["mindist"] == 0)


@pytest.mark.parametrize("vector", [v for v in VECTORS if v["mindist"] <= 1])
def test_given_hands_that_lack_a_card_lack_a_card(vector: dict[str, Any]) -> None:
    hand, wild = read_hand(vector["hand"]), read_wild(vector["wild"])
    assert min_dist(hand, wild) == vector["mindist"]


@pytest.mark.parametrize("literal", [False, True])
def test_the_least_of_all_families_of_melds(literal: bool) -> None:
    for size, count in ((9, 30), (11, 20), (13, 10)):
        for hand, wild in any_hands(np.random.default_rng(size), count, size):
            expected = least_of_all_families(hand, wild, literal)
            assert min_score(hand, wild, literal) == expected, (names(hand), wild)


@pytest.mark.parametrize(
    ("cards", "wild", "score", "literal"),
    [
        # No pure sequence: the sets and the sequence with a joker do not help.
        ("H2 JK H4 C5 D5 S5 C9 D9 S9 CK DK C7 S3", None, 78, 16),
        # A pure sequence and no second one: the set does not help.
        ("H2 H3 H4 C5 D5 S5 C9 D9 S9 CK DK C7 S3", None, 72, 30),
        # Two sequences: everything helps.
        ("H2 H3 H4 S9 ST SJ C5 D5 S5 CK DK C7 S3", None, 30, 30),
        # The ace is high, then low.
        ("HQ HK HA S9 ST SJ C5 D5 S5 CK DK C7 S3", None, 30, 30),
        ("HA H2 H3 S9 ST SJ C5 D5 S5 CK DK C7 S3", None, 30, 30),
        ("HK HA H2 S9 ST SJ C5 D5 S5 CK DK C7 S3", None, 67, 22),
        # Wild kings: one stands for itself in the pure sequence, one fills, one is left over.
        ("HQ HK HA S9 CK SJ C5 D5 S5 C8 DK C7 S3", "K", 3, 3),
        # With the wild king in C2 HK C4 the ace would count: better T J Q K A alone.
        ("HT HJ HQ HK HA C2 C4 C7 D9 D5 S8 S3 H6", "K", 44, 44),
    ],
)
def test_what_counts(cards: str, wild: str | None, score: int, literal: int) -> None:
    hand, rank = hand_of(cards), read_wild(wild)
    assert min_score(hand, rank) == score == least_of_all_families(hand, rank, False)
    assert min_score(hand, rank, True) == literal == least_of_all_families(hand, rank, True)


def test_of_fourteen_cards_the_best_thirteen_count() -> None:
    for hand, wild in any_hands(np.random.default_rng(3), 12, 14):
        kept = [hand ^ 1 << card for card in cards_of(hand)]
        assert min_score(hand, wild) == min(min_score(one, wild) for one in kept)
        assert is_declarable(hand, wild) == any(is_declarable(one, wild) for one in kept)


def test_a_hand_counts_nothing_exactly_when_it_can_be_declared() -> None:
    found = [
        (min_score(hand, wild) == 0, is_declarable(hand, wild))
        for hand, wild in any_hands(np.random.default_rng(4), 400)
    ]
    assert set(found) == {(True, True), (False, False)}


def test_complete_hands_can_be_declared_and_exchanges_are_counted() -> None:
    rng = np.random.default_rng(5)
    for wild in range(NO_WILD + 1):
        hand = hands.declarable(rng, wild)
        assert hand.bit_count() == 13
        assert min_dist(hand, wild) == 0
        assert min_dist(hands.exchange(rng, hand, 1), wild) <= 1


def test_an_exchange_brings_other_cards_in() -> None:
    hand = hand_of("CA C2 C3 C4 C5 C6 C7 C8 C9 CT CJ CQ CK")
    others = list(exchange(hand, 1))
    assert len(others) == len(set(others)) == 13 * 41
    assert {(other & hand).bit_count() for other in others} == {12}


def test_two_exchanges_are_found_within_the_limit() -> None:
    hand = hand_of("HA H2 H3 S9 ST SJ C5 D5 S5 CK DK C7 C2")
    assert min_dist(hand, NO_WILD, limit=0) == 1
    assert min_dist(hand, NO_WILD, limit=1) == 2
    assert min_dist(hand, NO_WILD, limit=2) == 2


@pytest.mark.parametrize(
    ("suits", "ranks", "wild"),
    [
        ("CDHS", "A234", "2"),
        ("CDHS", "JQKA", "K"),
        ("DS", "A2345678", None),
    ],
)
def test_distances_in_a_small_deck_are_exchanges_within_it(
    suits: str, ranks: str, wild: str | None
) -> None:
    """The largest overlap with a complete hand is as good as the fewest exchanges one by one."""
    deck = read_hand([suit + rank for suit in suits for rank in ranks]) | PRINTED
    found = distances(deck, read_wild(wild))
    assert set(found.values()) >= {0, 1}
    for hand, distance in list(found.items())[::17]:
        near = [
            found[hand ^ 1 << gone | 1 << come]
            for gone in cards_of(hand)
            for come in cards_of(deck & ~hand)
        ]
        assert (distance == 0) == is_declarable(hand, read_wild(wild))
        assert distance == 0 or distance == 1 + min(near)


def test_a_deck_in_which_nothing_can_be_declared_is_refused() -> None:
    with pytest.raises(ValueError, match="no hand of this deck can be declared"):
        distances(hand_of("CA C3 C5 C7 C9 CJ CK DA D3 D5 D7 D9 DJ DK"), NO_WILD)

"""MinScore: the kernel against the definition and another program."""

import json
from pathlib import Path

import numpy as np
import pytest
from evenhand.games.rummy.pack import NO_WILD, jokers, read_hand, read_wild
from evenhand.games.rummy.plain import min_score as plain_min_score

from evenhand.games.cards import CardError, cards_of
from evenhand.games.rummy.metrics import (
    discard_dists,
    discard_scores,
    min_dists,
    min_score,
    min_scores,
)
from tests.games.rummy.made import any_hands, hand_of, random_wilds, with_jokers

VECTORS = Path(__file__).parents[3] / "data" / "rummy" / "hands.jsonl"


def test_every_vector_of_the_independent_program() -> None:
    vectors = [json.loads(line) for line in VECTORS.read_text().splitlines()]
    hands = [read_hand(vector["hand"]) for vector in vectors]
    wilds = [read_wild(vector["wild"]) for vector in vectors]
    assert len(vectors) == 120
    assert min_scores(hands, wilds).tolist() == [vector["minscore"] for vector in vectors]


@pytest.mark.parametrize("literal", [False, True])
@pytest.mark.parametrize("size", [13, 14])
def test_it_is_the_plain_definition_on_hundreds_of_hands(size: int, literal: bool) -> None:
    """The definition itself is tested against all disjoint families of melds in test_plain."""
    hands = any_hands(np.random.default_rng(21), 600 if size == 13 else 120, size)
    held, wilds = zip(*hands, strict=True)
    wanted = [plain_min_score(hand, wild, literal) for hand, wild in hands]
    assert min_scores(held, wilds, literal).tolist() == wanted
    assert len(set(wanted)) > 20
    assert set(wilds) == set(range(NO_WILD + 1))
    assert max(jokers(hand, wild).bit_count() for hand, wild in hands) == 6


@pytest.mark.parametrize("literal", [False, True])
def test_all_discards_at_once_are_the_discards_one_by_one(literal: bool) -> None:
    for hand, wild in any_hands(np.random.default_rng(22), 500, 14):
        kept = [hand ^ 1 << card for card in cards_of(hand)]
        one_by_one = min_scores(kept, wild, literal).tolist()
        wanted = dict(zip(cards_of(hand), one_by_one, strict=True))
        assert discard_scores(hand, wild, literal) == wanted


def test_no_points_are_left_exactly_when_nothing_is_to_be_exchanged() -> None:
    held, wilds = zip(*any_hands(np.random.default_rng(23), 3000), strict=True)
    none_left = min_scores(held, wilds) == 0
    assert none_left.tolist() == (min_dists(held, wilds) == 0).tolist()
    assert none_left.sum() > 100


def test_some_card_other_than_a_joker_is_always_among_the_best_discards() -> None:
    """So strategies that keep their jokers lose nothing by it."""
    rng = np.random.default_rng(24)
    for wild in random_wilds(rng, 400).tolist():
        hand = with_jokers(rng, wild, int(rng.integers(1, 7)), 14)
        for after in (discard_dists(hand, wild), discard_scores(hand, wild)):
            others = [after[card] for card in cards_of(hand & ~jokers(hand, wild))]
            assert min(others) == min(after.values())


@pytest.mark.parametrize(
    ("text", "wild", "score", "literal"),
    [
        ("CK DK HK CA DA HA C2 D2 H2 C5 D5 H6 S7", None, 80, 23),  # sets alone are no help
        ("C4 C5 C6 DK HK SK DA HA SA D9 H2 S7 S8", None, 80, 26),  # one pure sequence is free
        ("C4 C5 C6 C7 C8 C9 DK HK SK DA HA SA D9", None, 9, 9),  # six in a row are two
        ("C4 C5 C6 D8 D9 JK DK HK SK DA HA SA S2", None, 2, 2),
        ("CQ CK CA D8 D9 JK DK HK SK D2 H2 S2 S3", "3", 0, 0),
    ],
)
def test_hands_worked_out_by_hand(text: str, wild: str | None, score: int, literal: int) -> None:
    hand, rank = hand_of(text), read_wild(wild)
    assert (min_score(hand, rank), min_score(hand, rank, literal=True)) == (score, literal)


def test_wrong_hands_are_refused() -> None:
    with pytest.raises(CardError, match="a hand has 13 or 14 cards, not 15"):
        min_score((1 << 15) - 1, NO_WILD)
    with pytest.raises(CardError, match="a hand has 14 cards, not 13"):
        discard_scores((1 << 13) - 1, NO_WILD)
    with pytest.raises(CardError, match="a wild rank is a number from 0 to 12"):
        min_score((1 << 13) - 1, -1)

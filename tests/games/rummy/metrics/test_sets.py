"""Families of sets, listed."""

import numpy as np
import pytest
from evenhand.games.rummy.metrics.sets import FAMILIES, GAPS, list_families
from evenhand.games.rummy.pack import NATURAL

from tests.games.rummy.made import hand_of

FOUR_FOUR_THREE_THREE = "CA DA HA SA C2 D2 H2 S2 C3 D3 H3 C4 D4 H4"


def listed(text: str, wild_rank: int = 0, any_number: bool = False) -> list[int]:
    families, sets = np.zeros((2, FAMILIES), np.int64)
    count = list_families(hand_of(text), wild_rank, any_number, families, sets)
    return [int(family) for family in families[:count]]


@pytest.mark.parametrize(
    ("text", "two", "any_number"),
    [
        ("CA D2 H3", 1, 1),
        ("CA DA H3", 2, 2),
        ("CA DA HA SA", 12, 12),  # six pairs, four triples, all four, none
        ("CA DA C2 D2 C3 D3", 7, 8),
        ("CA DA HA SA C2 D2 H2 S2 C3 D3 H3 S3 C4 D4", 431, 3456),
        (FOUR_FOUR_THREE_THREE, 1 + 11 + 11 + 4 + 4 + 121 + 4 * 44 + 16, 3600),
    ],
)
def test_every_choice_of_sets_is_listed_once(text: str, two: int, any_number: int) -> None:
    assert len(set(listed(text))) == len(listed(text)) == two
    assert len(set(listed(text, any_number=True))) == any_number <= FAMILIES


def test_pairs_have_a_gap_and_cards_of_the_wild_rank_make_no_sets() -> None:
    cards = hand_of("CA DA C2 D2 H2")
    gaps = {family & NATURAL: family >> GAPS for family in listed("CA DA C2 D2 H2")}
    assert gaps[cards] == 0
    assert gaps[hand_of("C2 D2 H2")] == 1
    assert gaps[hand_of("CA DA")] == 0
    assert gaps[hand_of("H2")] == 2
    assert len(listed("CA DA C2 D2 H2", wild_rank=0b10)) == 2

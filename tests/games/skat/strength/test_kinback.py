"""The reconstruction of Kinback's system: worked examples, and that more is never less."""

from collections.abc import Callable

import numpy as np
import pytest

from evenhand.games.skat.hand_strength import (
    KinbackReconstruction,
    count_grand_side_tricks,
    count_lost,
    count_side_tricks,
    name_ranks,
)

from .made import game_of

SUIT_HAND = "CJ SJ CA CT C9 C8 HA HT S7 D7"  # 5 of 6 trumps, A-T 2.5
GRAND_HAND = "CJ HJ CA CT SA ST HA HK D9 D8"  # 2 jacks, A-T 2.5 twice, A-K 1.5


@pytest.mark.parametrize(
    ("cards", "contract", "others", "forehand"),
    [(SUIT_HAND, "C", 7.5, 8.0), (GRAND_HAND, "G", 8.5, 9.5)],
)
def test_a_hand_counts(cards: str, contract: str, others: float, forehand: float) -> None:
    found = [
        KinbackReconstruction().strength(game_of(cards, contract, declarer=seat))[0]
        for seat in range(3)
    ]
    assert found == [forehand, others, others]


def test_it_is_called_a_reconstruction() -> None:
    assert "reconstruction" in KinbackReconstruction.name


def test_there_is_nothing_for_null() -> None:
    assert np.isnan(KinbackReconstruction().strength(game_of(SUIT_HAND, "N"))).all()


@pytest.mark.parametrize("count", [count_side_tricks, count_grand_side_tricks])
def test_a_card_more_in_a_side_suit_never_counts_less(count: Callable[[str], float]) -> None:
    for holding in range(256):
        for card in range(8):
            more = name_ranks(holding | 1 << card)
            assert count(more) >= count(name_ranks(holding)), more


def test_a_trump_more_never_takes_a_trick_away() -> None:
    home = [own.bit_count() - count_lost(own, 11) for own in range(1 << 11)]
    for own in range(1 << 11):
        assert all(home[own | 1 << card] >= home[own] for card in range(11)), bin(own)

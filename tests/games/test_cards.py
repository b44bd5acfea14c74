"""Packs: names, hands, deals."""

from typing import Any

import numpy as np
import pytest

from evenhand.games.cards import CardError, Pack, cards_of

SKAT = Pack("DHSC", "789TJQKA")
SMALL = Pack("XY", "123")


@pytest.mark.parametrize("pack", [SKAT, SMALL, Pack("DHSC", "23456789TJQKA")])
def test_every_card_has_a_name_of_its_own(pack: Pack) -> None:
    names = [pack.name(card) for card in range(len(pack))]
    assert len(set(names)) == len(names) == len(pack.suits) * len(pack.ranks)
    assert [pack.card(name) for name in names] == list(range(len(pack)))
    assert pack.names(pack.full) == tuple(reversed(names))


def test_cards_are_numbered_suit_by_suit_lowest_first() -> None:
    assert [SMALL.name(card) for card in range(6)] == ["X1", "X2", "X3", "Y1", "Y2", "Y3"]
    assert SMALL.full == 0b111111


NO_CARDS = ["", "C", "J", "cj", "JC", "C10", "CJ ", " CJ", "C1", "XJ", "♣J", "C\n", None, 5, b"CJ"]


@pytest.mark.parametrize("name", NO_CARDS)
def test_what_is_no_card_is_refused_by_name(name: Any) -> None:
    with pytest.raises(CardError, match=r"^no card .*; cards are named as in CA$"):
        SKAT.card(name)


def test_a_hand_holds_its_cards_and_none_twice() -> None:
    hand = SKAT.hand(["D7", "CA", "HT"])
    assert hand == 1 << 0 | 1 << 31 | 1 << 11
    assert SKAT.names(hand) == ("CA", "HT", "D7")
    assert list(cards_of(hand)) == [0, 11, 31]
    with pytest.raises(CardError, match="the card HT is there twice"):
        SKAT.hand(["HT", "D7", "HT"])
    assert SKAT.hand([]) == 0
    assert SKAT.names(0) == ()


def test_the_cards_of_a_deal_are_all_different_and_as_many_as_asked_for() -> None:
    deals = SKAT.deal(np.random.default_rng(1), 1_000, 10, 10, 10, 2)
    assert deals.shape == (1_000, 4)
    assert (np.bitwise_count(deals) == (10, 10, 10, 2)).all()
    assert (deals.sum(axis=1) == SKAT.full).all()


def test_a_deal_may_leave_cards_over() -> None:
    deals = SMALL.deal(np.random.default_rng(1), 100, 2, 1)
    assert (np.bitwise_count(deals) == (2, 1)).all()
    assert not (deals[:, 0] & deals[:, 1]).any()


def test_the_same_seed_deals_the_same_cards() -> None:
    one, same, other = (
        SKAT.deal(np.random.default_rng(seed), 50, 10, 10, 10, 2) for seed in (1, 1, 2)
    )
    assert one.tobytes() == same.tobytes()
    assert (one != other).any(axis=1).all()


def test_every_card_falls_to_every_hand_equally_often() -> None:
    deals = 40_000
    hands = SKAT.deal(np.random.default_rng(3), deals, 10, 10, 10, 2)
    for place, size in enumerate((10, 10, 10, 2)):
        counts = (hands[:, place, None] >> np.arange(32) & 1).sum(axis=0)
        chance = size / 32
        sigma = np.sqrt(deals * chance * (1 - chance))
        assert abs(counts - deals * chance).max() < 4.5 * sigma  # 32 counts, a fixed seed


def test_pairs_of_cards_come_together_as_often_as_they_should() -> None:
    """A shuffle that only rotates the pack would pass the test above."""
    deals = 40_000
    hands = SKAT.deal(np.random.default_rng(4), deals, 10, 10, 10, 2)
    held = (hands[:, 0, None] >> np.arange(32) & 1).astype(np.int64)
    together = (held.T @ held)[np.triu_indices(32, 1)]
    chance = 10 / 32 * 9 / 31
    sigma = np.sqrt(deals * chance * (1 - chance))
    assert abs(together - deals * chance).max() < 5 * sigma  # 496 counts, a fixed seed


def test_numbers_and_sizes_that_cannot_be_are_refused() -> None:
    pack = Pack("HS", "78")
    for wrong in (-1, 4):
        with pytest.raises(CardError, match="no card has the number"):
            pack.name(wrong)
    with pytest.raises(CardError, match="hands of 3, 2 from 4 cards"):
        pack.deal(np.random.default_rng(1), 1, 3, 2)
    with pytest.raises(CardError, match="not negative"):
        pack.names(-1)


def test_a_message_stays_short_however_long_the_name() -> None:
    with pytest.raises(CardError) as error:
        Pack("HS", "78").card("H" * 10_000)
    assert len(str(error.value)) < 200

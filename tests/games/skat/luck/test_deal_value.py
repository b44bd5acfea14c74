"""The value of a deal: zero luck on average, a function of the cards alone, a file."""

from dataclasses import replace

import numpy as np
import pytest

from evenhand.games.skat.deal_value import (
    DealValue,
    full,
    load,
    luck_of_deals,
    quick,
)
from evenhand.games.skat.deck import PACK, SIZES, Deal

FEW = PACK.deal(np.random.default_rng(62), 300, *SIZES)


@pytest.mark.parametrize(("value", "deals"), [(quick(), 30_000), (full(), 4_000)])
def test_luck_is_zero_on_average_in_every_seat(value: DealValue, deals: int) -> None:
    luck = luck_of_deals(PACK.deal(np.random.default_rng(63), deals, *SIZES), value)
    error = np.hypot(luck.std(axis=0) / np.sqrt(deals), value.errors)
    assert np.abs(luck.mean(axis=0) / error).max() < 3.5
    assert luck.std() > 15.0


def test_the_means_are_known_from_many_random_deals() -> None:
    for value in (full(), quick()):
        assert max(value.errors) < 0.1


def test_luck_depends_on_the_deal_alone_not_on_others_nor_on_workers() -> None:
    luck = luck_of_deals(FEW)
    assert (luck_of_deals(FEW[100:110]) == luck[100:110]).all()
    assert (luck_of_deals(FEW[::-1]) == luck[::-1]).all()
    many = np.tile(FEW, (4, 1))
    assert (luck_of_deals(many, workers=1) == luck_of_deals(many, workers=2)).all()


@pytest.mark.parametrize("seat", range(3))
@pytest.mark.parametrize("value", [quick(), full()])
def test_a_grand_from_above_is_lucky_in_every_seat(value: DealValue, seat: int) -> None:
    strong = "CJ SJ HJ DJ CA SA HA CT ST HT"
    others = ["CK CQ C9 SK SQ S9 HK HQ H9 DA", "C8 C7 S8 S7 H8 DT DK DQ D9 D8"]
    hands = [*others[:seat], strong, *others[seat:]]
    deal = Deal.of(hands[0], hands[1], hands[2], "H7 D7")
    luck = luck_of_deals(np.array([[*deal.hands, deal.skat]]), value)[0]
    assert luck[seat] > 60.0
    assert max(np.delete(luck, seat)) < 0.0


def test_no_deals_have_no_luck() -> None:
    assert luck_of_deals(np.zeros((0, 4), np.int64)).shape == (0, 3)


def test_what_is_no_deal_is_refused() -> None:
    twice = FEW.copy()
    twice[7, 0] = twice[7, 1]
    with pytest.raises(ValueError, match="deal 8 "):
        luck_of_deals(twice)
    with pytest.raises(ValueError, match="shape"):
        luck_of_deals(FEW[:, :3])


@pytest.mark.parametrize("games", [0, 1, 7])
def test_deals_are_played_out_an_even_number_of_times(games: int) -> None:
    played = full().played_out
    assert played is not None
    with pytest.raises(ValueError, match="times"):
        replace(played, games=games)


@pytest.mark.parametrize("text", ["[]", "{}x", '{"full": {}}', '{"full": 3}'])
def test_a_file_of_something_else_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="no values of deals"):
        load(text)

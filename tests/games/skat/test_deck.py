"""The cards of a deal, drawn from a generator or from the seed of a series."""

import numpy as np
import pytest

from evenhand.games.cards import CardError
from evenhand.games.skat import PACK, Deal
from evenhand.games.skat.deck import SIZES, deal_cards, deal_many
from evenhand.rng import draw_seeds
from tests.games.skat.made import TOPS_LEAD


def test_a_deal_needs_the_whole_pack() -> None:
    hands = TOPS_LEAD.hands
    with pytest.raises(CardError, match="skat has 0 cards instead of 2"):
        Deal(hands, 0)
    with pytest.raises(CardError, match="a card is dealt twice"):
        Deal((hands[0], hands[0], hands[2]), TOPS_LEAD.skat)
    with pytest.raises(CardError, match="forehand has 11 cards"):
        Deal((hands[0] | 1 << 40, hands[1], hands[2]), TOPS_LEAD.skat)


def test_deals_come_from_the_given_generator() -> None:
    first, again = (Deal.random(np.random.default_rng(5)) for _ in range(2))
    assert first == again
    assert first != Deal.random(np.random.default_rng(6))


def test_a_deal_of_a_series_is_the_same_alone_and_with_others() -> None:
    seeds = draw_seeds(np.random.default_rng(1), 400)
    numbers = np.arange(400) % 7
    deals = deal_many(seeds, numbers)
    assert deals[::40].tolist() == [
        list(deal_cards(int(seed), number))
        for seed, number in zip(seeds[::40], numbers[::40].tolist(), strict=True)
    ]
    assert (np.bitwise_count(deals) == SIZES).all()
    assert (deals.sum(axis=1) == PACK.full).all()
    assert len({tuple(deal) for deal in deals.tolist()}) == 400


def test_every_card_is_as_likely_in_every_place() -> None:
    deals = deal_many(draw_seeds(np.random.default_rng(2), 20_000), 3)
    for place, size in enumerate(SIZES):
        count = np.array([(deals[:, place] >> card & 1).sum() for card in range(32)])
        sigma = (20_000 * size / 32 * (1 - size / 32)) ** 0.5
        assert abs(count - 20_000 * size / 32).max() < 4.5 * sigma


def test_two_cards_meet_in_a_hand_as_often_as_by_chance() -> None:
    deals = deal_many(draw_seeds(np.random.default_rng(3), 20_000))
    pairs = [PACK.hand(pair) for pair in (["CJ", "SJ"], ["D7", "D8"], ["CJ", "D7"])]
    chance = 3 * (10 * 9) / (32 * 31)
    for pair in pairs:
        share = ((deals[:, :3] & pair) == pair).any(axis=1).mean()
        assert abs(share - chance) < 4.5 * (chance * (1 - chance) / 20_000) ** 0.5

"""Who will declare, and what: beside the bidders by rules of thumb."""

import numpy as np
import pytest

from evenhand.compiled import python_source
from evenhand.games.skat.auction import auctions
from evenhand.games.skat.bidding import RuleBidder
from evenhand.games.skat.bidding.strength import CONTRACT, SKAT
from evenhand.games.skat.contract import IS_HAND
from evenhand.games.skat.deal_value import _weigh, best_game, prospects, uneven
from evenhand.games.skat.deck import PACK, SIZES

DEALS = PACK.deal(np.random.default_rng(61), 2_000, *SIZES)
SURE = 0.01  # a scale at which every hand knows its mind


def test_bidders_without_doubt_declare_as_in_the_auctions_of_the_rule_bidder() -> None:
    limits = [RuleBidder().limits(DEALS[:, seat], np.random.default_rng(1)) for seat in range(3)]
    declarers, _, _ = auctions(np.stack(limits, axis=1))
    found = prospects(DEALS, SURE).declares
    decided = np.isclose(found, np.rint(found)).all(axis=1)  # not just at the least strength
    assert decided.mean() > 0.9
    wanted = (declarers[:, None] == np.arange(3)).astype(np.float64)
    assert found[decided] == pytest.approx(wanted[decided])


def test_chances_to_declare_are_chances() -> None:
    found = prospects(DEALS, 35.0).declares
    assert found.min() >= 0.0
    assert found.sum(axis=1).max() <= 1.0 + 1e-12
    assert 0.85 < found.sum(axis=1).mean() < 0.99  # some deals are passed in


def test_the_game_of_a_seat_is_what_the_rule_bidder_announces_with_the_skat() -> None:
    seen = prospects(DEALS, 35.0)
    bids = np.full(len(DEALS), 18)
    for seat in range(3):
        rng = np.random.default_rng(1)
        made = RuleBidder().announce(DEALS[:, seat], DEALS[:, 3], bids, rng)
        with_skat = ~IS_HAND[made.contracts]
        ours = CONTRACT[SKAT, seen.forms[:, seat]]
        assert with_skat.mean() > 0.8
        assert (ours == made.contracts)[with_skat].all()


def test_kernel_and_python_weigh_alike() -> None:
    few = DEALS[:3]
    declares, games = np.zeros((3, 3)), np.empty((3, 3, 3), np.int64)
    splits = np.empty_like(games)
    python_source(_weigh)(few, 35.0, declares, games, splits)
    seen = prospects(few, 35.0)
    assert declares == pytest.approx(seen.declares)
    assert games[:, :, 0].tolist() == seen.forms.tolist()
    assert games[:, :, 1].tolist() == seen.strengths.tolist()
    assert games[:, :, 2].tolist() == seen.values.tolist()
    assert splits.tolist() == seen.splits.tolist()


def test_a_grand_with_all_jacks_and_aces_is_played_as_a_grand() -> None:
    twelve = PACK.hand(["CJ", "SJ", "HJ", "DJ", "CA", "SA", "HA", "DA", "CT", "ST", "H7", "D7"])
    form, strong, value = best_game(twelve)
    assert form == 4
    assert strong > 300
    assert value == 5 * 24


@pytest.mark.parametrize(
    ("form", "wanted"),
    [
        (3, (3, 2, 5 + 5 + 3)),  # clubs: three trumps to none, no spades left, no hearts right
        (4, (1, 3, 2 + 5 + 5 + 3)),  # grand: clubs are a side suit
        (5, (0, 0, 2 + 5 + 5 + 2)),  # null: the jack is a diamond
    ],
)
def test_splits_are_counted_card_by_card(form: int, wanted: tuple[int, int, int]) -> None:
    seat = PACK.hand(["CJ", "SJ", "HJ", "CA", "CT", "CK", "C9", "C8", "SA", "ST", "HA", "HT"])
    left = PACK.hand(["DJ", "CQ", "C7", "HK", "HQ", "H9", "H8", "H7", "D7", "D8"])
    right = PACK.hand(["SK", "SQ", "S9", "S8", "S7", "DA", "DT", "DK", "DQ", "D9"])
    assert uneven(seat, left, right, form) == wanted

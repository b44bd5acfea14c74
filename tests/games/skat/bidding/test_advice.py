"""What is advised is what the bidders do, and chances are honest."""

import numpy as np
import pytest

from evenhand.games.skat.bidding import (
    TRUMPS,
    KnnBidder,
    RuleBidder,
    advise_by_neighbours,
    advise_by_rules,
    advise_discards,
    advise_discards_by_rules,
    evaluation_deals,
    find_chance_by_rules,
    rule_announcements,
    training_deals,
)
from evenhand.games.skat.bidding.advice import share_won
from evenhand.games.skat.bidding.neighbours import (
    plain_estimate,
    shares_after,
    shares_before,
    similar_before,
)
from evenhand.games.skat.contract import CONTRACTS, IS_HAND
from evenhand.games.skat.deck import PACK, SIZES
from evenhand.games.skat.scoring import card_points_of
from evenhand.studies.skat_players.calibration import calibration_error

from .made import made_base

RNG = np.random.default_rng(0)
STRONG = PACK.hand("CJ SJ HJ DJ CA CT CK CQ SA ST".split())  # noqa: SIM905
SOME = 3  # percentage points, of chances by tenths; the chances of dealt hands would be 10 off


@pytest.fixture(scope="module")
def bidder() -> KnnBidder:
    """Learned from a base by a formula."""
    return KnnBidder(base=made_base(1, 400))


def test_the_advice_is_what_the_bidders_do(bidder: KnnBidder) -> None:
    hands = PACK.deal(np.random.default_rng(2), 300, *SIZES)[:, 0]
    limits = bidder.limits(hands, RNG).tolist(), RuleBidder().limits(hands, RNG).tolist()
    for hand, by_neighbours, by_rules in zip(hands.tolist(), *limits, strict=True):
        assert advise_by_neighbours(hand, bidder).bid == by_neighbours
        assert advise_by_rules(hand).bid == by_rules
    assert any(limits[0])
    assert any(limits[1])


def test_what_is_put_away_is_what_the_bidder_puts_away(bidder: KnnBidder) -> None:
    """Except for hand games, for which nothing is put away."""
    deals = PACK.deal(np.random.default_rng(3), 60, *SIZES)
    for bid in (18, 24, 40):
        made = bidder.announce(deals[:, 0], deals[:, 3], np.full(len(deals), bid), RNG)
        same = 0
        for row in np.flatnonzero(~IS_HAND[made.contracts]).tolist():
            twelve = int(deals[row, 0] | deals[row, 3])
            best = advise_discards(bidder, twelve, bid)[0]
            assert best.contract == CONTRACTS[made.contracts[row]]
            assert best.pair == made.skats[row]
            same += 1
        assert same > 30


def test_the_rules_put_away_what_the_bidder_by_rules_puts_away() -> None:
    deals, none = PACK.deal(np.random.default_rng(4), 60, *SIZES), np.zeros((60, 6))
    bids = np.full(60, 20)
    made = rule_announcements(deals[:, 0], deals[:, 3], bids, none[:, 0], none)
    with_skat = np.flatnonzero(~IS_HAND[made.contracts]).tolist()
    for row in with_skat:
        best = advise_discards_by_rules(int(deals[row, 0] | deals[row, 3]), 20)[0]
        assert best.contract == CONTRACTS[made.contracts[row]]
        assert best.pair == made.skats[row]
    assert len(with_skat) > 30


def test_the_share_won_is_that_of_the_neighbours() -> None:
    base = made_base(1, 400)
    ten = int(base.deals[9, 1])
    points = base.column("skat_points")
    for trump in range(len(TRUMPS)):
        won = (points[:, trump] >= 61).astype(int).tolist()
        share = plain_estimate(ten, trump, base.hands.tolist(), won)
        assert shares_before(base, np.array([ten]))[0, trump] == pytest.approx(float(share))


def test_the_neighbours_are_counted() -> None:
    base = made_base(1, 400)
    everybody = similar_before(base, STRONG, k=400)
    few = similar_before(base, STRONG, k=1)
    assert everybody == [400] * len(TRUMPS)
    assert all(1 <= count < 100 for count in few)
    for trump, count in enumerate(similar_before(base, STRONG)):
        share = shares_before(base, np.array([STRONG]))[0, trump]
        assert share * count == pytest.approx(round(share * count))


def test_points_put_away_only_help() -> None:
    base = made_base(1, 400)
    hands = base.deals[:50, 1]
    rising = [shares_after(base, 1, hands, np.full(50, points)) for points in (0, 10, 21)]
    assert (rising[0] <= rising[1]).all()
    assert (rising[1] <= rising[2]).all()
    assert (rising[0] < rising[2]).any()


def test_shares_keep_their_promise_on_deals_that_they_do_not_know() -> None:
    base, asked = training_deals(), evaluation_deals()
    points = asked.column("skat_points")
    before = shares_before(base, asked.hands)
    for trump in (0, 1):
        won, pairs = points[:, trump] >= 61, asked.column("discards")[:, trump]
        away = card_points_of(pairs)
        after = shares_after(base, trump, asked.twelves ^ pairs, away)
        assert 100 * calibration_error(before[:, trump], won) < SOME
        assert 100 * calibration_error(after, won) < SOME


def test_a_very_strong_hand_is_sure_to_win_by_both() -> None:
    twelve = STRONG | PACK.hand(["D7", "D8"])
    found = advise_by_neighbours(STRONG).chosen, advise_by_rules(STRONG).chosen
    assert [offer and offer.game[0] for offer in found] == ["G", "G"]
    assert all(offer and offer.chance > 0.9 for offer in found)
    choice = advise_discards(KnnBidder(), twelve, 120)[0]
    assert choice.reaches_bid
    assert (share_won(KnnBidder(), twelve, choice) or 0) > 0.9
    assert find_chance_by_rules(twelve, choice) > 0.9

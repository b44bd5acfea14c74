"""What is advised is what the bidders do, and chances are honest."""

import numpy as np
import pytest

from evenhand.games.skat import PACK
from evenhand.games.skat.bidding import (
    KnnBidder,
    RuleBidder,
    advise_by_neighbours,
    advise_by_rules,
    advise_discards,
    advise_discards_by_rules,
    evaluation_deals,
    find_chance_by_rules,
    find_win_share,
)
from evenhand.games.skat.bidding.knowledge import TRUMPS
from evenhand.games.skat.bidding.rules import rule_announcements
from evenhand.games.skat.contract import CONTRACTS, IS_HAND
from evenhand.games.skat.deck import SIZES
from evenhand.games.skat.scoring import card_points_of
from evenhand.studies.skat_players.calibration import calibration_error
from tests.oracles.skat_neighbours import plain_similar

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


def test_estimates_share_won_and_count_are_those_of_the_plain_reference(bidder: KnnBidder) -> None:
    base = made_base(1, 400)
    hand, points = int(base.deals[9, 1]), base.column("skat_points")
    found = bidder.estimate_games(np.array([hand]))
    for trump in range(len(TRUMPS)):
        scores = plain_similar(hand, trump, base.hands.tolist(), points[:, trump].tolist())
        assert found.points[0, trump] == pytest.approx(np.mean(scores))
        assert found.shares[0, trump] == pytest.approx(np.mean(np.array(scores) >= 61))
        assert found.counts[0, trump] == len(scores)


def test_points_discarded_only_help(bidder: KnnBidder) -> None:
    hands = made_base(1, 400).deals[:50, 1]
    rising = [bidder.find_winners(1, hands, np.full(50, away)).means for away in (0, 10, 21)]
    assert (rising[0] <= rising[1]).all()
    assert (rising[1] <= rising[2]).all()
    assert (rising[0] < rising[2]).any()


def test_shares_won_keep_their_promise_on_deals_that_they_do_not_know() -> None:
    bidder, known = KnnBidder(), evaluation_deals()
    points = known.column("skat_points")
    before = bidder.estimate_games(known.hands).shares
    for trump in (0, 1):
        won, pairs = points[:, trump] >= 61, known.column("discards")[:, trump]
        found = bidder.find_winners(trump, known.twelves ^ pairs, card_points_of(pairs))
        assert 100 * calibration_error(before[:, trump], won) < SOME
        assert 100 * calibration_error(found.means[:, 0], won) < SOME


def test_a_very_strong_hand_is_sure_to_win_by_both() -> None:
    twelve = STRONG | PACK.hand(["D7", "D8"])
    found = advise_by_neighbours(STRONG).chosen, advise_by_rules(STRONG).chosen
    assert [offer and offer.game[0] for offer in found] == ["G", "G"]
    assert all(offer and offer.chance > 0.9 for offer in found)
    choice = advise_discards(KnnBidder(), twelve, 120)[0]
    assert choice.reaches_bid
    share = find_win_share(KnnBidder(), twelve, choice)
    assert share is not None
    assert share.share > 0.9
    assert share.similar >= 15
    assert find_chance_by_rules(twelve, choice) > 0.9

"""Bids, announcements and discards by neighbours."""

import numpy as np
import pytest

from evenhand.games.skat import BID_VALUES, PACK, Contract, game_value, matadors
from evenhand.games.skat.auction import Announcements
from evenhand.games.skat.bidding import KnnBidder, KnowledgeBase
from evenhand.games.skat.bidding.knn import (
    HAND_THRESHOLD,
    SKAT_THRESHOLD,
    best_games,
    choose_trumps,
    dearest_trumps,
    find_discards,
    game_values,
    may_discard,
)
from evenhand.games.skat.bidding.knowledge import TRUMPS
from evenhand.games.skat.bidding.neighbours import Valuation
from evenhand.games.skat.bidding.null import list_pairs
from evenhand.games.skat.contract import CONTRACTS, NULL
from evenhand.games.skat.deck import card_points
from tests.oracles.skat_neighbours import plain_estimate

from .made import made_base

RNG = np.random.default_rng(0)  # is not used
SAFE_NULL = "C7 C9 CJ CK S7 S9 SJ SK H7 D7"


@pytest.fixture(scope="module")
def base() -> KnowledgeBase:
    return made_base(1, 1_000)


@pytest.fixture(scope="module")
def bidder(base: KnowledgeBase) -> KnnBidder:
    return KnnBidder(base=base)


def announced(bidder: KnnBidder, hand: str, skat: str, bid: int) -> tuple[str, tuple[str, ...]]:
    hands, skats = (np.array([PACK.hand(cards.split())]) for cards in (hand, skat))
    made = bidder.announce(hands, skats, np.array([bid]), RNG)
    return str(CONTRACTS[made.contracts[0]]), PACK.names(int(made.skats[0]))


def test_game_values_count_one_for_the_game_and_the_matadors() -> None:
    hands = PACK.deal(np.random.default_rng(1), 200, 10)[:, 0]
    for hand, values in zip(hands.tolist(), game_values(hands).tolist(), strict=True):
        expected = [game_value(Contract(trump), matadors(trump, hand)) for trump in TRUMPS]
        assert values == expected


def test_the_game_with_the_highest_value_is_chosen_and_of_equal_ones_the_dearest() -> None:
    values = np.array([[72, 72, 66, 60, 54]])
    for scores, chosen in (
        ([61, 60, 80, 0, 0], 2),
        ([99, 60, 100, 0, 0], 0),
        ([60, 60, 80, 0, 80], 2),
        ([60, 60, 60, 60, 60], -1),
    ):
        assert choose_trumps(np.array([scores], float), values, 60.0).tolist() == [chosen]


def test_the_other_reading_takes_the_dearest_game_above_the_threshold_then_the_best() -> None:
    values = np.array([[72, 72, 66, 60, 54]])
    for scores, chosen in (
        ([61, 60, 99, 0, 0], 0),
        ([61, 62, 99, 0, 0], 1),
        ([60, 60, 99, 100, 100], 2),
        ([60, 60, 60, 60, 60], -1),
    ):
        assert dearest_trumps(np.array([scores], float), values, 60.0).tolist() == [chosen]


def test_the_usual_thresholds_are_the_papers() -> None:
    assert KnnBidder(skat_aware=False).least == HAND_THRESHOLD == 60
    assert 61 <= KnnBidder().least == SKAT_THRESHOLD <= 64
    assert KnnBidder(threshold=55.0).least == 55


def test_limits_are_bid_values_or_nothing(bidder: KnnBidder) -> None:
    limits = bidder.limits(PACK.deal(np.random.default_rng(2), 500, 10)[:, 0], RNG)
    assert set(limits.tolist()) <= {0, *BID_VALUES}
    assert 0 < np.count_nonzero(limits) < 500


def test_limits_are_values_of_a_game_above_the_threshold(base: KnowledgeBase) -> None:
    bidder = KnnBidder(base=base)
    hands = PACK.deal(np.random.default_rng(3), 300, 10)[:, 0]
    limits, scores = bidder.limits(hands, RNG), bidder.bidding.estimates(hands)
    for hand, limit, row in zip(hands.tolist(), limits.tolist(), scores, strict=True):
        good = min(max(row), 85)
        best = [t for t, score in zip(TRUMPS, row, strict=True) if score >= good and good > 62]
        values = [game_value(Contract(trump), matadors(trump, hand)) for trump in best]
        assert limit == max(values, default=0) or limit in (23, 35, 59)


def test_a_higher_threshold_never_bids_higher(base: KnowledgeBase) -> None:
    hands = PACK.deal(np.random.default_rng(4), 400, 10)[:, 0]
    bold, usual, timid = (
        KnnBidder(threshold, base=base).limits(hands, RNG) for threshold in (50.0, 62.0, 75.0)
    )
    assert (bold >= usual).all()
    assert (usual >= timid).all()
    assert bold.sum() > usual.sum() > timid.sum()


def test_who_learned_from_games_with_the_skat_bids_higher(base: KnowledgeBase) -> None:
    hands = PACK.deal(np.random.default_rng(5), 400, 10)[:, 0]
    aware = KnnBidder(60.0, base=base).limits(hands, RNG)
    unaware = KnnBidder(60.0, skat_aware=False, base=base).limits(hands, RNG)
    assert (aware >= unaware).all()
    assert aware.sum() > unaware.sum()


def test_announced_games_reach_the_bid_where_one_does(bidder: KnnBidder) -> None:
    rng = np.random.default_rng(6)
    deals = PACK.deal(rng, 600, 10, 10, 10, 2)
    bids = rng.choice(BID_VALUES[:14], 600)
    made = bidder.announce(deals[:, 0], deals[:, 3], bids, RNG)
    for row in range(600):
        contract = CONTRACTS[made.contracts[row]]
        twelve, bid = int(deals[row, 0] | deals[row, 3]), int(bids[row])
        assert not contract.hand or made.skats[row] == deals[row, 3]
        assert int(made.skats[row]).bit_count() == 2
        assert not made.skats[row] & ~twelve
        if contract.game == NULL:
            assert game_value(contract) >= bid
            continue
        values = {t: game_value(Contract(t), matadors(t, twelve)) for t in TRUMPS}
        if not contract.hand:
            assert not made.skats[row] & contract.trumps
            assert values[contract.game] >= bid or max(values.values()) < bid


def test_one_game_is_announced_as_among_many(bidder: KnnBidder) -> None:
    deals = PACK.deal(np.random.default_rng(7), 60, 10, 10, 10, 2)
    bids = np.full(60, 18)
    many = bidder.announce(deals[:, 0], deals[:, 3], bids, RNG)
    limits = bidder.limits(deals[:, 0], RNG)
    for row in range(60):
        one = slice(row, row + 1)
        alone = bidder.announce(deals[one, 0], deals[one, 3], bids[one], RNG)
        assert alone.contracts[0] == many.contracts[row]
        assert alone.skats[0] == many.skats[row]
        assert bidder.limits(deals[one, 0], RNG)[0] == limits[row]


def test_no_games_at_all_are_no_problem(bidder: KnnBidder) -> None:
    nothing = np.zeros(0, np.int64)
    assert bidder.limits(nothing, RNG).tolist() == []
    made = bidder.announce(nothing, nothing, nothing, RNG)
    assert isinstance(made, Announcements)
    assert made.contracts.tolist() == []


def test_a_game_worth_just_the_bid_reaches_it() -> None:
    values, scores = np.array([[48, 36, 33, 30, 27]]), np.array([[10.0, 20, 90, 90, 90]])
    assert best_games(scores, values, np.array([36])).tolist() == [TRUMPS.index("C")]


def test_a_bid_that_no_game_reaches_is_overbid_as_cheaply_as_can_be() -> None:
    values, scores = np.array([[48, 24, 22, 20, 18]]), np.array([[90.0, 80, 70, 60, 50]])
    # 50 costs 72 in grand, 60 in clubs, 55 in spades, 50 in hearts, 54 in diamonds.
    assert best_games(scores, values, np.array([50])).tolist() == [TRUMPS.index("H")]
    # 54 costs 54 only in diamonds; 60 costs the same in clubs and hearts: the better one.
    assert best_games(scores, values, np.array([54])).tolist() == [TRUMPS.index("D")]
    assert best_games(scores, values, np.array([60])).tolist() == [TRUMPS.index("C")]


def test_a_null_that_cannot_lose_is_announced_as_high_as_it_goes(bidder: KnnBidder) -> None:
    assert announced(bidder, SAFE_NULL, "HA DA", 18) == ("NOH", ("HA", "DA"))
    assert announced(bidder, SAFE_NULL, "HA DA", 59) == ("NOH", ("HA", "DA"))
    with_gap = SAFE_NULL.replace("H7", "H8")
    assert announced(bidder, with_gap, "HA C8", 46)[0] == "NO"
    assert announced(bidder, with_gap, "HA C8", 48)[0] not in ("N", "NO")


def test_a_null_with_a_gap_is_played_if_nothing_else_is_good(base: KnowledgeBase) -> None:
    hand, skat = "C7 C8 C9 S7 S8 S9 H7 H8 H9 D8", "DA HA"
    timid, bold = KnnBidder(120.0, base=base), KnnBidder(0.0, base=base)
    assert announced(timid, hand, skat, 23)[0] == "N"
    assert announced(timid, hand, skat, 24)[0] != "N"
    assert announced(bold, hand, skat, 23)[0] != "N"


def test_a_hand_game_is_announced_if_its_score_is_far_above(base: KnowledgeBase) -> None:
    hand, skat = "CJ SJ HJ DJ CA CT CK CQ SA ST", "H7 D7"
    bold, timid = (KnnBidder(hand_threshold=most, base=base) for most in (70.0, 121.0))
    name, away = announced(bold, hand, skat, 18)
    assert name.endswith("H")
    assert away == ("H7", "D7")
    assert not announced(timid, hand, skat, 18)[0].endswith("H")


MORE_THAN_AT_ONCE = 4_200  # rows that are valued together


def one_deal(skat: str, points: int) -> KnowledgeBase:
    """A base of one deal with this skat, in which every game scored the same."""
    two = PACK.hand(skat.split())
    rest = np.array([1 << card for card in range(32) if not two >> card & 1])
    hands = [int(rest[start : start + 10].sum()) for start in (0, 10, 20)]
    return KnowledgeBase(np.array([[*hands, two]]), np.zeros(1, np.int64), np.full((1, 5), points))


def test_there_are_66_different_pairs_of_the_twelve() -> None:
    twelves = PACK.deal(np.random.default_rng(1), 20, 12)[:, 0]
    pairs = list_pairs(twelves)
    assert pairs.shape == (20, 66)
    assert (np.bitwise_count(pairs) == 2).all()
    assert not (pairs & ~twelves[:, None]).any()
    assert all(len(set(row)) == 66 for row in pairs.tolist())
    with pytest.raises(ValueError, match="from twelve"):
        list_pairs(PACK.deal(np.random.default_rng(1), 1, 11)[:, 0])


def test_neither_jacks_nor_trumps_are_put_away(bidder: KnnBidder) -> None:
    twelves = PACK.deal(np.random.default_rng(2), 200, 12)[:, 0]
    pairs, _ = bidder.discards(twelves)
    assert (np.bitwise_count(pairs) == 2).all()
    assert not (pairs & ~twelves[:, None]).any()
    for column, trump in enumerate(TRUMPS):
        assert not (pairs[:, column] & Contract(trump).trumps).any()


def test_who_has_eleven_trumps_puts_a_low_one_away() -> None:
    twelve = Contract("C").trumps | PACK.hand(["D7"])
    pairs = list_pairs(np.array([twelve]))
    allowed = pairs[0][may_discard(pairs, TRUMPS.index("C"))[0]]
    assert len(allowed) == 8 * 7 // 2
    assert not any(PACK.hand(["CJ"]) & int(pair) for pair in allowed)


def test_the_skat_of_the_neighbour_goes_out_and_the_own_cards_come_in() -> None:
    names = "CJ SJ C7 C8 C9 S7 S8 ST H7 H8 HA D7"
    twelve = PACK.hand(names.split())
    for skat, points in (("DA DT", 70), ("D7 D8", 70)):
        bidder = KnnBidder(base=one_deal(skat, points))
        pairs, scores = bidder.discards(np.array([twelve]))
        assert PACK.names(int(pairs[0, 0])) == ("ST", "HA")  # all else is the same here
        assert scores[0, 0] == points - card_points(PACK.hand(skat.split())) + 21
        assert scores[0, TRUMPS.index("S")] == points - card_points(PACK.hand(skat.split())) + 11


def test_the_pair_is_the_best_of_all_by_the_plain_reference() -> None:
    base = made_base(3, 100)
    known = base.hands.tolist(), base.trick_points
    valuation = Valuation.of(base.hands, base.trick_points, k=5)
    twelves = PACK.deal(np.random.default_rng(3), 2, 12)[:, 0]
    found, scores = find_discards(valuation, twelves)
    for row, twelve in enumerate(twelves.tolist()):
        for trump in (0, 3):
            pairs = list_pairs(twelves[row : row + 1])
            allowed = pairs[0][may_discard(pairs, trump)[0]].tolist()
            values = {
                pair: plain_estimate(twelve ^ pair, trump, known[0], known[1][:, trump].tolist(), 5)
                + card_points(pair)
                for pair in allowed
            }
            assert float(max(values.values())) == pytest.approx(scores[row, trump], abs=1e-12)
            assert float(values[int(found[row, trump])]) == pytest.approx(scores[row, trump])


def test_many_hands_at_once_are_the_same_as_one_by_one(bidder: KnnBidder) -> None:
    twelves = np.tile(PACK.deal(np.random.default_rng(4), 3, 12)[:, 0], MORE_THAN_AT_ONCE // 3)
    few = Valuation(bidder.discarding.instances, k=1)
    pairs, scores = find_discards(few, twelves)
    for row in (0, 1, 2):
        alone = find_discards(few, twelves[row : row + 1])
        assert (pairs[row::3] == alone[0]).all()
        assert (scores[row::3] == alone[1]).all()

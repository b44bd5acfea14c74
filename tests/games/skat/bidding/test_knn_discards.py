"""Cards put away: which may go, and whose points count."""

import numpy as np
import pytest

from evenhand.games.skat.bidding import (
    TRUMPS,
    KnnBidder,
    KnowledgeBase,
    Valuation,
    find_discards,
    list_pairs,
    may_discard,
)
from evenhand.games.skat.bidding.knn import AT_ONCE
from evenhand.games.skat.bidding.neighbours import plain_estimate
from evenhand.games.skat.contract import Contract
from evenhand.games.skat.deck import PACK, card_points

from .made import made_base


@pytest.fixture(scope="module")
def bidder() -> KnnBidder:
    return KnnBidder(base=made_base(1, 300))


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
            worth = {
                pair: plain_estimate(twelve ^ pair, trump, known[0], known[1][:, trump].tolist(), 5)
                + card_points(pair)
                for pair in allowed
            }
            assert float(max(worth.values())) == pytest.approx(scores[row, trump], abs=1e-12)
            assert float(worth[int(found[row, trump])]) == pytest.approx(scores[row, trump])


def test_many_hands_at_once_are_the_same_as_one_by_one(bidder: KnnBidder) -> None:
    twelves = np.tile(PACK.deal(np.random.default_rng(4), 3, 12)[:, 0], AT_ONCE // 3 + 2)
    few = Valuation(tuple(bidder.discarding.instances), k=1)
    pairs, scores = find_discards(few, twelves)
    for row in (0, 1, 2):
        alone = find_discards(few, twelves[row : row + 1])
        assert (pairs[row::3] == alone[0]).all()
        assert (scores[row::3] == alone[1]).all()

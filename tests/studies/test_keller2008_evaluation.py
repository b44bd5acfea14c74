"""Evaluations on bases where the right answer is known."""

from fractions import Fraction

import numpy as np
import pytest

from evenhand.games.skat.bidding import KnowledgeBase
from evenhand.games.skat.bidding.knn import dearest_trumps
from evenhand.games.skat.bidding.knowledge import TRUMPS
from evenhand.games.skat.bidding.neighbours import features_of
from evenhand.games.skat.deck import PACK, card_points
from evenhand.games.skat.scoring import BASE, matadors
from evenhand.studies.keller2008.evaluation import (
    Accuracy,
    Decisions,
    Predictions,
    SkatGames,
    evenly_spread,
    predict,
    predict_by_k,
)
from tests.games.skat.bidding.made import made_base
from tests.oracles.skat_neighbours import plain_estimate

KNOWN, OTHERS = 1_000, 400


@pytest.fixture(scope="module")
def base() -> KnowledgeBase:
    return made_base(1, KNOWN)


@pytest.fixture(scope="module")
def others() -> KnowledgeBase:
    return made_base(2, OTHERS)


def deal(hand: str, skat: str) -> list[int]:
    """A deal in which the declarer has these cards."""
    mine, two = PACK.hand(hand.split()), PACK.hand(skat.split())
    rest = [1 << card for card in range(32) if not (mine | two) >> card & 1]
    return [mine, sum(rest[:10]), sum(rest[10:]), two]


def one(hand: str, skat: str, discards: str, points: list[int]) -> KnowledgeBase:
    """A base of one deal that scores the same with the skat and without."""
    away = np.full((1, 5), PACK.hand(discards.split()))
    known = np.array([points])
    return KnowledgeBase(np.array([deal(hand, skat)]), np.zeros(1, np.int64), known, known, away)


def plain_scores(
    seen: KnowledgeBase, hands: list[int], scores: list[int], trump: int, deals: int = 3
) -> list[Fraction]:
    """V of the first deals for one trump, hand by hand."""
    asked = seen.hands[:deals].tolist()
    return [plain_estimate(hand, trump, hands, scores) for hand in asked]


def game_value(trump: str, cards: int) -> int:
    """What a plain game is worth."""
    return BASE[trump] * (1 + abs(matadors(trump, cards)))


def plain_choice(scores: list[Fraction], values: list[int], threshold: float) -> int | None:
    """The place of the trump to bid for: the best above the threshold, then the dearest."""
    able = [place for place in range(5) if scores[place] > threshold]
    return max(able, key=lambda t: (min(scores[t], 85), values[t], scores[t]), default=None)


def plain_hand_game(base: KnowledgeBase, seen: KnowledgeBase, deal: int) -> tuple[bool, ...]:
    """Whether a hand game is winnable, bid on and won at th = 45."""
    hand, points = int(seen.hands[deal]), seen.hand_points[deal].tolist()
    known = base.hands.tolist()
    scores = [plain_estimate(hand, t, known, base.hand_points[:, t].tolist()) for t in range(5)]
    chosen = plain_choice(scores, [game_value(trump, hand) for trump in TRUMPS], 45.0)
    return max(points) > 60, chosen is not None, chosen is not None and points[chosen] > 60


def plain_skat_game(base: KnowledgeBase, seen: KnowledgeBase, deal: int) -> list[bool]:
    """Whether a game is bid on and won at th = 62, and won by the free game and by any."""
    hand, twelve = int(seen.hands[deal]), int(seen.twelves[deal])
    away, points = seen.column("discards")[deal].tolist(), seen.column("skat_points")[deal].tolist()
    known, with_skat = base.hands.tolist(), base.column("skat_points")
    scores = [plain_estimate(hand, t, known, with_skat[:, t].tolist()) for t in range(5)]
    expected = [
        plain_estimate(twelve ^ away[t], t, known, base.trick_points[:, t].tolist())
        + card_points(away[t])
        for t in range(5)
    ]
    worth = [game_value(trump, twelve) for trump in TRUMPS]
    order = [(min(expected[t], 85), worth[t], expected[t]) for t in range(5)]
    free, values = order.index(max(order)), [game_value(trump, hand) for trump in TRUMPS]
    chosen, won = plain_choice(scores, values, 62.0), False
    if chosen is not None:
        reach = [t for t in range(5) if worth[t] >= values[chosen]]
        played = max(reach, key=lambda t: order[t], default=None)
        won = played is not None and points[played] > 60
    return [chosen is not None, won, points[free] > 60, max(points) > 60]


@pytest.fixture(scope="module")
def few() -> tuple[KnowledgeBase, KnowledgeBase]:
    return made_base(3, 80), made_base(4, 40)


def test_hand_games_are_judged_as_deal_by_deal(few: tuple[KnowledgeBase, KnowledgeBase]) -> None:
    decisions = predict(*few).decide(45.0)
    expected = [plain_hand_game(*few, deal) for deal in range(len(few[1]))]
    found = np.stack([decisions.winnable, decisions.bid_on, decisions.won], axis=1)
    assert found.tolist() == [list(flags) for flags in expected]
    assert 0 < decisions.won.sum() < decisions.bid_on.sum() < len(few[1])
    right = [won if winnable else not bid_on for winnable, bid_on, won in expected]
    assert decisions.right.tolist() == right
    assert decisions.accuracy.right == pytest.approx(sum(right) / len(right))


def test_skat_games_are_bid_for_as_deal_by_deal(few: tuple[KnowledgeBase, KnowledgeBase]) -> None:
    bids = SkatGames.of(*few).bids(62.0)
    expected = [plain_skat_game(*few, deal) for deal in range(len(few[1]))]
    found = np.stack([bids.bid_on, bids.won, bids.free, bids.any], axis=1)
    assert found.tolist() == expected
    assert 0 < bids.won.sum() < bids.bid_on.sum() < len(few[1])
    assert bids.free.sum() < bids.any.sum()
    assert bids.right.tolist() == [won if bid else not free for bid, won, free, _ in expected]
    assert bids.right_of_any.tolist() == [
        won if bid else not any_ for bid, won, _, any_ in expected
    ]


def test_verdicts_add_up(base: KnowledgeBase, others: KnowledgeBase) -> None:
    found = predict(base, others).decide().accuracy
    assert found.deals == OTHERS
    assert found.winnable == (others.hand_points > 60).any(axis=1).sum()
    assert 0 < found.won <= found.bid_on <= found.winnable
    assert 0 < found.passed <= found.unwinnable
    assert found.right <= found.recognised


def test_shares_are_of_all_deals() -> None:
    found = Accuracy(winnable=40, bid_on=20, won=16, unwinnable=60, passed=54)
    assert (found.recognised, found.right) == (0.74, 0.70)


def test_marks_are_counted() -> None:
    flags = np.array([[1, 1, 1], [1, 1, 0], [1, 0, 0], [0, 1, 0], [0, 0, 0]], bool)
    decisions = Decisions(*flags.T)
    assert decisions.accuracy == Accuracy(winnable=3, bid_on=2, won=1, unwinnable=2, passed=1)
    assert decisions.right.tolist() == [True, False, False, False, True]


def test_nothing_is_bid_on_above_all_points_and_everything_below_none(
    base: KnowledgeBase, others: KnowledgeBase
) -> None:
    judged = predict(base, others)
    never, always = (judged.decide(threshold).accuracy for threshold in (120.0, -1.0))
    assert (never.bid_on, never.passed) == (0, never.unwinnable)
    assert (always.bid_on, always.passed) == (always.winnable, 0)


def test_of_several_trumps_the_best_is_taken_or_the_dearest() -> None:
    judged = Predictions(
        np.array([[62.0, 70.0, 0.0, 0.0, 0.0]]),
        np.array([[50, 80, 0, 0, 0]]),
        np.array([[48, 24, 22, 20, 18]]),
    )
    assert judged.decide().won[0]
    assert not judged.decide(choose=dearest_trumps).won[0]


def test_a_known_deal_is_judged_by_what_it_scored() -> None:
    hand, skat = "CJ SJ HJ CA CT CK SA ST H7 D7", "H8 D8"
    won_in_clubs = one(hand, skat, skat, [50, 80, 30, 30, 30])
    assert predict(won_in_clubs, won_in_clubs).decide().accuracy == Accuracy(1, 1, 1, 0, 0)
    lost = one(hand, skat, skat, [50, 60, 30, 30, 30])
    assert predict(lost, lost).decide().accuracy == Accuracy(0, 0, 0, 1, 1)
    wrong_trump = one(hand, skat, skat, [80, 50, 30, 30, 30])
    assert predict(wrong_trump, won_in_clubs).decide().accuracy == Accuracy(1, 1, 0, 0, 0)
    assert predict(lost, won_in_clubs).decide().accuracy == Accuracy(1, 0, 0, 0, 0)


def test_square_errors_are_those_of_the_estimates(
    base: KnowledgeBase, others: KnowledgeBase
) -> None:
    hand, skat = "CJ SJ HJ CA CT CK SA ST H7 D7", "H8 D8"
    learned, seen = (one(hand, skat, skat, [50 + more] * 5) for more in (0, 3))
    assert predict(learned, seen).square_errors.tolist() == [9]
    judged = predict_by_k(base, others, [1, 15, 10_000])
    few, some, all_of_them = (judged[k].square_errors.mean() for k in (1, 15, 10_000))
    assert some < few
    assert some < all_of_them
    assert all_of_them == pytest.approx(
        np.square(others.hand_points - base.hand_points.mean(axis=0)).mean()
    )


@pytest.mark.parametrize("weighted", [False, True])
def test_several_k_at_once_are_the_same_as_one_by_one(
    base: KnowledgeBase, others: KnowledgeBase, weighted: bool
) -> None:
    seen: list[int] = []
    together = predict_by_k(base, others, (15, 1), weighted=weighted, done=seen.append)
    assert list(together) == [15, 1]
    assert seen == [1, 2, 3, 4, 5]
    for k, judged in together.items():
        alone = predict(base, others, k, weighted=weighted)
        assert (judged.scores == alone.scores).all()
        assert (judged.values == alone.values).all()


def test_a_weighted_average_is_another_one(base: KnowledgeBase, others: KnowledgeBase) -> None:
    plain, weighted = (predict(base, others, weighted=way).scores for way in (False, True))
    assert (plain != weighted).mean() > 0.9
    assert np.abs(plain - weighted).max() < 30


def test_an_evenly_spread_base_keeps_few_of_each_kind(
    base: KnowledgeBase, others: KnowledgeBase
) -> None:
    kept = evenly_spread(base, np.random.default_rng(1), most=2)
    again = evenly_spread(base, np.random.default_rng(1), most=2)
    assert (kept == again).all()
    for trump in range(len(TRUMPS)):
        rows = features_of(np.ascontiguousarray(base.hands), trump)
        cells = np.column_stack([rows[:, [0, 1, 2, 4]], rows[:, 3] // 15])
        there = len(np.unique(cells, axis=0))
        chosen, sizes = np.unique(cells[kept[:, trump]], axis=0, return_counts=True)
        assert len(chosen) == there  # something of every kind
        assert sizes.max() == 2
    judged = predict(base, others, kept=kept)
    part = kept[:, 1]
    alone = plain_scores(others, base.hands[part].tolist(), base.hand_points[part, 1].tolist(), 1)
    assert judged.scores[:3, 1].tolist() == [float(score) for score in alone[:3]]


def bid(base: KnowledgeBase, seen: KnowledgeBase, threshold: float = 62.0) -> tuple[bool, ...]:
    """Whether the one deal of a base is bid on, won, won by the free game, and by any."""
    bids = SkatGames.of(base, seen).bids(threshold)
    return tuple(bool(flags[0]) for flags in (bids.bid_on, bids.won, bids.free, bids.any))


def test_skat_aware_games_are_won_by_the_scores_after_the_skat() -> None:
    hand, skat = "CJ SJ HJ CA CT CK SA ST H7 D7", "H8 D8"
    learned = one(hand, skat, skat, [30, 80, 30, 30, 30])
    assert bid(learned, learned) == (True, True, True, True)
    seen = one(hand, skat, skat, [80, 50, 30, 30, 30])
    assert bid(learned, seen) == (True, False, False, True)  # lost in clubs, grand was won
    assert bid(learned, seen, 80.0) == (False, False, False, True)


def test_games_below_the_highest_bid_may_not_be_announced() -> None:
    """Clubs with three are bid to 48; hearts, with which the deal was won, are worth 40."""
    hand, skat = "CJ SJ HJ CA CT CK HA HT H7 D7", "H8 D8"
    clubs = one(hand, skat, "D7 D8", [30, 90, 30, 70, 30])
    seen = one(hand, skat, "D7 D8", [30, 50, 30, 90, 30])
    assert bid(clubs, seen)[:2] == (True, False)
    hearts = one(hand, skat, "D7 D8", [30, 70, 30, 90, 30])
    assert bid(hearts, seen)[:2] == (True, True)


def test_an_overbid_game_is_lost_whatever_it_scored() -> None:
    """Without four clubs are bid to 60; with the club jack in the skat they are worth 24."""
    hand = "CA CT CK CQ C9 C8 SA ST HA HT"
    overbid = one(hand, "CJ D7", "CJ D7", [0, 100, 0, 0, 0])
    assert bid(overbid, overbid) == (True, False, True, True)
    fine = one(hand, "D8 D7", "D8 D7", [0, 100, 0, 0, 0])
    assert bid(fine, fine) == (True, True, True, True)


def test_a_passed_deal_is_winnable_by_the_game_that_would_have_been_announced() -> None:
    games = SkatGames(
        scores=np.array([[50.0, 50.0, 0.0, 0.0, 0.0]]),
        values=np.array([[48, 24, 22, 20, 18]]),
        expected=np.array([[70.0, 60.0, 0.0, 0.0, 0.0]]),
        worth=np.array([[48, 24, 22, 20, 18]]),
        points=np.array([[50, 80, 0, 0, 0]]),
    )
    passed = games.bids(60.0)
    assert passed.right[0]  # grand would have been announced and lost
    assert not passed.right_of_any[0]  # clubs would have been won
    assert not games.bids(40.0).right[0]


def test_a_higher_threshold_passes_more(base: KnowledgeBase, others: KnowledgeBase) -> None:
    games = SkatGames.of(base, others)
    low, middle, high = (games.bids(threshold) for threshold in (40.0, 62.0, 80.0))
    assert low.bid_on.sum() > middle.bid_on.sum() > high.bid_on.sum() > 0
    assert (low.any == high.any).all()
    assert (low.free == high.free).all()

"""The k nearest sets: the search in groups against the plain reference."""

from math import sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evenhand.games.skat.bidding import SCALE, TRUMPS, WEIGHTS, Instances, Valuation, neighbours
from evenhand.games.skat.bidding.neighbours import features, plain_estimate
from evenhand.games.skat.deck import PACK

GRAND = TRUMPS.index("G")


def hand(text: str) -> int:
    return PACK.hand(text.split())


# In grand hands differ by what is added to nine low cards: the 9, the queen, the king of hearts.
LOW = "C7 C8 C9 S7 S8 S9 H7 H8 D7"
NINE, QUEEN, KING, JACK = (hand(f"{LOW} {card}") for card in ("H9", "HQ", "HK", "CJ"))
OTHER_QUEEN = hand(f"{LOW} DQ")


def estimate(known: list[int], scores: list[int], k: int, query: int = NINE) -> float:
    instances = Instances.of(GRAND, np.array(known), np.array(scores))
    return float(instances.estimates(np.array([query]), k)[0])


def test_hands_at_the_same_distance_are_one_set() -> None:
    known, scores = [NINE, QUEEN, OTHER_QUEEN, KING], [10, 20, 60, 110]
    assert estimate(known, scores, k=1) == 10
    assert estimate(known, scores, k=2) == (10 + 20 + 60) / 3
    assert estimate(known, scores, k=3) == (10 + 20 + 60 + 110) / 4


def test_hands_with_fewer_and_with_more_points_are_equally_far() -> None:
    four, seven, ten = (hand(f"{LOW[:-3]} HK {more}") for more in ("D7", "DQ", "DQ SQ"))
    ten ^= hand("S9")
    assert [features(cards, GRAND)[3] for cards in (four, seven, ten)] == [4, 7, 10]
    assert estimate([four, ten, JACK], [30, 50, 120], k=1, query=seven) == 40


def test_an_ace_less_is_as_far_as_15_points_more_in_a_suit_game() -> None:
    clubs = TRUMPS.index("C")
    query = hand("C7 C8 SA S7 S8 H7 H8 H9 D7 D8")
    richer, no_ace = hand("C7 C8 SA SK S7 HK HQ H7 DK D7"), hand("C7 C8 SK S7 HK H7 H8 DQ D7 D8")
    assert features(richer, clubs)[3] - features(query, clubs)[3] == 15
    assert features(no_ace, clubs)[2:4] == (0, features(query, clubs)[3])
    for known in ([richer, no_ace], [no_ace, richer]):
        instances = Instances.of(clubs, np.array(known), np.array([20, 100]))
        assert instances.estimates(np.array([query]), k=1)[0] == 60


def test_fewer_sets_than_asked_for_are_all_averaged() -> None:
    assert estimate([NINE, JACK], [0, 90], k=15) == 45
    assert estimate([JACK], [77], k=15) == 77


def test_hands_with_the_same_features_are_kept_as_one() -> None:
    instances = Instances.of(GRAND, np.array([QUEEN, OTHER_QUEEN, QUEEN]), np.array([1, 2, 3]))
    assert instances.sums.tolist() == [6]
    assert instances.sizes.tolist() == [3]


@given(
    seed=st.integers(0, 2**32), size=st.integers(1, 120), k=st.integers(1, 30),
    trump=st.integers(0, 4),
)  # fmt: skip
def test_the_search_finds_what_the_plain_reference_finds(
    seed: int, size: int, k: int, trump: int
) -> None:
    rng = np.random.default_rng(seed)
    hands, scores = PACK.deal(rng, size, 10)[:, 0], rng.integers(121, size=size)
    queries = PACK.deal(rng, 2, 10)[:, 0]
    found = Instances.of(trump, hands, scores).estimates(queries, k)
    for query, value in zip(queries.tolist(), found.tolist(), strict=True):
        assert value == float(plain_estimate(query, trump, hands.tolist(), scores.tolist(), k))


@pytest.mark.parametrize("trump", range(5))
def test_so_it_does_in_a_large_base(trump: int) -> None:
    rng = np.random.default_rng(trump)
    hands, scores = PACK.deal(rng, 1_500, 10)[:, 0], rng.integers(121, size=1_500)
    queries = PACK.deal(rng, 2, 10)[:, 0]
    found = Instances.of(trump, hands, scores).estimates(queries)
    for query, value in zip(queries.tolist(), found.tolist(), strict=True):
        assert value == float(plain_estimate(query, trump, hands.tolist(), scores.tolist()))


@pytest.mark.parametrize("trump", [GRAND, 3])
def test_several_k_at_once_are_what_the_plain_reference_finds_for_each(trump: int) -> None:
    rng = np.random.default_rng(6)
    hands, scores = PACK.deal(rng, 90, 10)[:, 0], rng.integers(121, size=90)
    queries, ks = PACK.deal(rng, 3, 10)[:, 0], [15, 1, 2, 500]
    found = Instances.of(trump, hands, scores).estimates_by_k(queries, ks)
    assert found.tolist() == [
        [float(plain_estimate(query, trump, hands.tolist(), scores.tolist(), k)) for k in ks]
        for query in queries.tolist()
    ]


def test_the_order_of_the_hands_does_not_matter() -> None:
    rng = np.random.default_rng(5)
    hands, scores = PACK.deal(rng, 500, 10)[:, 0], rng.integers(121, size=500)
    turned = Instances.of(2, hands[::-1], scores[::-1])
    queries = PACK.deal(rng, 50, 10)[:, 0]
    found = Instances.of(2, hands, scores).estimates(queries)
    assert turned.estimates(queries).tolist() == found.tolist()


def test_nearer_hands_weigh_more_if_weighted() -> None:
    instances = Instances.of(GRAND, np.array([QUEEN, JACK]), np.array([0, 100]))
    query = np.array([NINE])
    assert instances.estimates(query)[0] == 50
    apart = [
        np.square(np.subtract(features(NINE, GRAND), features(other, GRAND)) * WEIGHTS[GRAND])
        for other in (QUEEN, JACK)
    ]
    near, far = (1 / (sqrt(parts.sum()) / SCALE + 1 / 90) for parts in apart)
    expected = 100 * far / (near + far)
    assert instances.estimates(query, weighted=True)[0] == pytest.approx(expected, rel=1e-12)
    assert expected < 20


def test_a_hand_with_the_same_features_does_not_weigh_infinitely() -> None:
    instances = Instances.of(GRAND, np.array([NINE, JACK]), np.array([0, 100]))
    assert 0 < instances.estimates(np.array([NINE]), weighted=True)[0] < 10


def test_a_valuation_has_a_column_for_each_trump_and_leaves_out_what_is_not_kept() -> None:
    hands, scores = np.array([NINE, JACK]), np.array([[10, 20, 30, 40, 50], [60, 70, 80, 90, 100]])
    query = np.array([NINE])
    assert Valuation.of(hands, scores, k=1).estimates(query).tolist() == [[10, 20, 30, 40, 50]]
    kept = np.array([[True, False, True, True, False], [True] * 5])
    found = Valuation.of(hands, scores, k=1, kept=kept).estimates(query)
    assert found.tolist() == [[10, 70, 30, 40, 100]]


def test_no_neighbours_at_all_are_refused() -> None:
    nothing = np.zeros(0, np.int64)
    with pytest.raises(ValueError, match="at least one hand"):
        Instances.of(GRAND, nothing, nothing)
    with pytest.raises(ValueError, match="at least one set"):
        Instances.of(GRAND, np.array([NINE]), np.array([1])).estimates(np.array([NINE]), k=0)
    with pytest.raises(ValueError, match="at least one set"):
        Instances.of(GRAND, np.array([NINE]), np.array([1])).estimates_by_k(np.array([NINE]), [])


def test_all_features_are_used_and_each_fits_into_its_bits() -> None:
    assert sorted((*neighbours.GROUPED, *neighbours.LOOSE)) == list(range(8))
    assert 1 << neighbours.BITS > 92

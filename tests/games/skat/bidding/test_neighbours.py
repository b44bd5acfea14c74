"""Features, and the k nearest sets against the plain reference."""

from math import sqrt

import numpy as np
import pytest
from hypothesis import given, strategies as st

from evenhand.games.cards import Masks
from evenhand.games.skat import PACK
from evenhand.games.skat.bidding.knowledge import TRUMPS
from evenhand.games.skat.bidding.neighbours import (
    GRAND_RANGES,
    SCALE,
    SUIT_RANGES,
    WEIGHTS,
    Instances,
    Valuation,
    features_of,
)
from evenhand.games.skat.deck import RANK_POINTS
from tests.oracles.skat_neighbours import find_features, plain_estimate, plain_similar
from tests.plain_python import in_plain_python

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
    assert [find_features(cards, GRAND)[3] for cards in (four, seven, ten)] == [4, 7, 10]
    assert estimate([four, ten, JACK], [30, 50, 120], k=1, query=seven) == 40


def test_an_ace_less_is_as_far_as_15_points_more_in_a_suit_game() -> None:
    clubs = TRUMPS.index("C")
    query = hand("C7 C8 SA S7 S8 H7 H8 H9 D7 D8")
    richer, no_ace = hand("C7 C8 SA SK S7 HK HQ H7 DK D7"), hand("C7 C8 SK S7 HK H7 H8 DQ D7 D8")
    assert find_features(richer, clubs)[3] - find_features(query, clubs)[3] == 15
    assert find_features(no_ace, clubs)[2:4] == (0, find_features(query, clubs)[3])
    for known in ([richer, no_ace], [no_ace, richer]):
        instances = Instances.of(clubs, np.array(known), np.array([20, 100]))
        assert instances.estimates(np.array([query]), k=1)[0] == 60


def test_fewer_sets_than_asked_for_are_all_averaged() -> None:
    assert estimate([NINE, JACK], [0, 90], k=15) == 45
    assert estimate([JACK], [77], k=15) == 77


def test_hands_with_the_same_features_are_one_set() -> None:
    instances = Instances.of(
        GRAND, np.array([QUEEN, OTHER_QUEEN, QUEEN, JACK]), np.array([1, 2, 3, 9])
    )
    found = instances.find_similar(np.array([QUEEN]), k=1)
    assert (found.means.tolist(), found.counts.tolist()) == ([[2.0]], [3])


def test_one_search_finds_every_kind_of_score_and_the_count() -> None:
    rng = np.random.default_rng(7)
    hands, scores = PACK.deal(rng, 200, 10)[:, 0], rng.integers(121, size=(200, 3))
    queries = PACK.deal(rng, 4, 10)[:, 0]
    instances = Instances.of(1, hands, scores[:, 0])
    found = instances.with_scores(scores).find_similar(queries, k=4)
    for row, query in enumerate(queries.tolist()):
        for column in range(3):
            similar = plain_similar(query, 1, hands.tolist(), scores[:, column].tolist(), 4)
            assert found.means[row, column] == sum(similar) / len(similar)
            assert found.counts[row] == len(similar)
    assert found.means[:, 0].tolist() == instances.estimates(queries, k=4).tolist()


def estimate_both_ways(instances: Instances, hands: Masks) -> list[list[list[float]]]:
    """The estimates of the first hands, plain and weighted."""
    both = (instances.estimates_by_k(hands, [1, 4, 15], weighted) for weighted in (False, True))
    return [found[:50].tolist() for found in both]


def test_few_hands_are_searched_with_arrays_as_many_in_compiled_code() -> None:
    rng = np.random.default_rng(8)
    hands, scores = PACK.deal(rng, 300, 10)[:, 0], rng.integers(121, size=300)
    instances, many = Instances.of(3, hands, scores), PACK.deal(rng, 3_000, 10)[:, 0]
    few = in_plain_python(estimate_both_ways, instances, many[:50])
    assert few == estimate_both_ways(instances, many)


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
def test_the_search_in_a_large_base_finds_what_the_plain_reference_finds(trump: int) -> None:
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
        np.square(
            np.subtract(find_features(NINE, GRAND), find_features(other, GRAND)) * WEIGHTS[GRAND]
        )
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


FIGURE_2 = [
    ("H", "CJ SJ DJ C7 HT HQ H9 H8 DA DQ", (3, 4, 1, 33, 1, 0, 8, 8)),
    ("S", "SJ DJ CQ C7 SQ S9 S7 DA DT D9", (2, 3, 2, 31, 1, 0, 4, 4)),
    ("S", "SJ DJ C7 SQ S9 S7 HQ DA DK D9", (2, 3, 1, 25, 0, 0, 4, 4)),
]
OTHERS = [
    ("G", "CJ SJ HJ DJ CA CT SA ST HA HT", (4, 0, 6, 71, 1, 0, 10, 0)),
    ("G", "C7 C8 CT S7 S8 ST H7 HT D7 DT", (0, 0, 0, 40, 0, 4, 0, 0)),
    ("G", "CA CT SA ST HA HT DA DT CK SK", (0, 0, 8, 92, 0, 0, 0, 0)),
    ("C", "CA CT CK CQ C9 C8 C7 SJ ST S7", (1, 7, 0, 40, 2, 1, 3, 17)),
    ("D", "CJ SJ HJ DJ C7 C8 C9 CQ CK CT", (4, 0, 0, 25, 2, 1, 10, 0)),
]
JACK_VALUES = dict(zip(("CJ", "SJ", "HJ", "DJ"), (4, 3, 2, 1), strict=True))
TRUMP_VALUES = {"A": 5, "T": 4, "K": 3, "Q": 2, "9": 1, "8": 1, "7": 1}


def by_names(names: tuple[str, ...], trump: str) -> tuple[int, ...]:
    jacks = [name for name in names if name[1] == "J"]
    trumps = [name for name in names if name[1] != "J" and name[0] == trump]
    side = [name for name in names if name not in jacks + trumps]
    aces, tens = ({name[0] for name in side if name[1] == rank} for rank in "AT")
    return (
        len(jacks),
        len(trumps),
        len(aces) + len(tens & aces),
        sum(RANK_POINTS[name[1]] for name in names),
        len(set("CSHD") - {trump} - {name[0] for name in side}),
        len(tens - aces),
        sum(JACK_VALUES[name] for name in jacks),
        sum(TRUMP_VALUES[name[1]] for name in trumps),
    )


@pytest.mark.parametrize(("trump", "names", "expected"), FIGURE_2 + OTHERS)
def test_hands_have_the_features_of_table_1(
    trump: str, names: str, expected: tuple[int, ...]
) -> None:
    assert find_features(PACK.hand(names.split()), TRUMPS.index(trump)) == expected


@pytest.mark.parametrize("trump", TRUMPS)
def test_random_hands_have_the_features_that_their_names_say(trump: str) -> None:
    hands = PACK.deal(np.random.default_rng(1), 300, 10)[:, 0]
    found = features_of(hands, TRUMPS.index(trump))
    expected = [by_names(PACK.names(hand), trump) for hand in hands.tolist()]
    assert found.tolist() == [list(row) for row in expected]


@pytest.mark.parametrize("trump", TRUMPS)
def test_features_stay_in_the_printed_ranges_but_for_points_and_tens_of_grand(trump: str) -> None:
    found = features_of(PACK.deal(np.random.default_rng(2), 50_000, 10)[:, 0], TRUMPS.index(trump))
    ranges = list(GRAND_RANGES if trump == "G" else SUIT_RANGES)
    ranges[3] = 92
    ranges[5] += trump == "G"
    assert (found >= 0).all()
    assert (found <= ranges).all()


def test_weights_are_the_scale_divided_by_the_ranges() -> None:
    assert (WEIGHTS[1:] * SUIT_RANGES == SCALE).all()
    grand = np.array(GRAND_RANGES)
    assert (WEIGHTS[0] * grand == np.where(grand == 0, 0, SCALE)).all()

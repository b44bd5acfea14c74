"""MinScore and MinDist: the kernels against the definitions, other programs and themselves."""

import json
import math
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from evenhand.games.cards import CardError, Masks, as_hand, cards_of
from evenhand.games.rummy import (
    PACK,
    discard_dists,
    discard_scores,
    min_dist,
    min_dists,
    min_score,
    min_scores,
    read_hand,
    read_wild,
)
from evenhand.games.rummy.deck import FULL, NATURAL, NO_WILD, PRINTED, jokers
from tests.games.rummy.hands import (
    any_hands,
    declarable,
    exchange,
    hand_of,
    random_hands,
    random_wilds,
    with_jokers,
)
from tests.oracles import rummy_metrics
from tests.oracles.rummy_brute_force import can_be_declared, least_of_all_families

VECTORS = Path(__file__).parents[2] / "data" / "rummy" / "hands.jsonl"


def one_swap_away(hand: int, deck: int = FULL) -> Masks:
    """Return all hands with one card exchanged."""
    others = list(cards_of(deck & ~hand))
    return np.array([hand ^ 1 << gone ^ 1 << come for gone in cards_of(hand) for come in others])


def split(hands: list[tuple[int, int]]) -> tuple[Masks, Masks]:
    held, wilds = zip(*hands, strict=True)
    return np.array(held, np.int64), np.array(wilds, np.int64)


def test_every_vector_of_the_independent_program() -> None:
    vectors = [json.loads(line) for line in VECTORS.read_text().splitlines()]
    hands = [read_hand(vector["hand"]) for vector in vectors]
    wilds = [read_wild(vector["wild"]) for vector in vectors]
    assert len(vectors) == 120
    assert min_dists(hands, wilds).tolist() == [vector["mindist"] for vector in vectors]
    assert min_scores(hands, wilds).tolist() == [vector["minscore"] for vector in vectors]


@pytest.mark.parametrize("size", [13, 14])
def test_it_is_zero_exactly_when_a_declaration_exists(size: int) -> None:
    rng = np.random.default_rng(11)
    hands = any_hands(rng, 500, size)
    found = min_dists(*split(hands))
    assert (found == 0).tolist() == [
        rummy_metrics.is_declarable(hand, wild) for hand, wild in hands
    ]
    assert 20 < (found == 0).sum() < 450
    assert max(jokers(hand, wild).bit_count() for hand, wild in hands) == 6


def check_small_deck(suits: str, ranks: str, wild: str | None) -> set[int]:
    """Compare every hand of a deck; return the distances there are.

    All declarations are found by brute force; the distance is 13 less the largest overlap.
    """
    rank = read_wild(wild)
    deck = read_hand([suit + rank for suit in suits for rank in ranks]) | PRINTED
    wanted = rummy_metrics.distances(deck, rank)
    hands = np.array(list(wanted))
    found = min_dists(hands, rank, ranks=sum(1 << PACK.ranks.index(rank) for rank in ranks))
    assert len(hands) == math.comb(len(suits) * len(ranks) + 2, 13)
    assert found.tolist() == list(wanted.values())
    return set(found.tolist())


@pytest.mark.parametrize("ranks", ["A234", "JQKA"])
@pytest.mark.parametrize("wild", [None, 0, 1])
def test_every_hand_of_a_small_deck(ranks: str, wild: int | None) -> None:
    check_small_deck(PACK.suits, ranks, None if wild is None else ranks[wild])


@pytest.mark.slow
@pytest.mark.parametrize(
    ("suits", "ranks", "wild"),
    [
        ("CDH", "345678", None),
        ("CDH", "345678", "3"),
        ("CDH", "9TJQKA", "K"),
        ("CH", "56789TJQK", None),
        ("CH", "A23456789", "4"),
    ],
)
def test_every_hand_of_a_larger_deck(suits: str, ranks: str, wild: str | None) -> None:
    """77,520 hands each, half a minute or more."""
    assert check_small_deck(suits, ranks, wild) >= {0, 1, 2}


def test_one_exchange_less_is_always_possible_and_never_two() -> None:
    """MinDist(h) = 1 + the least MinDist of all hands one exchange away, on the real deck."""
    rng = np.random.default_rng(12)
    hands = any_hands(rng, 200)
    hands += [(with_jokers(rng, NO_WILD, 0, deck=FULL), NO_WILD) for _ in range(50)]
    found = min_dists(*split(hands))
    for (hand, wild), distance in zip(hands, found.tolist(), strict=True):
        near = min_dists(one_swap_away(hand), wild)
        assert near.min() == max(distance - 1, 0)
        assert near.max() <= distance + 1


def test_it_is_the_plain_definition_one_exchange_from_complete_hands() -> None:
    rng = np.random.default_rng(13)
    wilds = random_wilds(rng, 30).tolist()
    hands = [
        exchange(rng, declarable(rng, wild), 1 + number % 2) for number, wild in enumerate(wilds)
    ]
    found = np.minimum(min_dists(hands, wilds), 2).tolist()
    assert found == [
        rummy_metrics.min_dist(hand, wild) for hand, wild in zip(hands, wilds, strict=True)
    ]
    assert len(set(found)) > 1


@pytest.mark.parametrize("wild", [*range(13), NO_WILD])
def test_of_fourteen_cards_the_best_thirteen_count(wild: int) -> None:
    rng = np.random.default_rng(100 + wild)
    hands = [with_jokers(rng, wild, int(rng.integers(7)), 14) for _ in range(30)]
    for hand, found in zip(hands, min_dists(hands, wild).tolist(), strict=True):
        kept = [hand ^ 1 << card for card in cards_of(hand)]
        after = min_dists(kept, wild).tolist()
        assert found == min(after)
        assert discard_dists(hand, wild) == dict(zip(cards_of(hand), after, strict=True))


def climb(rng: np.random.Generator, size: int, wild: int, steps: int) -> tuple[int, int]:
    """A hand far from complete: single cards are exchanged as long as MinDist does not fall."""
    hand = int(random_hands(rng, 1, size)[0]) & NATURAL
    while hand.bit_count() < size:
        hand |= 1 << int(rng.integers(52))
    distance = min_dist(hand, wild)
    for _ in range(steps):
        others = one_swap_away(hand, NATURAL)
        found = min_dists(others, wild)
        if found.max() < distance:
            break
        distance = int(found.max())
        hand = int(rng.choice(others[found == distance]))
    return hand, distance


@pytest.mark.parametrize(("size", "wild", "most"), [(13, NO_WILD, 8), (14, NO_WILD, 7), (14, 6, 7)])
def test_hands_far_from_complete_need_more_cells_than_a_row_has(
    size: int, wild: int, most: int
) -> None:
    """Random hands never meet this; climbing does (a row of eight cells stops at seven)."""
    rng = np.random.default_rng(14)
    climbed = [climb(rng, size, wild, 60) for _ in range(8)]
    farthest = max(distance for _, distance in climbed)
    assert farthest == most
    for hand, distance in climbed:
        if size == 14:
            assert distance == min(min_dists([hand ^ 1 << card for card in cards_of(hand)], wild))
            assert sorted(set(discard_dists(hand, wild).values())) in (
                [distance],
                [distance, distance + 1],
            )
        near = min_dists(one_swap_away(hand), wild)
        assert near.min() == distance - 1


def test_melds_may_be_over_full() -> None:
    """Long runs hold more cards than they need: leaving fewer out is no gain by itself."""
    rng = np.random.default_rng(16)
    hands = []
    for number in range(60):
        clubs = rng.permutation(13)[: 9 + number % 3].tolist()
        others = rng.permutation(np.arange(13, 54))[: 13 - len(clubs)].tolist()
        hands.append((as_hand(clubs + others), number % (NO_WILD + 1)))
    for (hand, wild), distance in zip(hands, min_dists(*split(hands)).tolist(), strict=True):
        near = min_dists(one_swap_away(hand), wild)
        assert near.min() == max(distance - 1, 0)
    assert min_dist(hand_of("C2 C3 C4 C5 C6 C7 C8 C9 CT CJ CQ CK D7"), NO_WILD) == 1
    assert min_dist(hand_of("C2 C3 C4 C5 C6 C7 C8 C9 CT CJ CQ CK D7"), read_wild("7")) == 0


@pytest.mark.parametrize(
    ("text", "wild", "distance"),
    [
        ("C2 C3 C4 JK JK D7 C5 D5 H5 S5 DK HK SK", "7", 0),  # jokers alone are a sequence
        ("C6 C7 C8 D2 D3 JK DK HK SK S4 S5 S6 S7", "7", 0),  # a wild card stands for itself
        ("CQ CK CA D2 D3 D4 H5 H6 H7 S8 S9 ST SJ", None, 0),  # the ace is high
        ("CA C2 C3 D2 D3 D4 H5 H6 H7 S8 S9 ST SJ", None, 0),  # or low
        ("CK CA C2 DK DA D2 HK HA H2 SK SA S2 JK", None, 2),  # but does not turn the corner
        ("CK DK HK SK CA DA HA SA C5 D5 H5 JK JK", None, 2),  # sets alone are not enough
    ],
)
def test_distances_worked_out_by_hand(text: str, wild: str | None, distance: int) -> None:
    assert min_dist(hand_of(text), read_wild(wild)) == distance


def test_wrong_hands_are_refused() -> None:
    with pytest.raises(CardError, match="a hand has 13 or 14 cards, not 12"):
        min_dist((1 << 12) - 1, NO_WILD)
    with pytest.raises(CardError, match="a hand has 14 cards, not 13"):
        discard_dists((1 << 13) - 1, NO_WILD)
    with pytest.raises(CardError, match="a wild rank is a number from 0 to 12, or 13 for none"):
        min_dist((1 << 13) - 1, 14)
    with pytest.raises(CardError, match="a mask of the 54 cards"):
        min_dist(((1 << 13) - 1) << 45, NO_WILD)
    with pytest.raises(CardError, match="whole numbers of at most 64 bits"):
        min_dist(((1 << 13) - 1) << 60, NO_WILD)
    with pytest.raises(CardError, match="whole numbers of at most 64 bits"):
        min_dists([8191.0], [NO_WILD])
    with pytest.raises(CardError, match="not an array of 2 dimensions"):
        min_dists([[8191]], NO_WILD)
    assert min_dists([], []).tolist() == []


@pytest.mark.parametrize("after", [discard_dists, discard_scores])
def test_wrong_hands_of_fourteen_are_refused(after: Callable[[int, int], object]) -> None:
    fourteen = (1 << 14) - 1
    with pytest.raises(CardError, match="a hand has 14 cards, not 13"):
        after(fourteen >> 1, NO_WILD)
    with pytest.raises(CardError, match="a mask of the 54 cards"):
        after(fourteen >> 1 | 1 << 60, NO_WILD)
    for wild in (-1, 14, 70):
        with pytest.raises(CardError, match="a wild rank is a number from 0 to 12"):
            after(fourteen, wild)


@pytest.mark.parametrize("literal", [False, True])
@pytest.mark.parametrize("size", [13, 14])
def test_it_is_the_plain_definition_on_hundreds_of_hands(size: int, literal: bool) -> None:
    """The definition itself is tested against all disjoint families in test_definitions."""
    hands = any_hands(np.random.default_rng(21), 300 if size == 13 else 60, size)
    held, wilds = zip(*hands, strict=True)
    wanted = [rummy_metrics.min_score(hand, wild, literal) for hand, wild in hands]
    assert min_scores(held, wilds, literal).tolist() == wanted
    assert len(set(wanted)) > 20
    assert set(wilds) == set(range(NO_WILD + 1))
    assert max(jokers(hand, wild).bit_count() for hand, wild in hands) == 6


@pytest.mark.parametrize("literal", [False, True])
def test_all_discards_at_once_are_the_discards_one_by_one(literal: bool) -> None:
    for hand, wild in any_hands(np.random.default_rng(22), 250, 14):
        kept = [hand ^ 1 << card for card in cards_of(hand)]
        one_by_one = min_scores(kept, wild, literal).tolist()
        wanted = dict(zip(cards_of(hand), one_by_one, strict=True))
        assert discard_scores(hand, wild, literal) == wanted


def test_no_points_are_left_exactly_when_nothing_is_to_be_exchanged() -> None:
    held, wilds = zip(*any_hands(np.random.default_rng(23), 3000), strict=True)
    none_left = min_scores(held, wilds) == 0
    assert none_left.tolist() == (min_dists(held, wilds) == 0).tolist()
    assert none_left.sum() > 100


def test_some_card_other_than_a_joker_is_always_among_the_best_discards() -> None:
    """So strategies that keep their jokers lose nothing by it."""
    rng = np.random.default_rng(24)
    for wild in random_wilds(rng, 200).tolist():
        hand = with_jokers(rng, wild, int(rng.integers(1, 7)), 14)
        for after in (discard_dists(hand, wild), discard_scores(hand, wild)):
            others = [after[card] for card in cards_of(hand & ~jokers(hand, wild))]
            assert min(others) == min(after.values())


@pytest.mark.parametrize(
    ("text", "wild", "score", "literal"),
    [
        ("CK DK HK CA DA HA C2 D2 H2 C5 D5 H6 S7", None, 80, 23),  # sets alone are no help
        ("C4 C5 C6 DK HK SK DA HA SA D9 H2 S7 S8", None, 80, 26),  # one pure sequence is free
        ("C4 C5 C6 C7 C8 C9 DK HK SK DA HA SA D9", None, 9, 9),  # six in a row are two
        ("C4 C5 C6 D8 D9 JK DK HK SK DA HA SA S2", None, 2, 2),
        ("CQ CK CA D8 D9 JK DK HK SK D2 H2 S2 S3", "3", 0, 0),
    ],
)
def test_scores_worked_out_by_hand(text: str, wild: str | None, score: int, literal: int) -> None:
    hand, rank = hand_of(text), read_wild(wild)
    assert (min_score(hand, rank), min_score(hand, rank, literal=True)) == (score, literal)


def test_wrong_hands_have_no_score() -> None:
    with pytest.raises(CardError, match="a hand has 13 or 14 cards, not 15"):
        min_score((1 << 15) - 1, NO_WILD)
    with pytest.raises(CardError, match="a hand has 14 cards, not 13"):
        discard_scores((1 << 13) - 1, NO_WILD)
    with pytest.raises(CardError, match="a wild rank is a number from 0 to 12"):
        min_score((1 << 13) - 1, -1)


@pytest.mark.parametrize("seed", range(2))
def test_scores_and_declarations_are_those_of_all_families(seed: int) -> None:
    hands = any_hands(np.random.default_rng(700 + seed), 26)
    for hand, wild in hands:
        for literal in (False, True):
            least = least_of_all_families(hand, wild, literal)
            assert min_score(hand, wild, literal) == least
        able = can_be_declared(hand, wild)
        assert (min_dist(hand, wild) == 0) == able
        assert rummy_metrics.is_declarable(hand, wild) == able
    assert max(jokers(hand, wild).bit_count() for hand, wild in hands) >= 5


def test_the_most_families_of_sets_are_all_tried() -> None:
    """Ranks held four, four, three and three times allow 3600 choices of sets."""
    for text in (
        "CA DA HA SA C2 D2 H2 S2 C3 D3 H3 C4 D4 H4",
        "CA DA HA SA C2 D2 H2 S2 C3 D3 H3 S3 C4 D4",
        "C9 D9 H9 S9 CT DT HT ST CJ DJ HJ CQ DQ HQ",
    ):
        hand = hand_of(text)
        for wild in (NO_WILD, read_wild("K")):
            assert min_score(hand, wild, True) == rummy_metrics.min_score(hand, wild, True)
            assert min_score(hand, wild) == rummy_metrics.min_score(hand, wild)
            kept = [hand ^ 1 << card for card in cards_of(hand)]
            assert min_dist(hand, wild) == min(min_dists(kept, wild))

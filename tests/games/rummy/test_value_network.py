"""What the value network sees of hands, against the plain definitions."""

import numpy as np

from evenhand.games.cards import Masks
from evenhand.games.rummy import names, read_hand, read_wild
from evenhand.games.rummy.deck import CARDS, HAND_SIZE
from evenhand.games.rummy.value_network import (
    HANDS,
    load_weights,
    measure_hands,
    read_inputs,
    value_positions,
)
from tests.games.rummy.deals import READY
from tests.oracles.rummy_luck import measure

DIST, OUTS, SPARE = 0, 3, 4


def random_hand(rng: np.random.Generator, *, low: bool) -> int:
    """Thirteen cards; low ones are nearer to each other."""
    cards = rng.permutation(CARDS)
    if low:
        cards = cards[np.argsort(cards % 13 > 6, kind="stable")]
    return int(np.bitwise_or.reduce(1 << cards[:HAND_SIZE]))


def features(names: str, wild: str) -> Masks:
    found = measure_hands(np.array([read_hand(names.split())]), np.array([read_wild(wild)]))
    return np.asarray(found[0])


def test_features_are_as_defined_and_stay_with_their_hands() -> None:
    rng = np.random.default_rng(1)
    hands = np.array([random_hand(rng, low=number % 2 == 0) for number in range(60)])
    hands, wilds = np.append(hands, hands[:10]), rng.integers(14, size=70)
    wilds[65:] = wilds[5:10]
    for hand, wild, found in zip(hands, wilds, measure_hands(hands, wilds), strict=True):
        assert tuple(found) == measure(int(hand), int(wild))


def test_a_hand_that_needs_a_queen_counts_queens_and_jokers_as_outs() -> None:
    # With ST the run of spades needs no joker, which then is the queen.
    found = features(READY, "7")
    assert found[DIST] == 1
    assert names(int(found[OUTS])) == ["C7", "D7", "H7", "HQ", "S7", "ST", "SQ", "JK"]
    assert names(int(found[SPARE])) == ["D9"]


def test_a_hand_that_can_be_declared_has_no_outs() -> None:
    assert features(READY.replace("D9", "HQ"), "7")[OUTS] == 0


def test_the_expected_values_of_deals_are_fair_and_exact() -> None:
    weights = load_weights()
    assert max(error.max() for error in weights["errors"].values()) < 0.0005
    for seats in (2, 3):
        assert abs(weights["expected"][str(seats)].sum() - seats / 2) < 1e-9


def test_no_positions_have_no_values() -> None:
    none = np.zeros((0, HANDS + 2), np.int64)
    assert value_positions(none).shape == (0, 2)
    assert read_inputs(none).shape[0] == 0

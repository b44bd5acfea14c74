"""What hands have to hope for, against the plain definitions."""

import numpy as np
from evenhand.games.rummy.luck.hopes import DIST, IDLE, OUTS, hopes_of
from evenhand.games.rummy.pack import CARDS, HAND_SIZE, names, read_hand, read_wild

from evenhand.games.cards import Masks
from evenhand.games.rummy.luck import plain
from tests.games.rummy.made_games import READY


def random_hand(rng: np.random.Generator, *, low: bool) -> int:
    """Thirteen cards; low ones are nearer to each other."""
    cards = rng.permutation(CARDS)
    if low:
        cards = cards[np.argsort(cards % 13 > 6, kind="stable")]
    return int(np.bitwise_or.reduce(1 << cards[:HAND_SIZE]))


def hopes(names: str, wild: str) -> Masks:
    found = hopes_of(np.array([read_hand(names.split())]), np.array([read_wild(wild)]))
    return np.asarray(found[0])


def test_hopes_are_as_defined_and_stay_with_their_hands() -> None:
    rng = np.random.default_rng(1)
    hands = np.array([random_hand(rng, low=number % 2 == 0) for number in range(60)])
    hands, wilds = np.append(hands, hands[:10]), rng.integers(14, size=70)
    wilds[65:] = wilds[5:10]
    for hand, wild, found in zip(hands, wilds, hopes_of(hands, wilds), strict=True):
        assert tuple(found) == plain.hopes(int(hand), int(wild))


def test_a_hand_that_needs_a_queen_hopes_for_queens_and_jokers() -> None:
    # With ST the run of spades needs no joker, which then is the queen.
    found = hopes(READY, "7")
    assert found[DIST] == 1
    assert names(int(found[OUTS])) == ["C7", "D7", "H7", "HQ", "S7", "ST", "SQ", "JK"]
    assert names(int(found[IDLE])) == ["D9"]


def test_a_hand_that_can_be_declared_has_nothing_to_hope_for() -> None:
    assert hopes(READY.replace("D9", "HQ"), "7")[OUTS] == 0

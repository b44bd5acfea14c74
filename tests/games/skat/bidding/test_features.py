"""The features of Table 1, against a reference that reads the names of the cards."""

import numpy as np
import pytest

from evenhand.games.skat.bidding import (
    GRAND_RANGES,
    SCALE,
    SUIT_RANGES,
    TRUMPS,
    WEIGHTS,
    features_of,
)
from evenhand.games.skat.bidding.neighbours import features
from evenhand.games.skat.deck import PACK, RANK_POINTS

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
    assert features(PACK.hand(names.split()), TRUMPS.index(trump)) == expected


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

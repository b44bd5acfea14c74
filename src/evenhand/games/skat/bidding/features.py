"""What a hand is compared by: the eight features of Keller and Kupferschmid (2008), Table 1.

====  =====================================================================  =======================
f1    jacks                                                                  0-4
f2    trumps that are no jacks                                               0-7, grand 0
f3    aces that are no trumps, and the tens of the same suits                0-6, grand 0-8
f4    card points                                                            0-90
f5    suits that are missing                                                 0-3
f6    tens that are no trumps, without the ace of the suit                   0-3
f7    jacks by value: CJ 4, SJ 3, HJ 2, DJ 1                                 0-10
f8    other trumps by value: ace 5, ten 4, king 3, queen 2, 9 8 7 each 1     0-17, grand 0
====  =====================================================================  =======================

Where the paper is silent: a suit is there if one of its cards without the jack is, and in a suit
game only the three other suits count.  The ranges are the printed ones, though four aces, four
tens and two kings have 92 points, and in grand four tens can lack their aces.

The distance of two hands is Euclidean, each feature divided by its range.  Here features are
multiplied by ``SCALE`` divided by the range instead, which is a whole number: so distances are
compared exactly, and which neighbours are equally far away is no matter of rounding.
"""

from math import lcm

import numpy as np

from evenhand.cards import Masks
from evenhand.compiled import bit_count, formula, kernel, step
from evenhand.games.skat.contract import GRAND
from evenhand.games.skat.pack import JACKS, PACK, SUITS
from evenhand.games.skat.playout import Integers

TRUMPS = "GCSHD"
"""The five trumps, in the order in which they are numbered here."""

SUIT_RANGES = (4, 7, 6, 90, 3, 3, 10, 17)
GRAND_RANGES = (4, 0, 8, 90, 3, 3, 10, 0)
FEATURES = len(SUIT_RANGES)
SCALE = lcm(*SUIT_RANGES, 8)


def _weights(trump: str) -> list[int]:
    ranges = GRAND_RANGES if trump == GRAND else SUIT_RANGES
    return [SCALE // most if most else 0 for most in ranges]


def _all(rank: str) -> int:
    return PACK.hand(suit + rank for suit in PACK.suits)


WEIGHTS = np.array([_weights(trump) for trump in TRUMPS], np.int64)
"""What each feature is multiplied by, a row a trump."""
TRUMP_SUITS = tuple(0 if trump == GRAND else SUITS[trump] & ~JACKS for trump in TRUMPS)
SIDE_SUITS = tuple(3 + (trump == GRAND) for trump in TRUMPS)
ACES, TENS, KINGS, QUEENS = _all("A"), _all("T"), _all("K"), _all("Q")
CLUB_JACK, SPADE_JACK, HEART_JACK = (PACK.hand([name]) for name in ("CJ", "SJ", "HJ"))
TEN_TO_ACE = PACK.card("DA") - PACK.card("DT")


@formula
def features(hand: int, trump: int) -> tuple[int, int, int, int, int, int, int, int]:
    """f1 to f8 of a hand if a place in ``TRUMPS`` is trump.

    >>> hand = PACK.hand("CJ SJ DJ C7 HT HQ H9 H8 DA DQ".split())
    >>> features(hand, TRUMPS.index("H"))
    (3, 4, 1, 33, 1, 0, 8, 8)
    """
    suit = TRUMP_SUITS[trump]
    jacks, low, side = bit_count(hand & JACKS), hand & suit, hand & ~(suit | JACKS)
    aces, tens, kings, queens = hand & ACES, hand & TENS, hand & KINGS, hand & QUEENS
    covered = bit_count(side & tens & (aces >> TEN_TO_ACE))
    points = 11 * bit_count(aces) + 10 * bit_count(tens) + 4 * bit_count(kings)
    there = 0
    for first in (0, 8, 16, 24):
        there += (side >> first & 255) != 0
    by_jack = jacks + 3 * bit_count(hand & CLUB_JACK)
    by_jack += 2 * bit_count(hand & SPADE_JACK) + bit_count(hand & HEART_JACK)
    by_trump = bit_count(low) + 4 * bit_count(low & aces) + 3 * bit_count(low & tens)
    return (
        jacks,
        bit_count(low),
        bit_count(side & aces) + covered,
        points + 3 * bit_count(queens) + 2 * jacks,
        SIDE_SUITS[trump] - there,
        bit_count(side & tens) - covered,
        by_jack,
        by_trump + 2 * bit_count(low & kings) + bit_count(low & queens),
    )


@step
def scale_features(hand: int, trump: int, scaled: Integers) -> None:
    """Write down the features of a hand, each multiplied by its weight."""
    found = features(hand, trump)
    for feature in range(FEATURES):
        scaled[feature] = found[feature] * WEIGHTS[trump, feature]


@kernel
def features_of(hands: Masks, trump: int) -> Integers:
    """The features of many hands, a row a hand."""
    rows = np.empty((len(hands), FEATURES), np.int64)
    for row in range(len(hands)):
        found = features(hands[row], trump)
        for feature in range(FEATURES):
            rows[row, feature] = found[feature]
    return rows

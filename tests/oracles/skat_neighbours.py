"""V of Keller and Kupferschmid (2008) as the paper says it, hand by hand."""

from collections import defaultdict
from collections.abc import Sequence
from fractions import Fraction
from math import lcm

import numpy as np

from evenhand.games.skat.bidding.neighbours import GRAND_RANGES, SUIT_RANGES, USUAL_K, features_of


def find_features(hand: int, trump: int) -> tuple[int, ...]:
    """Return the features of one hand."""
    return tuple(features_of(np.array([hand]), trump)[0].tolist())


def plain_similar(
    hand: int, trump: int, hands: Sequence[int], scores: Sequence[int], k: int = USUAL_K
) -> list[int]:
    """Return the scores of the hands in the k nearest sets.

    Squares of differences over ranges are added as whole numbers, over their common denominator.

    >>> two_jacks, one_jack = 1 << 28 | 1 << 20, 1 << 28
    >>> plain_similar(two_jacks, 0, [two_jacks, one_jack, one_jack], [90, 30, 60], k=1)
    [90]
    """
    ranges = SUIT_RANGES if trump else GRAND_RANGES
    own, sets = find_features(hand, trump), defaultdict(list)
    others = features_of(np.array(hands), trump).tolist()
    common = lcm(*(most for most in ranges if most))
    weights = [(common // most) ** 2 if most else 0 for most in ranges]
    for other, score in zip(others, scores, strict=True):
        apart = zip(own, other, weights, strict=True)
        sets[sum([(a - b) ** 2 * weight for a, b, weight in apart])].append(score)
    return [score for distance in sorted(sets)[:k] for score in sets[distance]]


def plain_estimate(
    hand: int, trump: int, hands: Sequence[int], scores: Sequence[int], k: int = USUAL_K
) -> Fraction:
    """Return the mean score of the hands in the k nearest sets."""
    nearest = plain_similar(hand, trump, hands, scores, k)
    return Fraction(sum(nearest), len(nearest))

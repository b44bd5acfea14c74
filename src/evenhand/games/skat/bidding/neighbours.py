"""The k nearest sets of neighbours: what similar hands scored on average.

Hands at the same distance count as one set, so more than k hands are averaged (Keller and
Kupferschmid 2008, Section 4).  Hands with the same features are kept as one with a count.  They
lie in groups that agree in the features of trumps and aces: how far away those are alone is how
far away the hands of the group are at least, and most groups are never looked into.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from typing import Self

import numpy as np
from numpy.typing import NDArray

from evenhand.cards import Masks
from evenhand.compiled import kernel, step
from evenhand.games.skat.bidding.features import (
    FEATURES,
    GRAND_RANGES,
    SCALE,
    SUIT_RANGES,
    TRUMPS,
    WEIGHTS,
    features,
    features_of,
    scale_features,
)
from evenhand.games.skat.playout import Integers

Floats = NDArray[np.float64]

USUAL_K = 15
GROUPED = (0, 1, 6, 7, 2)  # jacks and trumps, their values, aces
LOOSE = (3, 4, 5)
BITS = 7  # enough for any feature
FIRST_CIRCLE = (SCALE // 10) ** 2
FARTHEST = 2 * FEATURES * SCALE**2
POINT = 1 / SUIT_RANGES[3]
"""Weighted averages add the distance of one card point to all distances: so a hand with the very
same features counts much, and not infinitely much.  The paper does not say how it weighs."""


@step
def _remember(
    distance: int,
    total: int,
    count: int,
    near: Integers,
    totals: Integers,
    counts: Integers,
    found: int,
) -> int:
    """Put a hand into its set; the number of sets found, of which the nearest are kept."""
    place = found
    while place > 0 and near[place - 1] > distance:
        place -= 1
    if place > 0 and near[place - 1] == distance:
        totals[place - 1] += total
        counts[place - 1] += count
        return found
    if place == len(near):
        return found
    for later in range(min(found, len(near) - 1), place, -1):
        near[later] = near[later - 1]
        totals[later] = totals[later - 1]
        counts[later] = counts[later - 1]
    near[place], totals[place], counts[place] = distance, total, count
    return min(found + 1, len(near))


@step
def _measure(query: Integers, groups: Integers, least: Integers) -> None:
    """How far away the hands of each group are at least."""
    for group in range(len(groups)):
        distance = 0
        for place in range(len(GROUPED)):
            apart = query[GROUPED[place]] - groups[group, place]
            distance += apart * apart
        least[group] = distance


@step
def _average(
    near: Integers, totals: Integers, counts: Integers, found: int, weighted: bool, means: Floats
) -> None:
    """The averages of the nearest set, of the nearest two, and so on."""
    total, count = 0.0, 0.0
    for place in range(found):
        weight = 1.0
        if weighted:
            weight = 1.0 / (sqrt(near[place]) / SCALE + POINT)
        total += weight * totals[place]
        count += weight * counts[place]
        means[place] = total / count


@kernel
def _estimates(
    hands: Masks,
    trump: int,
    groups: Integers,
    starts: Integers,
    loose: Integers,
    sums: Integers,
    sizes: Integers,
    ks: Integers,
    weighted: bool,
) -> Floats:
    """For each hand the averages of its neighbours, looked for in wider and wider circles.

    A row is a hand, a column the number of sets that are averaged.
    """
    k = ks.max()
    near, totals, counts = np.empty(k, np.int64), np.empty(k, np.int64), np.empty(k, np.int64)
    query, least = np.empty(FEATURES, np.int64), np.empty(len(groups), np.int64)
    means, estimates = np.empty(k, np.float64), np.empty((len(hands), len(ks)), np.float64)
    for row in range(len(hands)):
        scale_features(hands[row], trump, query)
        points, missing, tens = query[LOOSE[0]], query[LOOSE[1]], query[LOOSE[2]]
        _measure(query, groups, least)
        found, inner, outer = 0, -1, FIRST_CIRCLE
        while inner < FARTHEST and (found < k or near[k - 1] > inner):
            for group in range(len(groups)):
                apart = least[group]
                if apart <= inner or apart > outer or (found == k and apart > near[k - 1]):
                    continue
                for hand in range(starts[group], starts[group + 1]):
                    distance = (
                        apart
                        + (points - loose[hand, 0]) ** 2
                        + (missing - loose[hand, 1]) ** 2
                        + (tens - loose[hand, 2]) ** 2
                    )
                    if found < k or distance <= near[k - 1]:
                        found = _remember(
                            distance, sums[hand], sizes[hand], near, totals, counts, found
                        )
            inner, outer = outer, 4 * outer
        _average(near, totals, counts, found, weighted, means)
        for column in range(len(ks)):
            estimates[row, column] = means[min(ks[column], found) - 1]
    return estimates


@dataclass(frozen=True, slots=True, eq=False)
class Instances:
    """Hands whose scores with one trump are known."""

    trump: int
    groups: Integers  # the grouped features of each group, by weight
    starts: Integers  # the first hand of each group, and the end
    loose: Integers  # the other features of each hand, by weight
    sums: Integers  # the scores of all hands with these features
    sizes: Integers  # how many they are

    @classmethod
    def of(cls, trump: int, hands: Masks, scores: Integers) -> Self:
        """Collect some hands with their scores."""
        if not len(hands) or len(hands) != len(scores):
            raise ValueError("neighbours need at least one hand, and a score for each")
        rows = features_of(np.ascontiguousarray(hands, np.int64), trump)
        keys = np.zeros(len(rows), np.int64)
        for feature in (*GROUPED, *LOOSE):
            keys = keys << BITS | rows[:, feature]
        _, first, which = np.unique(keys, return_index=True, return_inverse=True)
        heads = keys[first] >> BITS * len(LOOSE)
        begin = np.flatnonzero(np.diff(heads, prepend=-1))
        sums = np.zeros(len(first), np.int64)
        np.add.at(sums, which, np.asarray(scores, np.int64))
        scaled = rows[first] * WEIGHTS[trump]
        groups = np.ascontiguousarray(scaled[begin][:, GROUPED])
        loose = np.ascontiguousarray(scaled[:, LOOSE])
        return cls(trump, groups, np.append(begin, len(first)), loose, sums, np.bincount(which))

    def estimates(self, hands: Masks, k: int = USUAL_K, weighted: bool = False) -> Floats:
        """What hands like these scored on average: V of the paper."""
        return self.estimates_by_k(hands, [k], weighted)[:, 0]

    def estimates_by_k(self, hands: Masks, ks: Sequence[int], weighted: bool = False) -> Floats:
        """The same for several k, a column each; neighbours are looked for only once."""
        if not len(ks) or min(ks) < 1:
            raise ValueError(f"at least one set of neighbours is needed, not {ks}")
        asked, columns = np.ascontiguousarray(hands, np.int64), np.array(ks, np.int64)
        known = (self.groups, self.starts, self.loose, self.sums, self.sizes)
        return _estimates(asked, self.trump, *known, columns, weighted)


@dataclass(frozen=True, slots=True, eq=False)
class Valuation:
    """V of the paper for the five trumps."""

    instances: tuple[Instances, ...]
    k: int = USUAL_K
    weighted: bool = False

    @classmethod
    def of(
        cls,
        hands: Masks,
        scores: Integers,
        k: int = USUAL_K,
        weighted: bool = False,
        kept: NDArray[np.bool_] | None = None,
    ) -> Self:
        """From hands and their scores, a column a trump; ``kept`` says which of them to use."""
        use = np.ones(scores.shape, np.bool_) if kept is None else kept
        columns = range(len(TRUMPS))
        known = [Instances.of(t, hands[use[:, t]], scores[use[:, t], t]) for t in columns]
        return cls(tuple(known), k, weighted)

    def estimates(self, hands: Masks) -> Floats:
        """The estimated scores of hands, a column a trump."""
        columns = [known.estimates(hands, self.k, self.weighted) for known in self.instances]
        return np.stack(columns, axis=1)


def plain_estimate(
    hand: int, trump: int, hands: Sequence[int], scores: Sequence[int], k: int = USUAL_K
) -> Fraction:
    """The same as the paper says it, hand by hand: the reference.

    >>> two_jacks, one_jack = 1 << 28 | 1 << 20, 1 << 28
    >>> plain_estimate(two_jacks, 0, [two_jacks, one_jack, one_jack], [90, 30, 60], k=1)
    Fraction(90, 1)
    """
    ranges = SUIT_RANGES if trump else GRAND_RANGES
    sets = defaultdict(list)
    for other, score in zip(hands, scores, strict=True):
        apart = zip(features(hand, trump), features(other, trump), ranges, strict=True)
        distance = sum(Fraction(a - b, most) ** 2 for a, b, most in apart if most)
        sets[distance].append(score)
    nearest = [score for distance in sorted(sets)[:k] for score in sets[distance]]
    return Fraction(sum(nearest), len(nearest))

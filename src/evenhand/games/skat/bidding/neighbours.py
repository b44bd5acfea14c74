"""What similar hands scored and how many of them won: features, and the nearest neighbours.

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

Hands at the same distance count as one set, so more than k hands are averaged (Keller and
Kupferschmid 2008, Section 4).  Hands with the same features are kept as one with a count.  They
lie in groups that agree in the features of trumps and aces: how far away those are alone is how
far away the hands of the group are at least, and most groups are never looked into.

Similar are the hands of the same k nearest sets that V averages (``neighbours``).  Before the skat
is seen they are hands as they were dealt, and what counts is whether their declarers won after
taking the skat.  After it they are hands as they were played, two cards put away, and what counts
is whether their tricks would have been enough with the points that were put away here.

Both are honest about games that they do not know: on the 5,000 deals to evaluate with the shares
are 1 to 3 points off (mean distance of chance and share won, by tenths of chance).  The hands as
they were dealt would be 10 points off after the skat, because nobody had chosen what to put away.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import lcm, sqrt
from typing import Self

import numpy as np
from numpy.typing import NDArray

from evenhand.compiled import bit_count, formula, kernel, step
from evenhand.games.cards import Masks
from evenhand.games.skat.bidding.knowledge import TRUMPS, KnowledgeBase
from evenhand.games.skat.contract import GRAND
from evenhand.games.skat.deck import JACKS, PACK, SUITS, Integers
from evenhand.games.skat.scoring import POINTS_TO_WIN, card_points_of

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


KEPT = 128  # sums of points put away, for the five trumps


def shares_before(base: KnowledgeBase, hands: Masks, k: int = USUAL_K) -> Floats:
    """How many of the similar hands won after taking the skat, a column a trump."""
    columns = [_won_with_skat(base, trump).estimates(hands, k) for trump in range(len(TRUMPS))]
    return np.stack(columns, axis=1)


def shares_after(
    base: KnowledgeBase, trump: int, hands: Masks, away: Integers, k: int = USUAL_K
) -> Floats:
    """How many of the hands similar to those played would have won with these points put away."""
    shares = np.empty(len(hands))
    for points in np.unique(away).tolist():
        rows = away == points
        shares[rows] = _won_as_played(base, trump, points).estimates(hands[rows], k)
    return shares


def similar_before(base: KnowledgeBase, hand: int, k: int = USUAL_K) -> list[int]:
    """Of how many hands the share before the skat is one, for each trump."""
    return [_count(_won_with_skat(base, trump), hand, k) for trump in range(len(TRUMPS))]


def similar_after(base: KnowledgeBase, trump: int, hand: int, k: int = USUAL_K) -> int:
    """Of how many hands the share after the skat is one."""
    return _count(_won_as_played(base, trump, 0), hand, k)


def _count(known: Instances, hand: int, k: int) -> int:
    """How many hands are in the k nearest sets."""
    query = np.array(features(hand, known.trump)) * WEIGHTS[known.trump]
    apart = ((known.groups - query[list(GROUPED)]) ** 2).sum(axis=1)
    distances = np.repeat(apart, np.diff(known.starts))
    distances += ((known.loose - query[list(LOOSE)]) ** 2).sum(axis=1)
    sets = np.unique(distances)
    return int(known.sizes[distances <= sets[min(k, len(sets)) - 1]].sum())


@lru_cache(maxsize=2 * len(TRUMPS))
def _won_with_skat(base: KnowledgeBase, trump: int) -> Instances:
    return _won(trump, base.hands, base.column("skat_points")[:, trump])


@lru_cache(maxsize=KEPT)
def _won_as_played(base: KnowledgeBase, trump: int, away: int) -> Instances:
    pairs = base.column("discards")[:, trump]
    tricks = base.column("skat_points")[:, trump] - card_points_of(pairs)
    return _won(trump, base.twelves ^ pairs, tricks + away)


def _won(trump: int, hands: Masks, points: Integers) -> Instances:
    return Instances.of(trump, hands, (points >= POINTS_TO_WIN).astype(np.int64))

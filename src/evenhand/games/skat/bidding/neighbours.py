"""The hands most similar to a hand: what they scored, how many won, and how many they are.

Features of Keller and Kupferschmid (2008), Table 1:

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
multiplied by ``SCALE`` divided by the range instead, which is a whole number, so that distances are
compared exactly.

Hands at the same distance count as one set, so more than k hands are averaged (Keller and
Kupferschmid 2008, Section 4).  Hands with the same features are kept as one, with a count.  They
lie in groups that agree in the features of trumps and aces: the distance in these alone is a lower
bound for all hands of a group, so that most groups need not be searched.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import lcm, sqrt
from typing import NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from evenhand.compiled import kernel, step
from evenhand.games.cards import Masks
from evenhand.games.skat.bidding.knowledge import TRUMPS
from evenhand.games.skat.contract import GRAND
from evenhand.games.skat.deck import JACKS, PACK, SUITS, Integers
from evenhand.tables import Floats

SUIT_RANGES = (4, 7, 6, 90, 3, 3, 10, 17)
GRAND_RANGES = (4, 0, 8, 90, 3, 3, 10, 0)
SCALE = lcm(*SUIT_RANGES, 8)
TRUMP_SUITS = tuple(0 if trump == GRAND else SUITS[trump] & ~JACKS for trump in TRUMPS)
"""The trumps that are no jacks, for each of ``TRUMPS``."""


def _find_weights(trump: str) -> list[int]:
    ranges = GRAND_RANGES if trump == GRAND else SUIT_RANGES
    return [SCALE // most if most else 0 for most in ranges]


def _find_rank(rank: str) -> int:
    return PACK.hand(suit + rank for suit in PACK.suits)


WEIGHTS = np.array([_find_weights(trump) for trump in TRUMPS], np.int64)
"""What each feature is multiplied by, a row a trump."""
_ACES, _TENS, _KINGS, _QUEENS = (_find_rank(rank) for rank in "ATKQ")
_CLUB_JACK, _SPADE_JACK, _HEART_JACK = (PACK.hand([name]) for name in ("CJ", "SJ", "HJ"))
_TEN_TO_ACE = PACK.card("DA") - PACK.card("DT")
_SUIT_STARTS = range(0, len(PACK), len(PACK.ranks))
_SUIT_MASK = (1 << len(PACK.ranks)) - 1


def features_of(hands: Masks, trump: int) -> Integers:
    """Return f1 to f8 of hands, a row a hand, if a place in ``TRUMPS`` is trump.

    >>> hand = PACK.hand("CJ SJ DJ C7 HT HQ H9 H8 DA DQ".split())
    >>> features_of(np.array([hand]), TRUMPS.index("H")).tolist()
    [[3, 4, 1, 33, 1, 0, 8, 8]]
    """
    suit = TRUMP_SUITS[trump]
    trumps, side = hands & suit, hands & ~(suit | JACKS)
    jacks, low = _count(hands & JACKS), _count(trumps)
    aces, tens, kings, queens = (_count(hands & of) for of in (_ACES, _TENS, _KINGS, _QUEENS))
    covered = _count(side & _TENS & (hands & _ACES) >> _TEN_TO_ACE)
    present = sum((side >> start & _SUIT_MASK) != 0 for start in _SUIT_STARTS)
    by_jack = jacks + 3 * _count(hands & _CLUB_JACK)
    by_jack += 2 * _count(hands & _SPADE_JACK) + _count(hands & _HEART_JACK)
    by_trump = low + 4 * _count(trumps & _ACES) + 3 * _count(trumps & _TENS)
    columns = (
        jacks,
        low,
        _count(side & _ACES) + covered,
        11 * aces + 10 * tens + 4 * kings + 3 * queens + 2 * jacks,
        (4 if suit == 0 else 3) - present,
        _count(side & _TENS) - covered,
        by_jack,
        by_trump + 2 * _count(trumps & _KINGS) + _count(trumps & _QUEENS),
    )
    return np.stack(columns, axis=1)


def _count(hands: Masks) -> Integers:
    return np.bitwise_count(hands).astype(np.int64)


USUAL_K = 15
GROUPED = (0, 1, 6, 7, 2)  # jacks and trumps, their values, aces
LOOSE = (3, 4, 5)
BITS = 7  # enough for any feature
FIRST_CIRCLE = (SCALE // 10) ** 2
FARTHEST = 2 * len(SUIT_RANGES) * SCALE**2
POINT = 1 / SUIT_RANGES[3]
"""Weighted averages add the distance of one card point to all distances: so a hand with the very
same features counts much, and not infinitely much.  The paper does not say how it weighs."""


def _search_arrays(
    queries: Integers,
    groups: Integers,
    starts: Integers,
    loose: Integers,
    tallies: Integers,
    ks: Integers,
    weighted: bool,
    sums: Floats,
) -> None:
    """Do what the kernel ``_search`` does, with arrays instead of loops."""
    sizes, grouped, others = np.diff(starts), list(GROUPED), list(LOOSE)
    for row, query in enumerate(queries):
        apart = ((groups - query[grouped]) ** 2).sum(axis=1)
        distances = np.repeat(apart, sizes) + ((loose - query[others]) ** 2).sum(axis=1)
        radius, most = FIRST_CIRCLE, ks.max()
        while True:
            near = np.flatnonzero(distances <= radius)
            sets, which = np.unique(distances[near], return_inverse=True)
            if len(sets) >= most or radius >= FARTHEST:
                break
            radius *= 4
        inside = which < most
        in_sets = np.zeros((min(len(sets), most), tallies.shape[1]), np.int64)
        np.add.at(in_sets, which[inside], tallies[near[inside]])
        sets = sets[:most]
        weights = 1.0 / (np.sqrt(sets) / SCALE + POINT) if weighted else np.ones(len(sets))
        sums[row] = np.cumsum(weights[:, None] * in_sets, axis=0)[np.minimum(ks, len(sets)) - 1]


NO_HAND = -1
ARRAYS_UP_TO = 2_000  # hands; a search with arrays takes a fifth of a millisecond
_COUNTED = 7  # how many times a row of eight features counts as work


@kernel(python_up_to=_COUNTED * ARRAYS_UP_TO, plain=_search_arrays)
def _search(
    queries: Integers,
    groups: Integers,
    starts: Integers,
    loose: Integers,
    tallies: Integers,
    ks: Integers,
    weighted: bool,
    sums: Floats,
) -> None:
    """Add up the tallies of the k nearest sets of each query, in wider and wider circles.

    ``sums`` has a row for each query, in it one for each of ``ks``, and the columns of ``tallies``.
    """
    k, columns = ks.max(), tallies.shape[1]
    near, first = np.empty(k, np.int64), np.empty(k, np.int64)
    following, added = np.empty(len(tallies), np.int64), np.empty((k, columns), np.float64)
    least = np.empty(len(groups), np.int64)
    for row in range(len(queries)):
        points, missing = queries[row, LOOSE[0]], queries[row, LOOSE[1]]
        tens = queries[row, LOOSE[2]]
        for group in range(len(groups)):
            distance = 0
            for place in range(len(GROUPED)):
                apart = queries[row, GROUPED[place]] - groups[group, place]
                distance += apart * apart
            least[group] = distance
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
                        found = _insert(distance, hand, near, first, following, found)
            inner, outer = outer, 4 * outer
        for column in range(columns):
            total = 0.0
            for place in range(found):
                in_set, hand = 0, first[place]
                while hand != NO_HAND:
                    in_set += tallies[hand, column]
                    hand = following[hand]
                weight = 1.0
                if weighted:
                    weight = 1.0 / (sqrt(near[place]) / SCALE + POINT)
                total += weight * in_set
                added[place, column] = total
            for place in range(len(ks)):
                sums[row, place, column] = added[min(ks[place], found) - 1, column]


@step
def _insert(
    distance: int, hand: int, near: Integers, first: Integers, following: Integers, found: int
) -> int:
    """Put a hand into its set; return the number of sets, of which the nearest are kept.

    A set is a list: its ``first`` hand, and behind each hand the ``following`` one.
    """
    place = found
    while place > 0 and near[place - 1] > distance:
        place -= 1
    if place > 0 and near[place - 1] == distance:
        following[hand] = first[place - 1]
        first[place - 1] = hand
        return found
    if place == len(near):
        return found
    for later in range(min(found, len(near) - 1), place, -1):
        near[later] = near[later - 1]
        first[later] = first[later - 1]
    near[place], first[place], following[hand] = distance, hand, NO_HAND
    return min(found + 1, len(near))


class Similar(NamedTuple):
    """What the hands similar to some hands scored, a row a hand."""

    means: Floats  # their mean scores, a column for each kind of score
    counts: Integers  # how many hands they are


@dataclass(frozen=True, slots=True, eq=False)
class Instances:
    """Hands whose scores with one trump are known."""

    trump: int
    groups: Integers  # the grouped features of each group, by weight
    starts: Integers  # the first hand of each group, and the end
    loose: Integers  # the other features of each hand, by weight
    tallies: Integers  # the summed scores of all hands with these features, and how many they are
    places: Integers  # where each of the given hands is among these

    @classmethod
    def of(cls, trump: int, hands: Masks, scores: Integers) -> Self:
        """Collect hands with their scores: an array, or a column for each kind of score."""
        if not len(hands) or len(hands) != len(scores):
            raise ValueError("neighbours need at least one hand, and a score for each")
        rows = features_of(np.asarray(hands, np.int64), trump)
        keys = np.zeros(len(rows), np.int64)
        for feature in (*GROUPED, *LOOSE):
            keys = keys << BITS | rows[:, feature]
        _, first, places = np.unique(keys, return_index=True, return_inverse=True)
        begin = np.flatnonzero(np.diff(keys[first] >> BITS * len(LOOSE), prepend=-1))
        scaled = rows[first] * WEIGHTS[trump]
        groups = np.ascontiguousarray(scaled[begin][:, GROUPED])
        loose = np.ascontiguousarray(scaled[:, LOOSE])
        starts = np.append(begin, len(first))
        return cls(trump, groups, starts, loose, _tally(places, scores), places)

    def with_scores(self, scores: Integers) -> "Instances":
        """Return the same hands with other scores."""
        return replace(self, tallies=_tally(self.places, scores))

    def find_similar(self, hands: Masks, k: int = USUAL_K) -> Similar:
        """Return what the hands of the k nearest sets scored on average, and how many they are."""
        sums = self._search(hands, [k], weighted=False)[:, 0]
        return Similar(sums[:, :-1] / sums[:, -1:], sums[:, -1].astype(np.int64))

    def estimates(self, hands: Masks, k: int = USUAL_K, weighted: bool = False) -> Floats:
        """Return what similar hands scored on average: V of the paper."""
        return self.estimates_by_k(hands, [k], weighted)[:, 0]

    def estimates_by_k(self, hands: Masks, ks: Sequence[int], weighted: bool = False) -> Floats:
        """Return V for several k, a column each, in one search."""
        sums = self._search(hands, ks, weighted)
        means: Floats = sums[:, :, 0] / sums[:, :, -1]
        return means

    def _search(self, hands: Masks, ks: Sequence[int], weighted: bool) -> Floats:
        if not len(ks) or min(ks) < 1:
            raise ValueError(f"at least one set of neighbours is needed, not {ks}")
        queries = features_of(np.asarray(hands, np.int64), self.trump) * WEIGHTS[self.trump]
        sums = np.empty((len(queries), len(ks), self.tallies.shape[1]))
        known = self.groups, self.starts, self.loose, self.tallies
        _search(queries, *known, np.array(ks, np.int64), weighted, sums)
        return sums


def _tally(places: Integers, scores: Integers) -> Integers:
    """Add up scores by place, and count the hands in the last column."""
    columns = np.atleast_2d(np.asarray(scores, np.int64).T)
    tallies = np.zeros((places.max() + 1, len(columns) + 1), np.int64)
    for number, column in enumerate(columns):
        np.add.at(tallies[:, number], places, column)
    tallies[:, -1] = np.bincount(places)
    return tallies


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
        """Learn from hands and their scores, a column a trump; ``kept`` says which to use."""
        use = np.ones(scores.shape[:2], np.bool_) if kept is None else kept
        columns = range(len(TRUMPS))
        known = [Instances.of(t, hands[use[:, t]], scores[use[:, t], t]) for t in columns]
        return cls(tuple(known), k, weighted)

    def with_scores(self, scores: Integers) -> "Valuation":
        """Return a valuation of the same hands by other scores."""
        columns = enumerate(self.instances)
        known = tuple(instances.with_scores(scores[:, trump]) for trump, instances in columns)
        return replace(self, instances=known)

    def estimates(self, hands: Masks) -> Floats:
        """Return the estimated scores of hands, a column a trump."""
        columns = [known.estimates(hands, self.k, self.weighted) for known in self.instances]
        return np.stack(columns, axis=1)

"""The chance to win as the share of similar hands that won.

Similar are the hands of the same k nearest sets that V averages (``neighbours``).  Before the skat
is seen they are hands as they were dealt, and what counts is whether their declarers won after
taking the skat.  After it they are hands as they were played, two cards put away, and what counts
is whether their tricks would have been enough with the points that were put away here.

Both are honest about games that they do not know: on the 5,000 deals to evaluate with the shares
are 1 to 3 points off (mean distance of chance and share won, by tenths of chance).  The hands as
they were dealt would be 10 points off after the skat, because nobody had chosen what to put away.
"""

from functools import lru_cache

import numpy as np

from evenhand.cards import Masks
from evenhand.games.skat.bidding.features import TRUMPS, WEIGHTS, features
from evenhand.games.skat.bidding.knowledge import KnowledgeBase
from evenhand.games.skat.bidding.neighbours import GROUPED, LOOSE, USUAL_K, Floats, Instances
from evenhand.games.skat.many_games import card_points_of
from evenhand.games.skat.playout import Integers
from evenhand.games.skat.values import POINTS_TO_WIN

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

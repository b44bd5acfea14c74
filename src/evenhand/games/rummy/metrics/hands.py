"""MinScore and MinDist of one hand or many.

Thirteen cards count as they are, of fourteen the best thirteen.  The wild rank is a number from
0 (aces) to 12 (kings), or ``NO_WILD``.
"""

import numpy as np
from numpy.typing import ArrayLike

from evenhand.games.cards import CardError, Masks, cards_of
from evenhand.games.rummy.metrics.distance import distance_tables, distances, new_families
from evenhand.games.rummy.metrics.distance_discards import good_discards
from evenhand.games.rummy.metrics.jokers import wild_mask
from evenhand.games.rummy.metrics.score import new_score_room, score_tables
from evenhand.games.rummy.metrics.score_discards import scores, scores_after
from evenhand.games.rummy.pack import CARDS, NO_WILD, SIZES, check_hand, check_wild


def min_score(hand: int, wild: int, literal: bool = False) -> int:
    """The fewest points that a hand must leave out of its melds, at most 80.

    Without a pure sequence all cards count, without a second sequence all but one pure
    sequence.  ``literal`` is the plain sentence of Chakraborty 2025 instead: the least sum of
    cards outside any melds.

    >>> from evenhand.games.rummy.pack import read_hand, read_wild
    >>> hand = read_hand("C2 C3 C4 H7 H8 JK SK DK HK S5 D9 DT DA".split())
    >>> min_score(hand, read_wild("Q"))
    30
    """
    return int(min_scores([hand], [wild], literal)[0])


def min_dist(hand: int, wild: int) -> int:
    """The fewest cards to exchange until a hand can be declared.

    >>> from evenhand.games.rummy.pack import read_hand, read_wild
    >>> min_dist(read_hand("C2 C3 C4 H7 H8 JK SK DK HK S5 D9 DT DA".split()), read_wild("Q"))
    2
    """
    return int(min_dists([hand], [wild])[0])


def min_scores(hands: ArrayLike, wilds: ArrayLike, literal: bool = False) -> Masks:
    """MinScore of many hands."""
    held, ranks, found = _checked(hands, wilds)
    scores(score_tables(), new_score_room(), held, ranks, literal, found)
    return found


def min_dists(hands: ArrayLike, wilds: ArrayLike) -> Masks:
    """MinDist of many hands."""
    held, ranks, found = _checked(hands, wilds)
    distances(distance_tables(), new_families(), held, ranks, found)
    return found


def discard_scores(hand: int, wild: int, literal: bool = False) -> dict[int, int]:
    """MinScore after each discard from fourteen cards."""
    _check_fourteen(hand, wild)
    room = new_score_room()
    scores_after(score_tables(), room, hand, wild, hand, literal)
    return {card: int(room.after[card]) for card in cards_of(hand)}


def discard_dists(hand: int, wild: int) -> dict[int, int]:
    """MinDist after each discard from fourteen cards."""
    _check_fourteen(hand, wild)
    room = new_families()
    least, good = good_discards(distance_tables(), room, hand, wild_mask(wild), hand)
    return {card: least + (good >> card & 1 == 0) for card in cards_of(hand)}


def _check_fourteen(hand: int, wild: int) -> None:
    check_hand(hand, SIZES[1:])
    check_wild(wild)


def _checked(hands: ArrayLike, wilds: ArrayLike) -> tuple[Masks, Masks, Masks]:
    """Hands and wild ranks as arrays, and room for the answers."""
    held, ranks = _whole(hands), _whole(wilds)
    if held.ndim != 1:
        raise CardError(f"hands are a row of masks, not an array of {held.ndim} dimensions")
    ranks = np.ascontiguousarray(np.broadcast_to(ranks, held.shape))
    for hand in held[~np.isin(np.bitwise_count(held), SIZES) | (held >> CARDS != 0)]:
        check_hand(int(hand), SIZES)
    for wild in ranks[(ranks < 0) | (ranks > NO_WILD)]:
        check_wild(int(wild))
    return held, ranks, np.empty(len(held), np.int64)


def _whole(values: ArrayLike) -> Masks:
    """Numbers as an array of 64 bits each."""
    given = np.asarray(values)
    if given.size and given.dtype.kind not in "iu":
        raise CardError("hands and wild ranks are whole numbers of at most 64 bits")
    return given.astype(np.int64)

"""Who might meet: the nearest in rating of each player, without those who may not."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from evenhand.compiled import kernel
from evenhand.tables import Floats, Indices

Offsets = NDArray[np.int64]


class Apart(NamedTuple):
    """Who may not meet, by place in the order of ratings: ``above`` of each place, rising."""

    start: Offsets  # (players + 1,) where the list of each place begins
    above: Indices


class Pairs(NamedTuple):
    """Pairs of players, the lower place first, in rising order."""

    low: Indices
    high: Indices


def keep_apart(pairs: Indices, place: Indices) -> Apart:
    """Lists of who may not meet, from pairs of players and the place of each player.

    >>> keep_apart(np.array([[0, 2], [1, 0]], np.int32), np.array([1, 0, 2], np.int32))
    Apart(start=array([0, 1, 2, 2]), above=array([1, 2], dtype=int32))
    """
    players = len(place)
    own, other = place[pairs].astype(np.int64).T
    keys = np.sort(np.minimum(own, other) * players + np.maximum(own, other))
    start = np.searchsorted(keys, np.arange(players + 1) * players)
    return Apart(start, (keys % max(players, 1)).astype(np.int32))


def near_pairs(there: Indices, apart: Apart, width: int) -> Pairs:
    """Each of those who are there with the next ``width`` above that he may meet.

    Places are rising; the pairs are numbers of those who are there.

    >>> nobody = keep_apart(np.empty((0, 2), np.int32), np.arange(4, dtype=np.int32))
    >>> [each.tolist() for each in near_pairs(np.array([0, 1, 3], np.int32), nobody, 2)]
    [[0, 0, 1], [1, 2, 2]]
    """
    most = min(len(there) * width, len(there) * (len(there) - 1) // 2)
    low, high = np.empty((2, most), np.int32)
    count = _near_pairs(there, apart.start, apart.above, width, low, high)
    return Pairs(low[:count], high[:count])


@kernel
def _near_pairs(
    there: Indices, start: Offsets, above: Indices, width: int, low: Indices, high: Indices
) -> int:
    count = 0
    for own in range(len(there)):
        k, end, found = start[there[own]], start[there[own] + 1], 0
        for other in range(own + 1, len(there)):
            if found == width:
                break
            while k < end and above[k] < there[other]:
                k += 1
            if k == end or above[k] != there[other]:
                low[count], high[count] = own, other
                count += 1
                found += 1
    return count


class Graph(NamedTuple):
    """Who may sit with whom, both ways: the partners of each player, rising."""

    start: Offsets  # (players + 1,)
    partner: Indices
    apart: Floats  # how far the two are from even


def graph_of(pairs: Pairs, apart: Floats, players: int) -> Graph:
    """The lists of partners from pairs.

    >>> pairs = Pairs(np.array([0, 0], np.int32), np.array([1, 2], np.int32))
    >>> graph_of(pairs, np.array([0.1, 0.2]), 3).partner.tolist()
    [1, 2, 0, 0]
    """
    own = np.concatenate([pairs.high, pairs.low])
    order = np.argsort(own, kind="stable")
    start = np.searchsorted(own[order], np.arange(players + 1))
    partner = np.concatenate([pairs.low, pairs.high])[order]
    return Graph(start, partner, np.concatenate([apart, apart])[order])

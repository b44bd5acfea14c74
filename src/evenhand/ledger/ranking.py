"""Who stands where: players sorted by rating, best first, kept in order change by change.

One array of players; equal ratings stand in the order of joining and share a rank, which is one
more than the number of players with a higher rating.  Those who change are cut out and put where
they belong in one pass that copies whatever lies between.  At a million players a rank takes
microseconds, where counting rows in a database takes a tenth of a second.
"""

import numpy as np

from evenhand.compiled import kernel, step
from evenhand.tables import Flags, Floats, Indices

PART = 16
"""If more than one in so many players change, everybody is sorted anew."""


class Ranking:
    """The order of those players who are on the list."""

    def __init__(self) -> None:
        self.count = 0
        self._order = np.empty(0, np.int32)
        self._spare = np.empty(0, np.int32)  # where the next order is written
        self._key = np.empty(0)  # the rating by which a player stands in the order
        self._listed = np.empty(0, np.bool_)

    def __len__(self) -> int:
        return self.count

    @property
    def order(self) -> Indices:
        """Players, best first."""
        return self._order[: self.count]

    def update(self, players: Indices, ratings: Floats, listed: Flags) -> None:
        """Let some players, in rising order, have these ratings and be on the list or not."""
        if not len(players):
            return
        self._make_room(int(players[-1]) + 1)
        if PART * len(players) > self.count:
            self._key[players], self._listed[players] = ratings, listed
            self._sort()
            return
        coming = players[listed]
        best_first = np.argsort(-ratings[listed], kind="stable")
        leaving = players[self._listed[players]]
        if len(self._spare) < len(self._order):
            self._spare = np.empty_like(self._order)
        self.count = _splice(
            self.order,
            self._key,
            leaving[np.argsort(-self._key[leaving], kind="stable")],
            coming[best_first],
            ratings[listed][best_first],
            self._spare,
        )
        self._order, self._spare = self._spare, self._order
        self._key[players], self._listed[players] = ratings, listed

    def _sort(self) -> None:
        """Sort everybody anew."""
        listed = np.flatnonzero(self._listed).astype(np.int32)
        self.count = len(listed)
        self._order[: self.count] = listed[np.argsort(-self._key[listed], kind="stable")]

    def place(self, player: int) -> int | None:
        """How many stand before a player in the order; None if not on the list."""
        if player >= len(self._listed) or not self._listed[player]:
            return None
        return int(_find(self._order, self.count, self._key, self._key[player], player))

    def rank(self, rating: float) -> int:
        """The rank that a rating has."""
        return int(_find(self._order, self.count, self._key, rating, -1)) + 1

    def after(self, rating: float, player: int) -> int:
        """How many stand at or before the place that this rating and player would have."""
        return int(_find(self._order, self.count, self._key, rating, player + 1))

    def ratings(self, players: Indices) -> Floats:
        """The ratings by which players stand in the order."""
        return self._key[players]

    def _make_room(self, players: int) -> None:
        more = players - len(self._key)
        if more > 0:
            more = max(more, len(self._key) // 2, 1024)
            self._order = np.pad(self._order, (0, more))
            self._key = np.pad(self._key, (0, more))
            self._listed = np.pad(self._listed, (0, more))


@step
def _stands_before(key: Floats, one: int, rating: float, player: int) -> bool:
    """Whether one player stands before the place of a rating and a player."""
    return key[one] > rating or (key[one] == rating and one < player)


@kernel
def _find(order: Indices, count: int, key: Floats, rating: float, player: int) -> int:
    """How many stand before the place that this rating and player would have."""
    low, high = 0, count
    while low < high:
        middle = (low + high) // 2
        if _stands_before(key, order[middle], rating, player):
            low = middle + 1
        else:
            high = middle
    return low


@kernel
def _splice(
    order: Indices,
    key: Floats,
    leaving: Indices,
    coming: Indices,
    ratings: Floats,
    spliced: Indices,
) -> int:
    """Copy the order without some players and with others, both sorted; how many there are."""
    count, start, out = 0, 0, 0
    for i in range(len(coming) + 1):
        stop = len(order)
        if i < len(coming):
            stop = _find(order, len(order), key, ratings[i], coming[i])
        while out < len(leaving):
            leaves = _find(order, len(order), key, key[leaving[out]], leaving[out])
            if leaves >= stop:
                break
            spliced[count : count + leaves - start] = order[start:leaves]
            count += leaves - start
            start = leaves + 1
            out += 1
        spliced[count : count + stop - start] = order[start:stop]
        count += stop - start
        start = stop
        if i < len(coming):
            spliced[count] = coming[i]
            count += 1
    return count

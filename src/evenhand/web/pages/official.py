"""Published lists as tables by player's number, kept because they never change."""

from collections import OrderedDict
from dataclasses import dataclass

import numpy as np

from evenhand.ledger.ladder import Ladder
from evenhand.ledger.ledger import Ledger
from evenhand.ledger.lists import ListHead, PublishedList, list_heads, read_list
from evenhand.tables import Floats, Indices

MOST_KEPT = 24
_kept: OrderedDict[tuple[int, str], "Official"] = OrderedDict()


@dataclass(frozen=True, slots=True)
class Official:
    """A published list."""

    published: PublishedList
    ranks: Indices  # by player's number; 0 for those who are not on it
    ratings: Floats

    def rank(self, number: int) -> int | None:
        """The rank of a player by number."""
        return (int(self.ranks[number]) or None) if number < len(self.ranks) else None

    def rating(self, number: int) -> float | None:
        """The rating of a player by number."""
        return float(self.ratings[number]) if self.rank(number) else None


def place_on(official: Official | None, number: int | None) -> tuple[int | None, float | None]:
    """Rank and rating of a player on an official list, if there is one and he is on it."""
    if official is None or number is None:
        return None, None
    return official.rank(number), official.rating(number)


def official_list(ledger: Ledger, ladder: Ladder, head: ListHead) -> Official:
    """A published list, read once."""
    key = (id(ledger), head.hash)
    found = _kept.get(key)
    if found is None:
        found = _table(read_list(ledger, ladder, head.number))
        _kept[key] = found
        while len(_kept) > MOST_KEPT:
            _kept.popitem(last=False)
    return found


def newest_list(ledger: Ledger, ladder: Ladder) -> Official | None:
    """The list that was published last."""
    heads = list_heads(ledger, ladder)
    return official_list(ledger, ladder, heads[0]) if heads else None


def _table(published: PublishedList) -> Official:
    rows = published.content.rows
    most = max((row.player for row in rows), default=-1) + 1
    ranks, ratings = np.zeros(most, np.int32), np.full(most, np.nan)
    numbers = [row.player for row in rows]
    ranks[numbers] = [row.rank for row in rows]
    ratings[numbers] = [row.rating for row in rows]
    return Official(published, ranks, ratings)

"""The list that people look at: pages of it, the part around a player, some players.

A cursor names the last player seen, by rating and number, and the version of the list.  Going on
from it needs no counting, and shows each player once while the list stays the same.
"""

import struct
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import msgspec
import numpy as np

from evenhand.ledger.database import LedgerError
from evenhand.ledger.ladder import Ladder
from evenhand.ledger.results import DAY
from evenhand.ledger.titles import titles_of
from evenhand.tables import Flags, Floats, Indices, Times

_CURSOR = struct.Struct("<?qdi")


@dataclass(frozen=True, slots=True)
class Filters:
    """Who is shown; ranks count among those."""

    club: str | None = None
    min_games: int | None = None
    active: bool | None = None
    provisional: bool | None = None


EVERYBODY = Filters()


class BoardRow(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A line of the list."""

    rank: int
    player: str
    name: str
    rating: float
    games: int
    provisional: bool
    active: bool
    last_played: str
    club: str = ""
    deviation: float | None = None
    title: str = ""


class Page(msgspec.Struct, frozen=True):
    """Some lines of the list, and how to go on in both directions."""

    version: int  # the sequence number that the list is of
    total: int
    rows: list[BoardRow]
    next: str | None = None
    prev: str | None = None


@dataclass(frozen=True, slots=True)
class Cursor:
    """A place in the list: after or before a player of a rating."""

    forward: bool
    version: int
    rating: float
    local: int

    def text(self) -> str:
        """As it stands in an address."""
        packed = _CURSOR.pack(self.forward, self.version, self.rating, self.local)
        return urlsafe_b64encode(packed).rstrip(b"=").decode()


def read_cursor(text: str) -> Cursor:
    """A cursor from an address.

    >>> read_cursor(Cursor(True, 7, 1500.0, 3).text())
    Cursor(forward=True, version=7, rating=1500.0, local=3)
    """
    try:
        packed = urlsafe_b64decode(text.encode("ascii") + b"=" * (-len(text) % 4))
        forward, version, rating, local = _CURSOR.unpack(packed)
    except (ValueError, struct.error):
        raise LedgerError("this is no cursor of ours") from None
    if not (np.isfinite(rating) and local >= 0):
        raise LedgerError("this is no cursor of ours")
    return Cursor(forward, version, rating, local)


class Order(Protocol):
    """Players sorted by rating: the ranking, or a part of it."""

    @property
    def order(self) -> Indices:
        """Players, best first."""

    def place(self, player: int) -> int | None:
        """How many stand before a player; None if not among them."""

    def rank(self, rating: float) -> int:
        """The rank that a rating has."""

    def after(self, rating: float, player: int) -> int:
        """How many stand at or before a place."""


@dataclass(frozen=True, slots=True)
class Part:
    """Those of a ranking who pass a filter."""

    order: Indices
    falling: Floats  # their ratings with the sign turned, so that they rise

    def place(self, player: int) -> int | None:
        """How many stand before a player; None if not among them."""
        at = np.flatnonzero(self.order == player)
        return int(at[0]) if len(at) else None

    def rank(self, rating: float) -> int:
        """The rank that a rating has."""
        return int(np.searchsorted(self.falling, -rating, side="left")) + 1

    def after(self, rating: float, player: int) -> int:
        """How many stand at or before a place."""
        low = int(np.searchsorted(self.falling, -rating, side="left"))
        high = int(np.searchsorted(self.falling, -rating, side="right"))
        return low + int(np.searchsorted(self.order[low:high], player, side="right"))


class Board:
    """The list of a ladder; parts of it are kept while the list stays the same."""

    def __init__(self, ladder: Ladder) -> None:
        self.ladder = ladder
        self._parts: dict[Filters, Part] = {}
        self._version = -1

    def page(self, limit: int, cursor: Cursor | None = None, filters: Filters = EVERYBODY) -> Page:
        """A page from the top or from a cursor."""
        with self.ladder.lock:
            order = self._order(filters)
            start, stop = 0, limit
            if cursor is not None:
                at = order.after(cursor.rating, cursor.local)
                start, stop = at, at + limit
                if not cursor.forward:
                    at -= 1 if self._stands_at(order, at - 1, cursor) else 0
                    start, stop = max(at - limit, 0), at
            return self._page(order, start, stop)

    def around(self, player: int, limit: int, filters: Filters = EVERYBODY) -> Page | None:
        """The page in whose middle a player, by local number, stands; None if not on the list."""
        with self.ladder.lock:
            order = self._order(filters)
            place = order.place(player)
            if place is None:
                return None
            start = max(place - limit // 2, 0)
            return self._page(order, start, start + limit)

    def some(self, players: Sequence[int], filters: Filters = EVERYBODY) -> Page:
        """The lines of some players, by local number, best first."""
        with self.ladder.lock:
            order = self._order(filters)
            places = {order.place(player): player for player in players}
            chosen = [places[place] for place in sorted(p for p in places if p is not None)]
            ratings = self.ladder.standing.ratings[chosen, 0].tolist()
            ranks = [order.rank(rating) for rating in ratings]
            rows = self._rows(np.array(chosen, np.int32), ranks)
            return Page(self.ladder.seq, len(order.order), rows)

    def _stands_at(self, order: Order, place: int, cursor: Cursor) -> bool:
        """Whether the player of a cursor stands at a place."""
        return place >= 0 and int(order.order[place]) == cursor.local

    def _page(self, order: Order, start: int, stop: int) -> Page:
        players = order.order[start:stop]
        rows = self._rows(players, self._ranks(order, players, start))
        total = len(order.order)
        more = bool(rows) and start + len(rows) < total
        return Page(
            self.ladder.seq,
            total,
            rows,
            self._cursor(True, int(players[-1])) if more else None,
            self._cursor(False, int(players[0])) if rows and start > 0 else None,
        )

    def _cursor(self, forward: bool, player: int) -> str:
        rating = float(self.ladder.standing.ratings[player, 0])
        return Cursor(forward, self.ladder.seq, rating, player).text()

    def _order(self, filters: Filters) -> Order:
        ranking = self.ladder.standing.ranking
        if filters == EVERYBODY:
            return ranking
        if self._version != self.ladder.seq:
            self._version, self._parts = self.ladder.seq, {}
        if filters not in self._parts:
            order = ranking.order[self._passing(filters, ranking.order)]
            self._parts[filters] = Part(order, -self.ladder.standing.ratings[order, 0])
        return self._parts[filters]

    def _passing(self, filters: Filters, players: Indices) -> Flags:
        ladder, standing = self.ladder, self.ladder.standing
        passing: Flags = np.ones(len(players), np.bool_)
        if filters.club is not None:
            passing &= ladder.roster.in_club(ladder.numbers[players], filters.club)
        if filters.min_games is not None:
            passing &= standing.played[players] >= filters.min_games
        if filters.provisional is not None:
            few = standing.played[players] < ladder.settings.rules.provisional_games
            passing &= few == filters.provisional
        if filters.active is not None:
            lately = standing.games["time"][standing.last[players]] >= active_since(ladder)
            passing &= lately == filters.active
        return passing

    def _rows(self, players: Indices, ranks: Sequence[int]) -> list[BoardRow]:
        ladder, standing = self.ladder, self.ladder.standing
        if not len(players):
            return []
        rules, roster = ladder.settings.rules, ladder.roster
        numbers, ratings = ladder.numbers[players].tolist(), standing.ratings[players]
        games = standing.played[players]
        times = standing.games["time"][standing.last[players]]
        return list(
            map(
                BoardRow,
                ranks,
                [roster.ids[number] for number in numbers],
                [roster.names[number] for number in numbers],
                ratings[:, 0].tolist(),
                games.tolist(),
                (games < rules.provisional_games).tolist(),
                (times >= active_since(ladder)).tolist(),
                [time + "Z" for time in _seconds(times)],
                roster.clubs(numbers),
                _column(ladder, ratings, "deviation"),
                titles_of(ladder, players),
            )
        )

    def _ranks(self, order: Order, players: Indices, start: int) -> list[int]:
        """Ranks of players who stand one after the other, the first at a place."""
        ratings = self.ladder.standing.ratings[players, 0].tolist()
        ranks: list[int] = []
        for place, rating in enumerate(ratings):
            if place and rating == ratings[place - 1]:
                ranks.append(ranks[-1])
            else:
                ranks.append(start + place + 1 if place else order.rank(rating))
        return ranks


def _seconds(times: Times) -> list[str]:
    found: list[str] = np.datetime_as_string(times.view("M8[us]"), unit="s").tolist()
    return found


def active_since(ladder: Ladder) -> int:
    """From when on one must have played to be active, counted back from the last game."""
    time = ladder.standing.games["time"]
    last = int(time[-1]) if len(time) else 0
    return last - ladder.settings.rules.inactive_days * DAY


def _column(ladder: Ladder, ratings: Floats, name: str) -> list[float | None]:
    columns = ladder.standing.system.columns
    if name not in columns:
        return [None] * len(ratings)
    found: list[float | None] = ratings[:, columns.index(name)].tolist()
    return found

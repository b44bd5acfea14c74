"""The ratings of a ladder, which follow from its games and from nothing else.

Games count in the order in which they were played: by time, and by the id of the result where
times are equal.  So it does not matter when a result came.  A change - results posted, late or
not, corrected or voided, players merged - first becomes a :class:`Plan`: the games from the
first one concerned are rated again with the kernels that rate files, from the nearest state
that :mod:`~evenhand.ledger.undo` can go back to.  A plan changes nothing; it can be shown (a dry
run) or adopted, which takes little time, so that readers hardly wait.

Players have local numbers, counted from 0 in the order in which the ladder saw them.
"""

from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from evenhand.compiled import kernel
from evenhand.ledger.columns import NONE, Columns, Rated, Rows, joined
from evenhand.ledger.ranking import Ranking
from evenhand.ledger.undo import Record, Undo
from evenhand.ratings import RatingSystem
from evenhand.tables import EMPTY, Flags, Floats, GameTable, Indices

Ids = Callable[[NDArray[np.int64]], list[str]]
"""The ids of results by their sequence numbers."""

SMALL_PART = 1 << 14  # games
LARGE_PART = 1 << 19


@dataclass(frozen=True, slots=True)
class Plan:
    """What a change would bring; nothing has changed yet."""

    start: int  # games from here on are rated anew
    rows: Rows  # those games
    rated: Rated
    removed: NDArray[np.int64]  # sequence numbers of games that no longer count
    players: Indices  # whose rows may change, rising
    ratings: Floats  # their rows afterwards
    played: Indices  # their numbers of games
    last: Indices  # their last games, by position
    stands_for: Indices
    back: int  # undo records from here on are replaced
    records: list[Record]


class Standing:
    """All that follows from the games of a ladder."""

    def __init__(self, system: RatingSystem) -> None:
        self.system = system
        self.games = Columns(adjusted=system.luck is not None)
        self.ranking = Ranking()
        self.players = 0
        self.ratings = system.initial_values(0)  # these four have room for more players
        self.played = np.empty(0, np.int32)
        self.last = np.empty(0, np.int32)
        self.stands_for = np.empty(0, np.int32)
        self.position = np.empty(0, np.int32)  # of the game of each sequence number
        self._undo = Undo()

    def add_players(self, count: int) -> None:
        """Let there be so many more players, who have not played yet."""
        self.players += count
        room = len(self.played)
        if self.players > room:
            more = max(self.players - room, room // 2, 1024)
            new = np.arange(room, room + more, dtype=np.int32)
            self.ratings = np.concatenate([self.ratings, self.system.initial_values(more)])
            self.played = np.pad(self.played, (0, more))
            self.last = np.pad(self.last, (0, more), constant_values=NONE)
            self.stands_for = np.concatenate([self.stands_for, new])

    def emptied(self, system: RatingSystem) -> "Standing":
        """A standing of the same players for another system, before any game."""
        other = Standing(system)
        room = len(self.played)
        other.players, other.ratings = self.players, system.initial_values(room)
        other.played = np.zeros(room, np.int32)
        other.last = np.full(room, NONE, np.int32)
        other.stands_for = np.arange(room, dtype=np.int32)
        return other

    def rows_after(self, plan: "Plan") -> Rows:
        """All games in playing order once a plan has come true."""
        if not plan.start:
            return plan.rows
        return joined(self.games.rows(0, plan.start), plan.rows)

    def find(self, seq: int) -> int | None:
        """The position of the game that a post brought; None if it does not count."""
        at = int(self.position[seq]) if seq < len(self.position) else NONE
        return None if at == NONE else at

    def plan(
        self, added: Rows, removed: Sequence[int], ids: Ids, stands_for: Indices | None = None
    ) -> Plan:
        """What would come of games added, others removed, and of players standing for others.

        Games to add are in playing order, those to remove are given by their positions.
        """
        places = _places(self.games, added, ids)
        gone = np.unique(np.asarray(removed, np.int64))
        firsts = [self.games.count, *places[:1].tolist(), *gone[:1].tolist()]
        if stands_for is None:
            stands_for = self.stands_for
        else:
            firsts.append(self._first_of(np.flatnonzero(stands_for != self.stands_for)))
        start = int(min(firsts))
        tail = added
        if start < self.games.count:
            tail = self.games.rows(start, self.games.count)
            tail = _replaced(tail, added, places - start, gone - start)
        return self._rated(start, tail, self.games["seq"][gone], stands_for)

    def _first_of(self, players: NDArray[np.int64]) -> int:
        """The first game in which any of some players sat."""
        sat = np.isin(self.games["seats"], players).any(axis=1)
        return int(sat.argmax()) if sat.any() else self.games.count

    def adopt(self, plan: Plan, listed: Callable[[Indices], Flags]) -> None:
        """Let a plan made of the present state come true; ``listed`` tells who is on the list."""
        if plan.start < self.games.count:
            self.position[self.games["seq"][plan.start :]] = NONE
        self.games.replace_tail(plan.start, plan.rows, plan.rated)
        self._set_positions(plan)
        self.stands_for = plan.stands_for
        self.ratings[plan.players] = plan.ratings
        self.played[plan.players] = plan.played
        self.last[plan.players] = plan.last
        self._undo.adopt(plan.back, plan.records, self.games.count)
        self.list_anew(plan.players, listed)

    def list_anew(self, players: Indices, listed: Callable[[Indices], Flags]) -> None:
        """Put players, in rising order, where they belong, or take them off the list."""
        self.ranking.update(players, self.ratings[players, 0], listed(players))

    def _set_positions(self, plan: Plan) -> None:
        highest = int(plan.rows.seq.max(initial=-1)) + 1
        if highest > len(self.position):
            more = max(highest - len(self.position), len(self.position) // 2, 1024)
            self.position = np.pad(self.position, (0, more), constant_values=NONE)
        at = np.arange(plan.start, self.games.count, dtype=np.int32)
        self.position[plan.rows.seq] = at

    def _rated(
        self, start: int, tail: Rows, removed: NDArray[np.int64], stands_for: Indices
    ) -> Plan:
        """The plan of games from ``start`` on."""
        back, records = start, list[Record]()
        if start < self.games.count:
            back, records = self._undo.back_to(start)
        rows = joined(self.games.rows(back, start), tail) if back < start else tail
        seats = _standing(rows.seats, stands_for)
        old_tail = _standing(self.games.rows(start, self.games.count).seats, self.stands_for)
        players = players_of(seats, old_tail, *(record.players for record in records))
        before = self.ratings[players]
        for record in reversed(records):
            before[np.searchsorted(players, record.players)] = record.rows
        local = _local(seats, players)
        after, rated, made = _rate(self.system, rows, local, players, before, back)
        played, last = self.played[players], self.last[players]
        _unlink(_local(old_tail, players), self.games["before"][start:], played, last)
        skipped = start - back
        _link(local[skipped:], rated.before[skipped:], played, last, start)
        if skipped:
            rated = rated.take(slice(skipped, None))
        if not np.isfinite(after[:, 0]).all():
            raise ArithmeticError("the ratings would be out of range: are the scores too large?")
        return Plan(
            start, tail, rated, removed, players, after, played, last, stands_for, back, made
        )


def _standing(seats: Indices, stands_for: Indices) -> Indices:
    """Who sits there after merging; an empty seat stays empty."""
    return np.where(seats == EMPTY, np.int32(EMPTY), stands_for[seats])


def _local(seats: Indices, players: Indices) -> Indices:
    """The places of players among some, in rising order; an empty seat stays empty."""
    if seats.size < SMALL_PART:
        places = np.searchsorted(players, seats).astype(np.int32)
    else:
        place = np.zeros(int(players[-1]) + 1, np.int32)
        place[players] = np.arange(len(players), dtype=np.int32)
        places = place[seats]
    return np.where(seats == EMPTY, np.int32(EMPTY), places)


def players_of(*some: Indices) -> Indices:
    """All players who are in some arrays, in rising order."""
    parts = [np.ravel(part) for part in some]
    if sum(map(len, parts)) < SMALL_PART:
        players: Indices = np.unique(np.concatenate(parts))
        return players[np.searchsorted(players, 0) :]
    there = np.zeros(2 + max(int(part.max(initial=EMPTY)) for part in parts), np.bool_)
    for part in parts:
        there[part] = True  # an empty seat, -1, marks the last
    there[-1] = False
    return np.flatnonzero(there).astype(np.int32)


def _rate(
    system: RatingSystem, rows: Rows, seats: Indices, players: Indices, before: Floats, start: int
) -> tuple[Floats, Rated, list[Record]]:
    """Rate games in parts, the later the smaller, each with the way back to before it."""
    shape = seats.shape
    expected, after = np.empty(shape), np.empty(shape)
    worth = None if system.luck is None else np.empty(shape)
    ratings, records, first = before, [], 0
    names = ("",) * len(players)
    while first < len(rows):
        left = len(rows) - first
        size = min(max(left // 2, SMALL_PART), LARGE_PART, left)
        part = slice(first, first + size)
        own = players_of(seats[part])
        records.append(Record(start + first, players[own], ratings[own]))
        luck, team = rows.luck, rows.team
        table = GameTable(
            names,
            seats[part],
            np.ascontiguousarray(rows.score[part]),
            None if luck is None else np.ascontiguousarray(luck[part]),
            None if team is None else np.ascontiguousarray(team[part]),
            np.ascontiguousarray(rows.time[part]),
        )
        if system.luck is not None and luck is None:
            table = replace(table, luck=np.full(table.seats.shape, np.nan))
        run = system.run(table, ratings)
        ratings = run.values
        expected[part], after[part] = run.expected, run.after
        if worth is not None and run.luck_points is not None:
            worth[part] = run.luck_points
        first += size
    linked = np.full(shape, NONE, np.int32)
    return ratings, Rated(expected, after, linked, worth), records


def _places(games: Columns, added: Rows, ids: Ids) -> NDArray[np.int64]:
    """Before which games others belong, by time and then by id."""
    time = games["time"]
    count = len(time)
    if not len(added):
        return np.empty(0, np.int64)
    if not count or added.time[0] > time[-1]:
        return np.full(len(added), count, np.int64)
    low = np.searchsorted(time, added.time, side="left")
    high = np.searchsorted(time, added.time, side="right")
    places = high.astype(np.int64)
    tied = np.flatnonzero(low < high)
    if len(tied):
        own = ids(added.seq[tied])
        known: dict[int, list[str]] = {}
        for which, name in zip(tied.tolist(), own, strict=True):
            first, stop = int(low[which]), int(high[which])
            if first not in known:
                known[first] = ids(games["seq"][first:stop])
            places[which] = first + bisect_left(known[first], name)
    return places


def _replaced(tail: Rows, added: Rows, places: NDArray[np.int64], gone: NDArray[np.int64]) -> Rows:
    """The games of a tail without some and with others, in order."""
    kept = np.delete(np.arange(len(tail)), gone)
    slots = np.searchsorted(kept, places, side="left")
    both = joined(tail, added)
    order = np.insert(kept, slots, len(tail) + np.arange(len(added)))
    return both.take(order)


@kernel
def _unlink(seats: Indices, before: Indices, played: Indices, last: Indices) -> None:
    """Forget games, the last one first: each seat's last game is the one before."""
    for game in range(len(seats) - 1, -1, -1):
        for seat in range(seats.shape[1]):
            player = seats[game, seat]
            if player >= 0:
                played[player] -= 1
                last[player] = before[game, seat]


@kernel
def _link(seats: Indices, before: Indices, played: Indices, last: Indices, start: int) -> None:
    """Let each seat know its game before, and each player the last game."""
    for game in range(len(seats)):
        for seat in range(seats.shape[1]):
            player = seats[game, seat]
            if player >= 0:
                before[game, seat] = last[player]
                played[player] += 1
                last[player] = start + game

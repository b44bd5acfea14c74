"""Make a new world: players, the past of three ladders, official lists, corrected mistakes."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.random import default_rng

from evenhand.demo.calendar import arena_times, evening_times, monthly, weekly
from evenhand.demo.games import LUDO_ARENA, RUMMY_ARENA, SKAT_LEAGUE, Games
from evenhand.demo.ladders import SETTINGS, People, draw_everybody
from evenhand.demo.marks import mark
from evenhand.demo.past import BY, mistyped, post_all, post_past, put_right, twice
from evenhand.demo.records import KEPT, read_record
from evenhand.demo.results import record_ids, results_of
from evenhand.ledger.ladder import Ladder
from evenhand.ledger.ledger import Ledger
from evenhand.ledger.people import make_player
from evenhand.ledger.tenants import MAIN, make_tenant

Done = Callable[[int], object]
"""Called with the number of games posted so far."""


@dataclass(frozen=True, slots=True)
class Size:
    """How many games of the record are the past."""

    series: int
    games: int  # of each arena


SMALL, FULL = Size(400, 300), Size(1_000_000, 1_000_000)


@dataclass(frozen=True, slots=True)
class World:
    """What is known of a world besides its ledger."""

    seed: int
    people: People

    @classmethod
    def of(cls, seed: int) -> "World":
        """Return the world of a seed: the same people every time."""
        return cls(seed, draw_everybody(default_rng(seed)))


def make_world(
    ledger: Ledger, seed: int, now: int, *, size: Size = FULL, done: Done = lambda games: None
) -> World:
    """Fill an empty ledger; the same seed and time give the same world."""
    world, tenant = World.of(seed), make_tenant(ledger.database, MAIN, by=BY)
    for people in world.people.values():
        for one in people:
            make_player(ledger, tenant, one.name, club=one.club, guest=one.guest, by=BY)
    told = _Counted(done)
    for name, settings in SETTINGS.items():
        ladder = ledger.make_ladder(tenant, name, settings, by=BY)
        most = size.series if name == SKAT_LEAGUE else size.games
        make_past(ledger, ladder, world, now, most, told)
    mark(ledger, tenant, seed)
    return world


def make_past(
    ledger: Ledger, ladder: Ladder, world: World, now: int, most: int, done: Done
) -> None:
    """Post the last recorded games of the past, and publish the lists of their time."""
    record = read_record(ladder.id)
    stop = len(record) - KEPT[ladder.id]
    start = max(stop - most, 0)
    games, ids = record.rows(start, stop), record_ids(start, stop)
    if ladder.id == SKAT_LEAGUE:
        _make_season(ledger, ladder, world, games, ids, now, done)
        return
    times = arena_times(len(games), now)
    results = list(results_of(games, world.people[ladder.id], ids, times.tolist()))
    post_past(ledger, ladder, results, times, weekly(now), done)


def _make_season(
    ledger: Ledger, ladder: Ladder, world: World, games: Games, ids: list[str], now: int, done: Done
) -> None:
    """Post the season, with two typing errors and a series that was posted twice."""
    times = evening_times(games, now)
    order = np.argsort(times, kind="stable")
    results = list(results_of(games, world.people[SKAT_LEAGUE], ids, times.tolist()))
    posted = [results[place] for place in order.tolist()]
    late, later, last = (len(posted) - len(posted) // part for part in (9, 30, 60))
    right = [posted[late], posted[later]]
    posted[late], posted[later] = mistyped(posted[late]), mistyped(posted[later])
    post_past(ledger, ladder, posted, times[order], monthly(now), done)
    post_all(ledger, ladder, [twice(posted[last])])
    put_right(ledger, ladder, right, posted[last])


class _Counted:
    """Add up the games of all calls."""

    def __init__(self, done: Done) -> None:
        self.done, self.games = done, 0

    def __call__(self, games: int) -> None:
        self.games += games
        self.done(self.games)


def past_games(size: Size = FULL) -> int:
    """Return how many games the past of a new world has."""
    arenas = sum(min(len(read_record(name)) - KEPT[name], size.games) for name in ARENAS)
    return arenas + min(len(read_record(SKAT_LEAGUE)) - KEPT[SKAT_LEAGUE], size.series)


ARENAS = (RUMMY_ARENA, LUDO_ARENA)

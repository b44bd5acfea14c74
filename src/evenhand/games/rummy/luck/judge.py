"""The luck of games that were played, of each seat and kind of event."""

from collections.abc import Iterator
from itertools import pairwise
from typing import Final

import numpy as np

from evenhand.games.cards import Masks
from evenhand.games.rummy.luck.ahead import EVENT, THIS_CAME, rows_ahead
from evenhand.games.rummy.luck.events import (
    ALL,
    DEAL,
    EVENTS,
    GAME,
    WHAT,
    Happened,
    list_events,
    new_happened,
    without_lots,
)
from evenhand.games.rummy.luck.values import values_of
from evenhand.games.rummy.luck.weights import expected, network
from evenhand.games.rummy.rules import Rules
from evenhand.games.rummy.table import new_table, rule_row
from evenhand.games.rummy.whole_games import Course
from evenhand.games.weights import Weights
from evenhand.rng import Seeds
from evenhand.tables import Floats, Indices

AT_ONCE: Final = 5000  # turns
MOST_EVENTS: Final = 2  # of a turn: a draw and a lot


def luck_of_games(
    rows: Masks,
    seats: Indices,
    seeds: Seeds,
    rules: Rules,
    course: Course,
    looks_at: int = ALL,
    known: Weights | None = None,
) -> Floats:
    """(games, kinds of events, seats) the luck of games, in shares of the opponents beaten."""
    players, taken_for = seats.shape[1], without_lots(rows)
    luck = np.zeros((len(seats), len(EVENTS), players))
    net, means = network(known), expected(players, known)
    for happened in events_of(rows, seats, seeds, rules, course, looks_at):
        found = rows_ahead(happened, taken_for)
        values = values_of(net, found)
        first = np.flatnonzero(np.diff(found[:, EVENT], prepend=-1))
        mean = np.add.reduceat(values, first) / np.diff(first, append=len(found))[:, None]
        event = happened.events[found[first, EVENT]]
        mean[event[:, WHAT] == DEAL] = means
        np.add.at(luck, (event[:, GAME], event[:, WHAT]), values[found[:, THIS_CAME] == 1] - mean)
    return luck


def events_of(
    rows: Masks, seats: Indices, seeds: Seeds, rules: Rules, course: Course, looks_at: int
) -> Iterator[Happened]:
    """What chance did in games, some games at a time."""
    players = seats.shape[1]
    table, row, lots = new_table(players), rule_row(rules), np.ones(1, np.int64)
    ends = np.flatnonzero(np.diff(course.turns.cumsum() // AT_ONCE, append=-1)) + 1
    for start, end in pairwise([0, *ends.tolist()]):
        games, turns = np.arange(start, end), int(course.turns[start:end].sum())
        happened = new_happened(MOST_EVENTS * turns + len(games), players)
        list_events(rows, seats, seeds, row, table, course, games, looks_at, lots, happened)
        yield happened

"""What chance did in games that were played: deals, cards from the stock, and lots.

A game is gone through again by its seed and its moves.  Each event keeps how it stood, which cards
could have come, and which one did.
"""

from typing import Final, NamedTuple

import numpy as np

from evenhand.games.cards import Masks
from evenhand.compiled import kernel, step
from evenhand.games.rummy.rules import Rules
from evenhand.games.rummy.strategies.bots import MinDist
from evenhand.games.rummy.strategies.parameters import (
    BY_LOT,
    BY_POINTS,
    KIND,
    MOST_REMEMBERED,
    RANDOM,
    TIES,
)
from evenhand.games.rummy.table import (
    DISCARD,
    JOKERS_ALLOWED,
    LITERAL,
    TOOK,
    Table,
    deal,
    draw_from_stock,
    drawable,
    put_down,
    rule_row,
    take_top,
    top,
)
from evenhand.games.rummy.whole_games import Course
from evenhand.rng import Seeds
from evenhand.tables import Indices

DEAL, DRAWS, LOTS = EVENTS = (0, 1, 2)
DEAL_ONLY, POSITIONS, ALL = range(3)  # what is looked at; positions are draws without the deal
GAME, WHAT, POSSIBLE, CAME, SEAT, LEFT, WILD, TOP, ALLOWED, AS_WRITTEN, WHO = FIELDS = range(11)
"""Game; kind of event; which cards could come or go (of a deal, any one), and the number of that
which did; who draws or discards; the cards to draw from; the wild rank; the top of the pile; two
of the rules; how each seat is taken to play."""
USUAL: Final = rule_row(Rules())


class Happened(NamedTuple):
    """Events, a row each, and how it stood before."""

    events: Masks  # (events, fields and seats)
    hands: Masks  # (events, seats)
    turns: Masks  # (events, seats)
    dropped: Masks  # (events, seats, most) the latest discards of each seat
    size: Masks  # how many there are


def new_happened(most: int, players: int) -> Happened:
    """Room for so many events."""
    shapes = (most, WHO + players), (most, players), (most, players)
    rings = (most, players, MOST_REMEMBERED)
    return Happened(*(np.zeros(shape, np.int64) for shape in (*shapes, rings, (1,))))


def without_lots(rows: Masks) -> Masks:
    """How strategies are taken to play, and behind them MinDist.

    Those that leave something to lots are taken to break ties by points, and Random, who leaves
    everything to them, to play as MinDist does.
    """
    found = np.vstack([rows, MinDist().row()])
    found[found[:, KIND] == RANDOM] = found[-1]
    found[found[:, TIES] == BY_LOT, TIES] = BY_POINTS
    return found


@step
def keep(
    happened: Happened, table: Table, game: int, what: int, possible: int, seat: int, wild: int
) -> int:
    """Keep an event and how it stands; its row."""
    number = int(happened.size[0])
    happened.size[0] += 1
    event = happened.events[number]
    event[GAME], event[WHAT], event[POSSIBLE], event[SEAT] = game, what, possible, seat
    event[LEFT], event[WILD], event[TOP] = drawable(table), wild, top(table)
    for player in range(len(table.hands)):
        happened.hands[number, player] = table.hands[player]
        happened.turns[number, player] = table.turns[player]
        for place in range(MOST_REMEMBERED):
            happened.dropped[number, player, place] = table.dropped[player, place]
    return number


@step
def sit_down(event: Masks, sitting: Indices, rules: Masks) -> None:
    """Note who sits where, and the rules."""
    event[ALLOWED], event[AS_WRITTEN] = rules[JOKERS_ALLOWED], rules[LITERAL]
    for player in range(len(sitting)):
        event[WHO + player] = sitting[player]


@kernel
def list_events(
    rows: Masks,
    seats: Indices,
    seeds: Seeds,
    rules: Masks,
    table: Table,
    course: Course,
    games: Masks,
    looks_at: int,
    lots: Masks,
    happened: Happened,
) -> None:
    """List the events of some games that were played."""
    players, events = seats.shape[1], happened.events
    usual = np.full(players, len(rows), np.int32)
    for game in games:
        wild = deal(seeds[game], table, lots)
        if looks_at != POSITIONS:
            number = keep(happened, table, game, DEAL, 1, 0, wild)
            sit_down(events[number], usual, USUAL)
        turns = 0 if looks_at == DEAL_ONLY else course.turns[game]
        for turn in range(min(turns, course.moves.shape[1])):
            seat, move = turn % players, course.moves[game, turn]
            if move >> TOOK:
                card = take_top(table)
            else:
                number = keep(happened, table, game, DRAWS, drawable(table), seat, wild)
                sit_down(events[number], seats[game], rules)
                card = draw_from_stock(table)
                events[number, CAME] = card
            table.hands[seat] |= 1 << card
            row, card = rows[seats[game, seat]], move & DISCARD
            if looks_at == ALL and row[TIES] == BY_LOT and row[KIND] != RANDOM:
                possible = course.options[game, turn]
                number = keep(happened, table, game, LOTS, possible, seat, wild)
                sit_down(events[number], seats[game], rules)
                events[number, CAME] = card
            put_down(table, seat, card)

"""Room to think: what a player needs to imagine worlds and to solve them.

A desk belongs to one thread.  Its tables of positions stay true from game to game: they save
time and change no choice.
"""

from typing import NamedTuple

import numpy as np

from evenhand.cards import Masks
from evenhand.compiled import kernel, step
from evenhand.games.skat.solver.answers import value_between
from evenhand.games.skat.solver.layout import NULL_KIND, points
from evenhand.games.skat.solver.null_search import search_null
from evenhand.games.skat.solver.search import search
from evenhand.games.skat.solver.stack import (
    DEPTH,
    FIELDS,
    GAIN,
    MOST,
    MOVER,
    MOVES,
    PLACE,
    STAKE,
    TARGET,
    put,
)
from evenhand.games.skat.solver.table import new_table
from evenhand.games.skat.values import ALL_POINTS

MOST_SAMPLES = 1 << 14
HANDS, SKAT_OF_WORLD = 3, 3  # columns of a world: the declarer's hand, the next two, the skat


class Desk(NamedTuple):
    """Arrays that the kernels write into."""

    stack: Masks
    moves: Masks
    hands: Masks  # of the world that is searched
    table: Masks
    null_table: Masks
    counter: Masks  # positions searched
    worlds: Masks  # a row a world
    cards: Masks  # the cards to choose from
    mates: Masks  # for each of them the cards that are as good
    won: Masks  # for each of them, in each world, what it leads to
    scores: Masks  # what each is worth so far
    draws: Masks  # the state of the random numbers


def new_desk(samples: int) -> Desk:
    """A desk for players who imagine at most so many worlds."""
    return Desk(
        np.zeros((DEPTH, FIELDS), np.int64),
        np.zeros((DEPTH, MOVES), np.int64),
        np.zeros(HANDS, np.int64),
        new_table(),
        new_table(),
        np.zeros(1, np.int64),
        np.zeros((samples, HANDS + 1), np.int64),
        np.zeros(MOST, np.int64),
        np.zeros(MOST, np.int64),
        np.zeros((MOST, samples), np.int64),
        np.zeros(MOST, np.int64),
        np.zeros(1, np.int64),
    )


@step
def lay_out(kind: int, world: Masks, row: Masks, card: int, desk: Desk) -> int:
    """Make the position after a card, in a world, the first of the stack; what the card gains."""
    stack, hands = desk.stack, desk.hands
    for player in range(HANDS):
        hands[player] = world[player]
    for field in range(TARGET):
        stack[0, field] = row[field]
    hands[row[MOVER]] &= ~(1 << card)
    put(kind, stack[0], stack[1], card)
    gain: int = stack[0, GAIN]
    for field in range(TARGET):
        stack[0, field] = stack[1, field]
    return gain


@step
def in_sight(desk: Desk) -> int:
    """The points that are still to be taken."""
    hands, stack = desk.hands, desk.stack
    rest = points(hands[0] | hands[1] | hands[2])
    return rest + stack[0, STAKE] if stack[0, PLACE] != 0 else rest


@kernel
def reaches(kind: int, world: Masks, row: Masks, card: int, needed: int, desk: Desk) -> int:
    """1 if the declarer takes so many more points after a card (wins, in null), else 0."""
    gain = lay_out(kind, world, row, card, desk)
    if kind == NULL_KIND:
        if desk.stack[0, PLACE] == 0 and desk.stack[0, MOVER] == 0:
            return 0
        won = search_null(desk.hands, desk.stack, desk.moves, desk.null_table, desk.counter)
        return 1 if won else 0
    needed -= gain
    if needed <= 0:
        return 1
    if in_sight(desk) < needed:
        return 0
    desk.stack[0, TARGET] = needed
    found = search(kind, desk.hands, desk.stack, desk.moves, desk.table, desk.counter)
    return 1 if found >= needed else 0


@kernel
def points_after(kind: int, world: Masks, row: Masks, card: int, desk: Desk) -> int:
    """The points that the declarer still takes, if a card is played."""
    gain = lay_out(kind, world, row, card, desk)
    limits = 0, in_sight(desk)
    found = value_between(
        kind, desk.hands, desk.stack, desk.moves, desk.table, desk.counter, *limits
    )
    return gain + found


@step
def points_to_take(need: int, own: int, world: Masks) -> int:
    """The points that the declarer lacks in a world; beyond all points he cannot win."""
    return min(need, ALL_POINTS + 1) - own - points(world[SKAT_OF_WORLD])

"""Positions as rows of numbers: the form in which the solver takes many at once.

The declarer is hand 0 of a row, and cards are bits as layout.py orders them for the game.
"""

from collections.abc import Sequence

import numpy as np

from evenhand.cards import Masks
from evenhand.compiled import kernel, lowest_bit, step
from evenhand.games.skat.solver.layout import kind_of, places
from evenhand.games.skat.solver.position import SEATS, Position
from evenhand.games.skat.solver.stack import MOVER, PLACE, TARGET, put

KIND, HANDS, LEADER, PLAYED, TRICK = 0, 1, 4, 5, 6
COLUMNS = 8


def rows_of_worlds(position: Position, hands: Masks) -> Masks:
    """Rows for many worlds of one situation: three masks a world instead of the position's."""
    layout = places(position.game)
    rows = np.zeros((len(hands), COLUMNS), np.int64)
    rows[:, KIND] = kind_of(position.game)
    for seat in range(SEATS):
        own = np.ascontiguousarray(hands[:, (position.declarer + seat) % SEATS])
        rows[:, HANDS + seat] = _arranged(own, layout)
    rows[:, LEADER] = (position.leader - position.declarer) % SEATS
    rows[:, PLAYED] = len(position.trick)
    rows[:, TRICK : TRICK + len(position.trick)] = layout[list(position.trick)]
    return rows


def rows_of(positions: Sequence[Position]) -> Masks:
    """Rows for any positions."""
    rows = [rows_of_worlds(p, np.array([p.hands], np.int64)) for p in positions]
    return np.concatenate([np.zeros((0, COLUMNS), np.int64), *rows])


@kernel
def _arranged(hands: Masks, layout: Masks) -> Masks:
    """Hands of the pack in the layout of a game."""
    arranged = np.zeros(len(hands), np.int64)
    for index in range(len(hands)):
        rest = hands[index]
        while rest:
            arranged[index] |= 1 << layout[lowest_bit(rest)]
            rest &= rest - 1
    return arranged


@step
def begin(row: Masks, hands: Masks, stack: Masks) -> None:
    """Make a row the first position of the stack; its target is yet to be set."""
    for seat in range(SEATS):
        hands[seat] = row[HANDS + seat]
    stack[0, PLACE] = 0
    stack[0, MOVER] = row[LEADER]
    for place in range(row[PLAYED]):
        put(row[KIND], stack[0], stack[1], row[TRICK + place])
        for field in range(TARGET):
            stack[0, field] = stack[1, field]

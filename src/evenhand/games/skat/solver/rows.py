"""Positions as rows of numbers: the form in which the solver takes many at once.

The declarer is hand 0 of a row, and cards are bits as layout.py orders them for the game.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from evenhand.cards import CardError, Masks, as_hand
from evenhand.compiled import bit_count, kernel, lowest_bit, step
from evenhand.games.skat.contract import suit_led
from evenhand.games.skat.solver.layout import kind_of, places
from evenhand.games.skat.solver.position import SEATS, Position
from evenhand.games.skat.solver.stack import MOVER, PLACE, TARGET, put

Worlds = NDArray[np.integer[Any]]

KIND, HANDS, LEADER, PLAYED, TRICK = 0, 1, 4, 5, 6
COLUMNS = 8


def rows_of_worlds(position: Position, hands: Worlds) -> Masks:
    """Rows for many worlds of one situation: three masks a world instead of the position's.

    Each player has as many cards as in the position, no card is there twice, and who did not
    follow suit in the trick has none of it.
    """
    if hands.dtype.kind not in "iu":
        raise ValueError(f"hands are masks of whole numbers, not {hands.dtype}")
    worlds = np.ascontiguousarray(hands, np.int64)
    if worlds.ndim != 2 or worlds.shape[1] != SEATS:
        raise ValueError(f"worlds have three hands each, not the shape {worlds.shape}")
    rows = np.zeros((len(worlds), COLUMNS), np.int64)
    layout = places(position.game)
    like, table = np.array(position.hands), as_hand(position.trick)
    wrong = _arrange(worlds, like, table, position.declarer, layout, rows)
    if wrong >= 0:
        raise CardError(f"world {wrong} has other numbers of cards, or a card twice")
    _check_trick(position, worlds)
    rows[:, KIND] = kind_of(position.game)
    rows[:, LEADER] = (position.leader - position.declarer) % SEATS
    rows[:, PLAYED] = len(position.trick)
    for place, card in enumerate(position.trick):
        rows[:, TRICK + place] = layout[card]
    return rows


def _check_trick(position: Position, worlds: Masks) -> None:
    for place, card in enumerate(position.trick):
        led = suit_led(position.trick[0], position.trumps)
        holds = worlds[:, (position.leader + place) % SEATS] & led
        if not led >> card & 1 and holds.any():
            raise CardError(f"world {holds.argmax()}: who did not follow suit still holds it")


def rows_of(positions: Sequence[Position]) -> Masks:
    """Rows for any positions."""
    rows = [rows_of_worlds(p, np.array([p.hands], np.int64)) for p in positions]
    return np.concatenate([np.zeros((0, COLUMNS), np.int64), *rows])


@kernel
def _arrange(
    worlds: Masks, like: Masks, table: int, declarer: int, layout: Masks, rows: Masks
) -> int:
    """Write hands into rows, the declarer's first; the number of a world that cannot be, or -1."""
    for world in range(len(worlds)):
        seen = table
        for seat in range(SEATS):
            player = (declarer + seat) % SEATS
            rest, arranged = worlds[world, player], 0
            if rest >> 32 != 0 or rest & seen or bit_count(rest) != bit_count(like[player]):
                return world
            seen |= rest
            while rest:
                arranged |= 1 << layout[lowest_bit(rest)]
                rest &= rest - 1
            rows[world, HANDS + seat] = arranged
    return -1


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

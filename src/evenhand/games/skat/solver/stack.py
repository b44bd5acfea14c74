"""The stack of a search: one row a position, from the one asked about down to the present one.

PLACE   how many cards lie in the trick        MOVER   whose turn it is
LED     the suit led, as a mask                BEST    the card that is winning
WINNER  who played it                          STAKE   the points in the trick
TARGET  points the declarer needs from here    VALUE   the best found so far
COUNT   how many moves there are to try        NEXT    which of them is tried now
GAIN    what that move brings at once
BUCKET, KEY, LIVE, FLOOR, CEILING              what is known at a trick's start: see table.py

The moves of each position stand beside the stack, a number each: the card, its group and how
urgent it is.  After them each group keeps the points of its card tried last, and the result.
"""

from typing import NamedTuple

import numpy as np

from evenhand.cards import Masks
from evenhand.compiled import formula, step
from evenhand.games.skat.solver.layout import ABOVE, POINTS, SUIT_OF

(PLACE, MOVER, LED, BEST, WINNER, STAKE, TARGET, VALUE, COUNT, NEXT, GAIN) = range(11)
(BUCKET, KEY, LIVE, FLOOR, CEILING) = range(11, 16)
FIRST_WORD, SECOND_WORD = KEY, LIVE  # what these are in null
FIELDS = 16
DEPTH = 3 * 10 + 1  # cards, and the end
MOST = 10  # cards of a hand, and so moves and groups
TRIED, RESULT = MOST, 2 * MOST  # where groups keep these, after the moves
MOVES = 3 * MOST


@step
def new_stack() -> tuple[Masks, Masks]:
    """Room for a search: the positions, and the moves of each."""
    return np.zeros((DEPTH, FIELDS), np.int64), np.zeros((DEPTH, MOVES), np.int64)


class View(NamedTuple):
    """What the player to move sees: the hands, and the trick so far."""

    kind: int
    declarer: int
    second: int
    third: int
    mover: int
    place: int
    led: int
    best: int
    winner: int


@step
def view_of(kind: int, hands: Masks, row: Masks) -> View:
    """The position in a row, read once."""
    return View(
        kind,
        hands[0],
        hands[1],
        hands[2],
        row[MOVER],
        row[PLACE],
        row[LED],
        row[BEST],
        row[WINNER],
    )


@formula
def hand_of(view: View, player: int) -> int:
    """The cards of a player."""
    if player == 0:
        return view.declarer
    return view.second if player == 1 else view.third


@formula
def as_move(card: int, group: int, urgency: int) -> int:
    """A move as one number, which is the higher the more urgent it is.

    >>> move = as_move(31, 4, -7)
    >>> card_of(move), group_number(move), move < as_move(0, 0, -6)
    (31, 4, True)
    """
    return urgency << 16 | group << 8 | card


@formula
def card_of(move: int) -> int:
    """The card of a move."""
    return move & 0xFF


@formula
def group_number(move: int) -> int:
    """The group of a move."""
    return move >> 8 & 0xFF


@step
def bring_forward(row: Masks, moves: Masks) -> int:
    """Put the most urgent of the moves left in the place of the next one."""
    at = best = row[NEXT]
    for other in range(at + 1, row[COUNT]):
        if moves[other] > moves[best]:
            best = other
    move: int = moves[best]
    moves[best] = moves[at]
    moves[at] = move
    return move


@step
def put(kind: int, row: Masks, below: Masks, card: int) -> None:
    """Put a card into the trick of a position; the position after it is the row below."""
    place, mover, target = row[PLACE], row[MOVER], row[TARGET]
    led, best, winner = row[LED], row[BEST], row[WINNER]
    stake = row[STAKE] + POINTS[card]
    if place == 0:
        led, best, winner, stake = SUIT_OF[kind, card], card, mover, POINTS[card]
    elif ABOVE[kind, best] >> card & 1:
        best, winner = card, mover
    if place == 2:
        gain = stake if winner == 0 else 0
        row[GAIN] = gain
        below[PLACE] = 0
        below[MOVER] = winner
        below[TARGET] = target - gain
    else:
        row[GAIN] = 0
        below[PLACE] = place + 1
        below[MOVER] = after(mover)
        below[LED] = led
        below[BEST] = best
        below[WINNER] = winner
        below[STAKE] = stake
        below[TARGET] = target


@formula
def after(player: int) -> int:
    """Who plays next."""
    return 0 if player == 2 else player + 1


@step
def play(kind: int, hands: Masks, row: Masks, moves: Masks, below: Masks) -> None:
    """Play the move whose turn it is to be tried."""
    card = card_of(moves[row[NEXT]])
    hands[row[MOVER]] ^= 1 << card
    put(kind, row, below, card)

"""Null endings with a defender on lead, and who wins them: every card tried until it is decided."""

import numpy as np

from evenhand.compiled import kernel, lowest_bit
from evenhand.games.cards import Masks
from evenhand.games.skat.contract import NULL
from evenhand.games.skat.solver import Position

SUIT, ALL_CARDS = 0xFF, (1 << 32) - 1
DECLARER, LEADER = 3, 4  # columns of an ending, behind its three hands
LEFT, MOVER, PLACE, LED, BEST, WINNER, CARD, VALUE = range(8)


def null_endings(rng: np.random.Generator, deals: int, cards: int) -> Masks:
    """Deals of so many cards a hand, each of them twice: either defender leads, in turn.

    The cards come from a part of the pack, from as few as needed up to all, so that suits are dense
    or thin.  A row is three hands, the declarer and the leader.
    """
    rows = np.empty((deals, 2, 5), np.int64)
    for deal in range(deals):
        deck = rng.permutation((rng.integers(32) + np.arange(rng.integers(3 * cards, 33))) % 32)
        hands = (1 << deck[: 3 * cards].reshape(3, cards)).sum(axis=1)
        declarer = int(rng.integers(3))
        for defender in range(2):
            rows[deal, defender] = (*hands, declarer, (declarer + 1 + defender) % 3)
    return rows.reshape(-1, 5)


def positions_of(rows: Masks) -> list[Position]:
    """The same endings for the solver."""
    return [
        Position(NULL, (a, b, c), declarer, leader) for a, b, c, declarer, leader in rows.tolist()
    ]


@kernel
def null_values(rows: Masks) -> Masks:
    """For each ending 1 if the declarer takes no trick, else 0.

    In null the cards of a suit stand in the order of their bits, and there are no trumps.  A row of
    ``line`` is a position on the way down: its cards not tried yet, and the best value so far.
    """
    values = np.empty(len(rows), np.int64)
    line = np.zeros((32, 8), np.int64)
    hands = np.empty(3, np.int64)
    for number in range(len(rows)):
        hands[:] = rows[number, :3]
        declarer = rows[number, DECLARER]
        line[0, MOVER], line[0, PLACE], line[0, LED] = rows[number, LEADER], 0, ALL_CARDS
        depth, value, tried = 0, 0, False
        while True:
            row = line[depth]
            mover, place = row[MOVER], row[PLACE]
            hand = hands[mover]
            if tried:
                hands[mover] |= 1 << row[CARD]
                if (value == 1) == (mover == declarer):  # no other card does better
                    row[LEFT], row[VALUE] = 0, value
            else:
                row[LEFT] = hand & row[LED] if hand & row[LED] else hand
                row[VALUE] = 1 if hand == 0 or mover != declarer else 0
            if row[LEFT] == 0:
                value, tried = row[VALUE], True
                if depth == 0:
                    break
                depth -= 1
                continue
            card = lowest_bit(row[LEFT])
            row[LEFT] &= row[LEFT] - 1
            row[CARD] = card
            hands[mover] ^= 1 << card
            takes = place == 0 or (row[LED] >> card & 1 and card > row[BEST])
            best, winner = (card, mover) if takes else (row[BEST], row[WINNER])
            if place == 2 and winner == declarer:
                value, tried = 0, True
                continue
            below = line[depth + 1]
            below[BEST], below[WINNER] = best, winner
            if place == 2:
                below[MOVER], below[PLACE], below[LED] = winner, 0, ALL_CARDS
            else:
                led = SUIT << (card & 24) if place == 0 else row[LED]
                below[MOVER], below[PLACE], below[LED] = (mover + 1) % 3, place + 1, led
            depth, tried = depth + 1, False
        values[number] = value
    return values

"""Where all that chance could have done leads: to the next draw from the stock.

A seat that has a card discards; the next one takes the discard from the pile or not, and so on.
What strategies do is known, so the value after a card can be told where chance has its next say.
"""

from typing import Final

import numpy as np

from evenhand.games.cards import Masks
from evenhand.compiled import kernel, lowest_bit, step
from evenhand.games.rummy.luck.events import (
    ALLOWED,
    AS_WRITTEN,
    CAME,
    DRAWS,
    LEFT,
    LOTS,
    POSSIBLE,
    SEAT,
    TOP,
    WHAT,
    WHO,
    WILD,
    Happened,
)
from evenhand.games.rummy.strategies.desk import Desk, new_desk
from evenhand.games.rummy.strategies.parameters import JOKERS_TOO, MEMORY, MOST_REMEMBERED
from evenhand.games.rummy.strategies.turn import discard, takes_pile
from evenhand.games.rummy.table import (
    LYING,
    Table,
    near_to_dropped,
    new_table,
    put_down,
    take_top,
    top,
)

MOST_AHEAD: Final = 4  # discards in a row; some strategies would take them for ever
EVENT, THIS_CAME, NEXT, DECLARED, TO_DRAW, WILD_RANK, TURNS, HANDS = range(8)
"""The columns of a row: the number of the event, whether this is what came; who draws next or has
declared; the cards to draw from, the wild rank, complete turns of that seat, the hand of each."""


def rows_ahead(happened: Happened, rows: Masks) -> Masks:
    """A row for each card that could have come in each event."""
    count = happened.size[0]
    events, players = happened.events[:count], happened.hands.shape[1]
    most = int(np.bitwise_count(events[:, POSSIBLE]).sum())
    found = np.zeros((most, HANDS + players), np.int64)
    look_ahead(rows, new_desk(), new_table(players), happened, found)
    return found


def rows_before(happened: Happened) -> Masks:
    """A row for each event: how it stood before it."""
    count = happened.size[0]
    events, turns = happened.events[:count], happened.turns[:count]
    seat = events[:, SEAT]
    found = np.zeros((count, HANDS + turns.shape[1]), np.int64)
    found[:, EVENT], found[:, NEXT] = np.arange(count), seat
    found[:, TO_DRAW], found[:, WILD_RANK] = events[:, LEFT], events[:, WILD]
    found[:, TURNS], found[:, HANDS:] = turns[np.arange(count), seat], happened.hands[:count]
    return found


@step
def imagine(ahead: Table, happened: Happened, number: int, card: int) -> tuple[int, bool]:
    """Lay the table as it would be with this card; who goes on, and whether he has drawn."""
    event = happened.events[number]
    for player in range(len(ahead.hands)):
        ahead.hands[player] = happened.hands[number, player]
        ahead.turns[player] = happened.turns[number, player]
        for place in range(MOST_REMEMBERED):
            ahead.dropped[player, place] = happened.dropped[number, player, place]
    ahead.pile[0], ahead.places[LYING] = event[TOP], 1
    seat = event[SEAT]
    if event[WHAT] == DRAWS:
        ahead.hands[seat] |= 1 << card
    elif event[WHAT] == LOTS:
        put_down(ahead, seat, card)
        seat = (seat + 1) % len(ahead.hands)
    return seat, event[WHAT] == DRAWS


@step
def write(
    row: Masks, happened: Happened, number: int, card: int, ahead: Table, seat: int, declared: bool
) -> None:
    """Write a row."""
    event = happened.events[number]
    row[EVENT], row[THIS_CAME] = number, card == event[CAME]
    row[NEXT], row[DECLARED], row[WILD_RANK] = seat, declared, event[WILD]
    row[TO_DRAW], row[TURNS] = event[LEFT], ahead.turns[seat]
    if event[WHAT] == DRAWS:
        row[TO_DRAW] &= ~(1 << card)
    for player in range(len(ahead.hands)):
        row[HANDS + player] = ahead.hands[player]


@kernel
def look_ahead(rows: Masks, desk: Desk, ahead: Table, happened: Happened, found: Masks) -> None:
    """Play on from each card until the stock is drawn from, and write how it stands then."""
    written, players = 0, len(ahead.hands)
    for number in range(happened.size[0]):
        event = happened.events[number]
        untried, wild, literal = event[POSSIBLE], event[WILD], event[AS_WRITTEN] == 1
        while untried:
            tried = lowest_bit(untried)
            untried &= untried - 1
            seat, drawn = imagine(ahead, happened, number, tried)
            declares = False
            for _ in range(MOST_AHEAD):
                row, hand = rows[event[WHO + seat]], ahead.hands[seat]
                jokers_too = row[JOKERS_TOO] & event[ALLOWED]
                if not drawn:
                    if not takes_pile(row, desk, hand, wild, top(ahead), jokers_too, literal):
                        break
                    hand |= 1 << take_top(ahead)
                    ahead.hands[seat] = hand
                safe = near_to_dropped(ahead, seat, row[MEMORY])
                card, declares, _ = discard(row, desk, hand, wild, safe, jokers_too, literal)
                put_down(ahead, seat, card)
                if declares:
                    break
                seat, drawn = (seat + 1) % players, False
            write(found[written], happened, number, tried, ahead, seat, declares)
            written += 1

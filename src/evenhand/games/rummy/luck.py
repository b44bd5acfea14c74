"""Measure the luck of the cards: of the deal and of every card from the stock, for each seat.

The luck of a seat is a sum over the events of chance, in shares of the opponents beaten: the value
after the card that came, less the mean of that value over all cards that could have come.
A game is replayed from its log.  From every card that could have come the bots play on until
somebody draws from the stock again; before that nothing depends on chance.
The positions where that ends are valued by :mod:`~evenhand.games.rummy.value_network`.

A card taken from the pile is a choice and no luck, and so is a discard that the bot of the seat
would not have made.  A player who has left the game has no luck any more, and the shares of the
others count only those still playing.  However good or bad the network is, the mean of luck is
zero.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

import numpy as np

from evenhand.compiled import formula, kernel, lowest_bit
from evenhand.games.cards import Masks
from evenhand.games.fitted import Fitted
from evenhand.games.protocol import ChanceEvent
from evenhand.games.rummy.bots import MinDist, RummyBot
from evenhand.games.rummy.policy import (
    AT_RANDOM,
    BY_POINTS,
    JOKERS_TOO,
    KIND,
    MEMORY,
    RANDOM,
    TIES,
    choose_action,
    choose_discard,
    find_safe_cards,
)
from evenhand.games.rummy.state import State
from evenhand.games.rummy.suit_tables import build_tables, new_workspace
from evenhand.games.rummy.table import (
    CARD_BITS,
    CARD_MASK,
    DECLARE,
    DISCARD,
    FROM_STOCK,
    HANDS,
    JOKERS_ALLOWED,
    LITERAL,
    MAX_TURNS,
    NEXT_CARD,
    NO_CARD,
    NOT_PAID,
    PAID,
    PLAYERS,
    ROW,
    STOCK,
    STOCK_END,
    TURN,
    TURN_LIMIT,
    TURNS,
    WILD,
    Rules,
    apply,
    copy_row,
    has_drawn,
    list_drawable,
    rule_cells,
    turn_pile,
)
from evenhand.games.rummy.value_network import (
    DECLARED,
    DRAWABLE,
    EVENT,
    HANDS as HANDS_SEEN,
    IN_GAME,
    IS_ACTUAL,
    NEXT,
    OWN_TURNS,
    WILD_RANK,
    expected_values,
    value_positions,
)
from evenhand.rng import Seeds
from evenhand.tables import Floats, Indices

DEAL, DRAWS, TIE = EVENTS = (0, 1, 2)
EVENT_NAMES: Final = ("deal", "draw", "tie")
DEAL_ONLY, DRAWS_BEFORE, ALL = range(3)
"""What is listed: the deal; the position before each draw; the deal, draws and random ties."""
EVENT_GAME, EVENT_KIND, EVENT_MOVE = range(3)  # the columns of events

MAX_TURNS_LOGGED: Final = 500  # of each player: later ones have no luck
MAX_AHEAD: Final = 4  # cards in a row from the pile; some bots would take them for ever
AT_ONCE: Final = 2000  # actions
MAX_CARDS: Final = 27  # that can come in one event


class Log(NamedTuple):
    """Games that can be replayed."""

    starts: Masks  # (games, cells) the row of each game after the deal
    actions: Masks  # (games, most) with the cards that moved
    counts: Masks  # (games,) how many actions are logged


class Events(NamedTuple):
    """What chance did in some games."""

    events: Masks  # (events, 3) game, kind and number of moves made
    positions: Masks  # where each card that could have come leads to, event by event


def count_logged(rules: Rules, seats: int) -> int:
    """Return how many actions of a game are logged at most."""
    return 2 * seats * min(rules.turn_limit, MAX_TURNS_LOGGED)


def luck_of_games(
    bots: Masks, seats: Indices, log: Log, listed: int = ALL, weights: Fitted | None = None
) -> Floats:
    """Return (games, kinds of events, seats) the luck, in shares of the opponents beaten."""
    luck = np.zeros((len(seats), len(EVENTS), seats.shape[1]))
    for found in list_events(bots, seats, log, listed):
        values = value_events(found, weights)
        np.add.at(luck, (found.events[:, EVENT_GAME], found.events[:, EVENT_KIND]), values)
    return luck


def luck_of_state(
    state: State, bots: Sequence[RummyBot], listed: int = ALL, weights: Fitted | None = None
) -> list[ChanceEvent]:
    """Return the luck in a game that is over, event by event; also in a game of people.

    The bots say how the seats would have played on from each event.
    """
    actions = state.actions[: count_logged(state.rules, state.seats)]
    if actions and state.cards[len(actions) - 1] == NO_CARD and state.moves[-1][1] == "stock":
        actions = actions[:-1]  # it found no stock
    log = Log(
        state.initial().row[None].copy(),
        np.array([actions], np.int64).reshape(1, -1),
        np.array([len(actions)]),
    )
    rows, seats = np.stack([bot.row() for bot in bots]), np.arange(len(bots), dtype=np.int32)
    found = list(list_events(rows, seats[None], log, listed))
    return [
        ChanceEvent(EVENT_NAMES[event[EVENT_KIND]], int(event[EVENT_MOVE]), tuple(luck.tolist()))
        for part in found
        for event, luck in zip(part.events, value_events(part, weights), strict=True)
    ]


def value_events(found: Events, weights: Fitted | None = None) -> Floats:
    """Return (events, seats) the value after what came, less the mean of all that could come."""
    positions = found.positions
    values = value_positions(positions, weights)
    first = np.flatnonzero(np.diff(positions[:, EVENT], prepend=-1))
    counts = np.diff(first, append=len(positions))[:, None]
    mean = np.add.reduceat(values, first) / counts
    mean[found.events[:, EVENT_KIND] == DEAL] = expected_values(values.shape[1], weights)
    luck: Floats = values[positions[:, IS_ACTUAL] == 1] - mean
    return luck


def list_events(bots: Masks, seats: Indices, log: Log, listed: int) -> Iterator[Events]:
    """Yield what chance did in games, some games at a time."""
    players, policies = seats.shape[1], _without_ties(bots)
    tables, work, stream = build_tables(), new_workspace(), np.ones(1, np.int64)
    row, ahead = np.zeros(ROW, np.int64), np.zeros(ROW, np.int64)
    usual = rule_cells(Rules())
    ends = np.flatnonzero(np.diff(log.counts.cumsum() // AT_ONCE, append=-1)) + 1
    for start, end in pairwise([0, *ends.tolist()]):
        most = int(log.counts[start:end].sum()) + end - start
        events = np.zeros((most, 3), np.int64)
        positions = np.zeros((most * MAX_CARDS, HANDS_SEEN + players), np.int64)
        sizes = np.zeros(2, np.int64)
        replay(
            tables, work, bots, policies, usual, seats, *log, np.arange(start, end), listed,
            row, ahead, stream, events, positions, sizes,
        )  # fmt: skip
        yield Events(events[: sizes[0]], positions[: sizes[1]])


def _without_ties(bots: Masks) -> Masks:
    """Return bots without random choices, as they are assumed to play on, and MinDist as the last.

    Random ties are assumed to be broken by points, and Random to play as MinDist does.
    """
    found = np.vstack([bots, MinDist().row()])
    found[found[:, KIND] == RANDOM] = found[-1]
    found[found[:, TIES] == AT_RANDOM, TIES] = BY_POINTS
    return found


@formula
def take_card(row: Masks, card: int) -> None:
    """Draw this card from the stock, wherever it lies there."""
    if row[NEXT_CARD] == row[STOCK_END]:
        turn_pile(row)
    place = STOCK + row[NEXT_CARD]
    while row[place] != card:
        place += 1
    row[place] = row[STOCK + row[NEXT_CARD]]
    row[NEXT_CARD] += 1
    row[HANDS + row[TURN]] |= 1 << card


@formula
def write_position(
    position: Masks, row: Masks, event: int, seat: int, declared: bool, drawable: int, actual: bool
) -> None:
    """Write the position before a seat draws, or after it has declared."""
    position[EVENT], position[IS_ACTUAL] = event, actual
    position[NEXT], position[DECLARED], position[WILD_RANK] = seat, declared, row[WILD]
    position[DRAWABLE], position[OWN_TURNS], position[IN_GAME] = drawable, row[TURNS + seat], 0
    for player in range(row[PLAYERS]):
        position[HANDS_SEEN + player] = row[HANDS + player]
        position[IN_GAME] |= (row[PAID + player] == NOT_PAID) << player


@formula
def play_ahead(
    tables: Masks,
    work: Masks,
    policies: Masks,
    seats: Indices,
    is_deal: bool,
    ahead: Masks,
    stream: Seeds,
) -> tuple[int, bool]:
    """Play on until a seat draws from the stock or declares; return it, and whether it declared.

    A deal is valued as if all played as MinDist does, the last of the policies.
    """
    seat, kind = ahead[TURN], FROM_STOCK
    for _ in range(MAX_AHEAD):
        seat = ahead[TURN]
        bot = policies[len(policies) - 1 if is_deal else seats[seat]]
        if not has_drawn(ahead, seat):
            action = choose_action(tables, work, bot, ahead, stream)
            if action >> CARD_BITS == FROM_STOCK:
                break
            apply(ahead, action)
        action = choose_action(tables, work, bot, ahead, stream)
        kind = action >> CARD_BITS
        apply(ahead, action)
        if kind == DECLARE:
            return seat, True
        seat = ahead[TURN]
    return seat, False


@kernel
def replay(
    tables: Masks,
    work: Masks,
    bots: Masks,
    policies: Masks,
    usual: Masks,
    seats: Indices,
    starts: Masks,
    actions: Masks,
    counts: Masks,
    games: Masks,
    listed: int,
    row: Masks,
    ahead: Masks,
    stream: Seeds,
    events: Masks,
    positions: Masks,
    sizes: Masks,
) -> None:
    """List the chance events of games, and play on from each card that could have come."""
    size, written = 0, 0
    for game in games:
        copy_row(starts[game], row)
        row[TURN_LIMIT] = MAX_TURNS
        count = 0 if listed == DEAL_ONLY else counts[game]
        for move in range(-1, count):
            action = actions[game, move] if move >= 0 else -1
            kind, card = action >> CARD_BITS, action & CARD_MASK
            drawable = list_drawable(row)
            what, possible, actual = DRAWS, 0, card
            if move < 0:
                what, possible, actual = DEAL, int(listed != DRAWS_BEFORE), 0
            elif kind == FROM_STOCK:
                possible = drawable
            elif kind == DISCARD and listed == ALL:
                bot, seat = bots[seats[game, row[TURN]]], row[TURN]
                if bot[TIES] == AT_RANDOM and bot[KIND] != RANDOM:
                    safe = find_safe_cards(row, seat, bot[MEMORY])
                    _, declares, options = choose_discard(
                        tables,
                        work,
                        bot,
                        row[HANDS + seat],
                        row[WILD],
                        safe,
                        bot[JOKERS_TOO] & row[JOKERS_ALLOWED],
                        row[LITERAL],
                        stream,
                    )
                    if not declares and options >> card & 1 and options & (options - 1):
                        what, possible = TIE, options
            if possible:
                events[size, EVENT_GAME], events[size, EVENT_KIND] = game, what
                events[size, EVENT_MOVE] = move + (what == DRAWS) if move >= 0 else 0
                if listed == DRAWS_BEFORE:
                    write_position(positions[written], row, size, row[TURN], False, drawable, True)
                    written += 1
                    possible = 0
                while possible:
                    tried = lowest_bit(possible)
                    possible &= possible - 1
                    copy_row(row, ahead)
                    left = drawable
                    if what == DEAL:
                        for cell in range(len(usual)):
                            ahead[cell] = usual[cell]
                    elif what == DRAWS:
                        ahead[HANDS + row[TURN]] |= 1 << tried
                        left &= ~(1 << tried)
                    else:
                        apply(ahead, DISCARD << CARD_BITS | tried)
                    ahead[TURN_LIMIT] = MAX_TURNS
                    seat, declared = play_ahead(
                        tables, work, policies, seats[game], what == DEAL, ahead, stream
                    )
                    position = positions[written]
                    write_position(position, ahead, size, seat, declared, left, tried == actual)
                    written += 1
                size += 1
            if kind == FROM_STOCK and move >= 0:
                take_card(row, card)
            elif move >= 0:
                apply(row, action)
    sizes[0], sizes[1] = size, written

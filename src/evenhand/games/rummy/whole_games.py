"""Whole games by strategies, many at once, as one compiled kernel.

The rules are those of :mod:`evenhand.games.rummy.game`, whose ``Game`` plays the same games move
by move (see :func:`evenhand.games.rummy.strategies.player.play_one`).  All chance of a game comes
from its seed: two numbers make the seed of the players' lots, the numbers that follow shuffle
the pack and later the discards.
"""

from typing import Final, NamedTuple

import numpy as np

from evenhand.cards import Masks
from evenhand.compiled import kernel, step
from evenhand.draws import Seeds, below, next_state, number_of, seed_of
from evenhand.games.rummy.pack import ACE, CARDS, HAND_SIZE, JOKER, RANKS
from evenhand.games.rummy.rules import RESHUFFLE, Rules
from evenhand.games.rummy.strategies.desk import Desk
from evenhand.games.rummy.strategies.natural_melds import near
from evenhand.games.rummy.strategies.parameters import JOKERS_TOO, MEMORY, MOST_REMEMBERED
from evenhand.games.rummy.strategies.turn import discard, takes_pile
from evenhand.tables.table import Indices

NOBODY: Final = -1
TURN_LIMIT, RESHUFFLES, JOKERS_ALLOWED, LITERAL = range(4)
FROM, TO, LYING, CHANCE = range(4)  # of the places: the stock's, the pile's size, the random state


class Table(NamedTuple):
    """Where the cards lie in one game."""

    hands: Masks  # of each seat
    stock: Masks  # the next card is at places[FROM], the last one before places[TO]
    pile: Masks  # the top is before places[LYING]
    places: Masks
    dropped: Masks  # the latest discards of each seat, in a ring
    turns: Masks  # complete turns of each seat


class Course(NamedTuple):
    """What happened in each game, a row a game."""

    dealt: Masks  # (games, seats) the hands at the beginning
    held: Masks  # (games, seats) the hands at the end
    wild: Masks  # (games,) the wild rank
    declarer: Masks  # (games,) seat, or nobody
    turns: Masks  # (games,) of all players


def rule_row(rules: Rules) -> Masks:
    """The rules as kernels know them."""
    return np.array(
        [
            rules.turn_limit,
            rules.stock_out == RESHUFFLE,
            rules.jokers_discardable,
            rules.literal_score,
        ],
        np.int64,
    )


def new_table(players: int) -> Table:
    """Room for one game."""
    return Table(
        np.zeros(players, np.int64),
        np.zeros(CARDS, np.int64),
        np.zeros(CARDS, np.int64),
        np.zeros(CHANCE + 1, np.int64),
        np.zeros((players, MOST_REMEMBERED), np.int64),
        np.zeros(players, np.int64),
    )


def new_course(games: int, players: int) -> Course:
    """Room for what happens in games."""
    by_seat = [np.zeros((games, players), np.int64) for _ in range(2)]
    return Course(*by_seat, *(np.zeros(games, np.int64) for _ in range(3)))


@step
def shuffle(cards: Masks, count: int, places: Masks) -> None:
    """Bring the first cards into random order."""
    state = places[CHANCE]
    for i in range(count - 1, 0, -1):
        state = next_state(state)
        j = below(state, i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    places[CHANCE] = state


@step
def deal(seed: int, table: Table, lots: Masks) -> int:
    """Shuffle and deal; the wild rank."""
    stock, pile, places = table.stock, table.pile, table.places
    first = next_state(seed)
    places[CHANCE] = next_state(first)
    lots[0] = seed_of(number_of(first), number_of(places[CHANCE]))
    for card in range(CARDS):
        stock[card] = card
    shuffle(stock, CARDS, places)
    players = len(table.hands)
    for seat in range(players):
        table.turns[seat] = 0
        table.hands[seat] = 0
        for card in range(seat * HAND_SIZE, (seat + 1) * HAND_SIZE):
            table.hands[seat] |= 1 << stock[card]
    dealt = players * HAND_SIZE
    pile[0], exposed = stock[dealt], stock[dealt + 1]
    places[FROM], places[TO], places[LYING] = dealt + 2, CARDS, 1
    return ACE if exposed >= JOKER else exposed % RANKS


@step
def draw_from_stock(table: Table, reshuffles: int) -> int:
    """The next card of the stock; nobody's if it is empty and stays so."""
    stock, pile, places = table.stock, table.pile, table.places
    if places[FROM] == places[TO]:
        if not reshuffles:
            return NOBODY
        count = places[LYING] - 1
        for i in range(count):
            stock[i] = pile[i]
        pile[0] = pile[count]
        places[FROM], places[TO], places[LYING] = 0, count, 1
        shuffle(stock, count, places)
    card = stock[places[FROM]]
    places[FROM] += 1
    return int(card)


@step
def near_to_dropped(table: Table, seat: int, memory: int) -> int:
    """The cards near to the latest discards of the others."""
    found = 0
    for other in range(len(table.hands)):
        turns = table.turns[other]
        for turn in range(max(0, turns - memory), turns if other != seat else 0):
            card = table.dropped[other, turn % MOST_REMEMBERED]
            if card < JOKER:
                found |= near(card)
    return found


@step
def top(table: Table) -> int:
    """The top of the pile."""
    return int(table.pile[table.places[LYING] - 1])


@step
def take_top(table: Table) -> int:
    """The top of the pile, taken from it."""
    table.places[LYING] -= 1
    return int(table.pile[table.places[LYING]])


@step
def put_down(table: Table, seat: int, hand: int, card: int) -> None:
    """Discard a card from a hand of fourteen: the turn is complete."""
    table.hands[seat] = hand & ~(1 << card)
    table.pile[table.places[LYING]] = card
    table.places[LYING] += 1
    table.dropped[seat, table.turns[seat] % MOST_REMEMBERED] = card
    table.turns[seat] += 1


@kernel
def play_games(
    rows: Masks,
    seats: Indices,
    seeds: Seeds,
    rules: Masks,
    desk: Desk,
    table: Table,
    course: Course,
) -> None:
    """Play games; ``seats`` says which of the strategies in ``rows`` sit where."""
    games, players = seats.shape
    literal = rules[LITERAL] == 1
    for game in range(games):
        wild = deal(seeds[game], table, desk.lots)
        course.wild[game], course.declarer[game] = wild, NOBODY
        course.dealt[game] = table.hands
        for turn in range(rules[TURN_LIMIT] * players):
            seat = turn % players
            row, hand = rows[seats[game, seat]], table.hands[seat]
            jokers_too = row[JOKERS_TOO] & rules[JOKERS_ALLOWED]
            if takes_pile(row, desk, hand, wild, top(table), jokers_too, literal):
                card = take_top(table)
            else:
                card = draw_from_stock(table, rules[RESHUFFLES])
            if card == NOBODY:
                break
            hand |= 1 << card
            safe = near_to_dropped(table, seat, row[MEMORY])
            card, declares = discard(row, desk, hand, wild, safe, jokers_too, literal)
            put_down(table, seat, hand, card)
            if declares:
                course.declarer[game] = seat
                break
        course.held[game] = table.hands
        course.turns[game] = table.turns.sum()

"""The cards on the table of one game, as kernels move them.

The rules are those of :mod:`evenhand.games.rummy.layout`, the random numbers too.
"""

from typing import Final, NamedTuple

import numpy as np

from evenhand.games.cards import Masks
from evenhand.compiled import step
from evenhand.games.rummy.pack import ACE, CARDS, HAND_SIZE, JOKER, RANKS
from evenhand.games.rummy.rules import RESHUFFLE, Rules
from evenhand.games.rummy.strategies.natural_melds import near
from evenhand.games.rummy.strategies.parameters import MOST_REMEMBERED
from evenhand.rng import make_seed, next_state, randbelow, random_bits

NOBODY: Final = -1
TURN_LIMIT, RESHUFFLES, JOKERS_ALLOWED, LITERAL = range(4)  # of the rules
TOOK: Final = 6  # the bit of a move that tells whether the top was taken
DISCARD: Final = (1 << TOOK) - 1  # the bits of the card
FROM, TO, LYING, CHANCE = range(4)  # of the places: the stock's, the pile's size, the random state


class Table(NamedTuple):
    """Where the cards lie in one game."""

    hands: Masks  # of each seat
    stock: Masks  # the next card is at places[FROM], the last one before places[TO]
    pile: Masks  # the top is before places[LYING]
    places: Masks
    dropped: Masks  # the latest discards of each seat, in a ring
    turns: Masks  # complete turns of each seat


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


@step
def shuffle(cards: Masks, count: int, places: Masks) -> None:
    """Bring the first cards into random order."""
    state = places[CHANCE]
    for i in range(count - 1, 0, -1):
        state = next_state(state)
        j = randbelow(state, i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    places[CHANCE] = state


@step
def deal(seed: int, table: Table, lots: Masks) -> int:
    """Shuffle and deal; the wild rank."""
    stock, pile, places = table.stock, table.pile, table.places
    first = next_state(seed)
    places[CHANCE] = next_state(first)
    lots[0] = make_seed(random_bits(first), random_bits(places[CHANCE]))
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
def can_draw(table: Table, reshuffles: int) -> bool:
    """Whether there is a stock, or the rules make a new one."""
    return reshuffles == 1 or table.places[FROM] < table.places[TO]


@step
def drawable(table: Table) -> int:
    """The cards of which one is drawn next from the stock."""
    stock, pile, places = table.stock, table.pile, table.places
    found = 0
    for place in range(places[FROM], places[TO]):
        found |= 1 << stock[place]
    if not found:
        for place in range(places[LYING] - 1):
            found |= 1 << pile[place]
    return found


@step
def draw_from_stock(table: Table) -> int:
    """The next card of the stock; if it is empty, the pile but its top is shuffled."""
    stock, pile, places = table.stock, table.pile, table.places
    if places[FROM] == places[TO]:
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
def put_down(table: Table, seat: int, card: int) -> None:
    """Discard a card from a hand of fourteen: the turn is complete."""
    table.hands[seat] &= ~(1 << card)
    table.pile[table.places[LYING]] = card
    table.places[LYING] += 1
    table.dropped[seat, table.turns[seat] % MOST_REMEMBERED] = card
    table.turns[seat] += 1

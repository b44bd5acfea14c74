"""What each bot does in a turn, and games by bots: one ``choose`` for a move and for many games."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from evenhand.compiled import bit_count, kernel, lowest_bit, step
from evenhand.games.cards import Masks
from evenhand.games.gin_rummy.deck import (
    ALL_CARDS,
    CARDS,
    ONE_OF_EACH_SUIT,
    RANKS,
    STOCK,
    count_points,
    shuffle,
)
from evenhand.games.gin_rummy.melds import (
    completing_cards,
    count_melds_with,
    deadwood,
    neighbours,
)
from evenhand.games.gin_rummy.table import (
    BIG_GIN_BONUS,
    CARD_BITS,
    CARD_MASK,
    COLUMNS,
    DEALS,
    DISCARD,
    DRAW,
    DRAW_STOCK,
    DRAWN,
    ENDING,
    GO_BIG_GIN,
    HAND,
    KNOCK,
    KNOCK_LIMIT,
    KNOCKER,
    MOST_ACTIONS,
    MUST_DRAW,
    NOBODY,
    OVER,
    PASS,
    PHASE,
    PICKS,
    PILE,
    POINTS,
    REMEMBERED,
    TAKE_PILE,
    TOP,
    TURN,
    WINNER,
    Rules,
    deal,
    discardable,
    list_actions,
    most_moves,
    play,
)
from evenhand.games.protocol import Row
from evenhand.rng import Seeds, fork_seeds, next_state, randbelow
from evenhand.tables import Indices

KIND, KNOCK_AT, MEMORY = range(3)  # columns of a bot's row
BOT_COLUMNS = 3
RANDOM, MIN_DEADWOOD, CAREFUL = range(3)  # kinds of bots

LEAST_GAIN = 3  # of deadwood, for which a careful bot takes the top of the pile
POINT, OUT, MELD, WANTED = 5, 10, 1, 15
"""What counts for the discard of a careful bot: a point of deadwood, a card that completes a meld,
a meld that the opponent could have with the discard, one near to what the opponent took."""

FAR = 1 << 40  # more than any cost
TIE = 1 << 10  # more than what decides between equal costs
PYTHON_UP_TO = 500  # games
BOT_STREAMS = 2  # of a seed: one a seat; the decks have those that follow


@step
def recall(memory: int, latest: int) -> int:
    """Return the latest cards of a memory, so many of them."""
    cards = 0
    for _ in range(min(latest, REMEMBERED)):
        if memory & CARD_MASK:
            cards |= 1 << (memory & CARD_MASK) - 1
        memory >>= CARD_BITS
    return cards


@step
def near(cards: int) -> int:
    """Return all cards of the ranks of some cards, and those up to two away in their suits."""
    found, left = cards, cards
    while left:
        found |= ONE_OF_EACH_SUIT << lowest_bit(left) % RANKS
        left &= left - 1
    beside = neighbours(cards)
    return found | beside | neighbours(beside)


@step
def takes_pile(bot: Any, table: Any) -> bool:
    """Return whether a bot takes the top of the pile; not one that moves at random."""
    top = 1 << table[TOP]
    hand = table[HAND + table[TURN]]
    left, after = hand, FAR
    while left:
        after = min(after, deadwood((hand | top) & ~(left & -left)))
        left &= left - 1
    before = deadwood(hand)
    if bot[KIND] == MIN_DEADWOOD or after == 0:
        return after < before
    is_melded = deadwood(hand | top) < before + count_points(top)
    return is_melded and after + LEAST_GAIN <= before


@step
def choose_discard(bot: Any, table: Any, rules: Any) -> int:
    """Return the move of a bot that has drawn; not of one that moves at random."""
    seat = table[TURN]
    hand, left = table[HAND + seat], discardable(table)
    if rules[BIG_GIN_BONUS] > 0 and deadwood(hand) == 0:
        return GO_BIG_GIN
    unseen = ALL_CARDS & ~(hand | table[PILE])
    wanted = near(recall(table[PICKS + 1 - seat], bot[MEMORY]))
    least, cost_of_least, knocks_with = FAR, FAR, 0
    least_cost, discard = FAR, 0
    while left:
        card = lowest_bit(left)
        left &= left - 1
        kept = hand & ~(1 << card)
        after = deadwood(kept)
        cost = POINT * after
        if bot[KIND] == CAREFUL:
            cost += MELD * count_melds_with(card, unseen) + WANTED * (wanted >> card & 1)
            cost -= OUT * bit_count(completing_cards(kept) & unseen)
        cost = cost * TIE - count_points(1 << card) * CARDS - card
        if cost < least_cost:
            least_cost, discard = cost, card
        if after < least or (after == least and cost < cost_of_least):
            least, cost_of_least, knocks_with = after, cost, card
    if least <= min(bot[KNOCK_AT], rules[KNOCK_LIMIT]):
        return knocks_with + KNOCK
    return discard


@step
def decide(bot: Any, table: Any, rules: Any) -> int:
    """Return the move of a bot in the seat that has the turn; not of one that moves at random."""
    phase = table[PHASE]
    if phase == DISCARD:
        return choose_discard(bot, table, rules)
    if phase == MUST_DRAW:
        return DRAW_STOCK
    if takes_pile(bot, table):
        return TAKE_PILE
    return DRAW_STOCK if phase == DRAW else PASS


@step
def choose(bot: Any, table: Any, rules: Any, random: Any, stream: int) -> int:
    """Return the move of a bot in the seat that has the turn.

    ``random[stream]`` is the state of its random numbers.
    """
    if bot[KIND] != RANDOM:
        return decide(bot, table, rules)
    random[stream] = next_state(random[stream])
    actions = np.zeros(MOST_ACTIONS, np.int64)
    count = list_actions(table, rules, actions)
    return int(actions[randbelow(random[stream], count)])


class Log(NamedTuple):
    """Decks, actions and results of games, a row a game."""

    decks: Masks  # (games, deals, cards)
    actions: NDArray[np.int16]  # (games, most) the moves of all deals
    moves: Masks  # (games, deals) how many moves each deal had
    results: Masks  # (games, deals, 4) of each deal


ENDED_BY, KNOCKED_BY, WON_BY, WON_POINTS = range(4)
"""The columns of a result: how the deal ended, who knocked, who scored how much."""


def shuffle_decks(seeds: Seeds, deals: int) -> Masks:
    """Return the decks of each deal in the games of some seeds."""
    numbers = range(BOT_STREAMS, BOT_STREAMS + deals)
    return np.stack([shuffle(fork_seeds(seeds, number)) for number in numbers], axis=1)


def new_log(seeds: Seeds, rules: Rules) -> Log:
    """Return the log of games that are shuffled and not played yet."""
    games = len(seeds)
    return Log(
        shuffle_decks(seeds, rules.deals),
        np.zeros((games, rules.deals * most_moves(rules)), np.int16),
        np.zeros((games, rules.deals), np.int64),
        np.zeros((games, rules.deals, 4), np.int64),
    )


@kernel(python_up_to=PYTHON_UP_TO)
def play_games(random: Seeds, seats: Indices, bots: Masks, rules: Row, log: Log) -> None:
    """Play games; ``seats`` says which of the bots sit where.

    ``random`` (games, seats) are the random numbers of the bots.
    """
    table = np.zeros(COLUMNS, np.int64)
    for game in range(len(random)):
        made, first = 0, 0
        for number in range(rules[DEALS]):
            deck = log.decks[game, number]
            deal(table, deck, first)
            before = made
            while table[PHASE] != OVER:
                seat = table[TURN]
                action = choose(bots[seats[game, seat]], table, rules, random[game], seat)
                log.actions[game, made] = action
                made += 1
                play(table, rules, action, deck[STOCK + table[DRAWN]])
            log.moves[game, number] = made - before
            result = log.results[game, number]
            result[ENDED_BY], result[KNOCKED_BY] = table[ENDING], table[KNOCKER]
            result[WON_BY], result[WON_POINTS] = table[WINNER], table[POINTS]
            if table[WINNER] != NOBODY:
                first = table[WINNER]


def play_log(bots: Masks, seats: Indices, seeds: Seeds, rules: Rules) -> Log:
    """Play a game for each seed by bots given as rows."""
    random = np.stack([fork_seeds(seeds, seat) for seat in range(BOT_STREAMS)], axis=1)
    log = new_log(seeds, rules)
    play_games(random, np.ascontiguousarray(seats, np.int32), bots, rules.row(), log)
    return log

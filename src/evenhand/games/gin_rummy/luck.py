"""Measure the luck of the cards: of the deal and of each card from the stock, for both seats.

The luck of an event is the value after it, less the mean of that value over all cards left in the
stock, or over all deals.  So the mean of luck is zero, whoever plays and however good the values
are.  Values are shares of a win.

After each card that could have come, the seats are assumed to play on as their bots do until one
draws from the stock again or the deal ends.  The position reached is valued by
:mod:`evenhand.games.gin_rummy.value`.  A card from the pile is a choice, and no luck.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from evenhand.compiled import kernel, lowest_bit, step
from evenhand.games.cards import Masks
from evenhand.games.gin_rummy.bots import Careful, Random
from evenhand.games.gin_rummy.deck import ALL_CARDS, CARDS, STOCK
from evenhand.games.gin_rummy.policy import KNOCKED_BY, WON_BY, WON_POINTS, Log, decide, new_log
from evenhand.games.gin_rummy.state import SEATS, State, read_action
from evenhand.games.gin_rummy.table import (
    COLUMNS,
    DEALS,
    DRAW_STOCK,
    HAND,
    NOBODY,
    NOTHING,
    OVER,
    PHASE,
    PICKED,
    PILE,
    POINTS,
    TURN,
    WINNER,
    Rules,
    deal,
    play,
)
from evenhand.games.gin_rummy.value import (
    CLASSES,
    Network,
    classify,
    find_spread,
    load_values,
    new_network,
    predict,
    see_position,
    share_of_game,
)
from evenhand.games.protocol import Bot, ChanceEvent, Row
from evenhand.tables import Floats, Indices

DEAL, DRAW = "deal", "draw"
USUAL_BOT = Careful()
"""How all seats are assumed to play on from a deal; random and unknown players always."""
MOST_DRAWS = CARDS - STOCK - 2  # of a deal
DEALS_IN_PYTHON, DRAWS_IN_PYTHON = 300, 10
"""How many deals and games are measured in plain Python before kernels are compiled."""


@step
def play_on(table: Any, rules: Any, first: Any, second: Any, drawn: int) -> None:
    """Let two bots go on until one draws from the stock, or the deal is over.

    ``drawn`` is the card that has just come from the stock for the seat to move, or nothing.
    """
    action = DRAW_STOCK
    if drawn == NOTHING:
        action = decide(second if table[TURN] else first, table, rules)
        if action == DRAW_STOCK:
            return
    while True:
        play(table, rules, action, drawn)
        if table[PHASE] == OVER:
            return
        action = decide(second if table[TURN] else first, table, rules)
        if action == DRAW_STOCK:
            return


@step
def margin_of(table: Any) -> int:
    """Return the points of the first seat less those of the second in a deal that is over."""
    if table[WINNER] == NOBODY:
        return 0
    return table[POINTS] if table[WINNER] == 0 else -table[POINTS]  # type: ignore[no-any-return]


@kernel(python_up_to=DEALS_IN_PYTHON)
def predict_deals(decks: Masks, bot: Row, rules: Row, net: Network, chances: Floats) -> None:
    """Write the chance of each class of results of deals, for the seat that begins.

    Decks are (games, deals, cards), chances (games, deals, classes).
    """
    table = np.zeros(COLUMNS, np.int64)
    for game, number in np.ndindex(decks.shape[:2]):
        deal(table, decks[game, number], 0)
        play_on(table, rules, bot, bot, table[PICKED])
        if table[PHASE] == OVER:
            chances[game, number, classify(margin_of(table))] = 1.0
            continue
        see_position(table, rules, net.inputs)
        predict(net)
        for place in range(CLASSES):  # those of the other seat are in the opposite order
            opposite = CLASSES - 1 - place
            chances[game, number, place] = net.chances[opposite if table[TURN] else place]


@step
def value_table(table: Any, rules: Any, net: Network, lead: int, left: int, spread: float) -> float:
    """Return the share of a win of the first seat, which leads, with deals left after this one."""
    if table[PHASE] == OVER:
        return share_of_game(1.0 * (lead + margin_of(table)), left, spread)
    see_position(table, rules, net.inputs)
    predict(net)
    sign, share = -1.0 if table[TURN] else 1.0, 0.0
    for place in range(CLASSES):
        share += net.chances[place] * share_of_game(lead + sign * net.margins[place], left, spread)
    return share


@kernel(python_up_to=DRAWS_IN_PYTHON)
def value_draws(
    seats: Indices,
    bots: Masks,
    log: Log,
    rules: Row,
    net: Network,
    spread: float,
    luck: Floats,
    moves: Masks,
) -> None:
    """Write the luck of the first seat by each card from the stock, and the moves before it."""
    table, ahead = np.zeros(COLUMNS, np.int64), np.zeros(COLUMNS, np.int64)
    for game in range(len(seats)):
        made, drawn, first, lead = 0, 0, 0, 0
        bot, other_bot = bots[seats[game, 0]], bots[seats[game, 1]]
        for number in range(rules[DEALS]):
            deck, left = log.decks[game, number], rules[DEALS] - 1 - number
            deal(table, deck, first)
            stock = STOCK
            for _ in range(log.moves[game, number]):
                action = int(np.int64(log.actions[game, made]))  # play is compiled for one type
                came = deck[stock]
                if action == DRAW_STOCK:
                    possible = ALL_CARDS & ~(table[HAND] | table[HAND + 1] | table[PILE])
                    total, count, actual = 0.0, 0, 0.0
                    while possible:
                        card = lowest_bit(possible)
                        possible &= possible - 1
                        for column in range(COLUMNS):
                            ahead[column] = table[column]
                        play_on(ahead, rules, bot, other_bot, card)
                        share = value_table(ahead, rules, net, lead, left, spread)
                        total += share
                        count += 1
                        if card == came:
                            actual = share
                    luck[game, drawn] = actual - total / count
                    moves[game, drawn] = made
                    drawn += 1
                    stock += 1
                play(table, rules, action, came)
                made += 1
            lead += margin_of(table)
            if table[WINNER] != NOBODY:
                first = table[WINNER]


def measure_deals(log: Log, rules: Rules) -> Floats:
    """Return the luck of the first seat by each deal: (games, deals)."""
    games, deals = log.moves.shape
    chances = np.zeros((games, deals, CLASSES))
    predict_deals(log.decks, USUAL_BOT.row(), Rules().row(), new_network(), chances)
    fitted, spread = load_values()["deals"], find_spread()
    firsts, leads = follow_score(log)
    excess = chances - fitted["chances"]
    sign = 1 - 2 * firsts
    luck = np.zeros((games, deals))
    for game, number in np.ndindex(games, deals):
        margins = leads[game, number] + sign[game, number] * fitted["margins"]
        shares = [share_of_game(margin, deals - 1 - number, spread) for margin in margins]
        luck[game, number] = excess[game, number] @ shares
    return luck


def follow_score(log: Log) -> tuple[Masks, Masks]:
    """Return who began each deal, and the lead of the first seat before it: both (games, deals)."""
    games, deals = log.moves.shape
    firsts, leads = np.zeros((games, deals), np.int64), np.zeros((games, deals), np.int64)
    for number in range(1, deals):
        winner, points = log.results[:, number - 1, WON_BY], log.results[:, number - 1, WON_POINTS]
        firsts[:, number] = np.where(winner == NOBODY, firsts[:, number - 1], winner)
        margin = np.where(winner == NOBODY, 0, np.where(winner == 0, points, -points))
        leads[:, number] = leads[:, number - 1] + margin
    return firsts, leads


def measure_draws(
    bots: Sequence[Bot | None], seats: Indices, log: Log, rules: Rules
) -> tuple[Floats, Masks]:
    """Return the luck of the first seat by each card from the stock, and the moves before it.

    Both are (games, draws); there is no luck behind the last draw of a game.
    """
    shape = len(seats), rules.deals * MOST_DRAWS
    luck, moves = np.zeros(shape), np.zeros(shape, np.int64)
    known = [USUAL_BOT if bot is None or isinstance(bot, Random) else bot for bot in bots]
    bot_rows = np.stack([bot.row() for bot in known])
    seats = np.ascontiguousarray(seats, np.int32)
    value_draws(seats, bot_rows, log, rules.row(), new_network(), find_spread(), luck, moves)
    return luck, moves


def find_events(state: State, bots: Sequence[Bot | None], luck: str) -> list[ChanceEvent]:
    """Return the deals of a game that is over, and with ``all`` the draws, in order."""
    log = log_of(state)
    starts = np.concatenate([[0], np.cumsum(log.moves[0])[:-1]])
    found = [(DEAL, *pair) for pair in zip(starts, measure_deals(log, state.rules)[0], strict=True)]
    if luck == "all":
        seats = np.arange(SEATS, dtype=np.int32)[None]
        values, moves = measure_draws(bots, seats, log, state.rules)
        draws = int((log.actions[0, : len(state.moves)] == DRAW_STOCK).sum())
        found += [(DRAW, *pair) for pair in zip(moves[0, :draws], values[0, :draws], strict=True)]
    found.sort(key=lambda event: (event[1], event[0]))
    return [
        ChanceEvent(kind, int(move), (float(value), -float(value))) for kind, move, value in found
    ]


def log_of(state: State) -> Log:
    """Return a game that is over as a simulation keeps it."""
    log = new_log(np.ones(1, np.int64), state.rules)
    log.decks[0] = state.decks
    actions = [read_action(move) for _, move in state.moves]
    log.actions[0, : len(actions)] = actions
    log.moves[0] = np.diff([0, *(deal.ended_at for deal in state.finished)])
    for result, finished in zip(log.results[0], state.finished, strict=True):
        winner = NOBODY if finished.winner is None else finished.winner
        result[KNOCKED_BY], result[WON_BY], result[WON_POINTS] = NOBODY, winner, finished.points
    return log

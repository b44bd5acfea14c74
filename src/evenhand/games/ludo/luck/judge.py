"""Who watches whole games: he notes how it stood before each round, and what luck the dice were."""

from typing import NamedTuple

import numpy as np

from evenhand.games.cards import Masks
from evenhand.compiled import kernel
from evenhand.games.ludo.board import DICE, SEATS
from evenhand.games.ludo.bots.parameters import KIND
from evenhand.games.ludo.luck.last_round import WIN
from evenhand.games.ludo.luck.throws import Networks, Round, Stand, luck_of_extra, luck_of_throw
from evenhand.games.ludo.packed import Board
from evenhand.games.ludo.rules import MOST_EXTRA, Rules
from evenhand.tables import Floats, Indices


class Judge(NamedTuple):
    """What he knows, and what he notes."""

    nets: Networks
    rows: Masks  # how he takes the bots to move
    kinds: Masks  # as which bots the network of values knows them
    luck: Floats  # (games, chances) of the first seat, in the order of the game
    before: Masks  # (games, rounds, 3) tokens of both seats before each round, kept points ahead


class Thrown(NamedTuple):
    """Dice that have just fallen."""

    dice: int
    waiting: int  # those of the round, if it is an extra turn
    again: bool  # whether it is one
    extra: int  # how many there were, with this one
    made: int  # moves before this round's or this one's die was picked, of both players


def chances(rules: Rules) -> int:
    """How often dice can be thrown in a game."""
    return rules.rounds + (0 if rules.extra_turns == "none" else MOST_EXTRA)


def new_judge(nets: Networks, rows: Masks, games: int, rules: Rules, looks_at: int) -> Judge:
    """A judge of games of bots, who looks at so many throws of each game, the first ones."""
    before = np.zeros((games, rules.rounds, SEATS + 1), np.int64)
    return Judge(nets, rows, rows[:, KIND].copy(), np.zeros((games, looks_at)), before)


@kernel
def judge_dice(
    board: Board,
    judge: Judge,
    game: int,
    sitting: Indices,
    tokens: Masks,
    kept: int,
    thrown: Thrown,
) -> None:
    """Note the luck of dice; ``kept`` are kept points of the first seat more than of the second."""
    number = thrown.made // DICE  # of the round
    begun, first = number * DICE, number % SEATS
    if not thrown.again:
        judge.before[game, number, 0] = tokens[0]
        judge.before[game, number, 1] = tokens[1]
        judge.before[game, number, 2] = kept
    if number + thrown.extra >= judge.luck.shape[1]:
        return
    moves, second = SEATS * board.moves, 1 - first
    picks = min(DICE, moves - begun)
    tie = WIN - board.tie if second else board.tie
    one, two, kinds = sitting[first], sitting[second], judge.kinds
    rows, left = judge.rows, moves - begun - picks
    now = Round(rows[one], rows[two], kinds[one], kinds[two], picks, left, tie)
    seat, picked = thrown.made % SEATS, thrown.made - begun
    ahead = -kept if seat else kept
    stand = Stand(tokens[seat], tokens[1 - seat], ahead, thrown.dice, thrown.waiting, picked)
    if thrown.again:
        luck = luck_of_extra(board, judge.nets, now, stand)
    else:
        luck = luck_of_throw(board, judge.nets, now, stand)
    judge.luck[game, number + thrown.extra] = luck if first else -luck

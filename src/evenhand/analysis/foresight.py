"""Ludo with foresight: a player who knows all dice of the game beforehand.

He plays each action on by chance, as Full Information does, but with the dice that will truly be
thrown, and takes the one that wins most often; of equal ones the first.  In the games played on
both players pick dice and tokens by lot.  What he does not know is what his opponent will do.

Extra turns have dice of their own, which come as they are earned; games with them are refused.
"""

from typing import Final

import numpy as np

from evenhand.cards import Masks
from evenhand.compiled import kernel
from evenhand.games.bots import Row
from evenhand.games.ludo.board import DICE, HOME, SEATS, TOKENS
from evenhand.games.ludo.bots.playouts import any_movable, points_ahead
from evenhand.games.ludo.bots.turn import NOTHING, Turn, choose, passed, seen_before
from evenhand.games.ludo.dice import LOTS, ROUNDS, stream
from evenhand.games.ludo.packed import (
    ALL_AT_START,
    ANY_BYTE,
    BYTE,
    Board,
    die_at,
    landed,
    square_of,
    without,
)
from evenhand.games.ludo.whole_games import KEPT, WIN, make_move, throw
from evenhand.rng import Seeds, next_state, randbelow

PLAYOUTS: Final = 100


@kernel
def halves_foreseen(
    board: Board,
    turn: Turn,
    action: int,
    thrown: Masks,
    made: int,
    playouts: int,
    lots: Masks,
) -> int:
    """Halves of wins for who moves, after an action, played on by lot with the true dice.

    ``thrown`` are the dice of each round, ``made`` how many moves were made with this one.
    """
    place, token = action // TOKENS, action % TOKENS
    own = turn.own + (die_at(turn.dice, place) << BYTE * token)
    other, _, lost, _ = landed(board, square_of(own, token), turn.other)
    ahead, dice = turn.ahead - lost * board.keeps, without(turn.dice, place)
    last, halves, state = made + turn.left, 0, lots[0]
    for _ in range(playouts):
        mover, waiter, sign, kept, table = other, own, -1, ahead, dice
        for move in range(made, last):
            if move % DICE == 0:
                table = thrown[move // DICE]
            state = next_state(state)
            pick = randbelow(state, DICE - move % DICE)
            state = next_state(state)
            die, shift = any_movable(mover, die_at(table, pick), state)
            table = without(table, pick)
            mover += die << shift
            if die:
                waiter, _, lost, _ = landed(board, mover >> shift & ANY_BYTE, waiter)
                kept -= sign * lost * board.keeps
            mover, waiter, sign = waiter, mover, -sign
        margin = sign * points_ahead(mover, waiter, board.bonus) + kept
        halves += WIN if margin > 0 else turn.tie if margin == 0 else 0
    lots[0] = state
    return halves


@kernel
def choose_foreseeing(
    board: Board, turn: Turn, thrown: Masks, made: int, playouts: int, lots: Masks
) -> int:
    """The action that wins most often with the dice to come."""
    best, found = -1, NOTHING
    for place in range(turn.lying):
        for token in range(TOKENS):
            if square_of(turn.own, token) + die_at(turn.dice, place) > HOME:
                continue
            if seen_before(turn.own, turn.dice, place, token):
                continue
            action = place * TOKENS + token
            halves = halves_foreseen(board, turn, action, thrown, made, playouts, lots)
            if halves > best:
                best, found = halves, action
    return found if found != NOTHING else passed(0)


@kernel
def play_foreseeing(
    board: Board, row: Row, knows: int, playouts: int, seeds: Seeds, halves: Masks
) -> None:
    """Games of the one who knows the dice, on the seat ``knows``, against a bot: what he wins.

    The dice of a seed are those of any other game with it.
    """
    moves = SEATS * board.moves
    rounds = -(-moves // DICE)
    lots, faces = np.empty(1, np.int64), np.empty(DICE, np.int64)
    thrown, tokens = np.empty(rounds, np.int64), np.empty(SEATS, np.int64)
    counted = np.empty((SEATS, 2), np.int64)
    for game in range(len(seeds)):
        state, lots[0] = stream(seeds[game], ROUNDS), stream(seeds[game], LOTS)
        for number in range(rounds):
            state, thrown[number] = throw(state, faces)
        tokens[:] = ALL_AT_START
        counted[:] = 0
        dice = 0
        for made in range(1, moves + 1):
            seat, lying = (made - 1) % SEATS, DICE - (made - 1) % DICE
            dice = thrown[(made - 1) // DICE] if lying == DICE else dice
            ahead = counted[seat, KEPT] - counted[1 - seat, KEPT]
            tie = WIN - board.tie if seat else board.tie
            turn = Turn(tokens[seat], tokens[1 - seat], ahead, dice, lying, 0, moves - made, tie)
            if seat == knows:
                action = choose_foreseeing(board, turn, thrown, made, playouts, lots)
            else:
                action = choose(board, row, turn, lots)
            make_move(board, tokens, counted, seat, action, dice)
            dice = without(dice, action // TOKENS if action >= 0 else -1 - action)
        kept = counted[knows, KEPT] - counted[1 - knows, KEPT]
        margin = points_ahead(tokens[knows], tokens[1 - knows], board.bonus) + kept
        level = WIN - board.tie if knows else board.tie
        halves[game] = WIN if margin > 0 else level if margin == 0 else 0

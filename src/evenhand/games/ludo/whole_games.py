"""Whole games by bots, many at once, as one compiled kernel.

The rules are those of :mod:`evenhand.games.ludo.game`, whose ``Game`` plays the same games move by
move (see :func:`evenhand.games.ludo.bots.player.play_one`).  All chance of a game comes from its
seed.
"""

from typing import NamedTuple

import numpy as np

from evenhand.games.cards import Masks
from evenhand.compiled import kernel, step
from evenhand.games.ludo.board import DICE, SEATS, TOKENS
from evenhand.games.ludo.bots.turn import Turn, choose
from evenhand.games.ludo.dice import EXTRA, LOTS, ROUNDS, face, stream
from evenhand.games.ludo.luck.judge import Judge, Thrown, judge_dice
from evenhand.games.ludo.packed import (
    ALL_AT_START,
    BYTE,
    Board,
    at_home,
    die_at,
    landed,
    square_of,
    steps,
    without,
)
from evenhand.games.ludo.rules import MOST_EXTRA, Rules
from evenhand.rng import Seeds, next_state
from evenhand.tables import Indices

WIN: int = 2  # in halves
KEPT, CAPTURES = range(2)  # of what is counted for each seat


class Course(NamedTuple):
    """What happened in each game, a row a game."""

    points: Masks  # (games, seats)
    captures: Masks  # (games, seats) by each
    home: Masks  # (games, seats) tokens
    rounds: Masks  # (games, 3 x rounds) the dice
    extra: Masks  # (games, most) the dice of extra turns; 0 where there was none


def new_course(games: int, rules: Rules) -> Course:
    """Room for what happens in games."""
    by_seat = [np.zeros((games, SEATS), np.int64) for _ in range(3)]
    most = 0 if rules.extra_turns == "none" else MOST_EXTRA
    widths = DICE * rules.rounds, most
    return Course(*by_seat, *(np.zeros((games, width), np.int64) for width in widths))


@step
def make_move(
    board: Board, tokens: Masks, counted: Masks, seat: int, action: int, dice: int
) -> bool:
    """Move a token; whether that earns an extra turn."""
    if action < 0:
        return False
    token, other = action % TOKENS, 1 - seat
    tokens[seat] += die_at(dice, action // TOKENS) << BYTE * token
    square = square_of(tokens[seat], token)
    tokens[other], hits, lost, again = landed(board, square, tokens[other])
    counted[other, KEPT] += lost * board.keeps
    counted[seat, CAPTURES] += hits
    return again


@step
def throw(state: int, faces: Masks) -> tuple[int, int]:
    """Three dice; the state after them, and the dice in one number."""
    dice = 0
    for place in range(DICE):
        state = next_state(state)
        faces[place] = face(state)
        dice |= faces[place] << 4 * place
    return state, dice


@kernel
def play_games(
    board: Board,
    rows: Masks,
    seats: Indices,
    seeds: Seeds,
    lots: Masks,
    course: Course,
    judge: Judge | None,
) -> None:
    """Play games; ``seats`` says which of the bots in ``rows`` sit where.

    Without a judge nothing of him is compiled either.
    """
    tokens = np.empty(SEATS, np.int64)
    counted = np.empty((SEATS, 2), np.int64)
    most_extra = course.extra.shape[1]
    moves = SEATS * board.moves
    for game in range(len(seats)):
        state, extra_state = stream(seeds[game], ROUNDS), stream(seeds[game], EXTRA)
        lots[0] = stream(seeds[game], LOTS)
        tokens[:] = ALL_AT_START
        counted[:] = 0
        made, extra, dice, again = 0, 0, 0, False
        while made < moves or again:
            if not again and made % DICE == 0:
                state, dice = throw(state, course.rounds[game, made : made + DICE])
            waiting = 0
            if again:
                extra_state = next_state(extra_state)
                waiting, dice = dice, face(extra_state)
                course.extra[game, extra] = dice
                extra += 1
            else:
                made += 1
            if judge is not None and (again or made % DICE == 1):
                kept = counted[0, KEPT] - counted[1, KEPT]
                thrown = Thrown(dice, waiting, again, extra, made - 1)
                judge_dice(board, judge, game, seats[game], tokens, kept, thrown)
            seat = (made - 1) % SEATS
            count = 1 if again else DICE - (made - 1) % DICE
            ahead = counted[seat, KEPT] - counted[1 - seat, KEPT]
            tie = WIN - board.tie if seat else board.tie
            turn = Turn(
                tokens[seat], tokens[1 - seat], ahead, dice, count, waiting, moves - made, tie
            )
            action = choose(board, rows[seats[game, seat]], turn, lots)
            earned = make_move(board, tokens, counted, seat, action, dice)
            place = action // TOKENS if action >= 0 else -1 - action
            dice = waiting if again else without(dice, place)
            again = earned and extra < most_extra
        for seat in range(SEATS):
            course.captures[game, seat] = counted[seat, CAPTURES]
            course.home[game, seat] = at_home(tokens[seat])
            bonus = board.bonus * course.home[game, seat]
            course.points[game, seat] = steps(tokens[seat]) + bonus + counted[seat, KEPT]

"""Relative skill of Ludo: players with the same dice, one in each seat in turn.

The random moves of Ludo are its dice.  A player gains the share of the win, as a mean over both
seats; the opponent is the best player.

The informed player knows all dice of the game beforehand.  For each action it plays the game on
at random, as Full Information does, but with the dice that will really be thrown, and takes the
action that wins most often; of equal ones the first.  In the playouts both players pick dice and
tokens at random.  It does not know what the opponent will do.

Extra turns have dice of their own, drawn as they are earned; games with them are refused.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import numpy as np

from evenhand.compiled import kernel
from evenhand.games import Bot
from evenhand.games.cards import Masks
from evenhand.games.ludo import GAME, FullInformation, Random, Rules
from evenhand.games.ludo.board import (
    ANY_BYTE,
    BYTE,
    DICE,
    HOME,
    SEATS,
    TOKENS,
    WIN,
    Board,
    count_dice,
    die_at,
    land,
    make_board,
    square_of,
    take_die,
)
from evenhand.games.ludo.policy import (
    NOTHING,
    Turn,
    choose_action,
    is_repeated,
    observe,
    pick_movable,
    points_ahead,
)
from evenhand.games.ludo.state import (
    BOT_STREAM,
    ROUND_STREAM,
    apply,
    count_points,
    is_over,
    seat_to_move,
    set_dice,
    start_position,
    throw,
)
from evenhand.games.protocol import Row
from evenhand.parallel import map_blocks
from evenhand.rng import Seeds, draw_seeds, fork_seed, next_state, randbelow
from evenhand.studies.relative_skill.measure import RelativeSkill, estimate_relative_skill
from evenhand.tables import Floats

PLAYOUTS: Final = 100
BLOCK = 50  # games played in one go
DEFAULT_RULES = Rules()


def ludo_relative_skill(
    rng: np.random.Generator,
    games: int,
    beginner: Bot | None = None,
    best: Bot | None = None,
    *,
    playouts: int = PLAYOUTS,
    rules: Rules = DEFAULT_RULES,
    workers: int | None = None,
    done: Callable[[int], object] | None = None,
) -> RelativeSkill:
    """Estimate the relative skill of Ludo between two bots, by default Random, Full Information."""
    if rules.extra_turns != "none":
        raise ValueError("the informed player cannot play with extra turns")
    if games < 2:
        raise ValueError("at least two games are needed")
    pair = _Pair(beginner or Random(), best or FullInformation(), playouts, rules)
    drawn = draw_seeds(rng, games)
    blocks = [drawn[first : first + BLOCK] for first in range(0, games, BLOCK)]
    parts = map_blocks(pair.play_block, blocks, workers=workers, done=done)
    return estimate_relative_skill(*np.concatenate(list(parts)).T)


@dataclass(frozen=True, slots=True)
class _Pair:
    """A beginner, the best player, and the playouts of the informed one."""

    beginner: Bot
    best: Bot
    playouts: int
    rules: Rules

    def play_block(self, drawn: Seeds) -> Floats:
        """Return the gains of the three in each game of a block."""
        board = make_board(self.rules)
        gains, halves = np.zeros((len(drawn), 3)), np.zeros(len(drawn), np.int64)
        for seat in range(SEATS):
            for who, bot in enumerate((self.beginner, self.best)):
                seats = np.array([[seat, 1 - seat]] * len(drawn), np.int32)
                score = GAME.simulate([bot, self.best], seats, drawn, self.rules).score
                own, other = score[:, seat], score[:, 1 - seat]
                gains[:, who] += np.where(own == other, 0.5, own > other)
            play_with_foresight(board, self.best.row(), seat, self.playouts, drawn, halves)
            gains[:, 2] += halves / WIN
        return gains / SEATS


@kernel
def playout_halves(
    board: Board,
    turn: Turn,
    action: int,
    thrown: Masks,
    made: int,
    playouts: int,
    stream: Masks,
) -> int:
    """Return the half wins of the player to move after an action, by playouts with the true dice.

    ``thrown`` are the dice of each round, ``made`` the moves made, this one included.
    """
    place, token = action // TOKENS, action % TOKENS
    own = turn.own + (die_at(turn.dice, place) << BYTE * token)
    other, _, lost, _ = land(board, square_of(own, token), turn.other)
    ahead, dice = turn.ahead - lost * board.keeps_points, take_die(turn.dice, place)
    last, halves, state = made + turn.left, 0, stream[0]
    for _ in range(playouts):
        mover, waiter, sign, kept, table = other, own, -1, ahead, dice
        for move in range(made, last):
            if move % DICE == 0:
                table = thrown[move // DICE]
            state = next_state(state)
            pick = randbelow(state, DICE - move % DICE)
            state = next_state(state)
            die, shift = pick_movable(mover, die_at(table, pick), state)
            table = take_die(table, pick)
            mover += die << shift
            if die:
                waiter, _, lost, _ = land(board, mover >> shift & ANY_BYTE, waiter)
                kept -= sign * lost * board.keeps_points
            mover, waiter, sign = waiter, mover, -sign
        margin = sign * points_ahead(mover, waiter, board.bonus) + kept
        halves += WIN if margin > 0 else turn.tie if margin == 0 else 0
    stream[0] = state
    return halves


@kernel
def choose_with_foresight(
    board: Board, turn: Turn, thrown: Masks, made: int, playouts: int, stream: Masks
) -> int:
    """Return the action that wins most often with the dice to come."""
    best, found = -1, NOTHING
    for place in range(count_dice(turn.dice)):
        for token in range(TOKENS):
            if square_of(turn.own, token) + die_at(turn.dice, place) > HOME:
                continue
            if is_repeated(turn.own, turn.dice, place, token):
                continue
            action = place * TOKENS + token
            halves = playout_halves(board, turn, action, thrown, made, playouts, stream)
            if halves > best:
                best, found = halves, action
    return found if found != NOTHING else -1


@kernel
def play_with_foresight(
    board: Board, row: Row, knows: int, playouts: int, seeds: Seeds, halves: Masks
) -> None:
    """Play games of the informed player, on the seat ``knows``, against a bot; fill in half wins.

    A seed has the same dice as in any other game with it.
    """
    rounds = -(-SEATS * board.moves // DICE)
    stream, thrown = np.empty(1, np.int64), np.empty(rounds, np.int64)
    for game in range(len(seeds)):
        state = fork_seed(seeds[game], ROUND_STREAM)
        stream[0] = fork_seed(seeds[game], BOT_STREAM)
        for number in range(rounds):
            state, thrown[number] = throw(state)
        position = start_position()
        while not is_over(board, position):
            if position.dice == 0:
                position = set_dice(position, thrown[position.made // DICE])
            turn = observe(board, position)
            if seat_to_move(position) == knows:
                made = position.made + 1
                action = choose_with_foresight(board, turn, thrown, made, playouts, stream)
            else:
                action = choose_action(board, row, turn, stream)
            position = apply(board, position, action)
        margin = count_points(board, position, knows) - count_points(board, position, 1 - knows)
        level = WIN - board.tie if knows else board.tie
        halves[game] = WIN if margin > 0 else level if margin == 0 else 0

"""What each bot does in a turn, and games between bots as one kernel.

The rules of each bot are those of :mod:`~evenhand.games.ludo.bots`, which makes their rows of
parameters.  Actions are those of :mod:`~evenhand.games.ludo.state`.
"""

from typing import Final, NamedTuple

import numpy as np

from evenhand.compiled import formula, kernel, step
from evenhand.games.cards import Masks
from evenhand.games.ludo.board import (
    ANY_BYTE,
    APART,
    BYTE,
    COLUMN_SQUARE,
    DICE,
    FACES,
    HOME,
    SAFE_SQUARE,
    SEATS,
    TOKENS,
    WIN,
    Board,
    Rules,
    capture,
    count_dice,
    count_home,
    count_movable,
    count_steps,
    die_at,
    first_alike,
    is_hit,
    land,
    mirror,
    nth_movable,
    square_of,
    take_die,
)
from evenhand.games.ludo.state import (
    BOT_STREAM,
    EXTRA_STREAM,
    ROUND_STREAM,
    Position,
    apply,
    count_points,
    face,
    is_over,
    seat_to_move,
    set_dice,
    start_position,
    throw,
)
from evenhand.games.protocol import Row
from evenhand.rng import Seeds, fork_seed, next_state, randbelow, random_bits
from evenhand.tables import Indices

KIND, PLAYOUTS, NEAR, REACH, COLUMN = range(5)
"""The columns of a bot's row."""
RANDOM, NAIVE, AGGRESSIVE, RESPONSIBLE_PAIR, FIRST_DIE, MOST_WINS, FEWEST_WINS, UNKNOWN = range(8)
"""Kinds of bots.  An unknown player plays no simulated games, but has luck in recorded ones."""

OTHER, PAIR, CHASE, SAFE, SITUATION, CAPTURE, PROMOTE = range(7)
"""Kinds of moves, the best last."""
TOKEN_STEP: Final = 8  # the first token counts more than the highest die
KIND_STEP: Final = TOKEN_STEP * TOKENS
LAST_TWO: Final = 2  # tokens from here on chase
NOTHING: Final = -100  # below all actions
CHOICES: Final = FACES * TOKENS
ONE_DIE: Final = 15  # the most that one die makes of the dice on the table


class Turn(NamedTuple):
    """A position seen by the player who has to move."""

    own: int
    other: int
    ahead: int  # kept points more than the opponent
    dice: int  # to pick from
    waiting: int  # dice of the round, while an extra turn is played
    left: int  # moves after this one, of both players
    tie: int  # what he gets of a tie, in halves of a win


@formula
def observe(board: Board, position: Position) -> Turn:
    """Return the position as the player who has to move sees it."""
    own, other, dice, waiting, made, _, in_extra, kept, other_kept, _, _ = position
    left, tie = SEATS * board.moves - made - 1 + in_extra, board.tie
    if (made - in_extra) % SEATS:
        own, other, kept, other_kept, tie = other, own, other_kept, kept, WIN - tie
    return Turn(own, other, kept - other_kept, dice, waiting, left, tie)


# Bots that play by rules: what they prefer, as one number for each move


@step
def leading(tokens: int) -> int:
    """Return the token that is most advanced and not home, the first of several; 4 if all are.

    >>> leading(0x39_05_09_09)
    0
    """
    best, found = 0, TOKENS
    for token in range(TOKENS):
        square = square_of(tokens, token)
        if best < square < HOME:
            best, found = square, token
    return found


@step
def next_of_pairs(own: int) -> int:
    """Return the token whose turn it is: the one behind of the first pair that is not there yet.

    >>> next_of_pairs(0x01_01_05_09), next_of_pairs(0x01_01_1C_1B), next_of_pairs(0x1B_1B_1C_1B)
    (1, 2, 0)
    """
    for goal in (APART + 1, HOME):
        for first in (0, 2):
            one, two = square_of(own, first), square_of(own, first + 1)
            if min(one, two) < goal:
                return first if one <= two else first + 1
    return TOKENS


@step
def can_chase(board: Board, other: int, square: int, reach: int) -> bool:
    """Return whether a token that can be captured stands shortly ahead of a square."""
    for token in range(TOKENS):
        there = mirror(square_of(other, token))
        ahead = 0 < there - square <= reach
        if ahead and capture(other, board.capture_patterns[there], board.pairs_safe)[1]:
            return True
    return False


@step
def kind_for_pairs(board: Board, row: Row, own: int, other: int, token: int, square: int) -> int:
    """Return which kind of move it is for Responsible Pair, apart from those of all others."""
    if token >= LAST_TWO and can_chase(board, other, square, row[REACH]):
        return CHASE
    return PAIR if token == next_of_pairs(own) else OTHER


@step
def is_threatened(other: int, near: int) -> bool:
    """Return whether a token of the opponent is nearly home."""
    first = leading(other)
    return first < TOKENS and HOME - square_of(other, first) <= near


@step
def rank_move(board: Board, row: Row, own: int, other: int, token: int, die: int) -> int:
    """Rank a move for a bot: by its kind, then the first token, then the highest die."""
    square, pairs = square_of(own, token) + die, row[KIND] == RESPONSIBLE_PAIR
    pattern, safe = board.capture_patterns[square], board.safe[square]
    if square == HOME:
        kind = PROMOTE
    elif is_hit(other, pattern) and capture(other, pattern, board.pairs_safe)[1]:
        kind = CAPTURE
    elif pairs and token == leading(own) and is_threatened(other, row[NEAR]):
        kind = SITUATION
    elif safe == SAFE_SQUARE or (safe == COLUMN_SQUARE and row[COLUMN]):
        kind = SAFE
    else:
        kind = kind_for_pairs(board, row, own, other, token, square) if pairs else OTHER
    return kind * KIND_STEP + TOKEN_STEP * (TOKENS - 1 - token) + die


@step
def choose_by_rules(board: Board, row: Row, turn: Turn) -> int:
    """Return the action that a bot ranks highest; Naive takes the first one."""
    best, found = 0, NOTHING
    for place in range(count_dice(turn.dice)):
        die = die_at(turn.dice, place)
        for token in range(TOKENS):
            if square_of(turn.own, token) + die <= HOME:
                rank = 1
                if row[KIND] != NAIVE:
                    rank = rank_move(board, row, turn.own, turn.other, token, die)
                if rank > best:
                    best, found = rank, place * TOKENS + token
    return found


@step
def choose_at_random(turn: Turn, must_move: int, stream: Masks) -> int:
    """Return any die, and any token that can move with it."""
    lying, usable = count_dice(turn.dice), 0
    for place in range(lying):
        usable += count_movable(turn.own, die_at(turn.dice, place)) > 0
    while True:
        stream[0] = next_state(stream[0])
        place = first_alike(turn.dice, randbelow(stream[0], lying))
        die = die_at(turn.dice, place)
        tokens = count_movable(turn.own, die)
        if tokens:
            stream[0] = next_state(stream[0])
            return place * TOKENS + nth_movable(turn.own, die, randbelow(stream[0], tokens))
        if not must_move or not usable:
            return -1 - place


# Bots that play on by chance


@formula
def pick_movable(tokens: int, die: int, state: int) -> tuple[int, int]:
    """Return a die, and the place of any token that can move with it; if none can, no step."""
    count = count_movable(tokens, die)
    if count == 0:
        return 0, BYTE * TOKENS
    return die, BYTE * nth_movable(tokens, die, randbelow(state, count))


@formula
def points_ahead(mover: int, waiter: int, bonus: int) -> int:
    """Return how many points the tokens of the one have more than those of the other."""
    ahead = count_steps(mover) - count_steps(waiter)
    return ahead + bonus * (count_home(mover) - count_home(waiter)) if bonus else ahead


@kernel
def play_out(
    board: Board,
    own: int,
    other: int,
    ahead: int,
    dice: int,
    left: int,
    again: int,
    tie: int,
    playouts: int,
    stream: Masks,
) -> int:
    """Return halves of wins for ``own`` in games that both play to their end at random.

    ``ahead`` is how many more kept points he has; ``dice`` are those still on the table, ``left``
    the moves to come, without an extra turn of his that comes first if he moves ``again``;
    ``tie`` is what he gets of a tie, in halves.

    Both move as Random does.  Dice are thrown independently of each other and picked without
    looking, so beyond the round on the table each move simply has a die of its own: one random
    number makes die and token.  That is the same game in distribution, and much faster; where a
    die that no token can use must be left (rule ``must_move``), it is nearly the same.
    """
    patterns, halves, state = board.capture_patterns, 0, stream[0]
    for _ in range(playouts):
        table, extra, to_come, kept = dice, again, left + again, ahead
        mover, waiter, sign = (own, other, 1) if again else (other, own, -1)
        while to_come > 0:
            to_come -= 1
            state = next_state(state)
            number = random_bits(state)
            choice = number * CHOICES >> 32
            die, shift = 1 + (choice >> 2), BYTE * (choice & 3)
            if table:
                if not extra:
                    place = number & 1 if table > ONE_DIE else 0
                    die, table = die_at(table, place), take_die(table, place)
                extra = 0
            square = (mover >> shift & ANY_BYTE) + die
            if square > HOME:
                state = next_state(state)
                die, shift = pick_movable(mover, die, state)
                square = (mover >> shift & ANY_BYTE) + die
            mover += die << shift
            if square == HOME or is_hit(waiter, patterns[square]):
                waiter, _, lost, extra = land(board, square, waiter)
                kept -= sign * lost * board.keeps_points
                if extra:  # then it is the same player's turn again
                    to_come += 1
                    mover, waiter, sign = waiter, mover, -sign
            mover, waiter, sign = waiter, mover, -sign
        margin = sign * points_ahead(mover, waiter, board.bonus) + kept
        halves += WIN if margin > 0 else tie if margin == 0 else 0
    stream[0] = state
    return halves


@formula
def is_repeated(own: int, dice: int, place: int, token: int) -> bool:
    """Return whether an earlier action comes to the same: the same die from the same square."""
    die, square = die_at(dice, place), square_of(own, token)
    for earlier in range(place + 1):
        if die_at(dice, earlier) == die:
            for twin in range(TOKENS if earlier < place else token):
                if square_of(own, twin) == square:
                    return True
    return False


@step
def play_out_action(board: Board, turn: Turn, action: int, playouts: int, stream: Masks) -> int:
    """Return halves of wins in random games after an action."""
    place, token = action // TOKENS, action % TOKENS
    own = turn.own + (die_at(turn.dice, place) << BYTE * token)
    other, _, lost, again = land(board, square_of(own, token), turn.other)
    ahead = turn.ahead - lost * board.keeps_points
    dice = turn.waiting | take_die(turn.dice, place)
    tie, left = turn.tie, turn.left
    return play_out(board, own, other, ahead, dice, left, again, tie, playouts, stream)


@step
def choose_by_playouts(board: Board, row: Row, turn: Turn, stream: Masks) -> int:
    """Return the action that wins most often, or least often; the first one of several."""
    sign = -1 if row[KIND] == FEWEST_WINS else 1
    best, found = 0, NOTHING
    for place in range(count_dice(turn.dice)):
        die = die_at(turn.dice, place)
        for token in range(TOKENS):
            if square_of(turn.own, token) + die > HOME:
                continue
            if is_repeated(turn.own, turn.dice, place, token):
                continue
            action = place * TOKENS + token
            halves = sign * play_out_action(board, turn, action, row[PLAYOUTS], stream)
            if found == NOTHING or halves > best:
                best, found = halves, action
        if found != NOTHING and row[KIND] == FIRST_DIE:
            break
    return found


@kernel
def choose_action(board: Board, row: Row, turn: Turn, stream: Masks) -> int:
    """Return the action of a bot; of dice that no token can use it gives up the first one."""
    kind = row[KIND]
    if kind == RANDOM:
        return choose_at_random(turn, board.must_move, stream)
    if kind >= FIRST_DIE:
        found = choose_by_playouts(board, row, turn, stream)
    else:
        found = choose_by_rules(board, row, turn)
    return found if found != NOTHING else -1


# Games between bots


class Log(NamedTuple):
    """Dice, actions and results of games, a row a game."""

    rounds: Masks  # (games, rounds) the dice of each round
    extra: Masks  # (games, most) the dice of extra turns; 0 where there was none
    actions: Masks  # (games, most) the actions; NOTHING behind the last one
    points: Masks  # (games, seats)
    captures: Masks  # (games, seats) by each
    home: Masks  # (games, seats) tokens


def new_log(games: int, rules: Rules) -> Log:
    """Return a log of games that are not played yet."""
    extra = np.zeros((games, rules.most_extra), np.int64)
    actions = np.full((games, SEATS * rules.moves + rules.most_extra), NOTHING, np.int64)
    by_seat = [np.zeros((games, SEATS), np.int64) for _ in range(3)]
    return Log(np.zeros((games, rules.rounds), np.int64), extra, actions, *by_seat)


@kernel
def play_games(
    board: Board, rows: Masks, seats: Indices, seeds: Seeds, stream: Masks, log: Log
) -> None:
    """Play games and fill in their log; ``seats`` says which of the bots in ``rows`` sit where."""
    for game in range(len(seats)):
        rounds, extra = fork_seed(seeds[game], ROUND_STREAM), fork_seed(seeds[game], EXTRA_STREAM)
        stream[0] = fork_seed(seeds[game], BOT_STREAM)
        position, number = start_position(), 0
        while not is_over(board, position):
            if position.dice == 0:
                if position.in_extra:
                    extra = next_state(extra)
                    dice = face(extra)
                    log.extra[game, position.extra - 1] = dice
                else:
                    rounds, dice = throw(rounds)
                    log.rounds[game, position.made // DICE] = dice
                position = set_dice(position, dice)
            row = rows[seats[game, seat_to_move(position)]]
            action = choose_action(board, row, observe(board, position), stream)
            log.actions[game, number] = action
            number += 1
            position = apply(board, position, action)
        log.captures[game, 0] = position.first_captures
        log.captures[game, 1] = position.second_captures
        for seat in range(SEATS):
            tokens = position.second if seat else position.first
            log.points[game, seat] = count_points(board, position, seat)
            log.home[game, seat] = count_home(tokens)

"""What each bot does in a turn: pick a die and a token.

The rules of each are told in :mod:`~evenhand.games.ludo.bots.kinds`.  An action is the place of
a die times four plus the token; a negative one, minus one minus the place, gives up a die that
no token can use.
"""

from typing import NamedTuple

from evenhand.games.cards import Masks
from evenhand.compiled import formula, kernel, step
from evenhand.games.bots import Row
from evenhand.games.ludo.board import HOME, TOKENS
from evenhand.games.ludo.bots.parameters import (
    FEWEST_WINS,
    FIRST_DIE,
    KIND,
    NAIVE,
    PLAYOUTS,
    RANDOM,
)
from evenhand.games.ludo.bots.playouts import halves_won
from evenhand.games.ludo.bots.rule_bots import worth
from evenhand.games.ludo.packed import (
    BYTE,
    Board,
    die_at,
    first_alike,
    landed,
    movable,
    nth_movable,
    square_of,
    without,
)
from evenhand.rng import next_state, randbelow

NOTHING = -100  # below all actions


class Turn(NamedTuple):
    """What a player sees who has to move; all positions are seen from him."""

    own: int
    other: int
    ahead: int  # kept points more than the opponent
    dice: int  # to pick from
    lying: int  # how many of them
    waiting: int  # dice of the round, while an extra turn is played
    left: int  # moves after this one, of both players
    tie: int  # what he gets of a tie, in halves of a win


@formula
def passed(place: int) -> int:
    """The action that gives up a die."""
    return -1 - place


@step
def by_lot(turn: Turn, must_move: int, lots: Masks) -> int:
    """Any die, and any token that can move with it."""
    usable = 0
    for place in range(turn.lying):
        usable += movable(turn.own, die_at(turn.dice, place)) > 0
    while True:
        lots[0] = next_state(lots[0])
        place = first_alike(turn.dice, randbelow(lots[0], turn.lying))
        die = die_at(turn.dice, place)
        tokens = movable(turn.own, die)
        if tokens:
            lots[0] = next_state(lots[0])
            return place * TOKENS + nth_movable(turn.own, die, randbelow(lots[0], tokens))
        if not must_move or not usable:
            return passed(place)


@step
def by_rules(board: Board, row: Row, turn: Turn) -> int:
    """The action that a bot wants most; the first one is all that Naive wants."""
    best, found = 0, NOTHING
    for place in range(turn.lying):
        die = die_at(turn.dice, place)
        for token in range(TOKENS):
            if square_of(turn.own, token) + die <= HOME:
                wish = 1
                if row[KIND] != NAIVE:
                    wish = worth(board, row, turn.own, turn.other, token, die)
                if wish > best:
                    best, found = wish, place * TOKENS + token
    return found


@formula
def seen_before(own: int, dice: int, place: int, token: int) -> bool:
    """Whether an earlier action comes to the same: the same die with a token on the same square."""
    die, square = die_at(dice, place), square_of(own, token)
    for earlier in range(place + 1):
        if die_at(dice, earlier) == die:
            for twin in range(TOKENS if earlier < place else token):
                if square_of(own, twin) == square:
                    return True
    return False


@step
def halves_after(
    board: Board, turn: Turn, place: int, token: int, playouts: int, lots: Masks
) -> int:
    """Halves of wins in games played on by chance after an action."""
    die = die_at(turn.dice, place)
    own = turn.own + (die << BYTE * token)
    other, _, lost, again = landed(board, square_of(own, token), turn.other)
    ahead = turn.ahead - lost * board.keeps
    dice = turn.waiting | without(turn.dice, place)
    tie, left = turn.tie, turn.left
    return halves_won(board, own, other, ahead, dice, left, again, tie, playouts, lots)


@step
def by_playouts(board: Board, row: Row, turn: Turn, lots: Masks) -> int:
    """The action that wins most often, or least often; the first one of several."""
    sign = -1 if row[KIND] == FEWEST_WINS else 1
    best, found = 0, NOTHING
    for place in range(turn.lying):
        die = die_at(turn.dice, place)
        for token in range(TOKENS):
            if square_of(turn.own, token) + die > HOME:
                continue
            if seen_before(turn.own, turn.dice, place, token):
                continue
            halves = sign * halves_after(board, turn, place, token, row[PLAYOUTS], lots)
            if found == NOTHING or halves > best:
                best, found = halves, place * TOKENS + token
        if found != NOTHING and row[KIND] == FIRST_DIE:
            break
    return found


@kernel
def choose(board: Board, row: Row, turn: Turn, lots: Masks) -> int:
    """The action of a bot."""
    kind = row[KIND]
    if kind == RANDOM:
        return by_lot(turn, board.must_move, lots)
    by_chance = kind >= FIRST_DIE
    found = by_playouts(board, row, turn, lots) if by_chance else by_rules(board, row, turn)
    return found if found != NOTHING else passed(0)

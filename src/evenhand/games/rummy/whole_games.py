"""Whole games by strategies, many at once, as one compiled kernel.

The rules are those of :mod:`evenhand.games.rummy.game`, whose ``Game`` plays the same games move
by move (see :func:`evenhand.games.rummy.strategies.player.play_one`).  All chance of a game comes
from its seed: two numbers make the seed of the players' lots, the numbers that follow shuffle
the pack and later the discards.
"""

from typing import Final, NamedTuple

import numpy as np

from evenhand.games.cards import Masks
from evenhand.compiled import kernel, step
from evenhand.games.rummy.rules import Rules
from evenhand.games.rummy.strategies.desk import Desk
from evenhand.games.rummy.strategies.parameters import JOKERS_TOO, MEMORY
from evenhand.games.rummy.strategies.turn import discard, takes_pile
from evenhand.games.rummy.table import (
    JOKERS_ALLOWED,
    LITERAL,
    NOBODY,
    RESHUFFLES,
    TOOK,
    TURN_LIMIT,
    Table,
    can_draw,
    deal,
    draw_from_stock,
    near_to_dropped,
    put_down,
    take_top,
    top,
)
from evenhand.rng import Seeds
from evenhand.tables import Indices

MOST_KEPT: Final = 500  # turns of a player that can be gone through again


class Course(NamedTuple):
    """What happened in each game, a row a game."""

    dealt: Masks  # (games, seats) the hands at the beginning
    held: Masks  # (games, seats) the hands at the end
    wild: Masks  # (games,) the wild rank
    declarer: Masks  # (games,) seat, or nobody
    turns: Masks  # (games,) of all players
    moves: Masks  # (games, most) the discard of each turn, and whether the top was taken
    options: Masks  # (games, most) the discards that were as good; none if it is a declaration


def new_course(games: int, players: int, most: int = 0) -> Course:
    """Room for what happens in games, and for so many moves of each."""
    shapes = ((games, players),) * 2 + ((games,),) * 3 + ((games, most),) * 2
    return Course(*(np.zeros(shape, np.int64) for shape in shapes))


def most_moves(rules: Rules, players: int) -> int:
    """How many moves of a game are kept, if any."""
    return min(rules.turn_limit, MOST_KEPT) * players


@step
def keep_move(course: Course, game: int, turn: int, move: int, options: int) -> None:
    """Keep a move, if there is room for it."""
    if turn < course.moves.shape[1]:
        course.moves[game, turn], course.options[game, turn] = move, options


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
            takes = takes_pile(row, desk, hand, wild, top(table), jokers_too, literal)
            if not takes and not can_draw(table, rules[RESHUFFLES]):
                break
            table.hands[seat] |= 1 << (take_top(table) if takes else draw_from_stock(table))
            safe, hand = near_to_dropped(table, seat, row[MEMORY]), table.hands[seat]
            card, declares, options = discard(row, desk, hand, wild, safe, jokers_too, literal)
            put_down(table, seat, card)
            keep_move(course, game, turn, card | takes << TOOK, 0 if declares else options)
            if declares:
                course.declarer[game] = seat
                break
        course.held[game] = table.hands
        course.turns[game] = table.turns.sum()

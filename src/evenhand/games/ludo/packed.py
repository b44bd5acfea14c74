"""A position as kernels know it: the four tokens of a player in one number, a byte each.

Token a is the lowest byte.  The rules are a table that says, for each square, where the tokens
stand that would be captured there, and a few numbers.  Everything is 64 bits wide.
"""

from typing import Final, NamedTuple

import numpy as np

from evenhand.games.cards import Masks
from evenhand.compiled import formula, step
from evenhand.games.ludo.board import HOME, LAST_COMMON, START, TOKENS, facing
from evenhand.games.ludo.rules import Rules

BYTE, ANY_BYTE = 8, 0xFF
ONES: Final = 0x01010101
TOPS: Final = 0x80808080
ALL_AT_START: Final = START * ONES
NOWHERE: Final = 0x7F * ONES  # a pattern that no tokens have
SAFE_SQUARE, COLUMN_SQUARE = 1, 2
TIE_HALVES: Final = {"draw": 1, "first": 2, "second": 0}
"""What the first seat gets of a tie, in halves of a win."""


class Board(NamedTuple):
    """The rules as kernels know them."""

    prey: Masks  # for each square four times the square of those captured there
    safe: Masks  # for each square whether it is a safe one, or one of the home column
    moves: int
    bonus: int
    keeps: int  # 1 if the points of captured tokens count
    pairs_safe: int
    on_capture: int  # 1 if it earns an extra turn
    on_home: int
    must_move: int
    tie: int  # halves of a win for the first seat


def packed_board(rules: Rules) -> Board:
    """The rules for kernels."""
    prey = np.full(HOME + 1, NOWHERE, np.int64)
    for square in range(1, LAST_COMMON + 1):
        if square not in rules.safe_squares and facing(square):
            prey[square] = facing(square) * ONES
    safe = np.zeros(HOME + 1, np.int64)
    safe[list(rules.safe_squares)] = SAFE_SQUARE
    safe[LAST_COMMON + 1 : HOME] = COLUMN_SQUARE
    return Board(
        prey,
        safe,
        rules.moves,
        rules.home_bonus,
        int(rules.capture_keeps_points),
        int(rules.pairs_safe),
        int(rules.again(captured=True, came_home=False)),
        int(rules.again(captured=False, came_home=True)),
        int(rules.must_move),
        TIE_HALVES[rules.ties],
    )


def packed(squares: tuple[int, ...]) -> int:
    """Tokens in one number.

    >>> hex(packed((1, 2, 3, 57)))
    '0x39030201'
    """
    return sum(square << BYTE * token for token, square in enumerate(squares))


@formula
def square_of(tokens: int, token: int) -> int:
    """Where a token stands."""
    return tokens >> BYTE * token & ANY_BYTE


@formula
def is_hit(tokens: int, pattern: int) -> bool:
    """Whether any of the tokens stands on the square of a pattern: a byte of their xor is zero."""
    other = tokens ^ pattern
    return (other - ONES) & ~other & TOPS != 0


@formula
def captured(tokens: int, pattern: int, pairs_safe: int) -> tuple[int, int, int]:
    """The tokens after a hit, how many go back to their start, and the steps they lose."""
    square, left, hits = pattern & ANY_BYTE, tokens, 0
    for token in range(TOKENS):
        if square_of(tokens, token) == square:
            left -= square - START << BYTE * token
            hits += 1
    if hits > 1 and pairs_safe:
        return tokens, 0, 0
    return left, hits, hits * (square - START)


@step
def landed(board: Board, square: int, other: int) -> tuple[int, int, int, bool]:
    """What happens when a token comes to a square.

    The opponent's tokens after it, how many of them were captured, the steps they lose, and
    whether it earns an extra turn.
    """
    hits, lost, again = 0, 0, square == HOME and board.on_home != 0
    if is_hit(other, board.prey[square]):
        other, hits, lost = captured(other, board.prey[square], board.pairs_safe)
        again = hits > 0 and board.on_capture != 0
    return other, hits, lost, again


@formula
def steps(tokens: int) -> int:
    """How far all tokens have come.

    >>> steps(packed((1, 2, 3, 57)))
    59
    """
    return (tokens * ONES >> BYTE * (TOKENS - 1) & ANY_BYTE) - TOKENS * START


@formula
def at_home(tokens: int) -> int:
    """How many tokens are at home."""
    count = 0
    for token in range(TOKENS):
        count += square_of(tokens, token) == HOME
    return count


@formula
def movable(tokens: int, die: int) -> int:
    """How many tokens can move with a die."""
    count = 0
    for token in range(TOKENS):
        count += square_of(tokens, token) + die <= HOME
    return count


@formula
def nth_movable(tokens: int, die: int, n: int) -> int:
    """The token that can move with a die, counted from 0 among those that can."""
    for token in range(TOKENS):
        if square_of(tokens, token) + die <= HOME:
            if n == 0:
                return token
            n -= 1
    return TOKENS


@formula
def die_at(dice: int, place: int) -> int:
    """The die at a place; dice to pick from stand in one number, four bits each."""
    return dice >> 4 * place & 15


@formula
def first_alike(dice: int, place: int) -> int:
    """The first place where a die of the same face lies: of two dice alike the first one goes."""
    for earlier in range(place):
        if die_at(dice, earlier) == die_at(dice, place):
            return earlier
    return place


@formula
def without(dice: int, place: int) -> int:
    """The dice without the one at a place."""
    below = (1 << 4 * place) - 1
    return dice & below | dice >> 4 & ~below

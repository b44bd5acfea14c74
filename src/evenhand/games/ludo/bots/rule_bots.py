"""What the bots that play by rules want most, as one number for each move."""

from typing import Final

from evenhand.compiled import formula, step
from evenhand.games.bots import Row
from evenhand.games.ludo.board import APART, HOME, TOKENS, facing
from evenhand.games.ludo.bots.parameters import COLUMN, KIND, NEAR, REACH, RESPONSIBLE_PAIR
from evenhand.games.ludo.packed import (
    COLUMN_SQUARE,
    SAFE_SQUARE,
    Board,
    captured,
    is_hit,
    square_of,
)

OTHER, PAIR, CHASE, SAFE, SITUATION, CAPTURE, PROMOTE = range(7)
"""Kinds of moves, the best last."""
TOKEN_STEP: Final = 8  # the first token counts more than the highest die
KIND_STEP: Final = TOKEN_STEP * TOKENS
LAST_TWO: Final = 2  # tokens from here on chase


@formula
def leading(tokens: int) -> int:
    """The token that is most advanced and not home, the first of several; 4 if all are home.

    >>> leading(0x39_05_09_09)
    0
    """
    best, found = 0, TOKENS
    for token in range(TOKENS):
        square = square_of(tokens, token)
        if best < square < HOME:
            best, found = square, token
    return found


@formula
def next_of_pairs(own: int) -> int:
    """The token whose turn it is: the one behind of the first pair that is not there yet.

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
def chases(board: Board, other: int, square: int, reach: int) -> bool:
    """Whether a token that can be captured stands shortly ahead of a square."""
    for token in range(TOKENS):
        there = facing(square_of(other, token))
        ahead = 0 < there - square <= reach
        if ahead and captured(other, board.prey[there], board.pairs_safe)[1]:
            return True
    return False


@step
def pair_kind(board: Board, row: Row, own: int, other: int, token: int, square: int) -> int:
    """Which kind of move it is for Responsible Pair, apart from those of all others."""
    if token >= LAST_TWO and chases(board, other, square, row[REACH]):
        return CHASE
    return PAIR if token == next_of_pairs(own) else OTHER


@formula
def threatened(other: int, near: int) -> bool:
    """Whether a token of the opponent is nearly home."""
    first = leading(other)
    return first < TOKENS and HOME - square_of(other, first) <= near


@step
def worth(board: Board, row: Row, own: int, other: int, token: int, die: int) -> int:
    """How much a bot wants a move: by its kind, then the first token, then the highest die."""
    square, pairs = square_of(own, token) + die, row[KIND] == RESPONSIBLE_PAIR
    prey, safe = board.prey[square], board.safe[square]
    if square == HOME:
        kind = PROMOTE
    elif is_hit(other, prey) and captured(other, prey, board.pairs_safe)[1]:
        kind = CAPTURE
    elif pairs and token == leading(own) and threatened(other, row[NEAR]):
        kind = SITUATION
    elif safe == SAFE_SQUARE or (safe == COLUMN_SQUARE and row[COLUMN]):
        kind = SAFE
    else:
        kind = pair_kind(board, row, own, other, token, square) if pairs else OTHER
    return kind * KIND_STEP + TOKEN_STEP * (TOKENS - 1 - token) + die

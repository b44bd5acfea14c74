"""The end of the last round: how often it is won by players who move by chance, exactly.

So that moves which are as good are seen to be, it is counted in whole parts: a player has one to
four tokens to choose from, so that a twelfth of a choice is whole.
"""

from typing import Final

from evenhand.compiled import kernel
from evenhand.games.ludo.board import HOME, TOKENS
from evenhand.games.ludo.bots.playouts import points_ahead
from evenhand.games.ludo.packed import BYTE, Board, die_at, landed, movable, square_of, without

WIN: Final = 2  # in halves
PARTS: Final = 12  # of a choice among tokens


@kernel
def last_move(board: Board, own: int, other: int, ahead: int, die: int, tie: int) -> int:
    """What the last move brings to who makes it with any token, in parts of half a win."""
    total, count = 0, movable(own, die)
    for token in range(TOKENS) if count else range(1):
        after, left, lost = own, other, 0
        if count:
            square = square_of(own, token) + die
            if square > HOME:
                continue
            after = own + (die << BYTE * token)
            left, _, lost, _ = landed(board, square, other)
        margin = points_ahead(after, left, board.bonus) + ahead - lost * board.keeps
        halves = WIN if margin > 0 else tie if margin == 0 else 0
        total += PARTS // max(1, count) * halves
    return total


@kernel
def hope(
    board: Board, own: int, other: int, ahead: int, dice: int, lying: int, more: int, tie: int
) -> int:
    """What the last one or two moves bring to who moves next; the sum for each die to begin with.

    In parts of half a win, or in parts of these parts if there are two moves.
    """
    total = 0
    for place in range(lying):
        die, last = die_at(dice, place), die_at(without(dice, place), 0)
        if more == 1:
            total += last_move(board, own, other, ahead, die, tie)
            continue
        count = movable(own, die)
        for token in range(TOKENS) if count else range(1):
            after, left, lost = own, other, 0
            if count:
                square = square_of(own, token) + die
                if square > HOME:
                    continue
                after = own + (die << BYTE * token)
                left, _, lost, _ = landed(board, square, other)
            kept = ahead - lost * board.keeps
            theirs = last_move(board, left, after, -kept, last, WIN - tie)
            total += PARTS // max(1, count) * (WIN * PARTS - theirs)
    return total

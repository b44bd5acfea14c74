"""Games played to their end by chance: what flat Monte Carlo counts.

Both players move as :class:`~evenhand.games.ludo.bots.kinds.Random` does.  Dice are thrown
independently of each other and picked without looking, so beyond the round on the table each
move simply has a die of its own: one random number makes die and token.  That is the same
game in distribution, and much faster; where a die that no token can use must be left (rule
``must_move``), it is nearly the same.
"""

from typing import Final

from evenhand.games.cards import Masks
from evenhand.compiled import formula, kernel
from evenhand.games.ludo.board import FACES, HOME, TOKENS
from evenhand.games.ludo.packed import (
    ANY_BYTE,
    BYTE,
    Board,
    at_home,
    die_at,
    is_hit,
    landed,
    movable,
    nth_movable,
    steps,
    without,
)
from evenhand.rng import next_state, randbelow, random_bits

CHOICES: Final = FACES * TOKENS
ONE_DIE: Final = 15  # the most that one die makes of the dice on the table


@formula
def any_movable(tokens: int, die: int, state: int) -> tuple[int, int]:
    """A die, and the place of any token that can move with it; if none can, no step of nobody."""
    count = movable(tokens, die)
    if count == 0:
        return 0, BYTE * TOKENS
    return die, BYTE * nth_movable(tokens, die, randbelow(state, count))


@formula
def points_ahead(mover: int, waiter: int, bonus: int) -> int:
    """How many points the one has more than the other."""
    ahead = steps(mover) - steps(waiter)
    return ahead + bonus * (at_home(mover) - at_home(waiter)) if bonus else ahead


@kernel
def halves_won(
    board: Board,
    own: int,
    other: int,
    ahead: int,
    dice: int,
    left: int,
    again: bool,
    tie: int,
    playouts: int,
    lots: Masks,
) -> int:
    """Halves of wins for ``own`` in games played on by chance.

    ``ahead`` is how many more kept points he has; ``dice`` are those still on the table, ``left``
    the moves to come, without an extra turn of his that comes first if he moves ``again``;
    ``tie`` is what he gets of a tie, in halves.
    """
    prey, halves, state = board.prey, 0, lots[0]
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
                    die, table = die_at(table, place), without(table, place)
                extra = False
            square = (mover >> shift & ANY_BYTE) + die
            if square > HOME:
                state = next_state(state)
                die, shift = any_movable(mover, die, state)
                square = (mover >> shift & ANY_BYTE) + die
            mover += die << shift
            if square == HOME or is_hit(waiter, prey[square]):
                waiter, _, lost, extra = landed(board, square, waiter)
                kept -= sign * lost * board.keeps
                if extra:  # then it is the same player's turn again
                    to_come += 1
                    mover, waiter, sign = waiter, mover, -sign
            mover, waiter, sign = waiter, mover, -sign
        margin = sign * points_ahead(mover, waiter, board.bonus) + kept
        halves += 2 if margin > 0 else tie if margin == 0 else 0
    lots[0] = state
    return halves

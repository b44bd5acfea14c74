"""The seven bots of Maitra 2025 (appendix), each with its parameters.

Where the paper is silent: of actions that are as good for Aggressive or Responsible Pair, it takes
the first token, and with it the highest die; those that play on by chance take the first die, and
with it the first token.  Dice count in the order in which they were thrown.  A bot never picks a
die that no token can use if there is another; Random may.

The three that play on by chance try each action so many times (two that come to the same, as
two dice of the same face, are tried once) and count a tie as half a win.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.random import Generator

from evenhand.games.ludo import policy
from evenhand.games.ludo.board import FACES, HOME, make_board
from evenhand.games.ludo.state import State
from evenhand.games.options import check_flag, check_number
from evenhand.games.protocol import Bot, Row
from evenhand.rng import Stream

MAX_PLAYOUTS: Final = 1_000_000


class LudoBot(Bot):
    """A player who picks a die and a token."""

    __slots__ = ()

    def choose(self, state: State, rng: Generator | Stream) -> str:
        """Return the move of the seat that has the turn."""
        if state.over:
            raise ValueError("the game is over: nobody has to move")
        board, stream = make_board(state.rules), Stream.of(rng).state
        turn = policy.observe(board, state.position)
        return state.name_action(int(policy.choose_action(board, self.row(), turn, stream)))


@dataclass(frozen=True, slots=True)
class Random(LudoBot):
    """Picks any die, and with it any token that can move."""

    def row(self) -> Row:
        return _make_row(policy.RANDOM)


@dataclass(frozen=True, slots=True)
class Naive(LudoBot):
    """Moves the first token with the first die; if it cannot, the next token."""

    def row(self) -> Row:
        return _make_row(policy.NAIVE)


@dataclass(frozen=True, slots=True)
class Aggressive(LudoBot):
    """Brings a token home, else captures, else moves to a safe square, else runs.

    To run is to move the first token that can, with the highest die.  Squares of the home column
    are as safe as any, but count as safe squares to move to only if ``column`` says so.
    """

    column: bool = False

    def row(self) -> Row:
        return _make_row(policy.AGGRESSIVE, column=self.column)


@dataclass(frozen=True, slots=True)
class ResponsiblePair(LudoBot):
    """Plays safe, and moves its tokens in pairs.

    In this order, if possible:

    1. brings a token home;
    2. captures;
    3. if a token of the opponent is not more than ``near`` steps from home, moves its own
       leading token with the highest die.  What is "close to promotion" the paper does not say:
       30 steps are the second half of the way, and bring the bot nearest to its printed rating;
    4. moves to a safe square, as Aggressive;
    5. chases with token c or d: moves it to a square from which a token that can be captured
       stands 1 to ``reach`` squares ahead;
    6. until all tokens have reached 27, the opponent's start: moves a and b until both are
       there, then c and d, in turn: always the one that is behind, with the highest die;
    7. after that the same again, until they are home;
    8. if that token cannot move, moves the first one that can, with the highest die.
    """

    near: int = 30
    reach: int = 6
    column: bool = False

    def row(self) -> Row:
        kind = policy.RESPONSIBLE_PAIR
        return _make_row(kind, near=self.near, reach=self.reach, column=self.column)


@dataclass(frozen=True, slots=True)
class FullInformation(LudoBot):
    """Plays each action on by chance, and takes the one that wins most often."""

    playouts: int = 100

    def row(self) -> Row:
        return _make_row(policy.MOST_WINS, playouts=self.playouts)


@dataclass(frozen=True, slots=True)
class LimitedInformation(LudoBot):
    """As Full Information, but looks at the first die only."""

    playouts: int = 100

    def row(self) -> Row:
        return _make_row(policy.FIRST_DIE, playouts=self.playouts)


@dataclass(frozen=True, slots=True)
class DefeatSeeking(LudoBot):
    """As Full Information, but takes the action that wins least often."""

    playouts: int = 100

    def row(self) -> Row:
        return _make_row(policy.FEWEST_WINS, playouts=self.playouts)


BOTS: Final[Mapping[str, type[Bot]]] = {
    "aggressive": Aggressive,
    "naive": Naive,
    "responsible-pair": ResponsiblePair,
    "full-information": FullInformation,
    "limited-information": LimitedInformation,
    "defeat-seeking": DefeatSeeking,
    "random": Random,
}
"""The bots by name, in the order of the paper's Table 4."""


def _make_row(
    kind: int, *, playouts: int = 1, near: int = 0, reach: int = 0, column: bool = False
) -> Row:
    check_number("playouts", playouts, 1, MAX_PLAYOUTS)
    check_number("near", near, 0, HOME)
    check_number("reach", reach, 0, 2 * FACES)
    check_flag("column", column)
    return np.array((kind, playouts, near, reach, column), np.int64)

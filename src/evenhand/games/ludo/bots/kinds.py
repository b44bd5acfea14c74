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

from evenhand.games.bots import CompiledBot, Row
from evenhand.games.ludo.bots import parameters


class Bot(CompiledBot):
    """How a player picks a die and a token."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Random(Bot):
    """Picks any die, and with it any token that can move."""

    def row(self) -> Row:
        return parameters.row(parameters.RANDOM)


@dataclass(frozen=True, slots=True)
class Naive(Bot):
    """Moves the first token with the first die; if it cannot, the next token."""

    def row(self) -> Row:
        return parameters.row(parameters.NAIVE)


@dataclass(frozen=True, slots=True)
class Aggressive(Bot):
    """Brings a token home, else captures, else moves to a safe square, else runs.

    To run is to move the first token that can, with the highest die.  Squares of the home column
    are as safe as any, but count as safe squares to move to only if ``column`` says so.
    """

    column: bool = False

    def row(self) -> Row:
        return parameters.row(parameters.AGGRESSIVE, column_too=self.column)


@dataclass(frozen=True, slots=True)
class ResponsiblePair(Bot):
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
        kind = parameters.RESPONSIBLE_PAIR
        return parameters.row(kind, near=self.near, reach=self.reach, column_too=self.column)


@dataclass(frozen=True, slots=True)
class FullInformation(Bot):
    """Plays each action on by chance, and takes the one that wins most often."""

    playouts: int = 100

    def row(self) -> Row:
        return parameters.row(parameters.MOST_WINS, playouts=self.playouts)


@dataclass(frozen=True, slots=True)
class LimitedInformation(Bot):
    """As Full Information, but looks at the first die only."""

    playouts: int = 100

    def row(self) -> Row:
        return parameters.row(parameters.FIRST_DIE, playouts=self.playouts)


@dataclass(frozen=True, slots=True)
class DefeatSeeking(Bot):
    """As Full Information, but takes the action that wins least often."""

    playouts: int = 100

    def row(self) -> Row:
        return parameters.row(parameters.FEWEST_WINS, playouts=self.playouts)


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

"""The six strategies of Chakraborty 2025 (appendix 7.2), each with its parameters.

All but Random and Defeat-Seeking declare as soon as thirteen of their fourteen cards can be
declared.  None of them ever drops: the paper names a "drop adherence rule" and never says what
it is.  Random and Defeat-Seeking may discard jokers, as the paper's words have it; the others
keep them unless their parameters say otherwise.
"""

from dataclasses import dataclass
from typing import Final, Literal

import numpy as np
from numpy.random import Generator

from evenhand.games.protocol import Bot, Row
from evenhand.games.rummy import policy
from evenhand.games.rummy.deck import MAX_POINTS
from evenhand.games.rummy.state import State
from evenhand.games.rummy.suit_tables import build_tables, new_workspace
from evenhand.games.rummy.table import MAX_MEMORY
from evenhand.rng import Stream

Ties = Literal["points", "score", "number", "random"]
TIES: Final[dict[str, int]] = {
    "points": policy.BY_POINTS,
    "score": policy.BY_SCORE,
    "number": policy.BY_NUMBER,
    "random": policy.AT_RANDOM,
}
"""Which of several equally good discards is made: that of the most points, among these of the
highest card number; that which leaves the least MinScore, then as before; that of the highest
number; any."""


class RummyBot(Bot):
    """A strategy: how a player draws and discards."""

    __slots__ = ()

    def choose(self, state: State, rng: Generator | Stream) -> str:
        """Return the move of the seat that has the turn.

        >>> from evenhand.games.rummy import GAME
        >>> MinDist().choose(GAME.start(GAME.Rules(), 2, seed=5), np.random.default_rng(1))
        'stock'
        """
        stream = Stream.of(rng).state
        row = state.row.copy()
        action = policy.choose_action(build_tables(), new_workspace(), self.row(), row, stream)
        return state.name_action(int(action))


@dataclass(frozen=True, slots=True)
class Random(RummyBot):
    """Draws from stock or pile by the toss of a coin and discards any card, jokers too.

    It declares only if the thirteen cards left after its discard happen to be valid; with
    ``sees_end`` it discards so that they are, if that is possible.
    """

    keeps_jokers: bool = False
    sees_end: bool = False

    def row(self) -> Row:
        return _make_row(
            policy.RANDOM, "random", keeps_jokers=self.keeps_jokers, sees_end=self.sees_end
        )


@dataclass(frozen=True, slots=True)
class DefeatSeeking(RummyBot):
    """Breaks its melds and keeps its points; it never declares.

    It takes the open card if that makes a meld of natural cards with two or more of its own, and
    else draws from the stock.  It discards the card of the fewest points among those in melds
    of natural cards, or if there are none among all; jokers count nothing, so among these they
    go first.  Ties: the lowest card number.

    The paper's rules contradict each other (it takes cards that make melds, and means to have
    none); this is their plain sense.
    """

    keeps_jokers: bool = False

    def row(self) -> Row:
        return _make_row(policy.DEFEAT_SEEKING, keeps_jokers=self.keeps_jokers)


@dataclass(frozen=True, slots=True)
class MinScore(RummyBot):
    """Makes its MinScore small.

    It takes the open card if the best thirteen cards then have a MinScore smaller by the
    threshold at least, or can be declared.  It makes the discard that leaves the least MinScore.
    Ties, frequent since MinScore stops at 80: by ``ties``, usually the most points, then the
    highest card number.
    """

    threshold: int = 3
    ties: Ties = "points"
    keeps_jokers: bool = True

    def row(self) -> Row:
        kind, keeps = policy.MIN_SCORE, self.keeps_jokers
        return _make_row(kind, self.ties, threshold=self.threshold, keeps_jokers=keeps)


@dataclass(frozen=True, slots=True)
class MinDist(RummyBot):
    """Makes its MinDist small.

    It takes the open card if the best thirteen cards then have a smaller MinDist.  It makes a
    discard that leaves the least MinDist.  Ties: by ``ties``, usually the most points, then the
    highest card number.
    """

    ties: Ties = "points"
    keeps_jokers: bool = True

    def row(self) -> Row:
        return _make_row(policy.MIN_DIST, self.ties, keeps_jokers=self.keeps_jokers)


@dataclass(frozen=True, slots=True)
class Hybrid(RummyBot):
    """Makes its MinDist small, and among equal draws its MinScore.

    It takes the open card if that makes its MinDist smaller, or leaves it the same and makes
    its MinScore smaller, both after the discard that it would make (one of them, if ties are
    broken at random).  It discards as MinDist does.  Ties: by ``ties``, usually the most points,
    then the highest card number.
    """

    ties: Ties = "points"
    keeps_jokers: bool = True

    def row(self) -> Row:
        return _make_row(policy.HYBRID, self.ties, keeps_jokers=self.keeps_jokers)


@dataclass(frozen=True, slots=True)
class OpponentAware(RummyBot):
    """Makes its MinDist small, and among equals discards what the opponents hardly need.

    It draws as MinDist does.  Of the discards that leave the least MinDist it prefers those
    near to a card that an opponent discarded lately, in one of the last ``memory`` turns of
    each: the same rank in another suit, or a neighbour in the same suit (the paper's example:
    4C, 6C or another five after 5C).  Ties: by ``ties``, usually the most points, then
    the highest card number.

    The paper does so "when no improvement in MinDist is possible"; here the least MinDist comes
    first in any case, and nearness decides among the discards that leave it.
    """

    memory: int = 5
    ties: Ties = "points"
    keeps_jokers: bool = True

    def row(self) -> Row:
        kind, keeps = policy.OPPONENT_AWARE, self.keeps_jokers
        return _make_row(kind, self.ties, memory=self.memory, keeps_jokers=keeps)


BOTS: Final[dict[str, type[RummyBot]]] = {
    "random": Random,
    "defeat-seeking": DefeatSeeking,
    "min-score": MinScore,
    "min-dist": MinDist,
    "hybrid": Hybrid,
    "opponent-aware": OpponentAware,
}
"""The strategies by the names that the command line knows."""


def _make_row(
    kind: int,
    ties: Ties = "points",
    *,
    keeps_jokers: bool = True,
    threshold: int = 1,
    memory: int = 0,
    sees_end: bool = False,
) -> Row:
    """Return the numbers of a strategy, in the order of the columns of policy."""
    if ties not in TIES:
        raise ValueError(f"ties must be one of {', '.join(TIES)}, not {ties!r}")
    if not 1 <= threshold <= MAX_POINTS:
        raise ValueError(f"threshold must be from 1 to {MAX_POINTS} points, not {threshold}")
    if not 0 <= memory <= MAX_MEMORY:
        raise ValueError(f"memory must be from 0 to {MAX_MEMORY} discards, not {memory}")
    numbers = (kind, TIES[ties], not keeps_jokers, threshold, memory, sees_end)
    return np.array(numbers, np.int64)

"""The three bots, each with its parameters."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.random import Generator

from evenhand.games.gin_rummy import policy
from evenhand.games.gin_rummy.state import State
from evenhand.games.gin_rummy.table import MOST_KNOCK, REMEMBERED
from evenhand.games.options import check_number
from evenhand.games.protocol import Bot, Row
from evenhand.rng import Stream


class GinBot(Bot):
    """A bot that kernels know by three integers."""

    __slots__ = ()

    def choose(self, state: State, rng: Generator | Stream) -> str:
        """Return the move of the seat that has the turn."""
        random = Stream.of(rng).state
        table, rules = list(state.table), state.rules.row().tolist()
        return state.name_action(policy.choose(self.row().tolist(), table, rules, random, 0))


@dataclass(frozen=True, slots=True)
class Random(GinBot):
    """Makes any legal move, all as likely."""

    def row(self) -> Row:
        """Return the bot as kernels know it."""
        return _row(policy.RANDOM)


@dataclass(frozen=True, slots=True)
class MinDeadwood(GinBot):
    """Makes its deadwood small, and knocks as soon as it may.

    It takes the top of the pile if that leaves less deadwood after its discard.  It makes the
    discard that leaves the least; ties: the most points, then the highest card number.  It
    knocks with a deadwood of ``knock_at`` or less, if the rules let it.
    """

    knock_at: int = MOST_KNOCK

    def row(self) -> Row:
        """Return the bot as kernels know it."""
        check_number("knock_at", self.knock_at, 0, MOST_KNOCK)
        return _row(policy.MIN_DEADWOOD, self.knock_at)


@dataclass(frozen=True, slots=True)
class Careful(GinBot):
    """Keeps cards that can become melds, and discards what the opponent cannot use.

    It takes the top of the pile only for a meld that leaves three points of deadwood less, or for
    gin.  Of a discard it weighs four things: each point of deadwood left counts 5; each unseen
    card that would complete a meld in its hand -10; each meld of three that the discard makes
    with unseen cards 1; and it counts 15 if the discard is near to one of the last ``memory``
    cards that the opponent took from the pile (of its rank, or up to two away in its suit).
    The least sum goes.  It knocks as :class:`MinDeadwood` does.
    """

    knock_at: int = MOST_KNOCK
    memory: int = 5

    def row(self) -> Row:
        """Return the bot as kernels know it."""
        check_number("knock_at", self.knock_at, 0, MOST_KNOCK)
        check_number("memory", self.memory, 0, REMEMBERED)
        return _row(policy.CAREFUL, self.knock_at, self.memory)


BOTS: dict[str, type[Bot]] = {
    "random": Random,
    "min-deadwood": MinDeadwood,
    "careful": Careful,
}
"""The bots by the names that the command line knows."""


def _row(*numbers: Any) -> Row:
    row = np.zeros(policy.BOT_COLUMNS, np.int64)
    row[: len(numbers)] = numbers
    return row

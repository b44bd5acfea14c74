"""The six strategies of Chakraborty 2025 (appendix 7.2), each with its parameters.

All but Random and Defeat-Seeking declare as soon as thirteen of their fourteen cards can be
declared.  None of them ever drops: the paper names a "drop adherence rule" and never says what
it is.  Random and Defeat-Seeking may discard jokers, as the paper's words have it; the others
keep them unless told otherwise.
"""

from dataclasses import dataclass

from evenhand.games.bots import CompiledBot, Row
from evenhand.games.rummy.strategies import parameters
from evenhand.games.rummy.strategies.parameters import Ties


class Strategy(CompiledBot):
    """How a player draws and discards."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Random(Strategy):
    """Draws from stock or pile by the toss of a coin and discards any card, jokers too.

    It declares only if the thirteen cards left after its discard happen to be valid; with
    ``sees_end`` it discards so that they are, if that is possible.
    """

    keeps_jokers: bool = False
    sees_end: bool = False

    def row(self) -> Row:
        return parameters.row(
            parameters.RANDOM, "lot", keeps_jokers=self.keeps_jokers, sees_end=self.sees_end
        )


@dataclass(frozen=True, slots=True)
class DefeatSeeking(Strategy):
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
        keeps = self.keeps_jokers
        return parameters.row(parameters.DEFEAT_SEEKING, keeps_jokers=keeps)


@dataclass(frozen=True, slots=True)
class MinScore(Strategy):
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
        keeps = self.keeps_jokers
        return parameters.row(
            parameters.MIN_SCORE, self.ties, threshold=self.threshold, keeps_jokers=keeps
        )


@dataclass(frozen=True, slots=True)
class MinDist(Strategy):
    """Makes its MinDist small.

    It takes the open card if the best thirteen cards then have a smaller MinDist.  It makes a
    discard that leaves the least MinDist.  Ties: by ``ties``, usually the most points, then the
    highest card number.
    """

    ties: Ties = "points"
    keeps_jokers: bool = True

    def row(self) -> Row:
        keeps = self.keeps_jokers
        return parameters.row(parameters.MIN_DIST, self.ties, keeps_jokers=keeps)


@dataclass(frozen=True, slots=True)
class Hybrid(Strategy):
    """Makes its MinDist small, and among equal draws its MinScore.

    It takes the open card if that makes its MinDist smaller, or leaves it the same and makes
    its MinScore smaller, both after the discard that it would make (one of them, if ties are
    broken by lot).  It discards as MinDist does.  Ties: by ``ties``, usually the most points,
    then the highest card number.
    """

    ties: Ties = "points"
    keeps_jokers: bool = True

    def row(self) -> Row:
        keeps = self.keeps_jokers
        return parameters.row(parameters.HYBRID, self.ties, keeps_jokers=keeps)


@dataclass(frozen=True, slots=True)
class OpponentAware(Strategy):
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
        keeps = self.keeps_jokers
        return parameters.row(
            parameters.OPPONENT_AWARE, self.ties, memory=self.memory, keeps_jokers=keeps
        )


BOTS: dict[str, type[Strategy]] = {
    "random": Random,
    "defeat-seeking": DefeatSeeking,
    "min-score": MinScore,
    "min-dist": MinDist,
    "hybrid": Hybrid,
    "opponent-aware": OpponentAware,
}
"""The strategies by the names that the command line knows."""

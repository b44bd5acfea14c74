"""What each pair of cards put away is worth if all cards are then played openly.

A hand of twelve is tried in random worlds: the twenty cards of the others are dealt at random,
and the declarer sits in each seat in turn.  Every pair is tried in the same worlds.
"""

from dataclasses import dataclass
from threading import local

import numpy as np

from evenhand.games.cards import Masks
from evenhand.games.skat.bidding.knn import may_discard
from evenhand.games.skat.bidding.knowledge import TRUMPS
from evenhand.games.skat.bidding.null import list_pairs
from evenhand.games.skat.deck import PACK, SEATS, Integers
from evenhand.games.skat.scoring import POINTS_TO_WIN, card_points_of
from evenhand.games.skat.solver import Position, Solver
from evenhand.tables import Floats

_own = local()  # each thread keeps a solver, because making one takes time


@dataclass(frozen=True, slots=True, eq=False)
class Twelve:
    """Twelve cards of a declarer, the trump, and worlds: the hands of the two others."""

    cards: int
    trump: str
    others: Masks  # (worlds, 2), clockwise from the declarer

    @classmethod
    def at_random(cls, cards: int, trump: str, worlds: int, rng: np.random.Generator) -> "Twelve":
        """With so many random worlds."""
        hidden = np.array([1 << card for card in range(len(PACK)) if not cards >> card & 1])
        rows = rng.permuted(np.tile(hidden, (worlds, 1)), axis=1)
        others = np.stack([rows[:, :10].sum(axis=1), rows[:, 10:].sum(axis=1)], axis=1)
        return cls(cards, trump, others)

    @property
    def pairs(self) -> Masks:
        """The pairs that may be put away."""
        every = list_pairs(np.array([self.cards]))
        allowed: Masks = every[0][may_discard(every, TRUMPS.index(self.trump))[0]]
        return allowed


@dataclass(frozen=True, slots=True, eq=False)
class Tried:
    """The declarer's points with each pair (a row) in each world (a column)."""

    pairs: Masks
    points: Integers

    @property
    def halves(self) -> tuple["Tried", "Tried"]:
        """Half of the worlds to choose in, and the others to measure in."""
        half = self.points.shape[1] // 2
        first, second = self.points[:, :half], self.points[:, half:]
        return Tried(self.pairs, first), Tried(self.pairs, second)

    @property
    def means(self) -> Floats:
        """The mean points of each pair."""
        means: Floats = self.points.mean(axis=1)
        return means

    @property
    def won(self) -> Floats:
        """The share of worlds in which each pair wins."""
        shares: Floats = (self.points >= POINTS_TO_WIN).mean(axis=1)
        return shares

    @property
    def lost(self) -> bool:
        """Whether no pair wins any world."""
        return bool(self.points.max() < POINTS_TO_WIN)

    @property
    def best_by_points(self) -> int:
        """The pair of the most points."""
        return int(self.pairs[self.means.argmax()])

    @property
    def best_by_games(self) -> int:
        """The pair that wins most often; of several the one of the most points."""
        return int(self.pairs[np.lexsort((self.means, self.won))[-1]])

    def place(self, pair: int) -> int:
        """The row of a pair."""
        return int(np.flatnonzero(self.pairs == pair)[0])


def try_pairs(twelve: Twelve) -> Tried:
    """Play every pair in every world with open cards."""
    if not hasattr(_own, "solver"):
        _own.solver = Solver()
    pairs = twelve.pairs
    points = np.empty((len(pairs), len(twelve.others)), np.int64)
    for row, pair in enumerate(pairs.tolist()):
        for seat in range(SEATS):
            points[row, seat::SEATS] = _points(twelve, twelve.cards ^ pair, seat, _own.solver)
    return Tried(pairs, points + card_points_of(pairs)[:, None])


def _points(twelve: Twelve, hand: int, seat: int, solver: Solver) -> list[int]:
    """The points of the declarer's tricks in those worlds in which this is the seat."""
    others = twelve.others[seat::SEATS]
    if not len(others):
        return []
    worlds = np.empty((len(others), SEATS), np.int64)
    worlds[:, seat] = hand
    for player in (1, 2):
        worlds[:, (seat + player) % SEATS] = others[:, player - 1]
    first, second, third = worlds[0].tolist()
    return solver.world_values(Position(twelve.trump, (first, second, third), seat), worlds)


def pair_names(pair: int) -> str:
    """The two cards, highest first.

    >>> pair_names(1 << 19 | 1 << 21)
    'SQ ST'
    """
    return " ".join(PACK.names(pair))

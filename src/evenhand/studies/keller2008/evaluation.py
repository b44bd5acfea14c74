"""How well bids and discards by neighbours do.

Pure functions on two knowledge bases, one to learn from and one to evaluate with.

Section 6 plays whole games with the skat.  The bidder goes up to its highest bid and announces
the best game that reaches it with twelve cards; an overbid game is lost.  A deal that is passed
is played too, to see whether it was winnable.  The paper says that such deals "were discarded as
well and then calculated": we read this as the one game that the system announces if no bid binds
it.  The other reading is that any of the five games may win it.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Self

import numpy as np
from numpy.typing import NDArray

from evenhand.games.cards import Masks
from evenhand.games.skat.bidding import KnowledgeBase
from evenhand.games.skat.bidding.knn import (
    HAND_THRESHOLD,
    PASS,
    best_games,
    choose_trumps,
    game_values,
)
from evenhand.games.skat.bidding.knowledge import TRUMPS
from evenhand.games.skat.bidding.neighbours import USUAL_K, Instances, Valuation, features_of
from evenhand.games.skat.deck import Integers
from evenhand.games.skat.scoring import POINTS_TO_WIN, card_points_of
from evenhand.parallel import map_blocks
from evenhand.tables import Floats

Flags = NDArray[np.bool_]


Choose = Callable[[Floats, Integers, float], Integers]
"""A reading of C: scores, values of the games and the threshold to places of trumps, or -1."""


@dataclass(frozen=True, slots=True)
class Accuracy:
    """How many deals were judged rightly.  A deal is winnable if one of the five games was won."""

    winnable: int
    bid_on: int  # winnable deals that were bid on
    won: int  # of those the ones in which the chosen game was won
    unwinnable: int
    passed: int  # unwinnable deals that were passed

    @property
    def deals(self) -> int:
        """All deals."""
        return self.winnable + self.unwinnable

    @property
    def recognised(self) -> float:
        """The share of deals rightly called winnable or not, whatever the trump."""
        return (self.bid_on + self.passed) / self.deals

    @property
    def right(self) -> float:
        """The share of deals that were won, or rightly passed."""
        return (self.won + self.passed) / self.deals


@dataclass(frozen=True, slots=True, eq=False)
class Decisions:
    """For each deal whether it is winnable, was bid on, and was won in the chosen game."""

    winnable: Flags
    bid_on: Flags
    won: Flags

    @property
    def right(self) -> Flags:
        """Which deals were won, or rightly passed."""
        return np.where(self.winnable, self.won, ~self.bid_on)

    @property
    def accuracy(self) -> Accuracy:
        """How many they are."""
        return Accuracy(
            winnable=int(self.winnable.sum()),
            bid_on=int((self.winnable & self.bid_on).sum()),
            won=int(self.won.sum()),
            unwinnable=int((~self.winnable).sum()),
            passed=int((~self.winnable & ~self.bid_on).sum()),
        )


@dataclass(frozen=True, slots=True, eq=False)
class Predictions:
    """Deals with estimated and played scores, a column a trump."""

    scores: Floats
    points: Integers
    values: Integers  # what the games are worth

    @property
    def square_errors(self) -> Floats:
        """The average square error of each deal."""
        errors: Floats = np.square(self.scores - self.points).mean(axis=1)
        return errors

    def decide(
        self, threshold: float = HAND_THRESHOLD, choose: Choose = choose_trumps
    ) -> Decisions:
        """The judgement at a threshold, and with a reading of C."""
        chosen = choose(self.scores, self.values, threshold)
        winning, every = self.points >= POINTS_TO_WIN, np.arange(len(chosen))
        winnable: Flags = np.any(winning, axis=1)
        bid_on = chosen != PASS
        return Decisions(winnable, bid_on, bid_on & winning[every, chosen])


def predict(
    base: KnowledgeBase,
    evaluation: KnowledgeBase,
    k: int = USUAL_K,
    *,
    weighted: bool = False,
    kept: Flags | None = None,
) -> Predictions:
    """Sections 4.2 and 4.3: hand games, any trump may be announced."""
    valuation = Valuation.of(base.hands, base.hand_points, k, weighted, kept)
    hands = evaluation.hands
    return Predictions(valuation.estimates(hands), evaluation.hand_points, game_values(hands))


def predict_by_k(
    base: KnowledgeBase,
    evaluation: KnowledgeBase,
    ks: Sequence[int],
    *,
    weighted: bool = False,
    workers: int | None = None,
    cluster: str | None = None,
    done: Callable[[int], object] | None = None,
) -> dict[int, Predictions]:
    """Figure 1: the same for several k; ``done`` is called with the number of trumps so far."""
    known = Valuation.of(base.hands, base.hand_points).instances
    work = partial(_by_k, hands=evaluation.hands, ks=tuple(ks), weighted=weighted)
    found = map_blocks(work, known, workers=workers, cluster=cluster, done=done)
    scores = np.stack(list(found), axis=1)
    points, values = evaluation.hand_points, game_values(evaluation.hands)
    return {k: Predictions(scores[:, :, place], points, values) for place, k in enumerate(ks)}


def _by_k(known: Instances, hands: Masks, ks: Sequence[int], weighted: bool) -> Floats:
    """The estimates for one trump, a column for each k."""
    return known.estimates_by_k(hands, ks, weighted)


def evenly_spread(base: KnowledgeBase, rng: np.random.Generator, most: int = 3) -> Flags:
    """Section 4.3: which instances to keep so that they are spread evenly, a column a trump.

    The paper does not say how it did this.  Ours keeps at random at most so many of all hands
    with the same jacks, trumps, aces and missing suits by number, and about the same points.
    """
    kept = np.zeros((len(base), len(TRUMPS)), np.bool_)
    for trump in range(len(TRUMPS)):
        rows = features_of(np.ascontiguousarray(base.hands), trump)
        cells = np.column_stack([rows[:, [0, 1, 2, 4]], rows[:, 3] // 15])
        shuffled = rng.permutation(len(base))
        _, which = np.unique(cells[shuffled], axis=0, return_inverse=True)
        order = np.argsort(which, kind="stable")
        starts = np.searchsorted(which[order], which[order])
        kept[shuffled[order], trump] = np.arange(len(base)) - starts < most
    return kept


@dataclass(frozen=True, slots=True, eq=False)
class Bids:
    """For each deal whether it was bid on and won; and whether it is won if nothing was bid."""

    bid_on: Flags
    won: Flags  # in the announced game
    free: Flags  # in the game announced if no bid binds
    any: Flags  # in any of the five games

    @property
    def right(self) -> Flags:
        """Which deals were won, or rightly passed because the one free game is lost."""
        return np.where(self.bid_on, self.won, ~self.free)

    @property
    def right_of_any(self) -> Flags:
        """Which deals were won, or rightly passed because each of the five games is lost."""
        return np.where(self.bid_on, self.won, ~self.any)

    @property
    def winnable(self) -> Flags:
        """Which deals are won in the announced game, or in the free one if they were passed."""
        return np.where(self.bid_on, self.won, self.free)


@dataclass(frozen=True, slots=True, eq=False)
class SkatGames:
    """Section 6: deals as the bidder sees them, a column a trump."""

    scores: Floats  # V of the ten cards
    values: Integers  # what games with them are worth
    expected: Floats  # V after cards were put away
    worth: Integers  # what games with all twelve are worth
    points: Integers  # as played

    @classmethod
    def of(cls, base: KnowledgeBase, evaluation: KnowledgeBase, k: int = USUAL_K) -> Self:
        """Learn from one base, and look at the other."""
        valuation = Valuation.of(base.hands, base.column("skat_points"), k)
        return cls(
            valuation.estimates(evaluation.hands),
            game_values(evaluation.hands),
            _after_discards(base, evaluation, k),
            game_values(evaluation.twelves),
            evaluation.column("skat_points"),
        )

    def bids(self, threshold: float, choose: Choose = choose_trumps) -> Bids:
        """What happens at a threshold, and with a reading of C."""
        every, winning = np.arange(len(self.points)), self.points >= POINTS_TO_WIN
        chosen = choose(self.scores, self.values, threshold)
        bids = self.values[every, chosen]
        played = best_games(self.expected, self.worth, bids)
        bid_on = chosen != PASS
        won = bid_on & winning[every, played] & (self.worth[every, played] >= bids)
        free = winning[every, best_games(self.expected, self.worth, np.zeros_like(bids))]
        any_game: Flags = np.any(winning, axis=1)
        return Bids(bid_on, won, free, any_game)


def _after_discards(base: KnowledgeBase, evaluation: KnowledgeBase, k: int) -> Floats:
    """The scores expected after the cards were put away that the evaluation deals name."""
    away = evaluation.column("discards")
    hands = evaluation.twelves[:, None] ^ away
    known = Valuation.of(base.hands, base.trick_points, k).instances
    columns = [
        instances.estimates(hands[:, trump], k) + card_points_of(away[:, trump])
        for trump, instances in enumerate(known)
    ]
    return np.stack(columns, axis=1)

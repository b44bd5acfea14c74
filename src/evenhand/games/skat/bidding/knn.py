"""Bids, announcements and discards by what similar hands scored.

Keller and Kupferschmid (2008), Section 5: of the 66 pairs those with a jack or a trump are left
out.  The scores of similar hands are without their skats, and the points of the two cards are
added instead.  The sum is no longer limited to 120.  Who holds eleven trumps has no such pair: then
any pair without a jack may go.

V(t) is what hands similar to one's own scored with the trump t.  The paper chooses the trump with
``argmax {V(t) | V(t) > th}`` and adds that of more than one trump "the t allowing the highest bid
is selected".  We read this as it stands: the trump with the highest V, and of equally good ones the
one that allows the highest bid; V of 85 and more is good enough for anything, so that a hand that
wins in any game is not played in hearts.  (The other reading, of all trumps above the threshold the
dearest, is ``dearest_trumps``; it is right about fewer deals.)

The highest bid is the base value times one for the game and one for each matador of the ten
cards.  As in the paper it is not considered that a jack in the skat can shorten a run "without".
Nulls, which the paper leaves out, follow ``bidding/null``.
"""

from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from evenhand.games.cards import Masks
from evenhand.games.skat.auction import Announcements
from evenhand.games.skat.bidding.knowledge import TRUMPS, KnowledgeBase, training_deals
from evenhand.games.skat.bidding.neighbours import (
    TRUMP_SUITS,
    USUAL_K,
    Instances,
    Similar,
    Valuation,
)
from evenhand.games.skat.bidding.null import (
    NULL_HAND,
    NULL_OUVERT,
    NULL_OUVERT_HAND,
    ROWS_AT_ONCE,
    list_pairs,
    null_discards,
    null_limits,
)
from evenhand.games.skat.contract import CONTRACTS, GAME_OF, NO_CONTRACT, Contract
from evenhand.games.skat.deck import JACKS, Integers
from evenhand.games.skat.scoring import (
    POINTS_TO_WIN,
    card_points_of,
    charge,
    least_values,
)
from evenhand.tables import Floats

Flags = NDArray[np.bool_]


def may_discard(pairs: Masks, trump: int) -> Flags:
    """Return which pairs have neither a jack nor a trump; if none has, which have no jack."""
    clean: Flags = (pairs & (JACKS | TRUMP_SUITS[trump])) == 0
    no_jack: Flags = (pairs & JACKS) == 0
    return np.where(np.any(clean, axis=1, keepdims=True), clean, no_jack)


def find_discards(valuation: Valuation, twelves: Masks) -> tuple[Masks, Floats]:
    """Return the best pair for each trump, a column each, and the score expected with it.

    The valuation is of scores without the skat.
    """
    pairs = np.empty((len(twelves), len(TRUMPS)), np.int64)
    scores = np.empty(pairs.shape)
    for start in range(0, len(twelves), ROWS_AT_ONCE):
        rows = slice(start, start + ROWS_AT_ONCE)
        every = list_pairs(twelves[rows])
        points = card_points_of(every.ravel()).reshape(every.shape)
        for trump in range(len(TRUMPS)):
            best = _find_best(valuation, twelves[rows], every, points, trump)
            pairs[rows, trump], scores[rows, trump] = best
    return pairs, scores


def _find_best(
    valuation: Valuation, twelves: Masks, pairs: Masks, points: Integers, trump: int
) -> tuple[Masks, Floats]:
    """Return the best pair of each row for one trump; of equally good ones the first."""
    legal, every = may_discard(pairs, trump), np.arange(len(twelves))
    scores = np.full(pairs.shape, -np.inf)
    hands = (twelves[:, None] ^ pairs)[legal]
    found = valuation.instances[trump].estimates(hands, valuation.k, valuation.weighted)
    scores[legal] = found + points[legal]
    best = scores.argmax(axis=1)
    return pairs[every, best], scores[every, best]


PASS = -1
HAND_THRESHOLD, SKAT_THRESHOLD = 60.0, 62.0
"""The paper's thresholds: 60 for hand games, and from the middle of its best range, 61 to 64, for
games with the skat."""

PLAIN = np.array([CONTRACTS.index(Contract(trump)) for trump in TRUMPS])
HAND = np.array([CONTRACTS.index(Contract(trump, hand=True)) for trump in TRUMPS])
N, NH, NO, NOH = (CONTRACTS.index(Contract.parse(name)) for name in ("N", "NH", "NO", "NOH"))
AMPLE = 85.0  # more does not make a game better
BID_FIRST = 1000.0  # more than any score or value


def game_values(cards: Masks, contracts: Integers = PLAIN) -> Integers:
    """Return the least values of games with these cards, a column a trump."""
    return np.stack([least_values(np.full(len(cards), one), cards) for one in contracts], axis=1)


def choose_trumps(scores: Floats, values: Integers, threshold: float) -> Integers:
    """Return C of the paper: the places in ``TRUMPS`` of the games to bid for, or -1 to pass.

    >>> scores = np.array([[61.0, 70, 0, 0, 0], [90, 61, 0, 0, 95], [60, 0, 0, 0, 0]])
    >>> choose_trumps(scores, np.array([[48, 24, 22, 20, 18]] * 3), 60.0).tolist()
    [1, 0, -1]
    """
    chosen = _order(scores, values).argmax(axis=1)
    return np.where(scores.max(axis=1) > threshold, chosen, PASS)


def _order(scores: Floats, values: Integers) -> Floats:
    """Return by what to order games: by score as far as it matters, value, and score."""
    order: Floats = BID_FIRST * np.minimum(scores, AMPLE) + values + scores / BID_FIRST
    return order


def dearest_trumps(scores: Floats, values: Integers, threshold: float) -> Integers:
    """Return the other reading of C: of all games above the threshold the dearest.

    >>> scores = np.array([[61.0, 70, 0, 0, 0], [60, 61, 0, 0, 62], [60, 0, 0, 0, 0]])
    >>> dearest_trumps(scores, np.array([[48, 24, 22, 20, 18]] * 3), 60.0).tolist()
    [0, 1, -1]
    """
    able = scores > threshold
    order = np.where(able, BID_FIRST * values + scores, -np.inf)
    return np.where(able.any(axis=1), order.argmax(axis=1), PASS)


class GameEstimates(NamedTuple):
    """What similar hands scored before the skat was seen, a column a trump."""

    points: Floats  # V
    shares: Floats  # of the hands that won
    counts: Integers  # how many hands they are


@dataclass(frozen=True)
class KnnBidder:
    """Bids by the k nearest sets of neighbours in a knowledge base.

    A game is bid for if its V is above ``threshold``.  V is learned from games with the skat, or
    from hand games if not ``skat_aware``.  A hand game is announced if V learned from hand games
    is above ``hand_threshold``, which is ours.
    """

    threshold: float | None = None  # 62 if skat aware, else 60
    k: int = USUAL_K
    skat_aware: bool = True
    hand_threshold: float = 80.0
    base: KnowledgeBase | None = field(default=None, repr=False, compare=False)

    @property
    def least(self) -> float:
        """Return the threshold in use."""
        usual = SKAT_THRESHOLD if self.skat_aware else HAND_THRESHOLD
        return usual if self.threshold is None else self.threshold

    @cached_property
    def knowledge(self) -> KnowledgeBase:
        """Return the knowledge base in use."""
        return training_deals() if self.base is None else self.base

    @cached_property
    def hand_games(self) -> Valuation:
        """V for hand games."""
        return Valuation.of(self.knowledge.hands, self.knowledge.hand_points, self.k)

    @cached_property
    def bidding(self) -> Valuation:
        """V for bidding."""
        return self.hand_games.with_scores(self._bidding_points)

    @cached_property
    def discarding(self) -> Valuation:
        """V without the points of the skat."""
        return self.hand_games.with_scores(self.knowledge.trick_points)

    @property
    def _bidding_points(self) -> Integers:
        known = self.knowledge
        return known.column("skat_points") if self.skat_aware else known.hand_points

    @cached_property
    def _points_and_wins(self) -> Valuation:
        """Points for bidding, and wins after taking the skat."""
        won = self.knowledge.column("skat_points") >= POINTS_TO_WIN
        return self.hand_games.with_scores(np.stack([self._bidding_points, won], axis=2))

    @cached_property
    def _played(self) -> tuple[Instances, ...]:
        """Hands as they were played after discarding, with the points of their tricks."""
        base, pairs = self.knowledge, self.knowledge.column("discards")
        tricks = self._discarded_tricks
        return tuple(
            Instances.of(trump, base.twelves ^ pairs[:, trump], tricks[:, trump])
            for trump in range(len(TRUMPS))
        )

    @cached_property
    def _discarded_tricks(self) -> Integers:
        """The points of the tricks alone in games with the skat."""
        pairs = self.knowledge.column("discards")
        away = card_points_of(pairs.ravel()).reshape(pairs.shape)
        tricks: Integers = self.knowledge.column("skat_points") - away
        return tricks

    def estimate_games(self, hands: Masks) -> GameEstimates:
        """Return what declarers with similar hands scored and won, in one search a trump.

        Similar hands are hands as they were dealt, and their declarers won or lost after taking
        the skat.  On the 5,000 deals to evaluate with, the share won is 1 to 3 points off.
        """
        found = [known.find_similar(hands, self.k) for known in self._points_and_wins.instances]
        means = np.stack([similar.means for similar in found], axis=1)
        counts = np.stack([similar.counts for similar in found], axis=1)
        return GameEstimates(means[:, :, 0], means[:, :, 1], counts)

    def find_winners(self, trump: int, hands: Masks, discarded: Integers) -> Similar:
        """Return how many of the hands similar to those after discarding would have won.

        ``discarded`` are the card points of the discards.  Similar hands are hands as they were
        played, without their discards; the hands as they were dealt would be 10 points off,
        because nobody had chosen what to discard.
        """
        shares, counts = np.empty((len(hands), 1)), np.empty(len(hands), np.int64)
        for points in np.unique(discarded).tolist():
            rows = discarded == points
            won = self._discarded_tricks[:, trump] + points >= POINTS_TO_WIN
            found = self._played[trump].with_scores(won).find_similar(hands[rows], self.k)
            shares[rows], counts[rows] = found
        return Similar(shares, counts)

    def limits(self, hands: Masks, rng: Generator) -> Integers:
        """Return the highest value that each hand bids; 0 to pass."""
        values = game_values(hands)
        chosen = choose_trumps(self.bidding.estimates(hands), values, self.least)
        bids = np.where(chosen == PASS, 0, values[np.arange(len(hands)), chosen])
        return np.maximum(bids, null_limits(hands))

    def announce(self, hands: Masks, skats: Masks, bids: Integers, rng: Generator) -> Announcements:
        """Return what each winner of an auction announces, and which cards are discarded."""
        contracts, away = self._hand_contracts(hands, bids), skats.copy()
        takes = contracts == NO_CONTRACT
        if takes.any():
            twelves = hands[takes] | skats[takes]
            contracts[takes], away[takes] = self._skat_contracts(twelves, bids[takes])
        return Announcements(contracts, away)

    def discards(self, twelves: Masks) -> tuple[Masks, Floats]:
        """Return the two cards to discard for each trump, and the score expected then."""
        return find_discards(self.discarding, twelves)

    def _hand_contracts(self, hands: Masks, bids: Integers) -> Integers:
        """Return the hand games to announce: a null that cannot lose, or a very good hand."""
        scores = self.hand_games.estimates(hands)
        values = game_values(hands, HAND)
        good = (scores > self.hand_threshold) & (values >= bids[:, None])
        best = np.where(good, scores, -np.inf).argmax(axis=1)
        games = np.where(good.any(axis=1), HAND[best], NO_CONTRACT)
        null = null_limits(hands)
        null = np.where(null >= bids, null, 0)
        games = np.where((null == NULL_HAND) & (games == NO_CONTRACT), NH, games)
        return np.where(null == NULL_OUVERT_HAND, NOH, games)

    def _skat_contracts(self, twelves: Masks, bids: Integers) -> tuple[Integers, Masks]:
        """Return the games to announce after taking the skat, and the cards to discard.

        Of the games that reach the bid the one with the best score; if there is none, the one
        that costs least when lost.  A null that cannot lose goes before, another one only
        before games below the threshold.
        """
        every = np.arange(len(twelves))
        pairs, scores = self.discards(twelves)
        best = best_games(scores, game_values(twelves), bids)
        away, null = null_discards(twelves)
        weak = scores[every, best] <= self.least
        nulls = (null >= bids) & ((null == NULL_OUVERT) | weak)
        contracts = np.where(null == NULL_OUVERT, NO, N)
        return (
            np.where(nulls, contracts, PLAIN[best]),
            np.where(nulls, away, pairs[every, best]),
        )


def best_games(scores: Floats, values: Integers, bids: Integers) -> Integers:
    """Return places in ``TRUMPS``: the best game that reaches the bid, or the cheapest overbid.

    >>> scores = np.array([[80.0, 60, 50, 40, 30], [80, 90, 50, 40, 30]])
    >>> best_games(scores, np.array([[48, 24, 22, 20, 18]] * 2), np.array([18, 50])).tolist()
    [0, 3]
    """
    reach, order = values >= bids[:, None], _order(scores, values)
    overbid = scores - BID_FIRST * charge(GAME_OF[PLAIN], values, bids[:, None])
    some = np.any(reach, axis=1, keepdims=True)
    order = np.where(reach, order, np.where(some, -np.inf, overbid))
    best: Integers = order.argmax(axis=1)
    return best

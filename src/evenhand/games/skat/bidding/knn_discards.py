"""Which two of twelve cards to put away: those after which similar hands scored best.

Keller and Kupferschmid (2008), Section 5: of the 66 pairs those with a jack or a trump are left
out.  The scores of similar hands are without their skats, and the points of the two cards are
added instead.  The sum is no longer limited to 120.  Who holds eleven trumps has no such pair: then
any pair without a jack may go.
"""

from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from evenhand.cards import Masks
from evenhand.games.skat.bidding.features import TRUMP_SUITS, TRUMPS
from evenhand.games.skat.bidding.neighbours import Floats, Valuation
from evenhand.games.skat.many_games import card_points_of
from evenhand.games.skat.pack import JACKS, PACK
from evenhand.games.skat.playout import Integers

HELD = 12
_FIRST, _SECOND = np.array(list(combinations(range(HELD), 2))).T
PAIRS = len(_FIRST)
AT_ONCE = 4096  # rows, for the sake of memory


def pairs_of(twelves: Masks) -> Masks:
    """The 66 pairs of twelve cards, a row each.

    >>> [PACK.names(pair) for pair in pairs_of(np.array([0xFFF]))[0, [0, 65]].tolist()]
    [('D8', 'D7'), ('HT', 'H9')]
    """
    if (np.bitwise_count(twelves) != HELD).any():
        raise ValueError("cards are put away from twelve")
    bits = twelves[:, None] >> np.arange(len(PACK)) & 1
    cards = np.nonzero(bits)[1].reshape(len(twelves), HELD)
    masks = np.int64(1) << cards
    return masks[:, _FIRST] | masks[:, _SECOND]


def may_go(pairs: Masks, trump: int) -> NDArray[np.bool_]:
    """Which pairs have neither a jack nor a trump; if none has, which have no jack."""
    clean: NDArray[np.bool_] = (pairs & (JACKS | TRUMP_SUITS[trump])) == 0
    no_jack: NDArray[np.bool_] = (pairs & JACKS) == 0
    return np.where(np.any(clean, axis=1, keepdims=True), clean, no_jack)


def best_discards(valuation: Valuation, twelves: Masks) -> tuple[Masks, Floats]:
    """For each trump, a column each, the best pair and the score expected with it.

    The valuation is of scores without the skat.
    """
    pairs = np.empty((len(twelves), len(TRUMPS)), np.int64)
    scores = np.empty(pairs.shape)
    for start in range(0, len(twelves), AT_ONCE):
        rows = slice(start, start + AT_ONCE)
        every = pairs_of(twelves[rows])
        points = card_points_of(every.ravel()).reshape(every.shape)
        for trump in range(len(TRUMPS)):
            best = _best(valuation, twelves[rows], every, points, trump)
            pairs[rows, trump], scores[rows, trump] = best
    return pairs, scores


def _best(
    valuation: Valuation, twelves: Masks, pairs: Masks, points: Integers, trump: int
) -> tuple[Masks, Floats]:
    """The best pair of each row for one trump; of equally good ones the first."""
    legal, every = may_go(pairs, trump), np.arange(len(twelves))
    scores = np.full(pairs.shape, -np.inf)
    hands = (twelves[:, None] ^ pairs)[legal]
    found = valuation.instances[trump].estimates(hands, valuation.k, valuation.weighted)
    scores[legal] = found + points[legal]
    best = scores.argmax(axis=1)
    return pairs[every, best], scores[every, best]

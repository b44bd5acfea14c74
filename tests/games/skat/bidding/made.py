"""A knowledge base made by a formula instead of by playing."""

from functools import cache

import numpy as np

from evenhand.games.skat.bidding import KnnBidder, KnowledgeBase
from evenhand.games.skat.bidding.knowledge import TRUMPS, draw_deals
from evenhand.games.skat.bidding.neighbours import features_of
from evenhand.games.skat.deck import Integers, card_points

WORTH = np.array([9, 5, 4, 0, 3, -3, 1, 1])
SKAT_HELPS = 12


def formula_points(base: KnowledgeBase) -> Integers:
    """What hands score by the formula, the skat included."""
    hands = np.ascontiguousarray(base.hands)
    columns = [features_of(hands, trump) @ WORTH - (trump == 0) for trump in range(len(TRUMPS))]
    skats = np.array([card_points(skat) for skat in base.deals[:, 3].tolist()])
    points: Integers = np.stack(columns, axis=1) + skats[:, None]
    return np.clip(points, skats[:, None], 120)


@cache
def made_base(seed: int, deals: int) -> KnowledgeBase:
    """Deals with all columns."""
    drawn, seats = draw_deals(np.random.default_rng(seed), deals)
    base = KnowledgeBase(drawn, seats, np.zeros((deals, len(TRUMPS)), np.int64))
    base = base.with_columns(hand_points=formula_points(base))
    discards, _ = KnnBidder(skat_aware=False, base=base).discards(base.twelves)
    skat_points = np.minimum(base.hand_points + SKAT_HELPS, 120)
    return base.with_columns(skat_points=skat_points, discards=discards)

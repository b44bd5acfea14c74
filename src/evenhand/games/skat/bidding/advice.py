"""How high to bid on ten cards: every game judged, and the one to bid for.

Two bidders judge.  One compares with similar hands (``knn_bidder``): its estimate is V, card
points, and its chance the share of those hands that won (``winning_share``); null goes by its own
rules, with the chance of the rules of thumb.  The other counts by rules of thumb
(``rule_bidder``): its estimate is the chance itself.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import exp

import numpy as np

from evenhand.games.skat.bidding.features import TRUMPS
from evenhand.games.skat.bidding.knn_bidder import AMPLE, KnnBidder, game_values
from evenhand.games.skat.bidding.null_rules import null_limits
from evenhand.games.skat.bidding.rule_bidder import UNIT, form_limit
from evenhand.games.skat.bidding.rule_offers import (
    CONTRACT,
    FORMS,
    HAND,
    NULL_OUVERT,
    SKAT,
    form_strength,
    form_value,
    hand_strength,
)
from evenhand.games.skat.bidding.rule_strength import BEFORE, NULL_PLACE
from evenhand.games.skat.bidding.winning_share import shares_before, similar_before
from evenhand.games.skat.contract import Contract
from evenhand.games.skat.many_games import CONTRACTS
from evenhand.games.skat.values import NULL_VALUES


@dataclass(frozen=True, slots=True)
class Offer:
    """A game that could be bid for."""

    game: str
    name: str
    value: int  # how high it may be bid with these cards
    estimate: float | None  # what the bidder goes by: V, or the chance to win; None in null
    chance: float  # to win
    playable: bool
    similar: int | None = None  # of how many similar hands the chance is the share that won


@dataclass(frozen=True, slots=True)
class Advice:
    """All games, and the one to bid for."""

    offers: tuple[Offer, ...]
    chosen: Offer | None  # None: pass

    @property
    def bid(self) -> int:
        """How far to go; 0 to pass."""
        return self.chosen.value if self.chosen else 0


@cache
def usual_bidder() -> KnnBidder:
    """The bidder by neighbours with its usual threshold, kept because it takes time to learn."""
    return KnnBidder()


def advice_by_neighbours(hand: int, bidder: KnnBidder | None = None) -> Advice:
    """What similar hands scored: the best trump or a null that its rules allow, the dearer one."""
    offers = neighbour_offers(hand, bidder or usual_bidder())
    able = [offer for offer in offers if offer.playable]
    trumps = [offer for offer in able if offer.estimate is not None]
    best = max(trumps, key=lambda one: (min(one.estimate or 0.0, AMPLE), one.value), default=None)
    return Advice(
        tuple(offers), _dearest([one for one in able if one.estimate is None or one is best])
    )


def advice_by_rules(hand: int) -> Advice:
    """What the rules of thumb say: the dearest game that the hand is strong enough for."""
    offers = rule_offers(hand)
    return Advice(tuple(offers), _dearest([offer for offer in offers if offer.playable]))


def neighbour_offers(hand: int, bidder: KnnBidder) -> list[Offer]:
    """The games by what similar hands scored, and null by its rules."""
    hands = np.array([hand])
    scores = bidder.bidding.estimates(hands)[0].tolist()
    shares = shares_before(bidder.learned, hands, bidder.k)[0].tolist()
    similar = similar_before(bidder.learned, hand, bidder.k)
    columns = zip(TRUMPS, game_values(hands)[0].tolist(), scores, shares, similar, strict=True)
    trumps = [
        _offer(game, value, score, share, score > bidder.least, count)
        for game, value, score, share, count in columns
    ]
    return [*trumps, _null_offer(hand)]


def rule_offers(hand: int) -> list[Offer]:
    """The games by rules of thumb, each with the skat or, if the hand is very strong, without."""
    offers = []
    for form in range(FORMS):
        limit, with_skat = form_limit(hand, form, 0), form_value(hand, form, SKAT)
        from_hand = limit > with_skat
        game = str(CONTRACTS[CONTRACT[HAND if from_hand else SKAT, form]])
        chance = _chance_of(hand, form, from_hand)
        offers.append(_offer(game, int(limit or with_skat), chance, chance, limit > 0))
    return offers


def chance_of_strength(strong: float) -> float:
    """The chance that belongs to a strength of the rules of thumb.

    >>> chance_of_strength(0), round(chance_of_strength(110), 2)
    (0.5, 0.75)
    """
    return 1 / (1 + exp(-strong / UNIT))


def _chance_of(hand: int, form: int, from_hand: bool) -> float:
    strong = hand_strength(hand, form) if from_hand else form_strength(hand, form, BEFORE)
    return chance_of_strength(strong)


def _null_offer(hand: int) -> Offer:
    names = {value: name for name, value in NULL_VALUES.items()}
    limit = int(null_limits(np.array([hand]))[0])
    value = limit or NULL_VALUES["N"]
    contract = Contract.parse(names[value])
    form = NULL_OUVERT if contract.ouvert else NULL_PLACE
    return _offer(names[value], value, None, _chance_of(hand, form, contract.hand), limit > 0)


def _dearest(offers: Sequence[Offer]) -> Offer | None:
    return max(offers, key=lambda offer: (offer.value, offer.estimate or 0.0), default=None)


def _offer(
    game: str,
    value: int,
    estimate: float | None,
    chance: float,
    playable: bool,
    similar: int | None = None,
) -> Offer:
    name = Contract.parse(game).describe()
    return Offer(game, name, value, estimate, chance, bool(playable), similar)

"""Bids and discards explained.

Two bidders judge.  One compares with similar hands (``knn``): its estimate is V, card
points, and its chance the share of those hands that won (``neighbours``); null goes by its own
rules, with the chance of the rules of thumb.  The other counts by rules of thumb
(``rules``): its estimate is the chance itself.

The bidder by neighbours judges a pair by what similar hands scored without their skats, and adds
the points of the pair; the rules of thumb judge by strength, and announce what promises most.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import exp, inf

import numpy as np

from evenhand.games.skat.bidding.knn import AMPLE, KnnBidder, game_values, may_go, pairs_of
from evenhand.games.skat.bidding.knowledge import TRUMPS
from evenhand.games.skat.bidding.neighbours import (
    shares_after,
    shares_before,
    similar_after,
    similar_before,
)
from evenhand.games.skat.bidding.null import null_discards, null_limits
from evenhand.games.skat.bidding.rules import UNIT, form_limit
from evenhand.games.skat.bidding.strength import (
    AFTER,
    BEFORE,
    CONTRACT,
    FORMS,
    GAME,
    HAND,
    NULL_OUVERT,
    NULL_PLACE,
    SKAT,
    best_discards,
    form_strength,
    form_value,
    hand_strength,
    open_strength,
    promise,
    strength,
    strength_of_skat,
)
from evenhand.games.skat.contract import CONTRACTS, GAMES, NULL, Contract
from evenhand.games.skat.deck import card_points
from evenhand.games.skat.scoring import NULL_VALUES, charge, game_value, matadors


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


Rank = tuple[bool, float, float]


@dataclass(frozen=True, slots=True)
class Choice:
    """A game and the cards put away for it."""

    contract: Contract
    pair: int
    estimate: float | None  # card points; None in null and by rules of thumb
    value: int
    rank: Rank  # the higher the better; whether the bid is reached comes first

    @property
    def reaches_bid(self) -> bool:
        """Whether the game is worth as much as was bid."""
        return self.rank[0]


def best_of_each_game(bidder: KnnBidder, twelve: int, bid: int) -> list[Choice]:
    """The best pair for each game, the best game first; null only if it can be won."""
    pairs, scores = bidder.discards(np.array([twelve]))
    rows = zip(TRUMPS, pairs[0].tolist(), scores[0].tolist(), strict=True)
    found = [_trump_choice(trump, twelve, pair, score, bid) for trump, pair, score in rows]
    return _sorted([*found, *_nulls(bidder, twelve, bid)])


def pairs_for_game(bidder: KnnBidder, twelve: int, bid: int, contract: Contract) -> list[Choice]:
    """All pairs for one game, the best first."""
    if contract.hand:
        raise ValueError(f"{contract.describe()} is a hand game: nothing is put away")
    if contract.game == NULL:
        found = _nulls(bidder, twelve, bid)
        if not found:
            raise ValueError(f"no null that these cards could win reaches the bid of {bid}")
        return found
    trump = TRUMPS.index(contract.game)
    pairs = pairs_of(np.array([twelve]))
    able = pairs[0][may_go(pairs, trump)[0]]
    scores = bidder.discarding.instances[trump].estimates(twelve ^ able, bidder.k).tolist()
    return _sorted(
        [
            _trump_choice(contract.game, twelve, pair, score + card_points(pair), bid)
            for pair, score in zip(able.tolist(), scores, strict=True)
        ]
    )


def rule_choices(twelve: int, bid: int) -> list[Choice]:
    """The best pair for each game by rules of thumb, what promises most first."""
    found = []
    for form in range(FORMS):
        pair, strong = best_discards(twelve, int(GAME[form]))
        value = int(form_value(twelve, form, SKAT))
        hoped = promise(open_strength(strong, form), value, form, bid)
        contract = CONTRACTS[CONTRACT[SKAT, form]]
        found.append(Choice(contract, int(pair), None, value, (value >= bid, float(hoped), 0.0)))
    return _sorted(found)


def share_won(bidder: KnnBidder, twelve: int, choice: Choice) -> float | None:
    """The chance to win as the share of similar hands that won; None in null."""
    if choice.contract.game == NULL:
        return None
    trump = TRUMPS.index(choice.contract.game)
    away = np.array([card_points(choice.pair)])
    hands = np.array([twelve ^ choice.pair])
    return float(shares_after(bidder.learned, trump, hands, away, bidder.k)[0])


def similar_to(bidder: KnnBidder, twelve: int, choice: Choice) -> int | None:
    """Of how many similar hands that share is one; None in null."""
    if choice.contract.game == NULL:
        return None
    trump = TRUMPS.index(choice.contract.game)
    return similar_after(bidder.learned, trump, twelve ^ choice.pair, bidder.k)


def chance_by_rules(twelve: int, choice: Choice) -> float:
    """The chance to win by the rules of thumb."""
    game = GAMES.index(choice.contract.game)
    strong = strength(twelve ^ choice.pair, game, AFTER) + strength_of_skat(choice.pair, game)
    form = NULL_OUVERT if choice.contract.ouvert and game == NULL_PLACE else game
    return chance_of_strength(open_strength(strong, form))


def _sorted(choices: list[Choice]) -> list[Choice]:
    return sorted(choices, key=lambda one: one.rank, reverse=True)


def _trump_choice(game: str, twelve: int, pair: int, estimate: float, bid: int) -> Choice:
    contract = Contract(game)
    value = game_value(contract, matadors(game, twelve))
    cost = charge(contract.game_number, value, bid)
    # Of games that reach the bid the best goes first, of the others the cheapest.
    order = (True, min(estimate, AMPLE), value + estimate / 1000)
    rank = order if value >= bid else (False, float(-cost), estimate)
    return Choice(contract, pair, estimate, value, rank)


def _nulls(bidder: KnnBidder, twelve: int, bid: int) -> list[Choice]:
    """The null that the rules allow: before all if it cannot lose, else after good games."""
    pairs, limits = null_discards(np.array([twelve]))
    pair, limit = int(pairs[0]), int(limits[0])
    if limit == 0 or limit < bid:
        return []
    ouvert = limit == NULL_VALUES["NO"]
    rank = (True, inf if ouvert else bidder.least, 1.0)
    return [Choice(Contract(NULL, ouvert=ouvert), pair, None, limit, rank)]

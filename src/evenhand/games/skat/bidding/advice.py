"""Advise what to bid and to discard, and say why.

There are two advisers.  One compares with similar hands (``knn``): its estimate is V, card points,
and the probability to win is the share of those hands that won; null goes by its own rules, with
the probability of the rules of thumb.  The other counts by rules of thumb (``rules``): its estimate
is the probability itself.

The adviser by neighbours values a pair of discards by what similar hands scored without their
skats, and adds the points of the pair; the rules of thumb go by strength, and announce what
promises most.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import exp, inf

import numpy as np

from evenhand.games.skat.bidding.knn import AMPLE, KnnBidder, game_values, may_discard
from evenhand.games.skat.bidding.knowledge import TRUMPS
from evenhand.games.skat.bidding.null import (
    FEW_GAPS,
    list_pairs,
    null_discards,
    null_limits,
    rank_null_pairs,
)
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
    estimate: float | None  # what the adviser goes by: V, or the probability; None in null
    chance: float  # to win
    playable: bool
    similar: int | None = None  # how many similar hands ``chance`` is the share won of


@dataclass(frozen=True, slots=True)
class Advice:
    """All games, and the one to bid for."""

    offers: tuple[Offer, ...]
    chosen: Offer | None  # None: pass

    @property
    def bid(self) -> int:
        """Return how far to bid; 0 to pass."""
        return self.chosen.value if self.chosen else 0


@cache
def usual_bidder() -> KnnBidder:
    """Return the bidder by neighbours with its usual threshold; kept, for learning takes time."""
    return KnnBidder()


def advise_by_neighbours(hand: int, bidder: KnnBidder | None = None) -> Advice:
    """Advise by similar hands: the best trump or a null that its rules allow, the dearer one."""
    offers = _list_by_neighbours(hand, bidder or usual_bidder())
    able = [offer for offer in offers if offer.playable]
    trumps = [offer for offer in able if offer.estimate is not None]
    best = max(trumps, key=lambda one: (min(one.estimate or 0.0, AMPLE), one.value), default=None)
    return Advice(
        tuple(offers), _find_dearest([one for one in able if one.estimate is None or one is best])
    )


def advise_by_rules(hand: int) -> Advice:
    """Advise by rules of thumb: the dearest game that the hand is strong enough for."""
    offers = _list_by_rules(hand)
    return Advice(tuple(offers), _find_dearest([offer for offer in offers if offer.playable]))


def _list_by_neighbours(hand: int, bidder: KnnBidder) -> list[Offer]:
    """Return the games by what similar hands scored, and null by its rules."""
    hands = np.array([hand])
    found = bidder.estimate_games(hands)
    columns = (column[0].tolist() for column in (game_values(hands), *found))
    trumps = [
        _make_offer(game, value, points, share, points > bidder.least, count)
        for game, value, points, share, count in zip(TRUMPS, *columns, strict=True)
    ]
    return [*trumps, _offer_null(hand)]


def _list_by_rules(hand: int) -> list[Offer]:
    """Return the games with the skat or, if the hand is very strong, without."""
    offers = []
    for form in range(FORMS):
        limit, with_skat = form_limit(hand, form, 0), form_value(hand, form, SKAT)
        from_hand = limit > with_skat
        game = str(CONTRACTS[CONTRACT[HAND if from_hand else SKAT, form]])
        chance = _find_chance(hand, form, from_hand)
        offers.append(_make_offer(game, int(limit or with_skat), chance, chance, limit > 0))
    return offers


def chance_of_strength(strong: float) -> float:
    """Return the probability that goes with a strength of the rules of thumb.

    >>> chance_of_strength(0), round(chance_of_strength(110), 2)
    (0.5, 0.75)
    """
    return 1 / (1 + exp(-strong / UNIT))


def _find_chance(hand: int, form: int, from_hand: bool) -> float:
    strong = hand_strength(hand, form) if from_hand else form_strength(hand, form, BEFORE)
    return chance_of_strength(strong)


def _offer_null(hand: int) -> Offer:
    names = {value: name for name, value in NULL_VALUES.items()}
    limit = int(null_limits(np.array([hand]))[0])
    value = limit or NULL_VALUES["N"]
    contract = Contract.parse(names[value])
    form = NULL_OUVERT if contract.ouvert else NULL_PLACE
    chance = _find_chance(hand, form, contract.hand)
    return _make_offer(names[value], value, None, chance, limit > 0)


def _find_dearest(offers: Sequence[Offer]) -> Offer | None:
    return max(offers, key=lambda offer: (offer.value, offer.estimate or 0.0), default=None)


def _make_offer(
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
    """A game and the cards discarded for it."""

    contract: Contract
    pair: int
    estimate: float | None  # card points; None in null and by rules of thumb
    value: int
    rank: Rank  # the higher the better; whether the bid is reached comes first

    @property
    def reaches_bid(self) -> bool:
        """Return whether the value of the game is at least the bid."""
        return self.rank[0]


@dataclass(frozen=True, slots=True)
class WinShare:
    """How many of the hands similar to those after discarding would have won."""

    share: float
    similar: int  # how many hands they are


def advise_discards(bidder: KnnBidder, twelve: int, bid: int) -> list[Choice]:
    """Return the best pair for each game, the best game first; null only if it can be won."""
    pairs, scores = bidder.discards(np.array([twelve]))
    rows = zip(TRUMPS, pairs[0].tolist(), scores[0].tolist(), strict=True)
    found = [_choose_trump(trump, twelve, pair, score, bid) for trump, pair, score in rows]
    return _sort([*found, *_choose_null(bidder, twelve, bid)])


def advise_discards_by_rules(twelve: int, bid: int) -> list[Choice]:
    """Return the best pair for each game by rules of thumb, what promises most first."""
    found = []
    for form in range(FORMS):
        pair, strong = best_discards(twelve, int(GAME[form]))
        value = int(form_value(twelve, form, SKAT))
        hoped = promise(open_strength(strong, form), value, form, bid)
        contract = CONTRACTS[CONTRACT[SKAT, form]]
        found.append(Choice(contract, int(pair), None, value, (value >= bid, float(hoped), 0.0)))
    return _sort(found)


def rank_discards(bidder: KnnBidder, twelve: int, bid: int, contract: Contract) -> list[Choice]:
    """Return all pairs for one game, the best first."""
    if contract.hand:
        raise ValueError(f"{contract.describe()} is a hand game: nothing is put away")
    if contract.game == NULL:
        return _rank_for_null(twelve, bid, contract)
    trump = TRUMPS.index(contract.game)
    pairs = list_pairs(np.array([twelve]))
    able = pairs[0][may_discard(pairs, trump)[0]]
    scores = bidder.discarding.instances[trump].estimates(twelve ^ able, bidder.k).tolist()
    return _sort(
        [
            _choose_trump(contract.game, twelve, pair, score + card_points(pair), bid)
            for pair, score in zip(able.tolist(), scores, strict=True)
        ]
    )


def find_win_share(bidder: KnnBidder, twelve: int, choice: Choice) -> WinShare | None:
    """Return the share of similar hands that won after such discards; None in null."""
    if choice.contract.game == NULL:
        return None
    trump = TRUMPS.index(choice.contract.game)
    points = np.array([card_points(choice.pair)])
    found = bidder.find_winners(trump, np.array([twelve ^ choice.pair]), points)
    return WinShare(float(found.means[0, 0]), int(found.counts[0]))


def find_chance_by_rules(twelve: int, choice: Choice) -> float:
    """Return the probability to win by the rules of thumb."""
    game = GAMES.index(choice.contract.game)
    strong = strength(twelve ^ choice.pair, game, AFTER) + strength_of_skat(choice.pair, game)
    form = NULL_OUVERT if choice.contract.ouvert and game == NULL_PLACE else game
    return chance_of_strength(open_strength(strong, form))


def _sort(choices: list[Choice]) -> list[Choice]:
    return sorted(choices, key=lambda one: one.rank, reverse=True)


def _choose_trump(game: str, twelve: int, pair: int, estimate: float, bid: int) -> Choice:
    contract = Contract(game)
    value = game_value(contract, matadors(game, twelve))
    cost = charge(contract.game_number, value, bid)
    # Of games that reach the bid the best goes first, of the others the cheapest.
    order = (True, min(estimate, AMPLE), value + estimate / 1000)
    rank = order if value >= bid else (False, float(-cost), estimate)
    return Choice(contract, pair, estimate, value, rank)


def _choose_null(bidder: KnnBidder, twelve: int, bid: int) -> list[Choice]:
    """Return the null that the rules allow: before all if it cannot lose, else after good games."""
    pairs, limits = null_discards(np.array([twelve]))
    pair, limit = int(pairs[0]), int(limits[0])
    if limit == 0 or limit < bid:
        return []
    ouvert = limit == NULL_VALUES["NO"]
    rank = (True, inf if ouvert else bidder.least, 1.0)
    return [Choice(Contract(NULL, ouvert=ouvert), pair, None, limit, rank)]


def _rank_for_null(twelve: int, bid: int, contract: Contract) -> list[Choice]:
    value = game_value(contract)
    pairs, danger = rank_null_pairs(np.array([twelve]))
    if value < bid or danger[0, 0] >> 1 > FEW_GAPS:
        raise ValueError(f"no null that these cards could win reaches the bid of {bid}")
    rows = zip(pairs[0].tolist(), danger[0].tolist(), strict=True)
    return [Choice(contract, pair, None, value, (True, -float(risk), 0.0)) for pair, risk in rows]

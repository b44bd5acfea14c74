"""Which two of twelve cards to put away, and what to announce with the others.

The bidder by neighbours judges a pair by what similar hands scored without their skats, and adds
the points of the pair; the rules of thumb judge by strength, and announce what promises most.
"""

from dataclasses import dataclass
from math import inf

import numpy as np

from evenhand.games.skat.bidding.advice import chance_of_strength
from evenhand.games.skat.bidding.features import TRUMPS
from evenhand.games.skat.bidding.knn_bidder import AMPLE, KnnBidder
from evenhand.games.skat.bidding.knn_discards import may_go, pairs_of
from evenhand.games.skat.bidding.null_rules import null_discards
from evenhand.games.skat.bidding.rule_discards import best_discards
from evenhand.games.skat.bidding.rule_offers import (
    CONTRACT,
    FORMS,
    GAME,
    NULL_OUVERT,
    SKAT,
    form_value,
    open_strength,
    promise,
)
from evenhand.games.skat.bidding.rule_strength import AFTER, NULL_PLACE, strength, strength_of_skat
from evenhand.games.skat.bidding.winning_share import shares_after, similar_after
from evenhand.games.skat.contract import GAMES, NULL, Contract
from evenhand.games.skat.many_games import CONTRACTS
from evenhand.games.skat.pack import card_points
from evenhand.games.skat.values import BASE, NULL_VALUES, game_value, matadors

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
    charge = max(value, -(-bid // BASE[game]) * BASE[game])
    # Of games that reach the bid the best goes first, of the others the cheapest.
    order = (True, min(estimate, AMPLE), value + estimate / 1000)
    rank = order if value >= bid else (False, float(-charge), estimate)
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

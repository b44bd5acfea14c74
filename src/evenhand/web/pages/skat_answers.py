"""What the two advisers say about a hand, ready to be shown."""

from dataclasses import dataclass
from functools import lru_cache

from evenhand.games.skat.bidding import (
    Advice,
    Choice,
    Offer,
    advise_by_neighbours,
    advise_by_rules,
    advise_discards,
    advise_discards_by_rules,
    find_chance_by_rules,
    find_win_share,
    usual_bidder,
)
from evenhand.games.skat.contract import GAME_NAMES, Contract
from evenhand.games.skat.deck import PACK
from evenhand.games.skat.scoring import BID_VALUES
from evenhand.web.pages.card_faces import Face, faces
from evenhand.web.pages.skat_choice import in_order

KEPT = 256


@dataclass(frozen=True)
class GameRow:
    """A game as both advisers see it; one of them may be silent about a null."""

    game: str  # as announced
    by_neighbours: Offer | None
    by_rules: Offer | None


@dataclass(frozen=True)
class BidAnswer:
    """What to bid on ten cards."""

    by_neighbours: Advice
    by_rules: Advice
    rows: tuple[GameRow, ...]


@dataclass(frozen=True)
class Discarded:
    """A game with the two cards put away for it."""

    contract: Contract
    cards: tuple[Face, ...]
    estimate: float | None
    share: float | None  # of similar hands that would have won
    similar: int | None  # how many those are
    chance: float  # by rules of thumb
    value: int
    reaches_bid: bool


@dataclass(frozen=True)
class DiscardAnswer:
    """What to put away and to announce."""

    bid: int
    by_neighbours: tuple[Discarded, ...]  # the best first
    by_rules: tuple[Discarded, ...]


def contract_words(contract: Contract | str) -> list[str]:
    """A contract as words that the page translates.

    >>> contract_words("NOH")
    ['null', 'ouvert', 'hand']
    """
    made = Contract.parse(contract) if isinstance(contract, str) else contract
    marks = {"ouvert": made.ouvert, "hand": made.hand}
    return [GAME_NAMES[made.game], *(word for word, said in marks.items() if said)]


@lru_cache(KEPT)
def bid_answer(hand: int) -> BidAnswer:
    """What both advisers say about ten cards."""
    near, rules = advise_by_neighbours(hand), advise_by_rules(hand)
    return BidAnswer(near, rules, tuple(_rows(near, rules)))


def _rows(near: Advice, rules: Advice) -> list[GameRow]:
    """The games in the order of their value, null last."""
    by_rules = {_kind(offer.game): offer for offer in rules.offers}
    rows = [GameRow(one.game, one, by_rules.pop(_kind(one.game), None)) for one in near.offers]
    return rows + [GameRow(offer.game, None, offer) for offer in by_rules.values()]


def _kind(game: str) -> str:
    """Which row a game belongs to: null ouvert has one of its own."""
    return "NO" if game.startswith("NO") else game[0]


@lru_cache(KEPT)
def discard_answer(twelve: int, bid: int | None) -> DiscardAnswer:
    """What both advisers put away and announce; without a bid any game will do."""
    bidder, least = usual_bidder(), bid or BID_VALUES[0]
    near = advise_discards(bidder, twelve, least)
    return DiscardAnswer(
        least,
        tuple(_discarded(twelve, choice) for choice in near),
        tuple(_discarded(twelve, choice) for choice in advise_discards_by_rules(twelve, least)),
    )


def _discarded(twelve: int, choice: Choice) -> Discarded:
    found = find_win_share(usual_bidder(), twelve, choice)
    return Discarded(
        choice.contract,
        tuple(faces(in_order(PACK.names(choice.pair)))),
        choice.estimate,
        None if found is None else found.share,
        None if found is None else found.similar,
        find_chance_by_rules(twelve, choice),
        choice.value,
        choice.reaches_bid,
    )

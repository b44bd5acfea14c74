"""How high to bid on ten cards."""

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any

import typer

from evenhand.cli.output import Format, FormatOption, print_frame, print_json
from evenhand.cli.skat.typed import SeatName, typed_hand

if TYPE_CHECKING:
    import polars as pl

TEN = 10
PARTS = {
    SeatName.FOREHAND: "say yes up to {bid}, and if nobody bids, take the game at 18",
    SeatName.MIDDLEHAND: "bid first, to forehand, up to {bid}",
    SeatName.REARHAND: "bid last, to whoever of the others has not passed, up to {bid}",
}


class BidderName(StrEnum):
    """Who judges the cards."""

    KNN = "knn"
    RULES = "rules"


@dataclass(frozen=True, slots=True)
class Offer:
    """A game that could be bid for."""

    game: str
    name: str
    value: int  # how high it may be bid with these cards
    estimate: float | None  # card points, or the chance to win
    playable: bool


def bid(
    cards: Annotated[
        list[str], typer.Argument(metavar="CARDS", help="Ten cards: CJ SJ ST, or CJ,SJ,ST.")
    ],
    position: Annotated[SeatName | None, typer.Option(help="Your part in the auction.")] = None,
    threshold: Annotated[
        float | None,
        typer.Option(min=0, max=120, help="Points V that a game needs with knn [62]."),
    ] = None,
    player: Annotated[
        BidderName, typer.Option(help="Compare with similar hands, or count by rules of thumb.")
    ] = BidderName.KNN,
    form: FormatOption = Format.TABLE,
) -> None:
    """Judge ten cards for every game, and tell how high to bid on them.

    V is what declarers with similar hands scored, in card points (Keller and Kupferschmid); the
    rules of thumb give the chance to win.  The value is what the game reaches with the ten cards.

    Example: evenhand skat bid CJ SJ HJ CA CT CK C9 SA ST H7 --position forehand
    """
    import polars as pl

    hand = typed_hand(cards, TEN)
    if player is BidderName.RULES and threshold is not None:
        raise ValueError("--threshold is for --player knn")
    offers = knn_offers(hand, threshold) if player is BidderName.KNN else rule_offers(hand)
    chosen = choose(offers, player)
    if form is Format.JSON:
        print_json(_as_json(hand, offers, chosen, position, player))
    elif form is Format.CSV:
        print_frame(pl.DataFrame(offers), form)
    else:
        print_frame(_readable(offers, player), form)
        print(advice(chosen, position))


def knn_offers(hand: int, threshold: float | None) -> list[Offer]:
    """The games by what similar hands scored, and null by its rules."""
    import numpy as np

    from evenhand.games.skat.bidding.features import TRUMPS
    from evenhand.games.skat.bidding.knn_bidder import KnnBidder, game_values
    from evenhand.games.skat.bidding.null_rules import null_limits
    from evenhand.games.skat.values import NULL_VALUES

    bidder, hands = KnnBidder(threshold), np.array([hand])
    scores = bidder.bidding.estimates(hands)[0].tolist()
    rows = zip(TRUMPS, game_values(hands)[0].tolist(), scores, strict=True)
    offers = [_offer(game, value, score, score > bidder.least) for game, value, score in rows]
    limit = int(null_limits(hands)[0])
    null = {value: name for name, value in NULL_VALUES.items()}
    plain = NULL_VALUES["N"]
    return [*offers, _offer(null[limit or plain], limit or plain, None, limit > 0)]


def rule_offers(hand: int) -> list[Offer]:
    """The games by rules of thumb."""
    from math import exp

    from evenhand.games.skat.bidding.rule_bidder import UNIT, form_limit
    from evenhand.games.skat.bidding.rule_offers import (
        CONTRACT,
        FORMS,
        HAND,
        SKAT,
        form_strength,
        form_value,
        hand_strength,
    )
    from evenhand.games.skat.bidding.rule_strength import BEFORE
    from evenhand.games.skat.many_games import CONTRACTS

    offers = []
    for form in range(FORMS):
        limit, with_skat = form_limit(hand, form, 0), form_value(hand, form, SKAT)
        from_hand = limit > with_skat
        strong = hand_strength(hand, form) if from_hand else form_strength(hand, form, BEFORE)
        game = str(CONTRACTS[CONTRACT[HAND if from_hand else SKAT, form]])
        value = int(limit or with_skat)
        offers.append(_offer(game, value, 1 / (1 + exp(-strong / UNIT)), limit > 0))
    return offers


def choose(offers: list[Offer], player: BidderName) -> Offer | None:
    """The game to bid for: the dearest that can be played; with knn the best trump or a null."""
    from evenhand.games.skat.bidding.knn_bidder import AMPLE

    able = [offer for offer in offers if offer.playable]
    if player is BidderName.KNN:
        trumps = [offer for offer in able if offer.estimate is not None]
        best = max(
            trumps, key=lambda one: (min(one.estimate or 0.0, AMPLE), one.value), default=None
        )
        able = [offer for offer in able if offer.estimate is None or offer is best]
    return max(able, key=lambda offer: (offer.value, offer.estimate or 0.0), default=None)


def advice(chosen: Offer | None, position: SeatName | None) -> str:
    """What to do, in words."""
    if chosen is None:
        return "pass"
    part = PARTS[position] if position else "bid up to {bid}"
    return f"{chosen.name}: {part.format(bid=chosen.value)}"


def _offer(game: str, value: int, estimate: float | None, playable: bool) -> Offer:
    from evenhand.games.skat.contract import Contract

    return Offer(game, Contract.parse(game).describe(), value, estimate, bool(playable))


def _readable(offers: list[Offer], player: BidderName) -> "pl.DataFrame":
    import polars as pl

    percent = player is BidderName.RULES
    shown = [
        ""
        if one.estimate is None
        else f"{100 * one.estimate:5.1f} %"
        if percent
        else f"{one.estimate:5.1f}"
        for one in offers
    ]
    return pl.DataFrame(
        {
            "game": [one.game for one in offers],
            "name": [one.name for one in offers],
            "chance" if percent else "V": shown,
            "value": [one.value for one in offers],
            "bid": ["yes" if one.playable else "" for one in offers],
        }
    )


def _as_json(
    hand: int,
    offers: list[Offer],
    chosen: Offer | None,
    position: SeatName | None,
    player: BidderName,
) -> dict[str, Any]:
    from dataclasses import asdict

    from evenhand.games.skat.pack import PACK

    return {
        "cards": list(PACK.names(hand)),
        "player": str(player),
        "position": position and str(position),
        "games": [asdict(one) for one in offers],
        "game": chosen and chosen.game,
        "bid": chosen.value if chosen else 0,
        "advice": advice(chosen, position),
    }

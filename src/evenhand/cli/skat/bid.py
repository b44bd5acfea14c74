"""How high to bid on ten cards."""

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any

import typer

from evenhand.cli.output import Format, FormatOption, print_frame, print_json
from evenhand.cli.skat.typed import typed_hand
from evenhand.cli.skat_table import SeatName

if TYPE_CHECKING:
    import polars as pl

    from evenhand.games.skat.bidding import Advice, Offer

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

    V is what declarers with similar hands scored, in card points (Keller and Kupferschmid), and the
    chance is the share of them that won; the rules of thumb give a chance of their own, and that of
    null.  The value is what the game reaches with the ten cards.

    Example: evenhand skat bid CJ SJ HJ CA CT CK C9 SA ST H7 --position forehand
    """
    import polars as pl

    hand = typed_hand(cards, TEN)
    if player is BidderName.RULES and threshold is not None:
        raise ValueError("--threshold is for --player knn")
    found = _judged(hand, threshold, player)
    if form is Format.JSON:
        print_json(_as_json(hand, found, position, player))
    elif form is Format.CSV:
        print_frame(pl.DataFrame(found.offers), form)
    else:
        print_frame(_readable(found, player), form)
        print(in_words(found.chosen, position))


def _judged(hand: int, threshold: float | None, player: BidderName) -> "Advice":
    from evenhand.games.skat.bidding import KnnBidder, advise_by_neighbours, advise_by_rules

    if player is BidderName.RULES:
        return advise_by_rules(hand)
    return advise_by_neighbours(hand, KnnBidder(threshold))


def in_words(chosen: "Offer | None", position: SeatName | None) -> str:
    """What to do, in words."""
    if chosen is None:
        return "pass"
    part = PARTS[position] if position else "bid up to {bid}"
    return f"{chosen.name}: {part.format(bid=chosen.value)}"


def _readable(found: "Advice", player: BidderName) -> "pl.DataFrame":
    import polars as pl

    offers = found.offers
    scores = ["" if one.estimate is None else f"{one.estimate:5.1f}" for one in offers]
    columns: dict[str, list[Any]] = {
        "game": [one.game for one in offers],
        "name": [one.name for one in offers],
        "V": scores,
        "chance": [f"{100 * one.chance:5.1f} %" for one in offers],
        "value": [one.value for one in offers],
        "bid": ["yes" if one.playable else "" for one in offers],
    }
    if player is BidderName.RULES:
        del columns["V"]
    return pl.DataFrame(columns)


def _as_json(
    hand: int, found: "Advice", position: SeatName | None, player: BidderName
) -> dict[str, Any]:
    from dataclasses import asdict

    from evenhand.games.skat.deck import PACK

    return {
        "cards": list(PACK.names(hand)),
        "player": str(player),
        "position": position and str(position),
        "games": [asdict(one) for one in found.offers],
        "game": found.chosen and found.chosen.game,
        "bid": found.bid,
        "advice": in_words(found.chosen, position),
    }

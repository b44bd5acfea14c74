"""Which two of twelve cards to put away, and what to announce."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from evenhand.cli.output import Format, FormatOption, print_frame, print_json
from evenhand.cli.skat.typed import typed_hand

if TYPE_CHECKING:
    from evenhand.games.skat.bidding import Choice

TWELVE = 12


def discard(
    cards: Annotated[
        list[str],
        typer.Argument(metavar="CARDS", help="Twelve cards, the skat among them: CJ SJ ..."),
    ],
    bid: Annotated[int, typer.Option(help="The bid that the game has to reach.")] = 18,
    game: Annotated[
        str | None, typer.Option(help="Only this game, with its best pairs: C, clubs, N.")
    ] = None,
    top: Annotated[int, typer.Option(min=1, help="How many choices to show.")] = 6,
    form: FormatOption = Format.TABLE,
) -> None:
    """Tell which two cards to put away, and which game to announce with the others.

    The estimate is what declarers with similar hands scored, the cards put away included (Keller
    and Kupferschmid), and the chance is the share of them that would have won.  The best estimate
    goes first; from 85 on games count as equally good, and the dearest goes first.  Null goes by
    rules and has no estimate.

    Example: evenhand skat discard CJ SJ HJ CA CT CK C9 SA ST H7 D8 DQ --bid 24
    """
    import polars as pl

    from evenhand.games.skat.scoring import BID_VALUES

    twelve = typed_hand(cards, TWELVE)
    if bid not in BID_VALUES:
        raise ValueError(f"{bid} is not one of the {len(BID_VALUES)} values that can be bid")
    rows = _rows(twelve, bid, game, top)
    if form is Format.JSON:
        print_json({"bid": bid, **rows[0], "choices": rows})
        return
    if form is Format.TABLE:
        said = "" if rows[0]["reaches_bid"] else f"; no game reaches {bid}, this one costs least"
        print(f"{rows[0]['name']}, put away {rows[0]['discards']}{said}")
        rows = [row | {"reaches_bid": "yes" if row["reaches_bid"] else "no"} for row in rows]
    floats = {"estimate": pl.Float64, "chance": pl.Float64}
    print_frame(pl.DataFrame(rows, schema_overrides=floats), form)


def _rows(twelve: int, bid: int, game: str | None, top: int) -> list[dict[str, Any]]:
    from evenhand.games.skat.bidding import KnnBidder, advise_discards, rank_discards
    from evenhand.games.skat.bidding.advice import share_won
    from evenhand.games.skat.contract import read_contract

    bidder = KnnBidder()
    if game is None:
        found = advise_discards(bidder, twelve, bid)
    else:
        found = rank_discards(bidder, twelve, bid, read_contract(game))
    return [_row(choice, share_won(bidder, twelve, choice)) for choice in found[:top]]


def _row(choice: "Choice", chance: float | None) -> dict[str, Any]:
    """What is printed."""
    from evenhand.games.skat.deck import PACK

    return {
        "game": str(choice.contract),
        "name": choice.contract.describe(),
        "discards": " ".join(PACK.names(choice.pair)),
        "estimate": None if choice.estimate is None else round(choice.estimate, 1),
        "chance": None if chance is None else round(chance, 3),
        "value": choice.value,
        "reaches_bid": choice.reaches_bid,
    }

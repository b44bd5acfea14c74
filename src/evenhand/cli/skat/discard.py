"""Which two of twelve cards to put away, and what to announce."""

from dataclasses import dataclass
from math import inf
from typing import TYPE_CHECKING, Annotated, Any

import typer

from evenhand.cli.output import Format, FormatOption, print_frame, print_json
from evenhand.cli.skat.typed import typed_hand

if TYPE_CHECKING:
    from evenhand.games.skat.bidding.knn_bidder import KnnBidder
    from evenhand.games.skat.contract import Contract

TWELVE = 12


@dataclass(frozen=True, slots=True)
class Choice:
    """A game and the cards put away for it."""

    contract: "Contract"
    pair: int
    estimate: float | None  # card points; None in null
    value: int
    rank: tuple[bool, float, float]  # the higher the better; whether the bid is reached comes first

    def row(self) -> dict[str, Any]:
        """What is printed."""
        from evenhand.games.skat.pack import PACK

        return {
            "game": str(self.contract),
            "name": self.contract.describe(),
            "discards": " ".join(PACK.names(self.pair)),
            "estimate": None if self.estimate is None else round(self.estimate, 1),
            "value": self.value,
            "reaches_bid": self.rank[0],
        }


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
    and Kupferschmid).  The best estimate goes first; from 85 on games count as equally good, and
    the dearest goes first.  Null goes by rules and has no estimate.

    Example: evenhand skat discard CJ SJ HJ CA CT CK C9 SA ST H7 D8 DQ --bid 24
    """
    import polars as pl

    from evenhand.games.skat.bidding.knn_bidder import KnnBidder
    from evenhand.games.skat.values import BID_VALUES

    twelve = typed_hand(cards, TWELVE)
    if bid not in BID_VALUES:
        raise ValueError(f"{bid} is not one of the {len(BID_VALUES)} values that can be bid")
    bidder = KnnBidder()
    found = one_of_each(bidder, twelve, bid) if game is None else best_of(bidder, twelve, bid, game)
    rows = [choice.row() for choice in sorted(found, key=lambda one: one.rank, reverse=True)[:top]]
    if form is Format.JSON:
        print_json({"bid": bid, **rows[0], "choices": rows})
        return
    if form is Format.TABLE:
        said = "" if rows[0]["reaches_bid"] else f"; no game reaches {bid}, this one costs least"
        print(f"{rows[0]['name']}, put away {rows[0]['discards']}{said}")
        rows = [row | {"reaches_bid": "yes" if row["reaches_bid"] else "no"} for row in rows]
    print_frame(pl.DataFrame(rows, schema_overrides={"estimate": pl.Float64}), form)


def one_of_each(bidder: "KnnBidder", twelve: int, bid: int) -> list[Choice]:
    """The best pair for each game; null only if it can be won."""
    import numpy as np

    from evenhand.games.skat.bidding.features import TRUMPS

    pairs, scores = bidder.discards(np.array([twelve]))
    rows = zip(TRUMPS, pairs[0].tolist(), scores[0].tolist(), strict=True)
    found = [_trump_choice(trump, twelve, pair, score, bid) for trump, pair, score in rows]
    return [*found, *_nulls(bidder, twelve, bid)]


def best_of(bidder: "KnnBidder", twelve: int, bid: int, game: str) -> list[Choice]:
    """All pairs for one game."""
    import numpy as np

    from evenhand.games.skat.bidding.features import TRUMPS
    from evenhand.games.skat.bidding.knn_discards import may_go, pairs_of
    from evenhand.games.skat.contract import NULL
    from evenhand.games.skat.pack import card_points
    from evenhand.games.skat.words import read_contract

    contract = read_contract(game)
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
    return [
        _trump_choice(contract.game, twelve, pair, score + card_points(pair), bid)
        for pair, score in zip(able.tolist(), scores, strict=True)
    ]


def _trump_choice(game: str, twelve: int, pair: int, estimate: float, bid: int) -> Choice:
    from evenhand.games.skat.bidding.knn_bidder import AMPLE
    from evenhand.games.skat.contract import Contract
    from evenhand.games.skat.values import BASE, game_value, matadors

    contract = Contract(game)
    value = game_value(contract, matadors(game, twelve))
    charge = max(value, -(-bid // BASE[game]) * BASE[game])
    # Of games that reach the bid the best goes first, of the others the cheapest.
    order = (True, min(estimate, AMPLE), value + estimate / 1000)
    rank = order if value >= bid else (False, float(-charge), estimate)
    return Choice(contract, pair, estimate, value, rank)


def _nulls(bidder: "KnnBidder", twelve: int, bid: int) -> list[Choice]:
    """The null that the rules allow: before all if it cannot lose, else after good games."""
    import numpy as np

    from evenhand.games.skat.bidding.null_rules import null_discards
    from evenhand.games.skat.contract import NULL, Contract
    from evenhand.games.skat.values import NULL_VALUES

    pairs, limits = null_discards(np.array([twelve]))
    pair, limit = int(pairs[0]), int(limits[0])
    if limit == 0 or limit < bid:
        return []
    ouvert = limit == NULL_VALUES["NO"]
    rank = (True, inf if ouvert else bidder.least, 1.0)
    return [Choice(Contract(NULL, ouvert=ouvert), pair, None, limit, rank)]

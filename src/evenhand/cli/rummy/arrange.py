"""The best arrangement of a hand."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from evenhand.cli.output import Format, FormatOption, print_frame, print_json, progress
from evenhand.cli.rummy.typed import WildOption, typed_hand, typed_wild

if TYPE_CHECKING:
    from evenhand.games.rummy.arrangement import Arrangement

LEFT_OVER = "left over"
DISCARD = "discard"


def arrange(
    cards: Annotated[
        list[str],
        typer.Argument(metavar="CARDS", help="13 or 14 cards: H5 H6 JK, or H5,H6,JK."),
    ],
    wild: WildOption = None,
    literal: Annotated[
        bool, typer.Option("--literal", help="Any melds are free, without two sequences too.")
    ] = False,
    form: FormatOption = Format.TABLE,
) -> None:
    """Arrange a hand meld by meld, with MinScore and MinDist; of 14 cards one is discarded.

    MinScore is what the cards left over count: all count without a pure sequence, and all but
    a pure sequence without a second one.  MinDist is how many cards must be exchanged
    until the hand can be declared.

    Example: evenhand rummy arrange HA H2 H3 S9 JK SJ C6 D6 H6 S6 CQ DQ HK --wild 7
    """
    import polars as pl

    from evenhand.games.rummy.arrangement import arrange as best_of
    from evenhand.games.rummy.metrics import min_dist
    from evenhand.games.rummy.pack import SIZES

    hand, rank = typed_hand(cards, SIZES), typed_wild(wild)
    with progress("getting ready (compiled on first use)"):
        distance = min_dist(hand, rank)
    found = best_of(hand, rank, literal)
    if form is Format.JSON:
        print_json(_as_json(found, distance))
    elif form is Format.CSV:
        rows = [*_rows(found), ("MinScore", str(found.points)), ("MinDist", str(distance))]
        print_frame(pl.DataFrame(rows, schema=["meld", "cards"], orient="row"), form)
    else:
        print(found)
        print(f"MinScore {found.points}, MinDist {distance}")


def _rows(found: "Arrangement") -> list[tuple[str, str]]:
    from evenhand.games.rummy.pack import name, names

    rows = [(str(meld.kind), " ".join(map(name, meld.cards))) for meld in found.melds]
    if found.left_over:
        rows.append((LEFT_OVER, " ".join(names(found.left_over))))
    if found.discard is not None:
        rows.append((DISCARD, name(found.discard)))
    return rows


def _as_json(found: "Arrangement", distance: int) -> dict[str, Any]:
    from evenhand.games.rummy.pack import name, names

    melds = [{"kind": str(meld.kind), "cards": [*map(name, meld.cards)]} for meld in found.melds]
    return {
        "melds": melds,
        "left_over": names(found.left_over),
        "minscore": found.points,
        "mindist": distance,
        "discard": None if found.discard is None else name(found.discard),
    }

"""Whether melds may be declared."""

from typing import Annotated

import typer

from evenhand.cli.rummy.typed import WildOption, typed_melds, typed_wild

INVALID = 1  # exit code


def check(
    melds: Annotated[
        list[str], typer.Argument(metavar="MELDS", help="Each as H5,H6,H7; JK is a joker.")
    ],
    wild: WildOption = None,
) -> None:
    """Check a declaration: 13 cards in melds, two sequences, at least one of them pure.

    Tells the kind of each meld, or everything that is wrong; then the exit code is 1.

    Example: evenhand rummy check HA,H2,H3 S9,JK,SJ C6,D6,H6,S6 CQ,DQ,HK --wild K
    """
    from evenhand.games.rummy.declaration import check as problems_of
    from evenhand.games.rummy.melds import Meld, in_order, kinds

    if len(melds) > 1 and not any("," in meld or " " in meld for meld in melds):
        raise ValueError("a meld is one word with commas, as in H5,H6,H7")
    shown, repeated = typed_melds(melds)
    rank = typed_wild(wild)
    problems = [f"the card {name} is more than once in a meld" for name in repeated]
    problems += problems_of(shown, rank)
    if problems:
        print("not valid", *problems, sep="\n")
        raise typer.Exit(INVALID)
    print("valid")
    for cards in shown:
        print(Meld(kinds(cards, rank)[0], in_order(cards, rank)))

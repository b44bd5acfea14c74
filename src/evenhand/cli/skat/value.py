"""The value of a game of Skat, level by level."""

import csv
import re
import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

from evenhand.cli.output import Format, FormatOption, print_json

if TYPE_CHECKING:
    from evenhand.games.skat.scoring import WrittenGame

TWELVE = 12


def value(
    contract: Annotated[
        list[str],
        typer.Argument(help="The game in letters or words: CH, clubs hand, null ouvert."),
    ],
    with_: Annotated[
        int | None, typer.Option("--with", min=1, help="Matadors from the club jack on.")
    ] = None,
    without: Annotated[
        int | None, typer.Option(min=1, help="Matadors that are missing from the club jack on.")
    ] = None,
    cards: Annotated[
        str, typer.Option(help="Count matadors from the twelve cards, skat too: CJ,SJ,...")
    ] = "",
    schneider: Annotated[
        bool, typer.Option("--schneider", help="A side had no more than 30 points.")
    ] = False,
    schwarz: Annotated[bool, typer.Option("--schwarz", help="A side had no trick.")] = False,
    bid: Annotated[int | None, typer.Option(help="At which bid the declarer got the game.")] = None,
    form: FormatOption = Format.TABLE,
) -> None:
    """Value of a game, level by level, and what is written down when it is won or lost.

    Example: evenhand skat value clubs hand --with 2
    """
    from evenhand.games.skat.contract import read_contract
    from evenhand.games.skat.scoring import WrittenGame

    said = read_contract(" ".join(contract))
    run = _matadors(said.game, with_, without, cards)
    lost = WrittenGame(said, run, schneider, schwarz, won=False, bid=bid)
    if lost.settlement.overbid:
        _print_value(lost, None, form)
    else:
        _print_value(lost, WrittenGame(said, run, schneider, schwarz, bid=bid), form)


def _matadors(game: str, with_: int | None, without: int | None, cards: str) -> int:
    from evenhand.games.skat.contract import NULL
    from evenhand.games.skat.deck import PACK
    from evenhand.games.skat.scoring import matadors

    if sum((with_ is not None, without is not None, bool(cards))) != (game != NULL):
        wanted = "nothing of" if game == NULL else "one of"
        raise ValueError(f"give {wanted} --with N, --without N and --cards with this game")
    if not cards:
        return with_ or -(without or 0)
    hand = PACK.hand(re.split(r"[\s,.]+", cards.strip().upper()))
    if hand.bit_count() != TWELVE:
        raise ValueError(f"a declarer has {TWELVE} cards with the skat, not {hand.bit_count()}")
    return matadors(game, hand)


def _print_value(lost: "WrittenGame", won: "WrittenGame | None", form: Format) -> None:
    game = won or lost
    numbers: dict[str, Any] = {
        "contract": str(game.contract),
        "name": game.contract.describe(),
        "matadors": game.matadors,
        "levels": game.levels,
        "value": game.value,
        "spelled": game.spelled(),
        "bid": game.bid,
        "overbid": won is None,
        "won": won and won.score,
        "lost": lost.score,
    }
    if form is Format.JSON:
        print_json(numbers)
    elif form is Format.CSV:
        csv.writer(sys.stdout, lineterminator="\n").writerows([numbers.keys(), numbers.values()])
    else:
        print(game.spelled())
        print(f"won {won.score}, lost {lost.score}" if won else _overbid(lost))


def _overbid(lost: "WrittenGame") -> str:
    charge = lost.settlement.value
    return f"overbid at {lost.bid}: lost in any case, {charge} is charged twice: {lost.score}"

"""The tutorial's two functions as commands."""

import csv
import sys
from typing import Annotated, Any

import typer

from evenhand import elo
from evenhand.cli.output import Format, FormatOption, print_json

Advantage = Annotated[
    float, typer.Option(help="Points for the first player: first move, handicap.")
]
Scale = Annotated[float, typer.Option(help="Points that make odds of ten to one.")]


def expected(
    a: Annotated[float, typer.Argument(help="Rating of the player.")],
    b: Annotated[list[float], typer.Argument(help="Rating of each opponent.")],
    advantage: Advantage = 0.0,
    scale: Scale = 400.0,
    form: FormatOption = Format.TABLE,
) -> None:
    """Chance of A to win against B, or at a table with B, C, ...

    Example: evenhand expected 1000 1100
    """
    chance = elo.expected(a, *b, advantage=advantage, scale=scale)
    percent = elo.chances(a, *b, advantage=advantage, scale=scale)[0]
    text = f"{a:g} against {', '.join(f'{r:g}' for r in b)}: {chance:.4f} ({percent} %)"
    _print({"expected": chance, "percent": percent}, form, text)


def update(
    a: Annotated[float, typer.Argument(help="Rating of the player.")],
    b: Annotated[float, typer.Argument(help="Rating of the opponent.")],
    score: Annotated[float, typer.Argument(help="1 for a win, 0.5 for a draw, 0 for a loss.")],
    k: Annotated[float, typer.Option(help="How far one result moves a rating.")] = 25.0,
    advantage: Advantage = 0.0,
    scale: Scale = 400.0,
    form: FormatOption = Format.TABLE,
) -> None:
    """Ratings of both players after a game of A against B.

    Example: evenhand update 1000 1100 1 --k 25
    """
    new_a = elo.update(a, b, score, k=k, advantage=advantage, scale=scale)
    new_b = elo.update(b, a, 1.0 - score, k=k, advantage=-advantage, scale=scale)
    chance = elo.expected(a, b, advantage=advantage, scale=scale)
    text = f"{a:g} -> {new_a:.0f} ({new_a - a:+.2f})\n{b:g} -> {new_b:.0f} ({new_b - b:+.2f})"
    numbers = {"rating": new_a, "change": new_a - a, "opponent": new_b, "expected": chance}
    _print(numbers, form, text)


def _print(numbers: dict[str, Any], form: Format, text: str) -> None:
    if form is Format.JSON:
        print_json(numbers)
    elif form is Format.CSV:
        csv.writer(sys.stdout).writerows([numbers.keys(), numbers.values()])
    else:
        print(text)

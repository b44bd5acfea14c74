"""Rating systems by name, and the two functions every game wants, as commands."""

import csv
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from evenhand import elo
from evenhand.cli.output import Format, FormatOption, print_frame, print_json

if TYPE_CHECKING:
    from evenhand.ratings import RatingSystem

USUAL = "elo"


def complete_system(incomplete: str) -> list[str]:
    """Return names of systems, for the shell."""
    from evenhand.ratings import SYSTEMS

    return [name for name in SYSTEMS if name.startswith(incomplete)]


def complete_setting(context: typer.Context, incomplete: str) -> list[str]:
    """Return parameters of the system chosen so far, for the shell."""
    from evenhand.ratings import SYSTEMS, parameter_names

    system = SYSTEMS.get(context.params.get("system") or USUAL)
    names = parameter_names(system) if system else []
    return [f"{name}=" for name in names if f"{name}=".startswith(incomplete)]


SystemOption = Annotated[
    str | None,
    typer.Option(
        "--system", "-s", help=f"Rating system [{USUAL}].", autocompletion=complete_system
    ),
]
ParamsOption = Annotated[
    Path | None,
    typer.Option("--params", metavar="FILE", help="System and parameters that tune has written."),
]
LuckOption = Annotated[
    bool,
    typer.Option(
        "--luck", help="Take luck out of the results, as much as it weighed in the games before."
    ),
]
SetOption = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        metavar="NAME=VALUE",
        help="A parameter of the system, as in --set k=20; may be given again.",
        autocompletion=complete_setting,
    ),
]


def choose_system(
    name: str | None, settings: list[str] | None, params: Path | None = None
) -> "RatingSystem":
    """Return the system of a name or of a file, with some parameters set, as in ``k=20``."""
    from evenhand.ratings import find_system, make_system, name_of, read_system

    if params is None:
        return make_system(name or USUAL, settings)
    system = read_system(params, settings or [])
    if name is not None and find_system(name) is not type(system):
        raise ValueError(f"{params}: is for {name_of(type(system))}, so leave out --system {name}")
    return system


def systems(form: FormatOption = Format.TABLE) -> None:
    """List the rating systems with their parameters and defaults.

    Example: evenhand systems --format json
    """
    import polars as pl

    from evenhand.ratings import SYSTEMS, parameter_names

    rows = []
    for name, system in SYSTEMS.items():
        what, usual = (system.__doc__ or "").partition("\n")[0], system()
        defaults = {key: getattr(usual, key) for key in parameter_names(system)}
        text = " ".join(f"{key}={_short(value)}" for key, value in defaults.items())
        rows.append({"system": name, "what": what, "parameters": text})
    print_frame(pl.DataFrame(rows), form)


def _short(value: object) -> str:
    return f"{value:g}" if isinstance(value, float) else "none" if value is None else str(value)


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
    """Print the expected score of A against B, or at a table with B, C, ...

    Example: evenhand expected 1000 1100
    """
    share = elo.expected(a, *b, advantage=advantage, scale=scale)
    percent = elo.chances(a, *b, advantage=advantage, scale=scale)[0]
    text = f"{a:g} against {', '.join(f'{r:g}' for r in b)}: {share:.4f} ({percent} %)"
    _print({"expected": share, "percent": percent}, form, text)


def update(
    a: Annotated[float, typer.Argument(help="Rating of the player.")],
    b: Annotated[float, typer.Argument(help="Rating of the opponent.")],
    score: Annotated[float, typer.Argument(help="1 for a win, 0.5 for a draw, 0 for a loss.")],
    k: Annotated[float, typer.Option(help="How far one result moves a rating.")] = 25.0,
    advantage: Advantage = 0.0,
    scale: Scale = 400.0,
    form: FormatOption = Format.TABLE,
) -> None:
    """Print the ratings of both players after a game of A against B.

    Example: evenhand update 1000 1100 1 --k 25
    """
    new_a = elo.update(a, b, score, k=k, advantage=advantage, scale=scale)
    new_b = elo.update(b, a, 1.0 - score, k=k, advantage=-advantage, scale=scale)
    share = elo.expected(a, b, advantage=advantage, scale=scale)
    text = f"{a:g} -> {new_a:.0f} ({new_a - a:+.2f})\n{b:g} -> {new_b:.0f} ({new_b - b:+.2f})"
    numbers = {"rating": new_a, "change": new_a - a, "opponent": new_b, "expected": share}
    _print(numbers, form, text)


def _print(numbers: dict[str, Any], form: Format, text: str) -> None:
    if form is Format.JSON:
        print_json(numbers)
    elif form is Format.CSV:
        csv.writer(sys.stdout).writerows([numbers.keys(), numbers.values()])
    else:
        print(text)

"""Luck: what it is worth, how much it weighs, and the columns that hold it."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from evenhand.cli.groups import group
from evenhand.cli.output import Format, FormatOption, note, print_frame, progress
from evenhand.cli.rate import FileArgument, read, told_of
from evenhand.cli.systems import SetOption, SystemOption, choose_system
from evenhand.files import check_different, check_writable

if TYPE_CHECKING:
    from evenhand.luck.weighing import Weighed
    from evenhand.tables import GameFile

Model = Literal["logistic", "boosted"]
ColumnsOption = Annotated[
    str | None,
    typer.Option(
        metavar="NAMES", help="Columns that chance dealt, as in x_trumps,x_aces; no choices."
    ),
]
ModelOption = Annotated[
    Model, typer.Option(help="A logistic curve, or many small trees; needs scikit-learn.")
]
KINDS = (".csv", ".parquet", ".xlsx")


def fit(
    file: FileArgument,
    out: Annotated[Path, typer.Option(help="Where the value function goes, as .json.")],
    columns: ColumnsOption = None,
    model: ModelOption = "logistic",
) -> None:
    """Fit what the numbers that chance dealt are worth, to be applied to other games.

    Wide files have a column for each seat, x_trumps_1 and x_trumps_2: name them x_trumps.

    Example: evenhand luck fit earlier.csv --columns x_minscore,x_mindist --out values.json
    """
    from evenhand.luck.values import fit_values

    check_writable(out, ".json")
    check_different(file, out)
    require()
    games = _read(file)
    with progress("fitting"):
        values = fit_values(games, _names(columns), model)
    values.write(out)
    note(f"wrote {out}: {', '.join(values.columns)} from {values.games:,} games")


def apply(
    file: FileArgument,
    out: Annotated[Path, typer.Option(help="Where the games go, as .csv, .parquet or .xlsx.")],
    values: Annotated[
        Path | None, typer.Option(help="A value function that luck fit has written.")
    ] = None,
    columns: ColumnsOption = None,
    model: ModelOption = "logistic",
) -> None:
    """Write the games again with luck columns.

    Either by a value function from other games, or with --columns by one from these: then each
    fifth of the games is valued by the other four.

    Example: evenhand luck apply games.csv --columns x_minscore,x_mindist --out lucky.csv
    """
    import numpy as np

    from evenhand.luck.values import cross_fitted, read_values
    from evenhand.tables import write_frame

    check_writable(out, *KINDS)
    check_different(file, values, out)
    if (values is None) == (columns is None):
        raise ValueError("give either --values FILE or --columns NAMES")
    if values is None:
        require()
    known = None if values is None else read_values(values)
    games = _read(file)
    with progress("valuing"):
        luck = cross_fitted(games, _names(columns), model) if known is None else known.luck(games)
    write_frame(games.with_luck(luck), out)
    unknown = int((np.isnan(luck) & games.table.taken).any(axis=1).sum())
    rest = f"; unknown in {unknown:,}" if unknown else ""
    note(f"wrote {out}: luck of {len(luck):,} games{rest}")


def weigh(
    file: FileArgument,
    system: SystemOption = None,
    settings: SetOption = None,
    out: Annotated[
        Path | None, typer.Option(help="Write system and parameters as .json, for rate --params.")
    ] = None,
    form: FormatOption = Format.TABLE,
) -> None:
    """How much the luck columns of a file weigh in the results, for games to come.

    c is how much of the luck is taken out of a result, fade how that shrinks where one is far
    ahead, explained the part of a result's variance among equals that goes with it.

    Example: evenhand luck weigh earlier.csv --system glicko-2 --out lucky.json
    """
    from evenhand.luck.weighing import plain, with_luck
    from evenhand.luck.weighing import weigh as weigh_luck
    from evenhand.ratings.named import name_of
    from evenhand.ratings.parameter_files import write_parameters

    check_writable(out, ".json")
    check_different(file, out)
    chosen = plain(choose_system(system, settings))
    table = read(file, chosen, luck=True)
    with told_of(file), progress("weighing"):
        found = weigh_luck(chosen, table)
    if out is not None:
        write_parameters(out, with_luck(chosen, found.adjustment))
        note(f"wrote {out}")
    _print(found, form, name_of(type(chosen)))


def _print(found: "Weighed", form: Format, name: str) -> None:
    import polars as pl

    taken = found.adjustment
    row = {
        "system": name,
        "c": taken.c,
        "error": found.error,
        "fade": taken.fade,
        "explained": taken.explained,
        "factor": found.factor,
        "games": found.games,
        "unknown": found.unknown,
    }
    print_frame(pl.DataFrame([row]), form, "how much luck weighs")
    if form is Format.TABLE:
        note(f"to rate with it: --set luck={taken}")


def require() -> None:
    """Refuse to begin without scikit-learn."""
    from importlib.util import find_spec

    if find_spec("sklearn") is None:
        raise ValueError("fitting needs scikit-learn: pip install 'evenhand[luck]'")


def _read(file: Path) -> "GameFile":
    from evenhand.tables import read_game_file

    with progress(f"reading {file.name}"):
        return read_game_file(file)


def _names(columns: str | None) -> list[str]:
    return [name.strip() for name in (columns or "").split(",") if name.strip()]


app = group("Luck: what it is worth, and how much it weighs in results.", fit, apply, weigh)

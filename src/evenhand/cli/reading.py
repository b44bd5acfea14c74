"""Read games for commands: the file, and options that say what its columns hold."""

import inspect
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from evenhand.cli.output import note, progress

if TYPE_CHECKING:
    from evenhand.ratings import RatingSystem
    from evenhand.tables import GameTable

PANEL = "Columns of the file"
FileArgument = Annotated[
    Path,
    typer.Argument(
        metavar="FILE", help="Games as CSV, Parquet or XLSX; write one with `evenhand example`."
    ),
]


def _column(flag: str, metavar: str, text: str) -> Any:
    option = typer.Option(flag, metavar=metavar, help=text, rich_help_panel=PANEL)
    return Annotated[str | None, option]


COLUMNS: dict[str, Any] = {
    "players": _column("--players", "A,B", "Columns of the players, such as home_team,away_team."),
    "scores": _column("--scores", "A,B", "Columns of their scores, such as hg,ag."),
    "winner": _column("--winner", "COLUMN", "Column of the winner, instead of scores."),
    "loser": _column("--loser", "COLUMN", "Column of the loser."),
    "game": _column("--game", "COLUMN", "Column of game ids, in a file with a row per player."),
    "time": _column("--time", "COLUMN", "Column of the time or day."),
    "time_unit": _column("--time-unit", "s|ms|us|d", "What an integer time counts since 1970."),
    "home": _column(
        "--home", "1,0|COLUMN", "Who has the home advantage: a number per seat, or columns."
    ),
    "context": _column("--context", "COLUMN", "Column of the surface, map or car."),
    "margin": _column("--margin", "COLUMN", "Column of the margin of victory."),
    "weight": _column("--weight", "COLUMN", "Column of how much a game counts."),
    "covariates": _column("--covariates", "A,B", "Columns of your own, for --set effects=A:10."),
}

RESULT_COLUMNS = ("players", "scores", "winner", "loser", "game", "time", "time_unit")


def with_columns(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the options that name columns; it gets them as the argument ``columns``."""
    return _with_options(command, COLUMNS)


def with_result_columns(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the options for what the results of a ladder consist of."""
    return _with_options(command, {name: COLUMNS[name] for name in RESULT_COLUMNS})


def _with_options(command: Callable[..., None], named: Mapping[str, Any]) -> Callable[..., None]:
    @wraps(command)
    def run(**options: Any) -> None:
        columns = {name: options.pop(name) for name in named}
        given = {name: text for name, text in columns.items() if text is not None}
        command(**options, columns=given)

    signature = inspect.signature(command, eval_str=True)
    own = [each for name, each in signature.parameters.items() if name != "columns"]
    new = [
        inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=option)
        for name, option in named.items()
    ]
    run.__signature__ = signature.replace(  # type: ignore[attr-defined]
        parameters=[*(each.replace(kind=inspect.Parameter.KEYWORD_ONLY) for each in own), *new]
    )
    run.__annotations__ = {each.name: each.annotation for each in (*own, *new)}
    del run.__wrapped__  # or typer would read its signature
    return run


def read_table(file: Path, columns: dict[str, Any] | None = None) -> "GameTable":
    """Read a file of games; say how it was read if its layout was recognised."""
    from evenhand.tables import read_games

    with progress(f"reading {file.name}"):
        return read_games(file, remark=note, **(columns or {}))


def read_for(
    system: "RatingSystem", file: Path, columns: dict[str, Any] | None = None, luck: bool = False
) -> "GameTable":
    """Read games that a system can rate; with ``luck`` they must have luck columns."""
    from evenhand.luck import NO_ADJUSTMENT, with_luck

    table = read_table(file, columns)
    with naming(file):
        (with_luck(system, NO_ADJUSTMENT) if luck else system).check(table)
    return table


@contextmanager
def naming(file: Path) -> Iterator[None]:
    """Name the file in an error about its table."""
    from evenhand.tables import TableError

    try:
        yield
    except TableError as error:
        problem, row, column = error.problem, error.row, error.column
        raise TableError(problem, row=row, column=column, file=str(file)) from None

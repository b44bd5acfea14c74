"""Value luck, write luck columns, and fit how much of it to take out of results."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from evenhand.cli.groups import group
from evenhand.cli.output import Format, FormatOption, note, print_frame, progress
from evenhand.cli.reading import FileArgument, naming, read_for
from evenhand.cli.simulate import GameArgument, RulesOption
from evenhand.cli.systems import SetOption, SystemOption, choose_system
from evenhand.files import check_different, check_suffix, check_writable

if TYPE_CHECKING:
    import polars as pl

    from evenhand.luck import AdjustmentFit
    from evenhand.tables import GameFile, GameTable

Model = Literal["logistic", "boosted"]
ColumnsOption = Annotated[
    str | None,
    typer.Option(
        metavar="NAMES",
        help="Columns dealt by chance, not chosen by players, as in x_trumps,x_aces.",
    ),
]
ModelOption = Annotated[
    Model, typer.Option(help="Logistic regression or boosted trees; needs scikit-learn.")
]
SUFFIXES = (".csv", ".parquet", ".xlsx")


def fit(
    file: FileArgument,
    out: Annotated[Path, typer.Option(help="Write the value function as .json.")],
    columns: ColumnsOption = None,
    model: ModelOption = "logistic",
) -> None:
    """Learn from past games how much each lucky or unlucky deal is worth.

    The value function is for other games: see luck apply --values.  Wide files have a column for
    each seat, x_trumps_1 and x_trumps_2: name them x_trumps.

    Example: evenhand luck fit earlier.csv --columns x_minscore,x_mindist --out values.json
    """
    from evenhand.luck import fit_values

    check_writable(out, ".json")
    check_different(file, out)
    _require_sklearn()
    games = _read(file)
    with progress("fitting"):
        values = fit_values(games, _names(columns), model)
    values.write(out)
    note(f"wrote {out}: {', '.join(values.columns)} from {values.games:,} games")


def apply(
    file: FileArgument,
    out: Annotated[Path, typer.Option(help="Write the games as .csv, .parquet or .xlsx.")],
    values: Annotated[Path | None, typer.Option(help="Value function written by luck fit.")] = None,
    columns: ColumnsOption = None,
    model: ModelOption = "logistic",
) -> None:
    """Write the games to another file with luck columns.

    Use a value function of other games (--values), or fit one to these games (--columns): then
    each fifth of the games is valued by a function fitted on the other four.

    Example: evenhand luck apply games.csv --columns x_minscore,x_mindist --out lucky.csv
    """
    import numpy as np

    from evenhand.luck import cross_fit_luck, read_values
    from evenhand.tables import write_frame

    check_writable(out, *SUFFIXES)
    check_different(file, values, out)
    if (values is None) == (columns is None):
        raise ValueError("give either --values FILE or --columns NAMES")
    if values is None:
        _require_sklearn()
    known = None if values is None else read_values(values)
    games = _read(file)
    with progress("valuing"):
        luck = cross_fit_luck(games, _names(columns), model) if known is None else known.luck(games)
    write_frame(games.with_luck(luck), out)
    unknown = int((np.isnan(luck) & games.table.taken).any(axis=1).sum())
    rest = f"; unknown in {unknown:,}" if unknown else ""
    note(f"wrote {out}: luck of {len(luck):,} games{rest}")


def measure(
    name: GameArgument,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Records of the game.")],
    out: Annotated[
        Path | None, typer.Option(help="Write the games with luck as .csv, .parquet or .xlsx.")
    ] = None,
    luck: Annotated[
        str | None, typer.Option(metavar="KIND", help="The kind of luck [the usual one].")
    ] = None,
    settings: RulesOption = None,
    skip_broken: Annotated[
        bool, typer.Option("--skip-broken", help="Pass over records that cannot be read.")
    ] = False,
    form: FormatOption = Format.TABLE,
) -> None:
    """Measure from records of a game how lucky everybody was.

    Prints the players by their mean score less their luck.

    Example: evenhand luck measure skat games.sgf --set deals=36 --out series.csv
    """
    from evenhand.games import game as find_game, parse_rules
    from evenhand.games.options import check_luck
    from evenhand.sheets import raise_all
    from evenhand.tables import TableError, write_games

    check_writable(out, *SUFFIXES)
    check_different(file, out)
    game = find_game(name)
    kind = tuple(game.luck_kinds)[1] if luck is None else luck
    check_luck(game, kind)
    suffixes = sorted(
        {end for reader in game.readers if reader.has_luck for end in reader.suffixes}
    )
    if not suffixes:
        raise ValueError(f"there are no files of {game.title} that record its luck")
    check_suffix(file, suffixes)
    reader = next(
        one for one in game.readers if one.has_luck and file.suffix.lower() in one.suffixes
    )
    broken: list[TableError] = []
    with progress(f"measuring the luck in {file.name}"):
        rules = parse_rules(game, settings) if settings else None
        games = reader.read(file, broken, rules=rules, luck=kind)
    if not skip_broken:
        raise_all(broken)
    elif broken:
        note(f"broken records: {len(broken):,}")
    if out is not None:
        write_games(games.table, out)
        note(f"wrote {out}")
    count = len(games.table)
    unit = game.unit.one if count == 1 else game.unit.many
    print_frame(_mean_luck(games.table, game.unit.many), form, f"luck ({kind}) of {count:,} {unit}")


def weigh(
    file: FileArgument,
    system: SystemOption = None,
    settings: SetOption = None,
    out: Annotated[
        Path | None, typer.Option(help="Write system and parameters as .json, for rate --params.")
    ] = None,
    form: FormatOption = Format.TABLE,
) -> None:
    """Fit how much of the luck columns to take out of the results of later games.

    c is the part of the luck that is taken out of a result, fade how fast that shrinks where one
    is far ahead, r2 the part of a result's variance among equals that luck explains, and
    variance_ratio how many times smaller that makes the variance.

    Example: evenhand luck weigh earlier.csv --system glicko-2 --out lucky.json
    """
    from evenhand.luck import fit_adjustment, with_luck, without_luck
    from evenhand.ratings import name_of, write_parameters

    check_writable(out, ".json")
    check_different(file, out)
    chosen = without_luck(choose_system(system, settings))
    table = read_for(chosen, file, luck=True)
    with naming(file), progress("fitting"):
        found = fit_adjustment(chosen, table)
    if out is not None:
        write_parameters(out, with_luck(chosen, found.adjustment))
        note(f"wrote {out}")
    _print(found, form, name_of(type(chosen)))


def _mean_luck(table: "GameTable", unit: str) -> "pl.DataFrame":
    """Return the means of score and luck by player, the best score without luck first."""
    import numpy as np
    import polars as pl

    assert table.luck is not None
    who = table.seats[table.taken]
    count = np.bincount(who, minlength=len(table.names))
    score, luck = (
        np.bincount(who, column[table.taken], len(table.names)) / np.maximum(count, 1)
        for column in (table.score, table.luck)
    )
    frame = pl.DataFrame({"player": table.names, unit: count, "score": score, "luck": luck})
    adjusted = pl.col("score") - pl.col("luck")
    return frame.with_columns(adjusted.alias("adjusted")).sort(
        "adjusted", "player", descending=[True, False]
    )


def _print(found: "AdjustmentFit", form: Format, name: str) -> None:
    import polars as pl

    adjustment = found.adjustment
    row = {
        "system": name,
        "c": adjustment.c,
        "error": found.error,
        "fade": adjustment.fade,
        "r2": found.r2,
        "variance_ratio": found.variance_ratio,
        "games": found.games,
        "unknown": found.unknown,
    }
    print_frame(pl.DataFrame([row]), form, "adjustment for luck")
    if form is Format.TABLE:
        note(f"to rate with it: --set luck={adjustment}")


def _require_sklearn() -> None:
    """Raise an error if scikit-learn is not installed."""
    from importlib.util import find_spec

    if find_spec("sklearn") is None:
        raise ValueError("fitting needs scikit-learn: pip install 'evenhand[luck]'")


def _read(file: Path) -> "GameFile":
    from evenhand.tables import read_game_file

    with progress(f"reading {file.name}"):
        return read_game_file(file)


def _names(columns: str | None) -> list[str]:
    return [name.strip() for name in (columns or "").split(",") if name.strip()]


app = group("Measure luck, value it, and take it out of results.", measure, fit, apply, weigh)

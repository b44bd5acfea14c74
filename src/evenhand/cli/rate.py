"""Rate a file of games."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from evenhand.cli.output import Format, FormatOption, note, print_frame, progress, write_frame
from evenhand.cli.systems import (
    LuckOption,
    ParamsOption,
    SetOption,
    SystemOption,
    choose_system,
)
from evenhand.files import check_different, check_writable

if TYPE_CHECKING:
    from evenhand.ratings import RatingSystem, Run
    from evenhand.tables import Floats, GameTable

FileArgument = Annotated[
    Path, typer.Argument(metavar="FILE", help="Games as CSV, Parquet or XLSX, wide or long.")
]
SHORT = 20


def rate(
    file: FileArgument,
    system: SystemOption = None,
    settings: SetOption = None,
    params: ParamsOption = None,
    luck: LuckOption = False,
    start: Annotated[
        Path | None,
        typer.Option(help="Where players begin: a list such as --out writes, or player,rating."),
    ] = None,
    top: Annotated[
        int | None, typer.Option(min=1, help="Print so many players [table: 20, else all].")
    ] = None,
    min_games: Annotated[int, typer.Option(min=1, help="Leave out who played fewer games.")] = 1,
    form: FormatOption = Format.TABLE,
    out: Annotated[
        Path | None, typer.Option(help="Write the whole list as .csv, .json or .parquet.")
    ] = None,
    history: Annotated[
        Path | None, typer.Option(help="Write every game's change as .csv or .parquet.")
    ] = None,
    chart: Annotated[
        Path | None, typer.Option(help="Draw the rating curves of the top as .svg, .png or .html.")
    ] = None,
) -> None:
    """Rate a file of games and print the leaderboard.

    With luck columns and --luck, what chance gave is taken out of the results; the history then
    splits what each result was worth into skill, which counts, and luck, which does not.

    Example: evenhand rate league.csv --system score-share-elo --set k=0.02 --set start=800
    """
    from evenhand import charts
    from evenhand.ratings import changes, leaderboard, luck_received, start_from
    from evenhand.ratings.named import name_of

    check_writable(out, ".csv", ".json", ".parquet")
    check_writable(history, ".csv", ".parquet")
    check_writable(chart, ".svg", ".png", ".html")
    check_different(file, start, params, out, history, chart)
    if chart is not None:
        charts.require()
    chosen = choose_system(system, settings, params)
    name = name_of(type(chosen))
    table = read(file, chosen, luck)
    begin = None if start is None else start_from(chosen, table, read_ratings(start, chosen))
    adjusted = luck or chosen.luck is not None
    run = rate_whole(chosen, table, begin, luck) if history or chart or adjusted else None
    ratings = last_ratings(chosen, table, begin) if run is None else run.ratings
    board = leaderboard(chosen, table, ratings, min_games=min_games)
    if run and adjusted:
        received = luck_received(table, run).select("player", "luck")
        board = board.join(received, on="player", maintain_order="left")
    if out is not None:
        write_frame(board, out)
    if run and history:
        first = chosen.start(len(table.names)) if begin is None else begin
        write_frame(changes(table, run, first[:, 0]), history)
    if run and chart:
        best = board["player"].head(8).to_list()
        charts.save(charts.rating_curves(table, run, best, title=name), chart)
        note(f"wrote {chart}")
    shown = board.head(top or (SHORT if form is Format.TABLE else len(board)))
    print_frame(shown, form, f"{name}, {len(table):,} games, {len(board):,} players")
    if form is Format.TABLE and len(shown) < len(board):
        note(f"{len(board) - len(shown):,} more; --top N shows more, --out FILE writes all")


def read(file: Path, system: "RatingSystem", luck: bool = False) -> "GameTable":
    """Read games that a system can rate, or rate without luck; a sign of life for big files."""
    from evenhand.luck import NO_ADJUSTMENT, with_luck
    from evenhand.tables import read_games

    with progress(f"reading {file.name}"):
        table = read_games(file, remark=note)
    with told_of(file):
        (with_luck(system, NO_ADJUSTMENT) if luck else system).check(table)
    return table


@contextmanager
def told_of(file: Path) -> Iterator[None]:
    """Name the file if something is wrong with its table."""
    from evenhand.tables import TableError

    try:
        yield
    except TableError as error:
        problem, row, column = error.problem, error.row, error.column
        raise TableError(problem, row=row, column=column, file=str(file)) from None


def rate_whole(
    system: "RatingSystem",
    table: "GameTable",
    ratings: "Floats | None" = None,
    luck: bool = False,
) -> "Run":
    """Rate games, with a bar for many; with ``luck`` it is weighed along the way."""
    if luck:
        return _rate_and_weigh(system, table, ratings)
    from evenhand.ratings import Run, rate_in_parts

    whole = Run.prepare(system, table, ratings)
    with progress("rating", len(table)) as done:
        for games, run in rate_in_parts(system, table, ratings):
            whole.expected[games], whole.after[games] = run.expected, run.after
            if whole.luck is not None and run.luck is not None:
                whole.luck[games] = run.luck
            done(games.stop)
    if system.luck is not None:
        _tell_unknown(table)
    return Run(run.ratings, whole.expected, whole.after, whole.luck)


def _rate_and_weigh(system: "RatingSystem", table: "GameTable", ratings: "Floats | None") -> "Run":
    """Rate games without luck, and tell how much it weighed."""
    from evenhand.luck import LuckAdjusted

    if system.luck is not None:
        raise ValueError("--luck weighs luck itself: leave out the parameter luck")
    with progress("rating"):
        run, fit = LuckAdjusted(system).rate_and_fit(table, ratings)
    if fit is None:
        note("too few games with luck to weigh it: rated as they are")
    else:
        note(
            f"luck weighs {fit.adjustment.c:g} +- {fit.error:.2g} and explains "
            f"{100 * fit.r2:.0f} % of a result among equals"
        )
    _tell_unknown(table)
    return run


def _tell_unknown(table: "GameTable") -> None:
    from evenhand.ratings.adjustment import without_luck

    unknown = without_luck(table)
    if unknown:
        note(f"luck is unknown in {unknown:,} of {len(table):,} games: rated as they are")


def last_ratings(
    system: "RatingSystem", table: "GameTable", ratings: "Floats | None" = None
) -> "Floats":
    """The ratings after the last game; quicker, since nothing else is kept."""
    from evenhand.ratings import rate_in_parts

    with progress("rating", len(table)) as done:
        for games, run in rate_in_parts(system, table, ratings):
            ratings = run.ratings
            done(games.stop)
    assert ratings is not None  # there is a part even without games
    return ratings


def read_ratings(file: Path, system: "RatingSystem") -> dict[str, dict[str, float]]:
    """Ratings by player, with what else the system knows, from a list such as --out writes."""
    import polars as pl

    readers: dict[str, Callable[[Path], pl.DataFrame]] = {
        ".csv": pl.read_csv,
        ".json": pl.read_json,
        ".parquet": pl.read_parquet,
    }
    if file.suffix.lower() not in readers:
        raise ValueError(f"{file}: the name must end in {' or '.join(readers)}")
    try:
        frame = readers[file.suffix.lower()](file)
        columns = [name for name in system.columns if name in frame.columns]
        frame = frame.select(pl.col("player").cast(pl.String), pl.col("rating", *columns[1:]))
        rows = frame.cast(dict.fromkeys(columns, pl.Float64)).to_dicts()
    except pl.exceptions.PolarsError as problem:
        reason = str(problem).partition("\n")[0]
        raise ValueError(f"{file}: needs columns player and rating: {reason}") from None
    if any(value is None for row in rows for value in row.values()):
        raise ValueError(f"{file}: a player or rating is missing")
    known = {row.pop("player"): row for row in rows}
    if len(known) < len(rows):
        raise ValueError(f"{file}: a player is there twice")
    return known

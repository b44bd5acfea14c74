"""Rate a file of games."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from evenhand.cli.output import Format, FormatOption, note, print_frame, progress, write_frame
from evenhand.cli.reading import FileArgument, read_for, with_columns
from evenhand.cli.systems import (
    LuckOption,
    ParamsOption,
    SetOption,
    SystemOption,
    choose_system,
)
from evenhand.files import check_different, check_writable

if TYPE_CHECKING:
    from evenhand.ratings import Ratings, RatingSystem, Run
    from evenhand.tables import GameTable

    Known = Ratings | dict[str, dict[str, float]]

SHORT = 20


@with_columns
def rate(
    file: FileArgument,
    system: SystemOption = None,
    settings: SetOption = None,
    params: ParamsOption = None,
    luck: LuckOption = False,
    start: Annotated[
        Path | None,
        typer.Option(
            help="Ratings to go on from: what --ratings wrote, or a list of player,rating."
        ),
    ] = None,
    top: Annotated[
        int | None, typer.Option(min=1, help="Number of players to print [table: 20, else all].")
    ] = None,
    min_games: Annotated[int, typer.Option(min=1, help="Leave out players with fewer games.")] = 1,
    form: FormatOption = Format.TABLE,
    out: Annotated[
        Path | None, typer.Option(help="Write the whole list as .csv, .json or .parquet.")
    ] = None,
    ratings: Annotated[
        Path | None, typer.Option(help="Write the state of all players as .json, for --start.")
    ] = None,
    history: Annotated[
        Path | None, typer.Option(help="Write every game's change as .csv or .parquet.")
    ] = None,
    chart: Annotated[
        Path | None, typer.Option(help="Draw the rating curves of the top as .svg, .png or .html.")
    ] = None,
    columns: dict[str, Any] | None = None,
) -> None:
    """Rate a file of games and print the leaderboard.

    Players keep their names: with --start, newcomers start and absent players stay, and a state
    goes on with the system and parameters that it was rated with.  With luck
    columns and --luck, what chance gave is taken out of the results; the history then splits the
    change by every result into skill, which counts, and luck, which does not.

    Example: evenhand rate league.csv --system score-share-elo --set k=0.02 --set initial=800

    Example: evenhand rate bundesliga.csv --players home_team,away_team --scores hg,ag --time date
    """
    from evenhand import charts
    from evenhand.ratings import Run, name_of

    check_writable(out, ".csv", ".json", ".parquet")
    check_writable(ratings, ".json")
    check_writable(history, ".csv", ".parquet")
    check_writable(chart, ".svg", ".png", ".html")
    check_different(file, start, out, ratings, history, chart)
    check_different(file, params, out, ratings, history, chart)
    if chart is not None:
        charts.require()
    if start is not None and system is None and params is None and "system" in read_object(start):
        params = start  # a state knows its system
    chosen = choose_system(system, settings, params)
    name = name_of(type(chosen))
    known = None if start is None else read_ratings(start, chosen)
    table = read_for(chosen, file, columns, luck)
    run: Run | None = None
    if history or chart or luck or chosen.luck is not None:
        run = rate_table(chosen, table, known, luck)
    after = rate_quickly(chosen, table, known) if run is None else run.ratings
    board = after.leaderboard(min_games=min_games)
    if run is not None and run.luck_points is not None:
        received = run.luck_totals().select("player", "luck").rename({"luck": "luck_removed"})
        board = board.join(received, on="player", how="left", maintain_order="left")
    if out is not None:
        write_frame(board, out)
    if ratings is not None:
        after.write(ratings)
        note(f"wrote {ratings}")
    if run is not None and history is not None:
        write_frame(run.history(), history)
    if run is not None and chart is not None:
        best = board["player"].head(8).to_list()
        charts.save(charts.rating_curves(run, best, title=name), chart)
        note(f"wrote {chart}")
    shown = board.head(top or (SHORT if form is Format.TABLE else len(board)))
    print_frame(shown, form, f"{name}, {len(table):,} games, {len(board):,} players")
    if form is Format.TABLE and len(shown) < len(board):
        note(f"{len(board) - len(shown):,} more; --top N shows more, --out FILE writes all")


def rate_quickly(
    system: "RatingSystem", table: "GameTable", known: "Known | None" = None
) -> "Ratings":
    """Rate games and keep nothing but the ratings, with a bar for many."""
    from evenhand.ratings import as_ratings, iterate

    start = as_ratings(system, known)
    values = start.rows(table.names) if len(start) else None
    with progress("rating", len(table)) as done:
        for games, part in iterate(system, table, values):
            values = part.values
            done(games.stop)
    assert values is not None  # there is a part even without games
    return start.joined(table.names, values)


def rate_table(
    system: "RatingSystem",
    table: "GameTable",
    known: "Known | None" = None,
    luck: bool = False,
) -> "Run":
    """Rate games, with a bar for many; with ``luck`` learn along the way how much it weighs."""
    from evenhand.luck import rate_and_fit
    from evenhand.ratings import count_unknown_luck, rate_named

    if luck and system.luck is not None:
        raise ValueError("--luck learns how much luck weighs: leave out the parameter luck")
    with progress("rating", None if luck else len(table)) as done:
        if luck:
            run, fit = rate_and_fit(system, table, known)
        else:
            run, fit = rate_named(system, table, known, done), None
    if fit is not None:
        note(
            f"luck weighs {fit.adjustment.c:g} +- {fit.error:.2g} and explains "
            f"{100 * fit.r2:.0f} % of a result among equals"
        )
    elif luck:
        note("too few games with luck to learn from: rated as they are")
    unknown = count_unknown_luck(table) if luck or system.luck is not None else 0
    if unknown:
        note(f"luck is unknown in {unknown:,} of {len(table):,} games: rated as they are")
    return run


def read_object(file: Path) -> dict[str, Any]:
    """Return what a JSON file holds by name; nothing if it is another kind of file."""
    if file.suffix.lower() != ".json" or not file.is_file():
        return {}
    try:
        content = json.loads(file.read_text(encoding="utf-8"))
    except (ValueError, RecursionError):
        raise ValueError(f"{file}: is not JSON") from None
    return content if isinstance(content, dict) else {}


def read_ratings(file: Path, system: "RatingSystem") -> "Known":
    """Read ratings by player: a saved state, a list such as --out writes, or {"Anna": 1600}."""
    import polars as pl

    from evenhand.ratings import Ratings, name_of

    content = read_object(file)
    if content and "system" not in content:
        return content
    if content:
        state = Ratings.read(file)
        if type(state.system) is not type(system):
            theirs, ours = name_of(type(state.system)), name_of(type(system))
            problem = f"holds ratings of {theirs}, which {ours} cannot go on from"
            raise ValueError(f"{file}: {problem}; leave out --system, or rate with {theirs}")
        return state
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

"""Score lists and game records to Seeger-Fabian totals."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from evenhand.cli.output import Format, FormatOption, note, print_frame, progress
from evenhand.files import check_different, check_writable

if TYPE_CHECKING:
    from evenhand.games.skat.iss import Record
    from evenhand.games.skat.seeger import ScoreList
    from evenhand.tables import GameTable, TableError

SHORT = 10  # lists that are printed as tables


def score(
    file: Annotated[
        Path,
        typer.Argument(metavar="FILE", help="Lists as CSV or XLSX, or records of ISS (.sgf)."),
    ],
    out: Annotated[
        Path | None,
        typer.Option(help="Write the series for evenhand rate as .csv, .xlsx or .parquet."),
    ] = None,
    average: Annotated[
        bool, typer.Option("--average", help="Print the players by average instead.")
    ] = False,
    length: Annotated[
        int | None,
        typer.Option(min=1, help="Deals of a series, 36 by default; for records, without lists."),
    ] = None,
    without_passed_in: Annotated[
        bool,
        typer.Option("--without-passed-in", help="Passed-in deals of records count nowhere."),
    ] = False,
    skip_broken: Annotated[
        bool, typer.Option("--skip-broken", help="Pass over records that cannot be read.")
    ] = False,
    form: FormatOption = Format.TABLE,
) -> None:
    """Check score lists, or make them from game records, and print Seeger-Fabian totals.

    Example: evenhand skat score evening.csv --out series.csv
    """
    from evenhand.files import check_suffix
    from evenhand.tables import write_games

    check_writable(out, ".csv", ".xlsx", ".parquet")
    check_different(file, out)
    check_suffix(file, (".csv", ".xlsx", ".sgf"))
    if file.suffix.lower() == ".sgf":
        lists = _from_records(file, length or 36, not without_passed_in, skip_broken)
    elif length or without_passed_in or skip_broken:
        raise ValueError("--length, --without-passed-in and --skip-broken are for records (.sgf)")
    else:
        lists = _from_lists(file)
    table = _series_table(lists, file)
    if out is not None:
        write_games(table, out)
        note(f"wrote {out}")
    if average:
        _print_averages(table, lists, form)
    else:
        _print_standings(lists, form)


def _from_lists(file: Path) -> list["ScoreList"]:
    from evenhand.games.skat.lists import read_lists

    with progress(f"reading {file.name}"):
        return read_lists(file)


def _from_records(
    file: Path, length: int, count_passed_in: bool, skip_broken: bool
) -> list["ScoreList"]:
    from evenhand.games.skat.seeger import collect_series
    from evenhand.sheets import raise_all

    broken: list[TableError] = []
    copies: list[Record] = []
    games = _finished(file, broken, copies)
    series = collect_series(games, length=length, count_passed_in=count_passed_in)
    if not skip_broken:
        raise_all(broken)
    if not series.lists:
        raise ValueError(f"{file}: no series of {length} deals is complete ({series.games} games)")
    parts = [
        f"{series.games:,} games, {series.passed_in:,} of them passed in",
        f"{len(series.lists):,} series of {length}",
        f"{series.left_over:,} deals left over",
    ]
    parts += [f"broken records: {len(broken):,}"] if broken else []
    parts += [f"copies of games, counted like the others: {len(copies):,}"] if copies else []
    note("; ".join(parts))
    return list(series.lists)


def _finished(file: Path, broken: list["TableError"], copies: list["Record"]) -> Iterator["Record"]:
    """The records that belong into a list: games and deals passed in."""
    from evenhand.games.skat.iss import each_record
    from evenhand.games.skat.seeger import check_players

    def check(record: "Record") -> None:
        if record.counts:
            check_players(record.players)

    seen: set[int] = set()
    with progress(f"reading {file.name}"):
        for record in each_record(file, broken.append, check):
            if record.counts:
                if hash(record) in seen:
                    copies.append(record)
                seen.add(hash(record))
                yield record


def _series_table(lists: Sequence["ScoreList"], file: Path) -> "GameTable":
    from evenhand.games.skat.seeger import series_table
    from evenhand.tables import TableError

    try:
        return series_table(lists)
    except TableError as error:
        raise TableError(error.problem, column=error.column, file=str(file)) from None


def _print_averages(table: "GameTable", lists: Sequence["ScoreList"], form: Format) -> None:
    import polars as pl

    from evenhand.games.skat.seeger import averages, in_order

    lines = averages(table, [one.length for one in in_order(lists)])
    print_frame(pl.DataFrame([asdict(line) for line in lines]), form, "average scores")


def _print_standings(lists: Sequence["ScoreList"], form: Format) -> None:
    import polars as pl

    frames = [
        pl.DataFrame([{"list": one.name or str(place), **asdict(line)} for line in one.standings])
        for place, one in enumerate(lists, start=1)
    ]
    if form is not Format.TABLE:
        print_frame(pl.concat(frames), form)
        return
    for one, frame in list(zip(lists, frames, strict=True))[:SHORT]:
        deals = f", {one.deals} deals" if one.deals else ""
        print_frame(frame.drop("list"), form, f"list {frame['list'][0]}{deals}")
    if len(lists) > SHORT:
        note(f"{len(lists) - SHORT:,} more lists; --format csv prints all, --out FILE writes them")

"""A file of games into a ladder."""

from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Annotated, Any

import typer

from evenhand.cli.databases import BY, DEFAULT, DatabaseOption
from evenhand.cli.ledgers import LadderOption, ladder_of, print_effect
from evenhand.cli.output import Format, FormatOption, note, print_frame, progress
from evenhand.cli.reading import with_result_columns

if TYPE_CHECKING:
    from evenhand.ledger.importing import FileGames, Imported
    from evenhand.ledger.ladder import Ladder
    from evenhand.ledger.ledger import Ledger

MOST_WARNINGS = 20


@with_result_columns
def import_games(
    file: Annotated[
        Path,
        typer.Argument(metavar="FILE", help="Games as CSV, Parquet or XLSX, or Seeger lists."),
    ],
    ladder: LadderOption,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Only check, and show whose ratings would change.")
    ] = False,
    db: DatabaseOption = DEFAULT,
    form: FormatOption = Format.TABLE,
    columns: dict[str, Any] | None = None,
) -> None:
    """Import the games of a file into a ladder, each only once, however often you run it.

    A game is known by its id in the column game, else by its row in this very file.  Up to 50,000
    games are posted all or none; more in batches, and a run that was interrupted goes on.

    Example: evenhand import league.csv --ladder skat-2026 --dry-run

    Example: evenhand import cup.csv --ladder cup --players home,away --scores hg,ag --time date
    """
    with ladder_of(db, ladder, read_only=dry_run) as (ledger, found):
        from evenhand.ledger.importing import check, read_file

        with progress(f"reading {file.name}"):
            games = read_file(ledger, found, file, columns, remark=note)
            check(found, games)
        _warn(games)
        start = perf_counter()
        brought = (_try if dry_run else _post)(ledger, found, games)
        seconds = perf_counter() - start
    _tell(games, brought, dry_run=dry_run)
    if brought.posted and not dry_run:
        note(f"{brought.posted / max(seconds, 1e-9):,.0f} games a second")
        note(f"to undo it: evenhand ladder undo {ladder} {games.upload}")
    if dry_run:
        print_effect(brought.effect, form, dry_run=True)
    else:
        _print(games, brought, form)


def _post(ledger: "Ledger", ladder: "Ladder", games: "FileGames") -> "Imported":
    from evenhand.ledger.importing import Imported, lots_of, post_lot

    brought, done = Imported(), 0
    with progress("posting", len(games), "games") as show:
        for lot in lots_of(games):
            try:
                brought += post_lot(ledger, ladder, games, lot, by=BY)
            except ValueError:
                if done:
                    note(f"the first {done:,} games are posted; begin again to go on after them")
                raise
            done += len(lot)
            show(done)
    return brought


def _try(ledger: "Ledger", ladder: "Ladder", games: "FileGames") -> "Imported":
    import numpy as np

    from evenhand.ledger.importing import post_lot

    everything = np.arange(len(games))
    with progress("trying"):
        return post_lot(ledger, ladder, games, everything, dry_run=True, effects=True)


def _warn(games: "FileGames") -> None:
    for warning in games.warnings[:MOST_WARNINGS]:
        note(f"{games.file}, {warning}")
    more = len(games.warnings) - MOST_WARNINGS
    if more > 0:
        note(f"{games.file}: {more} more names look like others")


def _tell(games: "FileGames", brought: "Imported", *, dry_run: bool) -> None:
    would = "would be" if dry_run else "were"
    note(
        f"{brought.posted:,} of {len(games):,} games {would} posted, {brought.known:,} were there; "
        f"{brought.new_players:,} players {would} new"
    )
    if brought.voided:
        note(f"{brought.voided:,} of those that were there are voided and do not count")


def _print(games: "FileGames", brought: "Imported", form: Format) -> None:
    import polars as pl

    row = {
        "upload": games.upload,
        "kind": games.kind,
        "games": len(games),
        "posted": brought.posted,
        "known": brought.known,
        "voided": brought.voided,
        "new_players": brought.new_players,
    }
    print_frame(pl.DataFrame([row]), form)

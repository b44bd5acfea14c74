"""Series of game records with the luck of the deal beside the totals, ready to be rated."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from evenhand.cli.output import Format, FormatOption, note, print_frame, progress
from evenhand.cli.skat.records import read_series
from evenhand.files import check_different, check_writable

if TYPE_CHECKING:
    import polars as pl

    from evenhand.tables import GameTable


def luck(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Records of ISS (.sgf).")],
    out: Annotated[
        Path | None,
        typer.Option(help="Write the series and their luck as .csv, .xlsx or .parquet."),
    ] = None,
    length: Annotated[
        int, typer.Option(min=1, help="Deals of a series; 1 for the luck of every deal.")
    ] = 36,
    quick: Annotated[
        bool, typer.Option("--quick", help="Judge hands only, do not play the deals out.")
    ] = False,
    skip_broken: Annotated[
        bool, typer.Option("--skip-broken", help="Pass over records that cannot be read.")
    ] = False,
    form: FormatOption = Format.TABLE,
) -> None:
    """Tell how lucky everybody was with the cards; deals that were passed in count.

    Prints the players by their average total less their luck.

    Example: evenhand skat luck games.sgf --out series.csv
    """
    from evenhand.files import check_suffix
    from evenhand.games.skat.deal_value import full, luck_table
    from evenhand.games.skat.deal_value import quick as quick_value
    from evenhand.tables import write_games

    check_writable(out, ".csv", ".xlsx", ".parquet")
    check_different(file, out)
    check_suffix(file, (".sgf",))
    series = read_series(file, length, skip_broken, count_passed_in=True)
    with progress(f"weighing {len(series.games):,} deals"):
        table = luck_table(series, quick_value() if quick else full())
    if out is not None:
        write_games(table, out)
        note(f"wrote {out}")
    print_frame(_averages(table), form, f"totals of {len(table):,} series")


def _averages(table: "GameTable") -> "pl.DataFrame":
    import numpy as np
    import polars as pl

    assert table.luck is not None
    who, players = table.seats.ravel(), len(table.names)
    count = np.bincount(who, minlength=players)
    total, lucky = (
        np.bincount(who, column.ravel(), players) / count for column in (table.score, table.luck)
    )
    frame = pl.DataFrame({"player": table.names, "series": count, "total": total, "luck": lucky})
    adjusted = pl.col("total") - pl.col("luck")
    return frame.with_columns(adjusted.alias("adjusted")).sort(
        "adjusted", "player", descending=[True, False]
    )

"""Series of game records with the luck of the cards taken out, ready to be rated."""

from collections.abc import Callable
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from evenhand.cli.output import Format, FormatOption, note, print_frame
from evenhand.cli.skat.records import read_series
from evenhand.files import check_different, check_writable

if TYPE_CHECKING:
    import polars as pl

    from evenhand.games.skat.batch import Games, SeriesGames
    from evenhand.games.skat.hand_strength import HandStrength
    from evenhand.tables import Floats


class Measure(StrEnum):
    """How strong a hand is."""

    WINNING_PARAMETERS = "winning-parameters"
    VON_STEGEN = "von-stegen"
    KINBACK = "kinback"
    NEIGHBOURS = "neighbours"


def correct(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Records of ISS (.sgf).")],
    out: Annotated[
        Path | None,
        typer.Option(help="Write the series for evenhand rate as .csv, .xlsx or .parquet."),
    ] = None,
    hand: Annotated[
        bool, typer.Option(help="Divide values by how strong the hand was (CHANCEFACTOR1).")
    ] = True,
    value: Annotated[
        bool, typer.Option(help="Count every game as worth the mean (CHANCEFACTOR2).")
    ] = True,
    strength: Annotated[
        Measure, typer.Option(help="What measures hands.")
    ] = Measure.WINNING_PARAMETERS,
    paper: Annotated[
        bool,
        typer.Option("--paper", help="Normal chances and mean value 41 of the paper, not of FILE."),
    ] = False,
    length: Annotated[int, typer.Option(min=1, help="Deals of a series.")] = 36,
    skip_broken: Annotated[
        bool, typer.Option("--skip-broken", help="Pass over records that cannot be read.")
    ] = False,
    form: FormatOption = Format.TABLE,
) -> None:
    """Take the luck of the cards out of series, as Edelkamp (2021) does; passed-in deals are out.

    Prints the players by their average total, as it was and corrected.

    Example: evenhand skat correct games.sgf --out series.csv
    """
    from evenhand.files import check_suffix
    from evenhand.tables import write_games

    check_writable(out, ".csv", ".xlsx", ".parquet")
    check_different(file, out)
    check_suffix(file, (".sgf",))
    if paper and strength is not Measure.WINNING_PARAMETERS:
        raise ValueError("the paper's normal chances are for --strength winning-parameters")
    if not (hand or value):
        note("with --no-hand and --no-value nothing is corrected")
    series = read_series(file, length, skip_broken, count_passed_in=False)
    values = _corrected(series.games, _measure(strength), hand, value, paper)
    if out is not None:
        write_games(series.table(values), out)
        note(f"wrote {out}")
    print_frame(_averages(series, values), form, f"totals of {len(series.seats):,} series")


def _measure(strength: Measure) -> "HandStrength":
    from evenhand.games.skat.hand_strength import KinbackReconstruction, KnnValue, VonStegen
    from evenhand.games.skat.winning_parameters import fitted

    makers: dict[Measure, Callable[[], HandStrength]] = {
        Measure.WINNING_PARAMETERS: fitted,
        Measure.VON_STEGEN: VonStegen,
        Measure.KINBACK: KinbackReconstruction,
        Measure.NEIGHBOURS: KnnValue,
    }
    return makers[strength]()


def _corrected(
    games: "Games", measure: "HandStrength", hand: bool, value: bool, paper: bool
) -> "Floats":
    from evenhand.games.skat.edelkamp import (
        MEAN_VALUE,
        NORMAL,
        chance_factors,
        corrected_values,
        learned_mean,
        learned_normal,
    )

    factors = None
    if hand:
        strengths = measure.strength(games)
        normal = NORMAL if paper else learned_normal(games.contracts, strengths)
        factors = chance_factors(strengths, games.contracts, normal)
    mean = MEAN_VALUE if paper else learned_mean(games)
    return corrected_values(games, factors, mean if value else None)


def _averages(series: "SeriesGames", values: "Floats") -> "pl.DataFrame":
    import numpy as np
    import polars as pl

    who, players = series.seats.ravel(), len(series.names)
    count = np.bincount(who, minlength=players)
    plain, corrected = (
        np.bincount(who, totals.ravel(), players) / count
        for totals in (series.totals(), series.totals(values))
    )
    frame = pl.DataFrame(
        {"player": series.names, "series": count, "total": plain, "corrected": corrected}
    )
    luck = pl.col("total") - pl.col("corrected")
    return frame.with_columns(luck.alias("luck")).sort(
        "corrected", "player", descending=[True, False]
    )

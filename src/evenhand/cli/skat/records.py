"""Series from the records of a file, and a word about what was left out."""

from pathlib import Path
from typing import TYPE_CHECKING

from evenhand.cli.output import note, progress

if TYPE_CHECKING:
    from evenhand.games.skat.batch import SeriesGames
    from evenhand.tables import TableError


def read_series(
    file: Path, length: int, skip_broken: bool, *, count_passed_in: bool
) -> "SeriesGames":
    """The series of an ISS file; broken records are told, or passed over."""
    from evenhand.games.skat.batch import SeriesGames
    from evenhand.games.skat.iss_columns import NO_TIME, read_iss_games
    from evenhand.sheets import raise_all

    broken: list[TableError] = []
    with progress(f"reading {file.name}"):
        games, players, ids, times, _ = read_iss_games(file, broken.append)
    if not skip_broken:
        raise_all(broken)
    known = None if (times == NO_TIME).any() else times
    try:
        series = SeriesGames.collect(
            games, players, ids, known, length=length, count_passed_in=count_passed_in
        )
    except ValueError as problem:
        raise ValueError(f"{file}: {problem}") from None
    passed_in = int((~games.played).sum())
    left = len(games) - len(series.games) - (0 if count_passed_in else passed_in)
    note(
        f"{len(games):,} deals, {passed_in:,} of them passed in;"
        f" {len(series.seats):,} series of {length};"
        f" {left:,} {'deals' if count_passed_in else 'games'} left over"
        + (f"; broken records: {len(broken):,}" if broken else "")
    )
    return series

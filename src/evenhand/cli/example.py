"""Write a file of games to try commands on."""

from pathlib import Path
from typing import Annotated, Literal

import typer

from evenhand.cli.output import note
from evenhand.files import check_writable

Kind = Literal["league", "duel", "teams", "football"]
SUFFIXES = (".csv", ".parquet", ".pq", ".xlsx")
NEXT = {
    "league": "evenhand rate {file} --system score-share-elo",
    "duel": "evenhand rate {file} --luck",
    "teams": "evenhand rate {file} --system true-skill",
    "football": "evenhand rate {file} --system glicko-2",
}


def example(
    file: Annotated[Path, typer.Argument(help="The file to write, .csv, .parquet or .xlsx.")],
    kind: Annotated[
        Kind, typer.Option(help="A Skat league, duels with luck, teams of two, or football.")
    ] = "league",
    force: Annotated[bool, typer.Option("--force", help="Overwrite an existing file.")] = False,
) -> None:
    """Write a small file of games to try other commands on.

    Example: evenhand example league.csv
    """
    from evenhand.datasets import example_games
    from evenhand.tables import write_frame

    check_writable(file, *SUFFIXES)
    if file.exists() and not force:
        raise ValueError(f"{file}: exists already; choose another name, or --force to overwrite it")
    games = example_games(kind)
    write_frame(games, file)
    note(f"wrote {file}: {len(games):,} games; try: {NEXT[kind].format(file=file)}")

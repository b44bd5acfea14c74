"""Make games among players of known skill."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from evenhand.cli.output import note, progress, write_frame
from evenhand.files import check_different, check_writable

if TYPE_CHECKING:
    import polars as pl

KINDS = (".csv", ".parquet", ".pq")
SKILL_KINDS = (*KINDS, ".json")
PLAYERS, GAMES = 2_000, 30_000


def synthetic(
    file: Annotated[Path, typer.Argument(help="The games to write, as .csv or .parquet.")],
    players: Annotated[
        int | None,
        typer.Option(help=f"How many players [{PLAYERS:,}].", show_default=False),
    ] = None,
    games: Annotated[
        int | None,
        typer.Option(help=f"How many games [{GAMES:,}].", show_default=False),
    ] = None,
    days: Annotated[float, typer.Option(help="Over how many days.")] = 75.0,
    platform: Annotated[
        bool,
        typer.Option("--platform", help="As large as that of Maitra 2025, unless said otherwise."),
    ] = False,
    seed: Annotated[int, typer.Option(min=0, help="Seed of everything.")] = 1,
    skills: Annotated[
        Path | None,
        typer.Option(help="Write a row for each player, as .csv, .parquet or .json."),
    ] = None,
    luck: Annotated[bool, typer.Option("--luck", help="With columns of luck.")] = False,
    settings: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="NAME=VALUE", help="What the platform is like."),
    ] = None,
) -> None:
    """Make games of a platform in its first weeks, among players whose skills are known.

    Players join, learn, play unevenly often and leave when they lose; luck decides with skill.
    The skill of both seats at each game is in columns x_skill_1 and x_skill_2, which other
    commands pass over.  The same seed gives the same file.

    Example: evenhand synthetic games.csv --players 2000 --games 30000 --seed 1 --skills skills.csv
    """
    import numpy as np

    from evenhand import tables
    from evenhand.datasets import Platform, games_frame, make_platform, players_frame
    from evenhand.params import parse_params

    check_writable(file, *KINDS)
    check_writable(skills, *SKILL_KINDS)
    check_different(file, skills)
    kind = Platform(**parse_params(Platform, "the platform", settings or []))
    players, games = _size(players, games, platform)
    with progress("playing (compiled on first use)"):
        table, population = make_platform(
            np.random.default_rng(seed), players, games, days, platform=kind, luck=luck
        )
        tables.write_frame(games_frame(table, population), file)
    note(f"wrote {file}: {games:,} games of {players:,} players in {days:g} days, seed {seed}")
    if skills is not None:
        _write_skills(players_frame(table, population), skills)


def _write_skills(frame: "pl.DataFrame", path: Path) -> None:
    """Write the players as the games are written, or as JSON."""
    from evenhand import tables

    if path.suffix.lower() in KINDS:
        tables.write_frame(frame, path)
        note(f"wrote {path}")
    else:
        write_frame(frame, path)


def _size(players: int | None, games: int | None, platform: bool) -> tuple[int, int]:
    """How many players and games, where some are given."""
    from evenhand.datasets import platform as paper

    usual = (paper.PLAYERS, paper.GAMES) if platform else (PLAYERS, GAMES)
    return (
        usual[0] if players is None else players,
        usual[1] if games is None else games,
    )

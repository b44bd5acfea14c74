"""Let bots play many games."""

from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Annotated, Any

import typer

from evenhand.cli.output import (
    ClusterOption,
    Format,
    FormatOption,
    WorkersOption,
    note,
    print_frame,
    progress,
)
from evenhand.files import check_writable
from evenhand.games import registry
from evenhand.params import field_types, parse_params
from evenhand.simulation import Schedule

if TYPE_CHECKING:
    from numpy.random import Generator

    from evenhand.games.game import SimulatedGame
    from evenhand.simulation import Simulation
    from evenhand.tables import Indices

KINDS = (".csv", ".parquet", ".pq", ".xlsx")


def complete_game(incomplete: str) -> list[str]:
    """Names of games, for the shell."""
    return [name for name in registry.HOMES if name.startswith(incomplete)]


def complete_rule(context: typer.Context, incomplete: str) -> list[str]:
    """Rules of the game chosen, for the shell."""
    game = context.params.get("name")
    rules = field_types(type(registry.find_game(game).rules)) if game in registry.HOMES else {}
    return [f"{rule}=" for rule in rules if rule.startswith(incomplete)]


def simulate(
    name: Annotated[
        str,
        typer.Argument(
            metavar="GAME",
            help=f"The game: {', '.join(registry.HOMES)}.",
            autocompletion=complete_game,
        ),
    ],
    games: Annotated[int, typer.Option(min=1, help="How many games.")] = 3000,
    seed: Annotated[int, typer.Option(min=0, help="Seed of schedule and games.")] = 1,
    out: Annotated[
        Path | None, typer.Option(help="Write the games as .csv, .parquet or .xlsx.")
    ] = None,
    bots: Annotated[
        str | None,
        typer.Option(
            metavar="A,B,...",
            help="Who plays [all there are]; as in min-score:threshold=5 with parameters.",
        ),
    ] = None,
    seats: Annotated[
        int | None, typer.Option(help="Players at a table [as few as the game allows].")
    ] = None,
    schedule: Annotated[
        Schedule,
        typer.Option(
            help="Every ordered table equally often, rounds of a tournament, or any tables."
        ),
    ] = Schedule.ORDERED,
    shuffle: Annotated[
        bool | None,
        typer.Option(
            "--shuffle/--no-shuffle", help="Games in random order or in that of the schedule."
        ),
    ] = None,
    settings: Annotated[
        list[str] | None,
        typer.Option(
            "--set",
            metavar="NAME=VALUE",
            help="A rule of the game; may be given again.",
            autocompletion=complete_rule,
        ),
    ] = None,
    luck: Annotated[
        str | None,
        typer.Option(
            metavar="KIND",
            help="Which luck to write: rummy none, hand, deal or all; ludo none, first or all.",
        ),
    ] = None,
    workers: WorkersOption = None,
    cluster: ClusterOption = None,
    form: FormatOption = Format.TABLE,
) -> None:
    """Let bots play a game many times, and write the games as a file for `rate` and others.

    The same seed gives the same file on any number of workers.  Games are in random order
    unless --no-shuffle is given.  What a game tells beside scores and luck is in columns that
    begin with x_.

    Example: evenhand simulate rummy --games 30000 --seed 1 --out games.parquet
    """
    import numpy as np

    from evenhand.simulation import check_size, line_up, standings

    check_writable(out, *KINDS)
    _check_fits(out, games)
    game = make_game(name, settings, luck)
    players = line_up(game, game.bots if bots is None else bots.split(","))
    rng = np.random.default_rng(seed)
    size = game.tables[0] if seats is None else seats
    check_size(game, size, len(players))
    tables = _tables(schedule, rng, len(players), size, games, shuffle)
    simulation = _play(game, players, tables, rng, workers, cluster)
    if out is not None:
        simulation.write(out)
        note(f"wrote {out}")
    title = f"{name}, {games:,} games, {len(players)} players, seed {seed}"
    print_frame(standings(simulation.table), form, title)


def make_game(
    name: str, settings: list[str] | None, luck: str | None = None
) -> "SimulatedGame[Any]":
    """The game of a name with some rules set, as in ``turn_limit=50``, and a kind of luck."""
    from evenhand.games.game import with_luck, with_rules

    game = registry.find_game(name)
    if luck is not None:
        game = with_luck(game, luck)
    if not settings:
        return game
    changes = parse_params(type(game.rules), name, settings, word="rule")
    if "players" in changes:
        raise ValueError("as many play as there are seats: leave players out of --set")
    return with_rules(game, changes)


def _check_fits(out: Path | None, games: int) -> None:
    """Refuse more games than a sheet has rows, before the work begins."""
    from evenhand.sheets import MAX_ROWS

    if out is not None and out.suffix.lower() == ".xlsx" and games >= MAX_ROWS:
        raise ValueError(f"{out}: a sheet has at most {MAX_ROWS:,} rows; choose another kind")


def _tables(
    schedule: Schedule,
    rng: "Generator",
    players: int,
    seats: int,
    games: int,
    shuffle: bool | None,
) -> "Indices":
    """Who sits where; a remark if some sit there more often than others."""
    from evenhand.simulation import shuffled

    cycle = schedule.cycle(players, seats)
    if games % cycle:
        note(f"not everybody meets equally often: {games:,} games are no multiple of {cycle:,}")
    tables = schedule.tables(rng, players, seats, games)
    mixed = schedule is not Schedule.RANDOM if shuffle is None else shuffle
    return shuffled(rng, tables) if mixed else tables


def _play(
    game: "SimulatedGame[Any]",
    players: dict[str, Any],
    tables: "Indices",
    rng: "Generator",
    workers: int | None,
    cluster: str | None,
) -> "Simulation":
    """Play, and tell how fast it went once everything was compiled."""
    from evenhand.simulation import simulate, warm_up

    games = len(tables)
    if cluster is None:
        with progress("getting ready (compiled on first use)"):
            warm_up(game, players, tables)
    start = perf_counter()
    with progress(f"playing {game.name}", games, unit="games") as show:
        simulation = simulate(
            game, players, tables, rng, workers=workers, cluster=cluster, done=show
        )
    took = perf_counter() - start
    note(f"{games:,} games in {took:.1f} s ({games / took:,.0f} a second)")
    return simulation

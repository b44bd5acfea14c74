"""Simulate games: between bots, or on a synthetic platform whose players' skills are known."""

from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Annotated, Any, Literal, get_args, get_origin

import typer

from evenhand.cli.output import (
    ClusterOption,
    Format,
    FormatOption,
    WorkersOption,
    note,
    print_frame,
    progress,
    write_frame,
)
from evenhand.files import check_different, check_writable
from evenhand.games import game as find_game
from evenhand.games.registry import list_packages, names
from evenhand.params import field_types, parse_params

if TYPE_CHECKING:
    import polars as pl
    from numpy.random import Generator

    from evenhand.games import Bot, Game
    from evenhand.simulation import Simulation
    from evenhand.tables import Indices

Schedule = Literal["ordered", "round-robin", "random"]
SUFFIXES = (".csv", ".parquet", ".pq")
PLAYERS, GAMES = 2_000, 30_000  # of a synthetic platform


def complete_game(incomplete: str) -> list[str]:
    """Complete names of games, for the shell."""
    return [name for name in names() if name.startswith(incomplete)]


def complete_rule(context: typer.Context, incomplete: str) -> list[str]:
    """Complete rules of the chosen game, for the shell."""
    name = context.params.get("name")
    rules = field_types(find_game(name).Rules) if name in names() else {}
    return [f"{rule}=" for rule in rules if rule.startswith(incomplete)]


GameArgument = Annotated[
    str,
    typer.Argument(
        metavar="GAME",
        help=f"The game: {', '.join(list_packages())}, or one that is installed.",
        autocompletion=complete_game,
    ),
]
RulesOption = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        metavar="NAME=VALUE",
        help="Set a rule of the game; may be given again.",
        autocompletion=complete_rule,
    ),
]


def simulate(
    name: GameArgument,
    games: Annotated[int, typer.Option(min=1, help="Number of games.")] = 3000,
    seed: Annotated[int, typer.Option(min=0, help="Seed of schedule and games.")] = 1,
    out: Annotated[
        Path | None, typer.Option(help="Write the games as .csv, .parquet or .xlsx.")
    ] = None,
    bots: Annotated[
        str | None,
        typer.Option(
            metavar="A,B,...",
            help="The bots that play [all]; with parameters as in min-score:threshold=5.",
        ),
    ] = None,
    seats: Annotated[
        int | None, typer.Option(help="Players at a table [as few as the game allows].")
    ] = None,
    schedule: Annotated[
        Schedule,
        typer.Option(
            help="Every ordered table equally often, rounds of a tournament, or random tables."
        ),
    ] = "ordered",
    shuffle: Annotated[
        bool | None,
        typer.Option(
            "--shuffle/--no-shuffle", help="Play in random order, or in that of the schedule."
        ),
    ] = None,
    settings: RulesOption = None,
    luck: Annotated[
        str | None,
        typer.Option(metavar="KIND", help="The kind of luck to write, or none [the usual one]."),
    ] = None,
    options: Annotated[
        bool,
        typer.Option("--options", help="Show the bots, rules and kinds of luck of the game."),
    ] = False,
    workers: WorkersOption = None,
    cluster: ClusterOption = None,
    form: FormatOption = Format.TABLE,
) -> None:
    """Simulate games between bots and write them to a file.

    The same seed gives the same file on any number of workers.  Games are in random order
    unless --no-shuffle is given.  Details beside scores and luck are in columns that begin
    with x_.  Two bots of one kind get names of their own, as in a=naive,b=naive.

    Example: evenhand simulate rummy --games 30000 --seed 1 --out games.parquet
    """
    import numpy as np

    from evenhand.games import parse_rules
    from evenhand.simulation import check_size, make_bots, standings

    check_writable(out, *SUFFIXES, ".xlsx")
    _check_fits(out, games)
    game = find_game(name)
    if options:
        _show_options(game, form)
        return
    rules = parse_rules(game, settings or [])
    players = make_bots(game, game.bots if bots is None else bots.split(","))
    rng = np.random.default_rng(seed)
    size = game.seats[0] if seats is None else seats
    check_size(game, size, len(players))
    tables = _make_tables(schedule, rng, len(players), size, games, shuffle)
    simulation = _play(game, players, tables, rng, rules, luck, workers, cluster)
    if out is not None:
        simulation.write(out)
        note(f"wrote {out}")
    title = f"{name}, {games:,} games, {len(players)} players, seed {seed}"
    print_frame(standings(simulation.table), form, title)


def synthetic(
    file: Annotated[Path, typer.Argument(help="The games to write, as .csv or .parquet.")],
    players: Annotated[
        int | None,
        typer.Option(help=f"Number of players [{PLAYERS:,}].", show_default=False),
    ] = None,
    games: Annotated[
        int | None,
        typer.Option(help=f"Number of games [{GAMES:,}].", show_default=False),
    ] = None,
    days: Annotated[float, typer.Option(help="Number of days.")] = 75.0,
    platform: Annotated[
        bool,
        typer.Option("--platform", help="Default to the size of Maitra 2025's platform."),
    ] = False,
    seed: Annotated[int, typer.Option(min=0, help="Seed of players and games.")] = 1,
    skills: Annotated[
        Path | None,
        typer.Option(help="Write a row for each player, as .csv, .parquet or .json."),
    ] = None,
    luck: Annotated[bool, typer.Option("--luck", help="Write luck columns.")] = False,
    settings: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="NAME=VALUE", help="Set a parameter of the platform."),
    ] = None,
) -> None:
    """Simulate the first weeks of a platform whose players' skills are known.

    Players join, learn, play unevenly often and leave when they lose; both luck and skill
    decide.  The skill of both seats at each game is in columns x_skill_1 and x_skill_2, which
    other commands ignore.  The same seed gives the same file.

    Example: evenhand synthetic games.csv --players 2000 --games 30000 --seed 1 --skills skills.csv
    """
    import numpy as np

    from evenhand import tables
    from evenhand.datasets import Platform, games_frame, make_platform, players_frame

    check_writable(file, *SUFFIXES)
    check_writable(skills, *SUFFIXES, ".json")
    check_different(file, skills)
    kind = Platform(**parse_params(Platform, "the platform", settings or []))
    players, games = _choose_size(players, games, platform)
    with progress("playing (compiled on first use)"):
        table, population = make_platform(
            np.random.default_rng(seed), players, games, days, platform=kind, luck=luck
        )
        tables.write_frame(games_frame(table, population), file)
    note(f"wrote {file}: {games:,} games of {players:,} players in {days:g} days, seed {seed}")
    if skills is not None:
        _write_skills(players_frame(table, population), skills)


def _show_options(game: "Game", form: Format) -> None:
    """Print what can be chosen: bots with their parameters, rules and kinds of luck."""
    import polars as pl

    from evenhand.games.options import describe_options, format_value

    rows = [
        {"what": "bot", "name": name, "usual": _list_defaults(kind), "about": _first_line(kind)}
        for name, kind in game.bots.items()
    ]
    rules, about = game.Rules(), describe_options(game.Rules)
    rows += [
        {
            "what": "rule",
            "name": name,
            "usual": format_value(getattr(rules, name)),
            "about": f"{about[name]} {_list_choices(kind)}".strip(),
        }
        for name, kind in field_types(game.Rules).items()
    ]
    rows += [
        {"what": "luck", "name": name, "usual": "", "about": kind.summary}
        for name, kind in game.luck_kinds.items()
    ]
    print_frame(pl.DataFrame(rows), form, f"{game.title}, {_count_seats(game)} players")


def _list_defaults(kind: type) -> str:
    from evenhand.games.options import format_value

    bot = kind()
    return ":".join(f"{name}={format_value(getattr(bot, name))}" for name in field_types(kind))


def _list_choices(kind: Any) -> str:
    """Return the values of a type that has only a few, in brackets."""
    return f"({', '.join(map(str, get_args(kind)))})" if get_origin(kind) is Literal else ""


def _first_line(kind: type) -> str:
    return (kind.__doc__ or "").strip().split("\n")[0].replace("``", "")


def _count_seats(game: "Game") -> str:
    return " or ".join(map(str, game.seats))


def _check_fits(out: Path | None, games: int) -> None:
    """Refuse more games than a sheet has rows, before the work begins."""
    from evenhand.sheets import MAX_ROWS

    if out is not None and out.suffix.lower() == ".xlsx" and games >= MAX_ROWS:
        raise ValueError(f"{out}: a sheet has at most {MAX_ROWS:,} rows; choose another kind")


def _make_tables(
    schedule: Schedule,
    rng: "Generator",
    players: int,
    seats: int,
    games: int,
    shuffle: bool | None,
) -> "Indices":
    """Pair the players; note if some meet more often than others."""
    from evenhand import simulation

    pairing = simulation.Pairing(schedule)
    cycle = pairing.cycle(players, seats)
    if games % cycle:
        note(f"not everybody meets equally often: {games:,} games are no multiple of {cycle:,}")
    tables = pairing.tables(rng, players, seats, games)
    mixed = schedule != "random" if shuffle is None else shuffle
    return simulation.shuffle(rng, tables) if mixed else tables


def _play(
    game: "Game",
    players: "dict[str, Bot]",
    tables: "Indices",
    rng: "Generator",
    rules: Any,
    luck: str | None,
    workers: int | None,
    cluster: str | None,
) -> "Simulation":
    """Play, and note how fast it went after compiling."""
    from evenhand.simulation import simulate, warm_up

    games = len(tables)
    if cluster is None:
        with progress("getting ready (compiled on first use)"):
            warm_up(game, players, tables, rules=rules, luck=luck)
    start = perf_counter()
    with progress(f"playing {game.name}", games, unit="games") as show:
        simulation = simulate(
            game,
            players,
            tables,
            rng,
            rules=rules,
            luck=luck,
            workers=workers,
            cluster=cluster,
            done=show,
        )
    took = perf_counter() - start
    speed = games / took
    note(f"{games:,} games in {took:.1f} s ({speed:,.{0 if speed >= 10 else 1}f} a second)")
    return simulation


def _write_skills(frame: "pl.DataFrame", path: Path) -> None:
    """Write the players in the format of the games, or as JSON."""
    from evenhand import tables

    if path.suffix.lower() in SUFFIXES:
        tables.write_frame(frame, path)
        note(f"wrote {path}")
    else:
        write_frame(frame, path)


def _choose_size(players: int | None, games: int | None, platform: bool) -> tuple[int, int]:
    """Return players and games, with defaults for those not given."""
    from evenhand.datasets import platform as paper

    usual = (paper.PLAYERS, paper.GAMES) if platform else (PLAYERS, GAMES)
    return (
        usual[0] if players is None else players,
        usual[1] if games is None else games,
    )

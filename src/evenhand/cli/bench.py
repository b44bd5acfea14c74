"""This machine, our kernels against the peers that are installed."""

import os
import platform
import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Annotated, Any

import typer

from evenhand.cli.output import Format, FormatOption, note, print_frame, progress

if TYPE_CHECKING:
    import polars as pl

    from evenhand.cli.peers import Peer, Task
    from evenhand.ratings import RatingSystem
    from evenhand.tables import GameTable

GAMES, QUICK_GAMES = 1_000_000, 20_000
SECONDS, QUICK_SECONDS = 1.0, 0.02  # that one run of a peer should take, about
RUNS = 3
GAMES_A_PLAYER, MOST_PLAYERS = 50, 20_000
FEWER = 5  # so many times fewer games of three than of two
TRIAL = 200  # games of a peer's first run
CHECKED_GAMES, CHECKED_PLAYERS = 2_000, 40

Row = dict[str, Any]


def bench(
    games: Annotated[
        int | None,
        typer.Option(min=100, help=f"Two-player games for our kernels [{GAMES:,}]."),
    ] = None,
    quick: Annotated[
        bool, typer.Option("--quick", help="A few seconds only; the numbers are rough.")
    ] = False,
    seed: Annotated[int, typer.Option(help="Seed of the games.")] = 1,
    form: FormatOption = Format.TABLE,
) -> None:
    """Measure our rating systems against other libraries on this machine.

    Peers rate as many of the same games as they can in about a second; rates are
    per game.

    Example: evenhand bench --quick
    """
    from evenhand.cli.peers import TASKS

    size = games or (QUICK_GAMES if quick else GAMES)
    seconds, runs = (QUICK_SECONDS, 1) if quick else (SECONDS, RUNS)
    missing = sorted({p.package for task in TASKS for p in task.peers if not p.installed})
    if missing:
        note(f"left out: {', '.join(missing)}; to compare: pip install 'evenhand[bench]'")
    rows: list[Row] = []
    with progress("measuring", len(TASKS)) as done:
        for number, task in enumerate(TASKS):
            rows += measure(task, size, seconds=seconds, runs=runs, seed=seed)
            done(number + 1)
    title = f"Python {platform.python_version()}, {os.cpu_count()} cores, seed {seed}"
    print_frame(readable(rows) if form is Format.TABLE else as_frame(rows), form, title)


def measure(task: "Task", size: int, *, seconds: float, runs: int, seed: int) -> Iterator[Row]:
    """One row for each installed peer, or one without a peer."""
    import numpy as np

    from evenhand.datasets import make_games

    games = size if task.seats == 2 else size // FEWER
    players = min(max(games // GAMES_A_PLAYER, 10), MOST_PLAYERS)
    table, _ = make_games(np.random.default_rng(seed), players, games, task.seats)
    ours = our_rate(task.system, table)
    row: Row = {"task": f"{task.name}, {task.seats} players", "games": games, "ours": ours}
    peers = [peer for peer in task.peers if peer.installed]
    for peer in peers:
        yield row | against(peer, table, ours, seconds, runs)
    if not peers:
        yield row


def against(peer: "Peer", table: "GameTable", ours: float, seconds: float, runs: int) -> Row:
    """The part of a row that is about a peer."""
    try:
        games, theirs = peer_rate(peer, table, seconds, runs)
        agrees = agreement(peer, table.width)
    except ArithmeticError as problem:  # as trueskill's on one-sided games
        return {"peer": peer.name, "agrees": f"fails: {type(problem).__name__}"}
    ratio = ours / theirs
    return {
        "peer": peer.name,
        "peer_games": games,
        "peer_rate": theirs,
        "ratio": ratio,
        "target": peer.target,
        "met": None if peer.target is None else ratio >= peer.target,
        "agrees": agrees,
    }


def our_rate(system: "RatingSystem", table: "GameTable") -> float:
    """Games a second, expected scores and ratings after every game included."""
    system.rate(table.rows(0, 10))  # compiles
    return len(table) / min(timed(lambda: system.rate(table)) for _ in range(RUNS))


def peer_rate(peer: "Peer", table: "GameTable", seconds: float, runs: int) -> tuple[int, float]:
    """How many of the first games take about the given time; the games a second of the best run."""

    def run(games: int) -> float:
        return timed(peer.open(table.rows(0, games)).run)

    games = min(TRIAL, len(table))
    run(games)  # what is done once only: imports, first calls
    took = run(games)
    while took < seconds / 2 and games < len(table):
        games = min(len(table), int(games * min(seconds / took, 10.0)))
        took = run(games)
    return games, games / min([took, *(run(games) for _ in range(runs - 1))])


def agreement(peer: "Peer", seats: int) -> str:
    """Whether a peer and ours, with the same parameters, come to the same ratings."""
    from dataclasses import replace

    import numpy as np

    from evenhand.datasets import make_games

    rng = np.random.default_rng(CHECKED_GAMES)
    table, _ = make_games(rng, CHECKED_PLAYERS, CHECKED_GAMES, seats)
    table = replace(table, time=None)  # peers are told no times
    session = peer.open(table)
    session.run()
    apart = float(np.abs(session.ratings() - peer.alike.rate(table).ratings[:, 0]).max())
    if apart <= peer.within:
        return "yes"
    return f"differs by {apart:.2g}" + (f": {peer.differs}" if peer.differs else "")


def timed(work: Callable[[], object]) -> float:
    """Seconds that some work takes."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def as_frame(rows: list[Row]) -> "pl.DataFrame":
    """The rows for machines, rounded."""
    import polars as pl

    kinds: dict[str, Any] = {
        "task": pl.String,
        "games": pl.Int64,
        "ours": pl.Float64,
        "peer": pl.String,
        "peer_games": pl.Int64,
        "peer_rate": pl.Float64,
        "ratio": pl.Float64,
        "target": pl.Float64,
        "met": pl.Boolean,
        "agrees": pl.String,
    }
    return pl.DataFrame(rows, schema=kinds).with_columns(
        pl.col("ours", "peer_rate").round().cast(pl.Int64), pl.col("ratio").round(1)
    )


def readable(rows: list[Row]) -> "pl.DataFrame":
    """The rows for people."""
    import polars as pl

    def number(name: str, pattern: str) -> list[str]:
        texts = [pattern.format(row[name]) if row.get(name) else "" for row in rows]
        width = max(map(len, texts))
        return [text.rjust(width) for text in texts]

    met = {True: "yes", False: "no", None: ""}
    return pl.DataFrame(
        {
            "task": [row["task"] for row in rows],
            "games": number("games", "{:,}"),
            "ours (games/s)": number("ours", "{:,.0f}"),
            "peer": [row.get("peer", "") for row in rows],
            "peer (games/s)": number("peer_rate", "{:,.0f}"),
            "ratio": number("ratio", "{:.0f}x"),
            "target": number("target", "{:.0f}x"),
            "met?": [met[row.get("met")] for row in rows],
            "agrees": [row.get("agrees", "") for row in rows],
        }
    )

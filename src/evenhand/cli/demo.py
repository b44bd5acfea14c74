"""A lively world on this machine: three ladders whose bots keep playing."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated

import typer

from evenhand.cli.databases import existing
from evenhand.cli.ledgers import opened_ledger
from evenhand.cli.output import note, progress
from evenhand.cli.serve import check_free, log_to_stderr, require

if TYPE_CHECKING:
    from evenhand.demo.world import World
    from evenhand.ledger.ledger import Ledger

HOST, PORT, TRIED = "127.0.0.1", 8000, 100
PAGES = (
    ("", "where to begin"),
    ("ladders/skat-league", "a league of eight Skat clubs"),
    ("ladders/rummy-arena", "24 bots play Rummy"),
    ("ladders/ludo-arena", "21 bots play Ludo"),
    ("ladders/skat-league/upload", "where a club uploads its lists"),
    ("skat", "tools for Skat"),
    ("rummy", "tools for Rummy"),
    ("api/v1/openapi.json", "what the API can do"),
)


def demo(
    db: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Keep the world in this SQLite file, and go on with it next time.  "
            "Without it the world is gone at the end.",
        ),
    ] = None,
    port: Annotated[
        int | None,
        typer.Option(
            min=1, max=65_535, help=f"On which port; without it {PORT}, or the next free one."
        ),
    ] = None,
    seed: Annotated[int, typer.Option(min=0, help="Of a new world: who it is about.")] = 1,
    play: Annotated[bool, typer.Option(help="Whether the bots keep playing.")] = True,
) -> None:
    """Open a world to look at: a Skat league and two arenas of bots, with all their pages.

    Nobody in it is real.  It is on this machine only and needs nothing but what is installed.
    Ctrl-C ends it.

    Example: evenhand demo
    """
    require()
    from evenhand.demo.playing import players_of
    from evenhand.demo.world import World
    from evenhand.web.serving import Serving, serve as run

    chosen, known = _port(port), _known_seed(db)
    log_to_stderr()
    with _place(db) as file, opened_ledger(str(file)) as ledger:
        world = _new_world(ledger, seed) if known is None else World.of(known)
        _print_what_there_is(ledger, world, file, f"http://{HOST}:{chosen}")
        run(ledger, Serving(HOST, chosen, warm=True), players_of(world) if play else None)
        note("ended" if db is None else f"ended; go on with: evenhand demo --db {db}")


def _port(port: int | None, first: int = PORT) -> int:
    """The port that was asked for, or the first that is free."""
    if port is not None:
        check_free(HOST, port)
        return port
    for tried in range(first, first + TRIED):
        try:
            check_free(HOST, tried)
        except ValueError:
            continue
        return tried
    raise ValueError(f"no port from {first} to {first + TRIED - 1} is free: try --port")


@contextmanager
def _place(db: Path | None) -> Iterator[Path]:
    """Where the world is kept: the file, or a folder that is removed at the end."""
    if db is not None:
        yield db
        return
    with TemporaryDirectory(prefix="evenhand-demo-", ignore_cleanup_errors=True) as folder:
        yield Path(folder) / "demo.db"


def _known_seed(db: Path | None) -> int | None:
    """The seed of the world in a file; nothing if there is no file yet.

    Another ledger is refused before anything is done to it.
    """
    from evenhand.demo.marks import seed_of

    if db is None or not db.exists():
        return None
    with existing(str(db)) as database:
        seed = seed_of(database)
    if seed is None:
        raise ValueError(f"{db}: is no demo world, or was left unfinished: name another file")
    return seed


def _new_world(ledger: "Ledger", seed: int) -> "World":
    from evenhand.demo.world import make_world, past_games
    from evenhand.ledger.database import now

    note("making the world; the first time after an installation takes half a minute")
    with progress("making the world", past_games(), "games") as done:
        return make_world(ledger, seed, now(), done=done)


def _print_what_there_is(ledger: "Ledger", world: "World", file: Path, address: str) -> None:
    """The addresses, a key, and a list to upload."""
    from evenhand.demo.keys import new_key

    sample = _sample(world, file)
    print("The world is open:\n")
    for page, what in PAGES:
        print(f"    {f'{address}/{page}':<52} {what}")
    print("\nThis key may do everything; sign in with it to correct, undo and upload:\n")
    print(f"    {new_key(ledger.database)}\n")
    print(f"A Seeger list to upload to the Skat league:\n\n    {sample}\n")
    print("Ctrl-C ends it.")
    sys.stdout.flush()


def _sample(world: "World", file: Path) -> Path:
    from numpy.random import default_rng

    from evenhand.demo.games import SKAT_LEAGUE
    from evenhand.demo.sample import write_sample
    from evenhand.ledger.database import now

    sample, at = file.with_name(f"{file.stem}-evening.csv"), now()
    write_sample(sample, world.people[SKAT_LEAGUE], default_rng([world.seed, at]), at)
    return sample.resolve()

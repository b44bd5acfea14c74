"""Compile what games need before anybody waits for it."""

from typing import Annotated

import typer

from evenhand.cli.output import note, progress
from evenhand.cli.simulate import complete_game


def warm(
    games: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[GAMES]", help="The games to compile [all].", autocompletion=complete_game
        ),
    ] = None,
) -> None:
    """Compile everything that games run, so that nobody waits for it later.

    What is compiled is kept on disk; after an update only what has changed is compiled again.

    Example: evenhand warm skat
    """
    from time import perf_counter

    from evenhand.compiled import compile_always
    from evenhand.games import game, names

    compile_always()  # also what is compiled only when there is much to do
    for name in games or names():
        found, start = game(name), perf_counter()
        with progress(f"compiling {name}") as show:
            for done, step in enumerate(found.warm()):
                show(done, f"compiling {name}: {step}")
        note(f"{name} is ready ({perf_counter() - start:.1f} s)")

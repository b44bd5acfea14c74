"""Compile what games need before anybody waits for it."""

from collections.abc import Sequence
from time import perf_counter
from typing import Annotated

import typer

from evenhand.cli.output import WorkersOption, note, progress
from evenhand.cli.simulate import complete_game


def warm(
    games: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[GAMES]", help="The games to compile [all].", autocompletion=complete_game
        ),
    ] = None,
    workers: WorkersOption = None,
) -> None:
    """Compile everything that games run, so that nobody waits for it later.

    What is compiled is kept on disk; after an update only what has changed is compiled again.

    Example: evenhand warm skat
    """
    from evenhand.games import game, names
    from evenhand.parallel import cores

    chosen = list(dict.fromkeys(games or names()))
    for name in chosen:
        game(name)  # refuses a wrong name before the work begins
    count = min(workers or cores(), len(chosen))
    if count > 1:
        _compile_in_parallel(chosen, count)
        return
    for name in chosen:
        _note(name, compile_game(name, show_steps=True))


def compile_game(name: str, show_steps: bool = False) -> float:
    """Compile what a game runs; return the seconds that it took."""
    from evenhand.compiled import compile_always
    from evenhand.games import game

    compile_always()  # also what is compiled only when there is much to do
    start = perf_counter()
    if show_steps:
        with progress(f"compiling {name}") as show:
            for done, step in enumerate(game(name).warm()):
                show(done, f"compiling {name}: {step}")
    else:
        for _ in game(name).warm():
            pass
    return perf_counter() - start


def _compile_in_parallel(names: Sequence[str], workers: int) -> None:
    """Compile each game in a process of its own: within one process numba compiles one by one."""
    from concurrent.futures import ProcessPoolExecutor, as_completed
    from multiprocessing import get_context

    with (
        ProcessPoolExecutor(workers, get_context("spawn")) as pool,
        progress("compiling games", len(names)) as show,
    ):
        running = {pool.submit(compile_game, name): name for name in names}
        for done, future in enumerate(as_completed(running), 1):
            _note(running[future], future.result())
            show(done)


def _note(name: str, seconds: float) -> None:
    note(f"{name} is ready ({seconds:.1f} s)")

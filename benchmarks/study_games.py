"""The games of a study on one and on two workers, beside a goal."""

import time
from typing import NamedTuple

import numpy as np

from evenhand.games import Game
from evenhand.simulation import make_bots, shuffle, simulate, warm_up
from evenhand.tables import Indices

WORKERS = (1, 2)


class Goal(NamedTuple):
    """So many games in so many seconds, on two workers."""

    games: int
    seconds: float


def time_study(game: Game, tables: Indices, seed: int, goal: Goal) -> None:
    """Play the games on one and on two workers, and print how long it took."""
    bots, games = make_bots(game, game.bots), len(tables)
    tables = shuffle(np.random.default_rng(seed), tables)
    warm_up(game, bots, tables)
    print("| workers | games | seconds | CPU seconds | games/s |\n|--:|--:|--:|--:|--:|")
    for workers in WORKERS:
        start, cpu = time.perf_counter(), time.process_time()
        simulate(game, bots, tables, np.random.default_rng(seed), workers=workers)
        took, used = time.perf_counter() - start, time.process_time() - cpu
        print(f"| {workers} | {games:,} | {took:.1f} | {used:.1f} | {games / took:,.0f} |")
    met = "met" if took / games <= goal.seconds / goal.games else "missed"
    print(
        f"\ngoal on two workers: {goal.games:,} games in {goal.seconds:.0f} s: {met}\n", flush=True
    )

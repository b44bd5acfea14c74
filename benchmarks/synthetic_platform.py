"""The synthetic platform: how long it takes to make, what it needs, and how near it comes.

A process of its own makes it with an empty cache of compiled code, then again.  Beside it stands
what Maitra 2025 prints, with Elo, K 60/30/16 at 5/10, from 1000.

    python benchmarks/synthetic_platform.py
    python benchmarks/synthetic_platform.py --quick
"""

import argparse
import os
import resource
import subprocess
import sys
import tempfile
import time

import numpy as np

from evenhand.datasets import make_platform
from evenhand.datasets.platform import GAMES, PLAYERS
from evenhand.evaluation import (
    accuracy_by_difference,
    fit_logistic,
    rating_differences,
    regression_f1,
)
from evenhand.ratings import Elo
from evenhand.studies.maitra2025.table_3 import summary

GOAL = 30.0  # seconds
QUICK = 16
SYSTEM = Elo(k="60/30/16@5/10", initial=1000.0)


def make(players: int, games: int, seed: int) -> float:
    """Seconds to make the platform."""
    start = time.perf_counter()
    make_platform(np.random.default_rng(seed), players, games)
    return time.perf_counter() - start


def cold(players: int, games: int, seed: int) -> None:
    """Make it twice in a process that has nothing compiled, and print seconds and memory."""
    words = [sys.executable, __file__, "--here", str(players), str(games), str(seed)]
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(words, check=True, env=os.environ | {"XDG_CACHE_HOME": folder})


def here(players: int, games: int, seed: int) -> None:
    """What ``cold`` runs."""
    print("| players | games | first, compiling | again | memory |\n|--:|--:|--:|--:|--:|")
    first, again = make(players, games, seed), min(make(players, games, seed) for _ in range(3))
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6
    print(f"| {players:,} | {games:,} | {first:.1f} s | {again:.1f} s | {memory:.1f} GB |")
    print(f"\ngoal: {GOAL:.0f} s: {'met' if first <= GOAL else 'missed'}\n", flush=True)


def nearness(players: int, games: int, seeds: int) -> None:
    """Print what the paper prints, for some seeds."""
    for seed in range(1, seeds + 1):
        table, population = make_platform(np.random.default_rng(seed), players, games)
        after = SYSTEM.rate(table).after
        apart = rating_differences(SYSTEM, table)
        line = fit_logistic(apart, table.score[:, 0] > table.score[:, 1])
        bands = accuracy_by_difference(table, apart)
        shares = ", ".join(f"{share:.1%}" for share in bands["games"] / games)
        right = ", ".join(f"{value:.3f}" for value in bands["accuracy"] if value is not None)
        told = ", ".join(f"{name} {value:.0f}" for name, value in summary(after.ravel()).items())
        print(f"seed {seed}: {told}")
        print(f"  bands {shares}; accuracy {right}")
        print(
            f"  slope {line.slope:.5f}, intercept {line.start:.4f}, F1 {regression_f1(table, apart):.4f}"
        )
        print(f"  games of a player: {np.quantile(population.games, [0.1, 0.25, 0.5, 0.9, 1.0])}")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seeds", type=int, default=3, help="platforms compared [%(default)s]")
    parser.add_argument("--quick", action="store_true", help="a sixteenth of the size")
    parser.add_argument("--here", type=int, nargs=3, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.here:
        here(*given.here)
        return
    less = QUICK if given.quick else 1
    cold(PLAYERS // less, GAMES // less, 1)
    nearness(PLAYERS // less, GAMES // less, given.seeds)


if __name__ == "__main__":
    main()

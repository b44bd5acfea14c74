"""The cost of rating 1 to 100 million games: time and memory grow in proportion.

Two-player games, made in memory; every size of every system has a process of its own,
which compiles, rates three times in parts, as the command line does, and tells its peak
memory.  Expectations and ratings after each game are computed and then let go.

    python benchmarks/scaling.py
    python benchmarks/scaling.py --largest 3
"""

import argparse
import json
import resource
import subprocess
import sys
import time

SIZES = (1, 3, 10, 30, 100)  # million games
SYSTEMS = ("elo", "glicko-2", "true-skill")
PLAYERS = 100_000
RUNS = 3
PART = 1_000_000  # games made at a time


def run(name: str, games: int, players: int, seed: int) -> None:
    """Rate games and print seconds and megabytes."""
    import numpy as np

    from evenhand.ratings import SYSTEMS, iterate
    from evenhand.tables import GameTable

    rng = np.random.default_rng(seed)
    skill = rng.normal(0.0, 200.0, players)
    seats, score = np.empty((games, 2), np.int32), np.empty((games, 2))
    for start in range(0, games, PART):
        part = slice(start, min(start + PART, games))
        first = rng.integers(players, size=part.stop - part.start)
        second = (first + rng.integers(1, players, size=len(first))) % players
        won = rng.random(len(first)) < 1.0 / (1.0 + 10.0 ** ((skill[second] - skill[first]) / 400))
        seats[part, 0], seats[part, 1] = first, second
        score[part, 0], score[part, 1] = won, ~won
    table = GameTable(tuple(map(str, range(players))), seats, score)
    system, took = SYSTEMS[name](), []
    system.run(table.rows(0, 10))  # compiles
    for _ in range(RUNS):
        begin = time.perf_counter()
        for _ in iterate(system, table):
            pass
        took.append(time.perf_counter() - begin)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024  # kilobytes on Linux
    print(json.dumps({"first": took[0], "best": min(took), "megabytes": peak}))


def print_row(name: str, millions: int, players: int, seed: int) -> None:
    """Measure in a process of its own and print one line of the table."""
    games = millions * 1_000_000
    arguments = ["--run", name, "--games", games, "--players", players, "--seed", seed]
    command = [sys.executable, __file__, *map(str, arguments)]
    done = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
    speed, peak = millions / done["best"], done["megabytes"]
    seconds = f"{done['first']:7.2f} | {done['best']:7.2f}"
    print(
        f"| {name:<10} | {millions:>4} M | {seconds} | {speed:7.1f} M | {peak:7,.0f} |", flush=True
    )


def main() -> None:
    """Read the arguments."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--largest", type=int, default=SIZES[-1], help="million games [%(default)s]"
    )
    parser.add_argument("--players", type=int, default=PLAYERS)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--run", help=argparse.SUPPRESS)
    parser.add_argument("--games", type=int, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.run is not None:
        run(given.run, given.games, given.players, given.seed)
        return
    print("| system     |  games | first s |  best s | games/s   | peak MB |")
    print("|------------|-------:|--------:|--------:|----------:|--------:|")
    for name in SYSTEMS:
        for millions in SIZES:
            if millions <= given.largest:
                print_row(name, millions, given.players, given.seed)


if __name__ == "__main__":
    main()

"""From a file of games to the leaderboard: time and memory at the size of a platform.

The games are those of a busy season: 4,640,765 of two players among 320,978 with string
ids, in 75 days, as Parquet.  A fresh process reads the file, rates by Elo with
``evenhand.rate``, which joins ratings by name and keeps what was expected before every game and
the ratings around it, and ranks the players; then the same process does it again.

    python benchmarks/file_to_leaderboard.py
    python benchmarks/file_to_leaderboard.py --games 100000 --players 7000
"""

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

GAMES, PLAYERS, DAYS = 4_640_765, 320_978, 75
DAY = 86_400_000_000  # microseconds
GOAL_SECONDS, GOAL_MEGABYTES = 2.0, 1_500.0
STEPS = ("imports", "read", "rate", "rank")
RUNS = 5  # fresh processes; the best counts


def write(path: Path, games: int, players: int, seed: int) -> None:
    """Write the games."""
    import numpy as np

    from evenhand.datasets import make_games
    from evenhand.tables import write_games

    table, _ = make_games(np.random.default_rng(seed), players, games)
    assert table.time is not None
    spread = np.linspace(0, DAYS * DAY, games, endpoint=False).astype(np.int64)
    write_games(replace(table, time=table.time[0] + spread), path)


def run(path: Path) -> dict[str, float]:
    """Make the leaderboard; seconds of each step."""
    ticks = [time.perf_counter()]
    import evenhand

    rate = evenhand.rate  # imports what it needs
    ticks.append(time.perf_counter())
    games = evenhand.read_games(path)
    ticks.append(time.perf_counter())
    done = rate(games, "elo")
    ticks.append(time.perf_counter())
    board = done.leaderboard()
    ticks.append(time.perf_counter())
    assert board["rank"][0] == 1
    return dict(zip(STEPS, (stop - start for start, stop in pairwise(ticks)), strict=True))


def run_twice(path: Path) -> None:
    """Print what two runs in this process took, and its peak memory after each."""
    for _ in range(2):
        steps = run(path)
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024  # kilobytes on Linux
        print(json.dumps({**steps, "megabytes": peak}), flush=True)


def fresh(*arguments: str, cache: str | None = None) -> tuple[float, list[dict[str, float]]]:
    """This script in a process of its own: its wall time and what it printed."""
    env = os.environ | ({} if cache is None else {"XDG_CACHE_HOME": cache})
    start = time.perf_counter()
    command = [sys.executable, __file__, *arguments]
    done = subprocess.run(command, env=env, check=True, capture_output=True, text=True)
    took = time.perf_counter() - start
    return took, [json.loads(line) for line in done.stdout.splitlines()]


def forget(path: Path) -> None:
    """Ask the system to drop the file from memory."""
    with path.open("rb") as file:
        os.fsync(file.fileno())
        os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)


def total(seconds: dict[str, float]) -> float:
    """Seconds of all steps."""
    return sum(seconds[step] for step in STEPS)


def print_row(name: str, seconds: dict[str, float]) -> None:
    """One line of the table."""
    steps = " | ".join(f"{seconds[step]:7.2f}" for step in STEPS)
    print(
        f"| {name:<30} | {steps} | {total(seconds):7.2f} | {seconds['megabytes']:8,.0f} |",
        flush=True,
    )


def measure(path: Path) -> None:
    """Print the table."""
    print(f"| {'seconds':<30} | {' | '.join(f'{s:>7}' for s in STEPS)} |   total | peak MB  |")
    print(f"|{'-' * 32}|{'--------:|' * 5}---------:|")
    with tempfile.TemporaryDirectory() as cache:
        forget(path)
        _, (cold, _) = fresh("--run", str(path), cache=cache)
        print_row("cold: compiles, reads the disk", cold)
        runs = [fresh("--run", str(path), cache=cache)[1] for _ in range(RUNS)]
    warm, again = (min(same, key=total) for same in zip(*runs, strict=True))
    print_row("warm: a fresh process", warm)
    print_row("warm: once more in it", again)
    took, size = total(warm), warm["megabytes"]
    met = "met" if took < GOAL_SECONDS and size < GOAL_MEGABYTES else "missed"
    print(f"\ngoal, warm: under {GOAL_SECONDS} s and {GOAL_MEGABYTES:,.0f} MB: {met}")


def main() -> None:
    """Read the arguments."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--players", type=int, default=PLAYERS)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--folder", type=Path, help="keep the games here [a temporary folder]")
    parser.add_argument("--run", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--write", type=Path, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.run is not None:
        run_twice(given.run)
    elif given.write is not None:
        write(given.write, given.games, given.players, given.seed)
    else:
        with tempfile.TemporaryDirectory() as temporary:
            folder = Path(temporary) if given.folder is None else given.folder
            size = ("--games", given.games, "--players", given.players, "--seed", given.seed)
            path = folder / f"games-{given.games}-{given.players}-{given.seed}.parquet"
            if not path.exists():  # in a process of its own, which leaves this one small
                fresh("--write", str(path), *map(str, size))
            measure(path)


if __name__ == "__main__":
    main()

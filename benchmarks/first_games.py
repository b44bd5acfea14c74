"""The first game after an installation: CPU seconds with nothing compiled, and once it is.

python benchmarks/first_games.py
python benchmarks/first_games.py --only "skat bid"
"""

import argparse
import os
import resource
import subprocess
import sys
import tempfile

HAND = "CJ SJ HA HT HK H9 DA S7 S8 C9"
SKAT_BOTS = "a=monte-carlo,b=monte-carlo,c=monte-carlo"
COMMANDS = {  # and the CPU seconds with nothing compiled that are the goal
    f"skat bid {HAND} --position forehand": 2.0,
    "simulate ludo --games 20": 4.0,
    "simulate ludo --games 4 --luck all": None,
    "simulate rummy --games 100": 9.0,
    "simulate rummy --games 20 --luck all": None,
    f"simulate skat --games 8 --bots {SKAT_BOTS}": 12.0,
    "simulate gin_rummy --games 100": None,
    "warm --workers 1": None,
}


def cpu_seconds(command: str, cache: str) -> float:
    """Run a command with a cache of its own, and return its CPU seconds."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    words = [sys.executable, "-c", "from evenhand.cli import main; main()", *command.split()]
    environment = {**os.environ, "XDG_CACHE_HOME": cache}
    subprocess.run(words, env=environment, check=True, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    """Print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", help="commands that contain this")
    only = parser.parse_args().only
    print("| evenhand | nothing compiled | compiled | goal |\n|---|--:|--:|---|")
    for command, goal in COMMANDS.items():
        if only not in command:
            continue
        with tempfile.TemporaryDirectory() as cache:
            cold, warm = cpu_seconds(command, cache), cpu_seconds(command, cache)
        met = "" if goal is None else f"{goal:.0f} s: {'met' if cold < goal else 'missed'}"
        print(f"| `{command}` | {cold:.1f} s | {warm:.1f} s | {met} |", flush=True)


if __name__ == "__main__":
    main()

"""Rating with the luck taken out, beside the plain systems, on one core.

Synthetic games with luck columns, compiled before; the best of some runs of ``rate`` on a table in
memory, in processor time, plain and adjusted by turns.  The goal for Elo and Glicko-2 is half the
plain speed.

    python benchmarks/luck_adjusted.py
    python benchmarks/luck_adjusted.py --quick
"""

import argparse
import time
from dataclasses import replace

import numpy as np

from evenhand.datasets import make_games
from evenhand.ratings import SYSTEMS, Adjustment, RatingSystem
from evenhand.tables import GameTable

SYSTEMS_SHOWN = ("elo", "glicko", "glicko-2", "true-skill", "weng-lin")
LUCK = Adjustment(c=0.002, fade=1.0, explained=0.5)
FADING = Adjustment(c=0.002, fade=1.5, explained=0.5)
GOAL = {"elo": 2.0, "glicko-2": 2.0}


def seconds(systems: list[RatingSystem], table: GameTable, runs: int) -> list[float]:
    """Processor time of the best run of each system, run by turns."""
    best = [float("inf")] * len(systems)
    for system in systems:
        system.run(table.rows(0, 10))
    for _ in range(runs):
        for place, system in enumerate(systems):
            start = time.process_time()
            system.run(table)
            best[place] = min(best[place], time.process_time() - start)
    return best


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a tenth of the games")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    tenth = 10 if asked.quick else 1
    print(
        "| seats | system | plain, M games/s | luck taken out | times as long | fade 1.5 | goal |"
    )
    print("|--:|---|--:|--:|--:|--:|--:|")
    for seats, games, players in ((2, 1_000_000, 20_000), (3, 200_000, 4_000)):
        rng = np.random.default_rng(asked.seed)
        table, _ = make_games(rng, players, games // tenth, seats, luck=True)
        for name in SYSTEMS_SHOWN:
            plain = SYSTEMS[name]()
            variants = [replace(plain, luck=luck) for luck in (LUCK, FADING)]  # type: ignore[type-var]
            took = seconds([plain, *variants], table, runs=7)
            speed = [len(table) / each / 1e6 for each in took]
            goal = f"{GOAL[name]:g}" if name in GOAL and seats == 2 else ""
            print(
                f"| {seats} | {name} | {speed[0]:.1f} | {speed[1]:.1f} | {took[1] / took[0]:.2f} |"
                f" {took[2] / took[0]:.2f} | {goal} |"
            )


if __name__ == "__main__":
    main()

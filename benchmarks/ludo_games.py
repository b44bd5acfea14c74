"""Games of Ludo: random playouts a second, and the study's 184,000 games on one and two workers.

A playout is a whole game of 60 moves, from the first throw to the points, by players who move by
chance.  The bots that look ahead make 100 of them for each action they can choose.

    python benchmarks/ludo_games.py
    python benchmarks/ludo_games.py --quick
"""

import argparse
import time

import numpy as np
from study_games import Goal, time_study

from evenhand.games.ludo import GAME, Rules
from evenhand.games.ludo.board import SEATS, make_board
from evenhand.games.ludo.policy import play_out
from evenhand.games.ludo.state import start_position
from evenhand.simulation import random_tables

RUNS = 5
GAMES, GOAL = 184_000, 12 * 60.0
PLAYOUTS_GOAL = 1.2e6  # a second of one core
RULES = {
    "as usual": Rules(),
    "points for steps only": Rules(home_bonus=0),
    "extra turns": Rules(extra_turns="both"),
}


def playouts(count: int, seed: int) -> None:
    """Print random games a second of one core."""
    print("| rules | playouts/s, each run | nanoseconds a move, best |\n|---|---|--:|")
    worst = np.inf
    for name, rules in RULES.items():
        rates = [_rate(rules, count, seed + run) for run in range(RUNS)]
        best, worst = max(rates), min(worst, *rates)
        cells = ", ".join(f"{rate / 1e6:.2f} M" for rate in rates)
        print(f"| {name} | {cells} | {1e9 / best / SEATS / rules.moves:.1f} |")
    met = "met" if worst >= PLAYOUTS_GOAL else "missed"
    print(f"\ngoal: {PLAYOUTS_GOAL / 1e6:.1f} M playouts/s in every run: {met}\n", flush=True)


def _rate(rules: Rules, count: int, seed: int) -> float:
    board, stream, left = make_board(rules), np.array([1 + seed], np.int64), SEATS * rules.moves
    tokens = start_position().first

    def play(games: int) -> None:
        play_out(board, tokens, tokens, 0, 0, left, 0, 1, games, stream)

    play(1)
    start = time.process_time()
    play(count)
    return count / (time.process_time() - start)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=GAMES, help="of the study [%(default)s]")
    parser.add_argument("--playouts", type=int, default=1_000_000, help="a run [%(default)s]")
    parser.add_argument("--quick", action="store_true", help="a few games only")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    games, count = (1000, 100_000) if given.quick else (given.games, given.playouts)
    playouts(count, given.seed)
    rng = np.random.default_rng(given.seed)
    time_study(
        GAME, random_tables(rng, len(GAME.bots), SEATS, games), given.seed, Goal(GAMES, GOAL)
    )


if __name__ == "__main__":
    main()

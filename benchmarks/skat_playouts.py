"""Random games of Skat a second: ours beside OpenSpiel's, on one core.

Ours are dealt, announced, played and scored by the rules, as arrays through a compiled
kernel.  OpenSpiel's `skat` is driven move by move from Python, as its users do; it has no
auction and no game values.

    python benchmarks/skat_playouts.py
    python benchmarks/skat_playouts.py --games 100000 --seconds 1
"""

import argparse
import random
import time
from collections.abc import Callable

import numpy as np
import pyspiel

from evenhand.games.skat.contract import GAMES
from evenhand.games.skat.deck import PACK
from evenhand.games.skat.random_games import Numbers, make_random_games, play_with, random_numbers
from evenhand.games.skat.tricks import PLAYED

BATCH = 50_000
RUNS = 3  # the best counts
GOAL = 20_000


def per_second(play: Callable[[], int], seconds: float) -> float:
    """Games a second: the best of some runs, each for so long at least."""
    play()  # compiles, or fills the caches
    return max(_run(play, seconds) for _ in range(RUNS))


def _run(play: Callable[[], int], seconds: float) -> float:
    games, start = 0, time.perf_counter()
    while time.perf_counter() - start < seconds:
        games += play()
    return games / (time.perf_counter() - start)


def whole_games(rng: np.random.Generator, games: int) -> Callable[[], int]:
    """Deal, announce, put away, play and score."""
    return lambda: len(make_random_games(rng, games).scores)


def trick_play(rng: np.random.Generator, games: int) -> Callable[[], int]:
    """The kernel alone, on deals and random numbers made before."""
    hands = PACK.deal(rng, games, 10, 10, 10, 2)
    letters, leaders = np.arange(games) % len(GAMES), np.zeros(games, np.int64)
    numbers: Numbers = random_numbers(rng, games, PLAYED)
    return lambda: len(play_with(hands, letters, leaders, numbers).cards)


def open_spiel(seed: int) -> Callable[[], int]:
    """Random playouts through the Python API, chance moves too."""
    game, rng = pyspiel.load_game("skat"), random.Random(seed)

    def play() -> int:
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
        return 1

    return play


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=BATCH, help="in one call [%(default)s]")
    parser.add_argument("--seconds", type=float, default=2.0, help="for each run [%(default)s]")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    rng = np.random.default_rng(given.seed)
    contenders = {
        "evenhand, whole games with scores": whole_games(rng, given.games),
        "evenhand, trick play alone": trick_play(rng, given.games),
        "OpenSpiel from Python": open_spiel(given.seed),
    }
    rates = {name: per_second(play, given.seconds) for name, play in contenders.items()}
    print(f"| {'random games of Skat, one core':<34} | a second  | ratio |")
    print(f"|{'-' * 36}|----------:|------:|")
    for name, rate in rates.items():
        print(f"| {name:<34} | {rate:9,.0f} | {rate / rates['OpenSpiel from Python']:5.1f} |")
    met = "met" if rates["evenhand, whole games with scores"] >= GOAL else "missed"
    print(f"\ngoal: {GOAL:,} whole games a second: {met}")


if __name__ == "__main__":
    main()

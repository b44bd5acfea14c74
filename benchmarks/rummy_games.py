"""Games of Rummy: the study's 135,000 on one and two workers, and where their time goes.

Every ordered pair of the six strategies is timed alone on one core.  What a game takes besides
its turns (shuffling, metrics of the hands dealt and held at the end) is the time of games that end
after a turn each of the cheapest strategy.  Least squares tell what an own turn of each strategy
takes; with the turns of all pairs that gives each strategy's share.

Random against Random stands beside the gin rummy of OpenSpiel and RLCard, driven from Python as
their users do.  These are different games: gin rummy has ten cards, no jokers and knocking.

    python benchmarks/rummy_games.py
    python benchmarks/rummy_games.py --quick
"""

import argparse
import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from itertools import permutations
from typing import Any

import numpy as np
from study_games import Goal, time_study

from evenhand.games.rummy import GAME, DefeatSeeking, Random, Rules
from evenhand.rng import Seeds, draw_seeds
from evenhand.simulation import make_bots, ordered_tables
from evenhand.tables import Floats

RUNS = 3  # the best counts
GAMES = 135_000  # of the study
MICRO = 1e6

Play = Callable[[], tuple[int, int]]
"""Plays some games: how many, and how many moves they had."""


@dataclass(frozen=True)
class Pairs:
    """What each ordered pair took."""

    names: list[str]
    turns: Floats  # (pairs, strategies) own turns a game
    seconds: Floats  # (pairs,) a game
    besides: float  # seconds a game besides its turns


def time_pairs(games: int, seed: int) -> Pairs:
    """Time each ordered pair alone."""
    bots = make_bots(GAME, GAME.bots)
    players, pairs = list(bots.values()), list(permutations(range(len(bots)), 2))
    took, turns = np.full(len(pairs), np.inf), np.zeros((len(pairs), len(bots)))
    drawn = draw_seeds(np.random.default_rng(seed), games)
    short, short_took = Rules(turn_limit=1), np.inf
    for _ in range(RUNS):  # one round after the other, since neighbours come and go
        for row, pair in enumerate(pairs):
            seconds, own = time_pair(Rules(), [players[number] for number in pair], drawn)
            took[row] = min(took[row], seconds)
            turns[row, list(pair)] = own
        short_took = min(short_took, time_pair(short, [DefeatSeeking()] * 2, drawn)[0])
    return Pairs(list(bots), turns, took, short_took)


def time_pair(rules: Rules, pair: Sequence[Any], drawn: Seeds) -> tuple[float, list[float]]:
    """Seconds a game, and own turns of both."""
    tables = np.array([[0, 1]] * len(drawn), np.int32)
    start = time.process_time()
    played = GAME.simulate(pair, tables, drawn, rules)
    seconds = (time.process_time() - start) / len(drawn)
    turns = played.details["turns"]
    return seconds, [float(((turns + 1) // 2).mean()), float((turns // 2).mean())]


def shares(pairs: Pairs) -> None:
    """Print what a turn of each strategy takes, and its share of the time of all pairs."""
    relative = pairs.turns / pairs.seconds[:, None]  # so that every pair counts the same
    rest = 1 - pairs.besides / pairs.seconds
    each = np.linalg.lstsq(relative, rest)[0]
    off = np.abs(relative @ each - rest)
    spent, besides = pairs.turns.sum(axis=0) * each, len(pairs.turns) * pairs.besides
    total = spent.sum() + besides
    turns = pairs.turns.sum(axis=0) / np.count_nonzero(pairs.turns, axis=0)
    print("| strategy | own turns a game | microseconds a turn | share of time |")
    print("|---|--:|--:|--:|")
    for row, name in enumerate(pairs.names):
        cells = f"{turns[row]:.1f} | {MICRO * each[row]:.2f} | {spent[row] / total:.1%}"
        print(f"| {name} | {cells} |")
    print(f"| a game besides | | {MICRO * pairs.besides:.2f} | {besides / total:.1%} |")
    print(f"\na game takes {MICRO * pairs.seconds.mean():.0f} microseconds, the mean of all pairs;")
    print(f"a pair differs from the fit by {off.mean():.0%} in the mean, {off.max():.0%} at most\n")


def per_second(play: Play, seconds: float) -> tuple[float, float]:
    """Games a second of one core, the best of some runs; moves a game."""
    play()  # compiles, or fills the caches
    return max(_run(play, seconds) for _ in range(RUNS))


def _run(play: Play, seconds: float) -> tuple[float, float]:
    games, moves, start = 0, 0, time.process_time()
    while time.process_time() - start < seconds:
        more = play()
        games, moves = games + more[0], moves + more[1]
    return games / (time.process_time() - start), moves / games


def ours(seed: int, games: int = 1000) -> Play:
    """Random against Random, with the metrics of their hands."""
    tables, rng = np.array([[0, 1]] * games, np.int32), np.random.default_rng(seed)

    def play() -> tuple[int, int]:
        bots = [Random(), Random()]
        played = GAME.simulate(bots, tables, draw_seeds(rng, games), Rules())
        return games, 2 * int(played.details["turns"].sum())

    return play


def open_spiel(seed: int) -> Play:
    """Random moves through the Python API, chance moves too."""
    spiel: Any = import_module("pyspiel")
    game, rng = spiel.load_game("gin_rummy"), random.Random(seed)

    def play() -> tuple[int, int]:
        state, moves = game.new_initial_state(), 0
        while not state.is_terminal():
            moves += not state.is_chance_node()
            state.apply_action(rng.choice(state.legal_actions()))
        return 1, moves

    return play


class RandomPlayer:
    """A player of RLCard that makes random moves."""

    use_raw = False

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)

    def step(self, state: Any) -> int:
        """Any of the legal moves."""
        legal: list[int] = list(state["legal_actions"])
        return self.rng.choice(legal)


def rl_card(seed: int) -> Play:
    """Whole games by its own loop."""
    env: Any = import_module("rlcard").make("gin-rummy", config={"seed": seed})
    env.set_agents([RandomPlayer(seed), RandomPlayer(seed + 1)])

    def play() -> tuple[int, int]:
        before = env.timestep
        env.run(is_training=True)
        return 1, env.timestep - before

    return play


def random_games(seed: int, seconds: float) -> None:
    """Print random games a second beside those of others."""
    contenders: dict[str, Callable[[int], Play]] = {
        "evenhand, Indian Rummy": ours,
        "OpenSpiel from Python, gin rummy": open_spiel,
        "RLCard, gin rummy": rl_card,
    }
    print("| random games, one core | moves a game | games/s | ratio |\n|---|--:|--:|--:|")
    own = 0.0
    for name, make in contenders.items():
        try:
            rate, moves = per_second(make(seed), seconds)
        except ImportError:
            print(f"| {name} | | not installed | |")
            continue
        own = own or rate
        print(f"| {name} | {moves:.0f} | {rate:,.0f} | {own / rate:,.0f} |", flush=True)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=GAMES, help="of the study [%(default)s]")
    parser.add_argument("--pair", type=int, default=1000, help="of a pair alone [%(default)s]")
    parser.add_argument("--seconds", type=float, default=2.0, help="of random games [%(default)s]")
    parser.add_argument("--quick", action="store_true", help="a few games only")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    sizes = (3000, 20, 0.1) if given.quick else (given.games, given.pair, given.seconds)
    games, pair, seconds = sizes
    tables = ordered_tables(len(GAME.bots), 2, games)
    time_study(GAME, tables, given.seed, Goal(GAMES, 20.0))
    shares(time_pairs(pair, given.seed))
    random_games(given.seed, seconds)


if __name__ == "__main__":
    main()

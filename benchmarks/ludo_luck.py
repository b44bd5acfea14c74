"""The luck of Ludo games: how much smaller the variance of results is without it, and its cost.

For each pair of bots: how often the first one wins, the standard score of his mean luck, and the
factor Var(S) / Var(S - c * luck) with its standard error (bootstrap).  Two numbers c are taken,
both from games of other seeds: one for all pairs, and one of the pair.

    python benchmarks/ludo_luck.py
    python benchmarks/ludo_luck.py --quick
    python benchmarks/ludo_luck.py --unknown
"""

import argparse
import time
from typing import NamedTuple

import numpy as np

from evenhand.games.cards import Masks
from evenhand.games.ludo.bots.parameters import KIND
from evenhand.games.ludo.luck.judge import Judge, chances, new_judge
from evenhand.games.ludo.luck.network import ANYONE
from evenhand.games.ludo.luck.weights import networks
from evenhand.games.ludo.packed import packed_board
from evenhand.games.ludo.rules import Rules
from evenhand.games.ludo.simulated import LUDO
from evenhand.games.ludo.whole_games import new_course, play_games
from evenhand.rng import Seeds, draw_seeds
from evenhand.tables import Floats, Indices

SLOW = "full-information"
PAIRS = [
    ("full-information", "aggressive"),
    ("full-information", "responsible-pair"),
    ("full-information", "naive"),
    ("full-information", "full-information"),
    ("aggressive", "responsible-pair"),
    ("aggressive", "aggressive"),
    ("responsible-pair", "responsible-pair"),
    ("aggressive", "naive"),
    ("responsible-pair", "naive"),
    ("naive", "naive"),
]
RESAMPLES = 200
RULES = Rules()


class Pair(NamedTuple):
    """Games of two bots, seen from the first one."""

    share: Floats  # of a win
    luck: Floats
    plain: float  # milliseconds a game
    judged: float


def play(names: tuple[str, str], games: int, seed: int, known: bool) -> Pair:
    """Play games of a pair, both seatings in turn, once without luck and once with it."""
    rows = np.stack([LUDO.player(name).row() for name in names])
    seats = np.tile(np.array([[0, 1], [1, 0]], np.int32), (games // 2, 1))
    board = packed_board(RULES)
    drawn = draw_seeds(np.random.default_rng(seed), len(seats))
    judge = new_judge(networks(board), rows.copy(), len(seats), RULES, chances(RULES))
    if not known:
        judge.rows[:, KIND] = judge.kinds[:] = ANYONE
    took = []
    for who in (None, judge):
        course = new_course(len(seats), RULES)
        _run(rows, seats[:1], drawn[:1], who)
        start = time.process_time()
        play_games(board, rows, seats, drawn, np.ones(1, np.int64), course, who)
        took.append((time.process_time() - start) / len(seats) * 1e3)
    sign = np.where(seats[:, 0] == 0, 1.0, -1.0)
    ahead = np.sign(course.points[:, 0] - course.points[:, 1])
    return Pair(0.5 + sign * ahead / 2, sign * judge.luck.sum(axis=1), *took)


def _run(rows: Masks, seats: Indices, drawn: Seeds, judge: Judge | None) -> None:
    """Compile."""
    course = new_course(1, RULES)
    play_games(packed_board(RULES), rows, seats, drawn, np.ones(1, np.int64), course, judge)


def slope(pairs: list[Pair]) -> float:
    """The c that leaves the least variance."""
    luck = np.concatenate([pair.luck - pair.luck.mean() for pair in pairs])
    share = np.concatenate([pair.share - pair.share.mean() for pair in pairs])
    return float(luck @ share / (luck @ luck))


def factor(pair: Pair, c: float, rng: np.random.Generator) -> str:
    """The factor and its standard error."""
    rest = pair.share - c * pair.luck
    drawn = rng.integers(0, len(rest), (RESAMPLES, len(rest)))
    spread = np.std(pair.share[drawn].var(axis=1) / rest[drawn].var(axis=1))
    return f"{pair.share.var() / rest.var():.2f} ({spread:.2f})"


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=10_000, help="of a pair [%(default)s]")
    parser.add_argument("--slow", type=int, default=4000, help="with playouts [%(default)s]")
    parser.add_argument("--unknown", action="store_true", help="judge the bots as anyone")
    parser.add_argument("--quick", action="store_true", help="a few games only")
    parser.add_argument("--seed", type=int, default=7001)
    given = parser.parse_args()
    fast, slow = (400, 100) if given.quick else (given.games, given.slow)
    counts = [slow if SLOW in names else fast for names in PAIRS]
    trained = [
        play(names, count // 2, given.seed + 1, not given.unknown)
        for names, count in zip(PAIRS, counts, strict=True)
    ]
    common, rng = slope(trained), np.random.default_rng(given.seed)
    print(f"c for all pairs: {common:.2f}\n")
    print("| pair | games | wins | z of luck | factor | c | factor | ms plain | ms more |")
    print("|---|--:|--:|--:|--:|--:|--:|--:|--:|")
    for names, count, other in zip(PAIRS, counts, trained, strict=True):
        pair, c = play(names, count, given.seed, not given.unknown), slope([other])
        z = pair.luck.mean() / pair.luck.std() * np.sqrt(count)
        factors = f"{factor(pair, common, rng)} | {c:.2f} | {factor(pair, c, rng)}"
        times = f"{pair.plain:.2f} | {pair.judged - pair.plain:.2f}"
        won = f"{pair.share.mean():.3f}"
        print(
            f"| {' : '.join(names)} | {count:,} | {won} | {z:.1f} | {factors} | {times} |",
            flush=True,
        )


if __name__ == "__main__":
    main()

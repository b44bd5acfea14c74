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

from evenhand.games import parse_bot
from evenhand.games.ludo import GAME, Rules
from evenhand.games.ludo.game import play_log
from evenhand.games.ludo.luck import measure_luck
from evenhand.rng import draw_seeds
from evenhand.tables import Floats

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
    more: float  # for its luck


def play(names: tuple[str, str], games: int, seed: int, known: bool) -> Pair:
    """Play games of a pair, both seatings in turn, and measure their luck."""
    bots = [parse_bot(GAME, name) for name in names]
    seats = np.tile(np.array([[0, 1], [1, 0]], np.int32), (games // 2, 1))
    drawn = draw_seeds(np.random.default_rng(seed), len(seats))
    players = bots if known else [None, None]
    measure_luck(players, seats[:1], play_log(bots, seats[:1], drawn[:1], RULES), RULES)  # compile
    start = time.process_time()
    log = play_log(bots, seats, drawn, RULES)
    played = time.process_time()
    luck = measure_luck(players, seats, log, RULES).sum(axis=1)
    took = played - start, time.process_time() - played
    sign = np.where(seats[:, 0] == 0, 1.0, -1.0)
    ahead = np.sign(log.points[:, 0] - log.points[:, 1])
    return Pair(0.5 + sign * ahead / 2, sign * luck, *(one / games * 1e3 for one in took))


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
    parser.add_argument("--unknown", action="store_true", help="take the bots for unknown players")
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
        times = f"{pair.plain:.2f} | {pair.more:.2f}"
        won = f"{pair.share.mean():.3f}"
        print(
            f"| {' : '.join(names)} | {count:,} | {won} | {z:.1f} | {factors} | {times} |",
            flush=True,
        )


if __name__ == "__main__":
    main()

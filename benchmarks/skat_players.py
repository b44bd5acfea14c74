"""Players of Skat: how long a game, a bid and a discard take.

Positions searched are the same on every machine; the times are not.

    python benchmarks/skat_players.py
    python benchmarks/skat_players.py --deals 200 --seed 2
"""

import argparse
import time
from collections.abc import Callable

import numpy as np

from evenhand.games.skat.bidding.knn import KnnBidder
from evenhand.games.skat.bots import (
    Clairvoyant,
    Heuristic,
    MonteCarlo,
    SkatBot,
    play_deals,
    play_series,
)
from evenhand.games.skat.bots.play import own_workspace
from evenhand.games.skat.deck import PACK, SIZES
from evenhand.rng import draw_seeds

GOALS = {"heuristic": "10,000 games a second", "10 samples": "50 ms", "bid": "20 ms"}
BOTS: dict[str, SkatBot] = {
    "4 samples": MonteCarlo(samples=4),
    "10 samples": MonteCarlo(),
    "10 samples, no inference": MonteCarlo(inference=False),
    "10 samples, ties by rule": MonteCarlo(ties="rules"),
    "40 samples": MonteCarlo(samples=40),
    "open cards": Clairvoyant(),
}


def seconds(work: Callable[[], object]) -> float:
    """How long it takes, compiled before."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def whole_games(deals: int, seed: int) -> None:
    """Games of three of a kind, one core; they bid by rules."""
    print("| player | games | a game, ms | positions a game |\n|---|--:|--:|--:|")
    for name, bot in BOTS.items():
        rng, counter = np.random.default_rng(seed), own_workspace().counter
        cards = PACK.deal(rng, deals, *SIZES)
        seeds = draw_seeds(rng, 3 * deals).reshape(deals, 3)
        play_deals(cards[:4], [bot], seeds[:4])
        before, start = int(counter[0]), time.perf_counter()
        games = play_deals(cards, [bot], seeds)
        took, count = time.perf_counter() - start, int(games.played.sum())
        searched = (int(counter[0]) - before) / count
        print(f"| {name} | {count} | {1000 * took / count:.1f} | {searched:,.0f} |", flush=True)


def heuristic_games(seed: int, deals: int = 50_000) -> None:
    """Whole heuristic games on one core: dealt, bid, played and scored."""
    tables, seeds = np.zeros((deals, 3), np.int32), draw_seeds(np.random.default_rng(seed), deals)
    play_series([Heuristic()], tables[:4], seeds[:4])
    took = seconds(lambda: play_series([Heuristic()], tables, seeds))
    print(f"heuristic: {deals / took:,.0f} games a second (goal {GOALS['heuristic']})")


def bids(seed: int, count: int = 200) -> None:
    """Single bids and announcements by neighbours, one after the other."""
    rng, bidder = np.random.default_rng(seed), KnnBidder()
    deals = PACK.deal(rng, count, *SIZES)
    rows = [deals[row : row + 1] for row in range(count)]
    low = np.array([18])
    bidder.limits(rows[0][:, 0], rng)
    bidder.announce(rows[0][:, 0], rows[0][:, 3], low, rng)
    bid = seconds(lambda: [bidder.limits(row[:, 0], rng) for row in rows]) / count
    said = seconds(lambda: [bidder.announce(r[:, 0], r[:, 3], low, rng) for r in rows]) / count
    print(f"neighbours: a bid {1000 * bid:.2f} ms (goal 20), discard and announcement ", end="")
    print(f"{1000 * said:.2f} ms (goal 100)")


if __name__ == "__main__":
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--deals", type=int, default=60)
    options.add_argument("--seed", type=int, default=1)
    chosen = options.parse_args()
    heuristic_games(chosen.seed)
    bids(chosen.seed)
    whole_games(chosen.deals, chosen.seed)

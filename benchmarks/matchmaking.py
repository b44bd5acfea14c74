"""Matchmaking: how fast, how even, how long one waits, and how near to the best.

Speed: 100,000 waiting players, with and without 100,000 pairs to avoid and 500,000 recent ones,
all near in rating, so that they matter; one thread, compiled before, the best of some runs.

Quality: players with ratings normal around 1500 by 200 come at random and wait; every five seconds
tables are formed.  The favourite is the highest chance of anybody against anybody at a table.
Beside our rule stand pairing at random and by neighbours in rating, both at once, and the best of
the moment: as many tables within 30 to 70 % as there can be, and of these the most even ones.

Nearness: all players at once.  If everybody is to sit, neighbours in rating have the least sum of
differences; within 30 to 70 %, the best of the moment seats most.

    python benchmarks/matchmaking.py
    python benchmarks/matchmaking.py --quick
"""

import argparse
import os
import time
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
from numpy.random import Generator

from evenhand.elo import pair_probability
from evenhand.matchmaking import (
    Arrivals,
    Fairness,
    Matcher,
    QueueResult,
    fair_matcher,
    fair_tables,
    simulate_queue,
)
from evenhand.ratings import SYSTEMS, Elo
from evenhand.tables import Floats, Indices

PLAYERS, AVOID, RECENT, GOAL = 100_000, 100_000, 500_000, 2.0
SHOWN = {"elo": (1500.0, 200.0), "glicko-2": (1500.0, 200.0), "true-skill": (25.0, 5.0)}
RULES = {
    "30-70 %, never wider": Fairness(widening=0.0),
    "as it comes: 5 points a minute, to 10-90 %": Fairness(),
    "the same, courtesy 1/2": Fairness(courtesy=0.5),
    "the same, courtesy 1": Fairness(courtesy=1.0),
    "20 points a minute, courtesy 1": Fairness(widening=0.2, courtesy=1.0),
    "from 40-60 %": Fairness(lowest=0.4),
    "from 45-55 %, after 10 s, 10 points a minute": Fairness(0.45, 10.0, 0.1),
}
STREAMS = (
    (4.0, 1500.0, 2),
    (20.0, 600.0, 2),
    (100.0, 120.0, 2),
    (20.0, 600.0, 3),
    (20.0, 600.0, 4),
)
OUTSIDE = 450.0  # points from the mean: one player of forty
FAIR = 0.3


def pairs_near(rng: Generator, ratings: Floats, count: int, reach: int) -> Indices:
    """Pairs of players who stand not far from each other in the order of ratings."""
    order = np.argsort(ratings).astype(np.int32)
    low = rng.integers(0, len(ratings) - reach, count)
    return np.stack([order[low], order[low + rng.integers(1, reach, count)]], axis=1)


def best_time(work: Callable[[], Any], runs: int) -> float:
    """Seconds of the fastest run."""
    took = []
    for _ in range(runs):
        start = time.perf_counter()
        work()
        took.append(time.perf_counter() - start)
    return min(took)


def print_speed(rng: Generator, less: int, runs: int) -> None:
    """A line for each system and size of table."""
    players = PLAYERS // less
    skill, waiting = rng.normal(0.0, 1.0, players), rng.exponential(20.0, players)
    avoid = pairs_near(rng, skill, AVOID // less, 50)
    recent = pairs_near(rng, skill, RECENT // less, 50)
    print(
        f"\n| {players:,} players, load before: {os.getloadavg()[0]:.1f} | seats | seconds |",
        end="",
    )
    print(f" with {len(avoid):,} + {len(recent):,} pairs apart | left | goal |")
    print("|---|--:|--:|--:|--:|---|")
    for name, (mean, spread) in SHOWN.items():
        system = SYSTEMS[name]()
        ratings = mean + spread * skill
        for seats in (2, 3, 4, 10) if name == "elo" else (2, 3, 4):
            fair_tables(system, ratings[:100], waiting[:100], seats=seats)  # compiles
            seat = partial(fair_tables, system, ratings, waiting, seats=seats)
            free = best_time(seat, runs)
            apart = best_time(partial(seat, avoid=avoid, recent=recent), runs)
            verdict = "met" if max(free, apart) < GOAL else "not met"
            met = f"{GOAL:g} s: {verdict}" if seats <= 4 else ""
            print(f"| {name} | {seats} | {free:.2f} | {apart:.2f} | {len(seat().left)} | {met} |")


def at_random(rng: Generator, seats: int) -> Matcher:
    """Whoever is there, at random."""
    return lambda ratings, _: in_rows(rng.permutation(len(ratings)), seats)


def by_neighbours(seats: int) -> Matcher:
    """Whoever is there, in the order of ratings."""
    return lambda ratings, _: in_rows(np.argsort(ratings, kind="stable"), seats)


def in_rows(order: Any, seats: int) -> Indices:
    """As many full tables as there are, in an order of players."""
    full = len(order) // seats * seats
    rows: Indices = np.asarray(order[:full], np.int32).reshape(-1, seats)
    return rows


def best_of_the_moment(seats: int) -> Matcher:
    """As many fair tables as there can be, and the most even ones: by dynamic programming."""

    def seating(ratings: Floats, _: Floats) -> Indices:
        order = np.argsort(ratings, kind="stable")
        ranked = ratings[order].tolist()
        best = [(0, 0.0, -1)]  # tables, minus how far from even, where the last one begins
        for end in range(1, len(ranked) + 1):
            without, start = best[end - 1], end - seats
            choice = (without[0], without[1], -1)
            far = far_from_even(ranked[end - 1] - ranked[start]) if start >= 0 else 1.0
            if far <= 0.5 - FAIR:
                choice = max(choice, (best[start][0] + 1, best[start][1] - far, start))
            best.append(choice)
        rows, end = [], len(ranked)
        while end > 0:
            start = best[end][2]
            if start >= 0:
                rows.append(order[start:end])
            end = start if start >= 0 else end - 1
        return np.array(rows, np.int32).reshape(-1, seats)

    return seating


def far_from_even(gap: float) -> float:
    """How far the chance is from 1/2 at a difference of ratings."""
    return pair_probability(gap, 400.0) - 0.5


def print_quality(seed: int, less: int) -> None:
    """A table for each stream."""
    for a_minute, minutes, seats in STREAMS:
        arrivals = Arrivals(a_minute, minutes / less)
        ways: dict[str, Matcher] = {
            "at random, at once": at_random(np.random.default_rng(seed), seats),
            "neighbours in rating, at once": by_neighbours(seats),
            "best of the moment, 30-70 %": best_of_the_moment(seats),
            **{name: fair_matcher(fairness, seats) for name, fairness in RULES.items()},
        }
        print(
            f"\n| {seats} seats, {a_minute:g} players a minute | favourite | 90 % below |", end=""
        )
        print(" waited, mean | 90 % below | 99 % below | outsiders, mean | longest |")
        print("|---|--:|--:|--:|--:|--:|--:|--:|")
        for name, seating in ways.items():
            print_served(name, simulate_queue(np.random.default_rng(seed), seating, arrivals))


def print_served(name: str, served: QueueResult) -> None:
    """A line of it."""
    chances, waited = served.favourites, served.waited
    outsiders = np.abs(served.ratings - 1500.0) > OUTSIDE
    times = [waited.mean(), *np.quantile(waited, [0.9, 0.99])]
    times += [waited[outsiders].mean() if outsiders.any() else np.nan, waited.max()]
    percent = f"{chances.mean():.1%} | {np.quantile(chances, 0.9):.1%}"
    print(f"| {name} | {percent} | {' | '.join(f'{each:,.0f} s' for each in times)} |", flush=True)


def print_best(seed: int, less: int) -> None:
    """How far from even all tables are, beside neighbours, and how many are seated of the most."""
    print("\n| seats | players | from even, all seated | neighbours | times | ", end="")
    print("seated, 30-70 % | most | share |\n|--:|--:|--:|--:|--:|--:|--:|--:|")
    for seats in (2, 3, 4):
        for players, pools in ((24, 200), (60, 100), (240, 50), (1200, 10)):
            found = [
                against_best(seed + at, players, seats) for at in range(pools // min(less, 10))
            ]
            ours, best, seated, most = np.mean(found, axis=0)
            print(
                f"| {seats} | {players:,} | {ours:.4f} | {best:.4f} | {ours / best:.2f} |", end=""
            )
            print(f" {seated:.1f} | {most:.1f} | {seated / most:.1%} |", flush=True)


def against_best(seed: int, players: int, seats: int) -> tuple[float, float, int, int]:
    """Mean distance from even, ours and of neighbours; then how many are seated, ours and most."""
    ratings, nothing = np.random.default_rng(seed).normal(1500.0, 200.0, players), np.zeros(players)
    anything = Fairness(lowest=0.0, widest=0.0)
    ours = fair_tables(Elo(), ratings, nothing, seats=seats, fairness=anything).seats
    fair = fair_tables(Elo(), ratings, nothing, seats=seats)
    most = best_of_the_moment(seats)(ratings, nothing)
    means = [
        np.mean(spans(ratings, rows)) for rows in (ours, by_neighbours(seats)(ratings, nothing))
    ]
    return float(means[0]), float(means[1]), fair.seats.size, most.size


def spans(ratings: Floats, rows: Indices) -> list[float]:
    """How far from even the most uneven pair of each table is."""
    return [far_from_even(float(np.ptp(ratings[row]))) for row in rows]


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--quick", action="store_true", help="a tenth of everything, two runs")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    less, runs = (10, 2) if given.quick else (1, given.runs)
    print_speed(np.random.default_rng(given.seed), less, runs)
    print_quality(given.seed, less)
    print_best(given.seed, less)


if __name__ == "__main__":
    main()

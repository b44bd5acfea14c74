"""Tuning on two cores: configurations times games a second, beside riix's grid search.

The platform has the size of the one in Maitra 2025, with its twelve configurations; the other
table is the one of ``evenhand bench``, with a hundred values of K.  Everything is compiled before.
The clock runs from the table in memory to the last interval, bootstrap included.

riix searches the second table with a fifth of the values of K, in as many processes, and ours is
asked the same: so both do the same work on the same games.  To foretell every game from the ones
before, as ours does, it needs a time step for each game; with a thousand games in a step it is
faster and foretells less.

    python benchmarks/tuning.py
    python benchmarks/tuning.py --quick
"""

import argparse
import importlib.util
import os
import time
from collections.abc import Callable
from operator import itemgetter
from typing import Any

import numpy as np

from evenhand.datasets import make_games, make_platform
from evenhand.tables import GameTable
from evenhand.tuning import TuningResult, tune

STEPS = ("60/30/16", "30/30/30", "30/16/8", "100/50/25")
CUT_OFFS = ("5/10", "q10+1/q25+1", "q25+1/q50+1")
TWELVE = [f"{k}@{cut_offs}" for cut_offs in CUT_OFFS for k in STEPS]
HUNDRED = [round(float(k), 6) for k in np.geomspace(4.0, 64.0, 100)]
WORKERS = 2
PLATFORM_GOAL, HUNDRED_GOAL, RATIO_GOAL = 15.0, 3.0, 100.0
FEW = HUNDRED[::5]  # values of K for riix, all of which would take it ten minutes
STEP = 1000  # games in a time step, riix's faster way


def timed(work: Callable[[], Any]) -> tuple[float, Any]:
    """Seconds by the clock, and what came of the work."""
    start = time.perf_counter()
    found = work()
    return time.perf_counter() - start, found


def ours(table: GameTable, ks: list[Any], metric: str = "log-loss") -> TuningResult:
    """Tune K, intervals and all."""
    tuned = tune("elo", {"k": ks}, table, metric=metric, workers=WORKERS)
    tuned.frame()
    tuned.improvement()
    return tuned


def print_ours(
    what: str, table: GameTable, ks: list[Any], runs: int, goal: float | None, metric: str
) -> float:
    """A line of the table; configurations times games a second in the best run."""
    done = [timed(lambda: ours(table, ks, metric)) for _ in range(runs)]
    took = [seconds for seconds, _ in done]
    rated: int = done[0][1].count + 1  # the default too; (30, 30, 30) has no use for cut-offs
    rate = rated * len(table) / float(min(took))
    seconds = ", ".join(f"{each:.2f}" for each in took)
    met = "" if goal is None else f"{goal:g} s: {'met' if min(took) < goal else 'not met'}"
    print(f"| {what}, {metric} | {rated} | {seconds} | {rate / 1e6:.1f} M | {met} |", flush=True)
    return rate


def riix(table: GameTable, per_step: int) -> tuple[float, dict[str, Any]]:
    """Configurations times games a second of riix, and its metrics by K."""
    from riix.eval import grid_search
    from riix.models.elo import Elo
    from riix.utils import MatchupDataset

    won = (table.score[:, 0] > table.score[:, 1]).astype(np.float64)
    steps = np.arange(len(table)) // per_step
    games = MatchupDataset.init_from_arrays(
        steps, table.seats.astype(np.int64), won, list(table.names)
    )
    asked = [{"k": k, "update_method": "iterative"} for k in FEW]
    judged = np.arange(len(table)) < tune_until(table)
    took, found = timed(
        lambda: grid_search(
            Elo, games, judged, asked, num_processes=WORKERS, return_all_metrics=True
        )
    )
    metrics = {str(k): one["log_loss"] for k, one in zip(FEW, found[2], strict=True)}
    return len(FEW) * len(table) / took, metrics


def tune_until(table: GameTable) -> int:
    """Where our test period begins."""
    return len(table) - round(0.2 * len(table))


def print_riix(table: GameTable, rate: float) -> None:
    """How much slower riix is, and whether both agree."""
    if importlib.util.find_spec("riix") is None:
        print("riix is not installed: pip install 'evenhand[bench]'")
        return
    took, found = min((timed(lambda: ours(table, list(FEW))) for _ in range(3)), key=itemgetter(0))
    same = len(FEW) * len(table) / took  # the default is rated too, and not counted
    print(
        f"ours, the same {len(FEW)} x {len(table):,}: {took:.2f} s, {same / 1e6:.1f} M a second\n"
    )
    print(f"| riix, {len(FEW)} x {len(table):,} | a second | ours, times as many |", end="")
    print(" ours with 100 values, times as many | log loss |\n|---|--:|--:|--:|---|")
    for name, per_step in (("a step for each game", 1), (f"a step for {STEP:,} games", STEP)):
        theirs, losses = riix(table, per_step)
        apart = max(
            abs(found.value(number).value - loss) for number, loss in enumerate(losses.values())
        )
        agree = "the same" if apart < 1e-9 else f"differs by up to {apart:.2g}"
        times = f"{same / theirs:,.0f} | {rate / theirs:,.0f}"
        print(f"| {name} | {theirs / 1e3:,.0f} k | {times} | {agree} |", flush=True)
        if per_step == 1:
            verdict = "met" if same / theirs >= RATIO_GOAL else "not met"
    print(f"\ngoal: {RATIO_GOAL:g} times as many, for the same answer: {verdict}")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--riix", type=int, default=1_000_000, help="games for riix [%(default)s]")
    parser.add_argument("--quick", action="store_true", help="a hundredth of the games, one run")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    less, runs = (100, 1) if given.quick else (1, given.runs)
    rng = np.random.default_rng(given.seed)
    platform, _ = make_platform(rng, 320_978 // less, 4_640_765 // less)
    bench, _ = make_games(rng, 20_000 // less, 1_000_000 // less)
    for metric in ("log-loss", "f1"):
        ours(bench.rows(0, 1000), list(FEW), metric)  # compiles
    load = os.getloadavg()[0]
    print(f"| {WORKERS} workers, load before: {load:.1f} | rated | seconds | a second | goal |")
    print("|---|--:|---|--:|---|")
    million = f"{len(platform) / 1e6:.2f} M"
    print_ours(f"12 x {million}", platform, TWELVE, runs, PLATFORM_GOAL, "log-loss")
    print_ours(f"12 x {million}", platform, TWELVE, runs, None, "f1")
    many = f"100 x {len(bench) / 1e6:.2f} M"
    rate = print_ours(many, bench, HUNDRED, runs, HUNDRED_GOAL, "log-loss")
    print()
    print_riix(bench.rows(0, given.riix // less), rate)


if __name__ == "__main__":
    main()

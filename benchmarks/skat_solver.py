"""The open-card solver: positions searched and time, on fixed deals and on deals of a seed.

Sets P and S are the deals of `tests/data/skat/bench_deals.txt`, clubs trump: in P the declarer
holds five trumps or more with a jack, in S the cards are random.  Each deal gets an empty table.
The number of positions is the same on every machine; the time is not.

    python benchmarks/skat_solver.py
    python benchmarks/skat_solver.py --deals 50 --seed 2
"""

import argparse
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

import numpy as np

from evenhand.games.cards import cards_of
from evenhand.games.skat.contract import GAME_NAMES
from evenhand.games.skat.deck import PACK
from evenhand.games.skat.solver import Position, Solver

FILE = Path(__file__).parents[1] / "tests" / "data" / "skat" / "bench_deals.txt"
RUNS = 3  # the best time counts
WIN, EXACT = "win or lose at 61", "exact value"
GOALS = {("P", WIN): 6_000, ("P", EXACT): 80_000, ("S", WIN): 3_500, ("S", EXACT): 50_000}
NULL_GOAL = 7_000
PUBLIC = {  # the best public solver found, in Rust: thousands of positions, milliseconds
    ("P", WIN): (340, 64),
    ("P", EXACT): (4_800, 1_887),
    ("S", WIN): (160, 46),
    ("S", EXACT): (1_500, 267),
}
DANGER = 12  # a null hand of at most this danger is worth a thought

Ask = Callable[[Solver, Position], object]
ASK: dict[str, Ask] = {WIN: Solver.wins, EXACT: Solver.value}


@dataclass(frozen=True)
class Measured:
    """What some positions took."""

    nodes: Sequence[int]
    seconds: float

    def row(self, name: str, goal: str, public: str) -> str:
        """A line of the table."""
        mean, count = np.mean(self.nodes), len(self.nodes)
        rate = sum(self.nodes) / self.seconds / 1e6
        cells = (
            f"{mean:,.0f} | {max(self.nodes):,} | {1000 * self.seconds / count:.2f} | {rate:.1f}"
        )
        return f"| {name} | {cells} | {goal} | {public} |"


def measure(solver: Solver, positions: Sequence[Position], ask: Ask) -> Measured:
    """Ask about every position, the solver having forgotten the others; the best of some runs."""
    best = float("inf")
    for _ in range(RUNS):
        nodes, seconds = [], 0.0
        for position in positions:
            solver.forget()
            start = time.perf_counter()
            ask(solver, position)
            seconds += time.perf_counter() - start
            nodes.append(solver.nodes)
        best = min(best, seconds)
    return Measured(nodes, best)


def fixed_deals() -> dict[str, list[Position]]:
    """The deals of the file by set."""
    sets: dict[str, list[Position]] = {"P": [], "S": []}
    for line in FILE.read_text().splitlines():
        if not line.startswith("#"):
            name, leader, *hands, _ = line.split()
            cards = [hand.split(",") for hand in hands]
            sets[name].append(Position.parse("C", cards, 0, int(leader)))
    return sets


def random_deals(rng: np.random.Generator, game: str, deals: int) -> list[Position]:
    """Random cards, the three players leading in turn."""
    hands = PACK.deal(rng, deals, 10, 10, 10).tolist()
    return [Position(game, tuple(deal), 0, number % 3) for number, deal in enumerate(hands)]


def danger(hand: int) -> int:
    """How far the cards of a null hand stand above 7, 9, J, K: the k-th lowest of each suit."""
    suits = (hand >> 8 * suit & 0xFF for suit in range(4))
    steps = (card - 2 * place for suit in suits for place, card in enumerate(cards_of(suit)))
    return sum(step * step for step in steps if step > 0)


def winnable_nulls(rng: np.random.Generator, deals: int) -> list[Position]:
    """Nulls that are won: the declarer has kept the least dangerous ten of twelve cards."""
    found: list[Position] = []
    solver = Solver()
    while len(found) < deals:
        first, second, third, skat = PACK.deal(rng, 1, 10, 10, 10, 2)[0].tolist()
        pairs = combinations(cards_of(first | skat), 2)
        hand = min(((first | skat) & ~(1 << a | 1 << b) for a, b in pairs), key=danger)
        position = Position("N", (hand, second, third), 0, len(found) % 3)
        if danger(hand) <= DANGER and solver.wins(position):
            found.append(position)
    return found


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--deals", type=int, default=200, help="of the seed [%(default)s]")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    rng = np.random.default_rng(given.seed)
    fixed = fixed_deals()
    solver = Solver()
    solver.values([fixed["P"][0], Position("N", (0, 0, 0))])  # compiles
    print("| deals | positions, mean | most | ms | M/s | goal | public solver: positions, ms |")
    print("|---|--:|--:|--:|--:|--:|--:|")
    for (name, question), goal in GOALS.items():
        thousands, ms = PUBLIC[name, question]
        public = f"{1000 * thousands:,}, {ms:,}"
        measured = measure(solver, fixed[name], ASK[question])
        print(measured.row(f"{name}, {question}", f"{goal:,}", public))
    for game in ("C", "G"):
        deals = random_deals(rng, game, given.deals)
        for question, ask in ASK.items():
            name = f"{given.deals} random, {GAME_NAMES[game]}, {question}"
            print(measure(solver, deals, ask).row(name, "", ""))
    nulls = measure(solver, winnable_nulls(rng, given.deals), Solver.wins)
    print(nulls.row(f"{given.deals} winnable nulls", f"{NULL_GOAL:,}", ""))


if __name__ == "__main__":
    main()

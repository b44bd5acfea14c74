"""MinDist and MinScore of Rummy on one core: hands a second, and all discards of a turn.

Random hands come from a shuffled pack.  Played hands come from games of every strategy against
every other; most of them are Random's and Defeat-Seeking's, whose games are long, so the hands of
the four strategies that ask for the metrics stand beside them.

The plain definitions answer on hands of these four, and their answers are compared with ours.
They find a MinDist of at most 1 in bearable time: so for MinDist both are timed on such hands.

    python benchmarks/rummy_metrics.py
    python benchmarks/rummy_metrics.py --quick
"""

import argparse
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
from rummy_hands import (
    ASKED,
    KINDS,
    RANDOM,
    Hands,
    Key,
    played_hands,
    random_hands,
    repeated,
)

from evenhand.compiled import kernel
from evenhand.games.cards import Masks, cards_of
from evenhand.games.rummy import metrics
from evenhand.games.rummy.deck import SIZES
from evenhand.games.rummy.dist_search import find_distances, find_good_discards
from evenhand.games.rummy.score_search import find_scores, find_scores_after
from evenhand.games.rummy.suit_tables import AFTER, build_tables, new_workspace, wild_mask

sys.path.append(str(Path(__file__).parents[1]))
plain: Any = import_module("tests.oracles.rummy_metrics")

RUNS = 3  # the best counts
MICRO = 1e6
REPEATED = 20_000  # hands that ours are timed on where plain has few
MOST = 1  # the largest MinDist that the plain definition is asked for

Ask = Callable[[int, int], object]
"""Of a hand and its wild rank."""


@dataclass(frozen=True)
class Question:
    """What is asked of hands."""

    name: str
    many: Callable[[Hands], object]  # of many hands, by a kernel
    goal: float | None = None  # microseconds a hand
    size: int = SIZES[1]
    compared: tuple[Ask, Ask] | None = None  # of a single hand: ours, and by definition


@kernel
def after_discards_dist(
    tables: Masks, work: Masks, hands: Masks, wilds: Masks, wanted: Masks
) -> int:
    """MinDist after each wanted discard of many hands, all of it mixed into one number."""
    total = 0
    for i in range(len(hands)):
        rank = wild_mask(wilds[i])
        least, good = find_good_discards(tables, work, hands[i], rank, wanted[i])
        total ^= least + good
    return total


@kernel
def after_discards_score(
    tables: Masks, work: Masks, hands: Masks, wilds: Masks, wanted: Masks, literal: int
) -> int:
    """MinScore after each wanted discard of many hands."""
    total = 0
    for i in range(len(hands)):
        find_scores_after(tables, work, hands[i], wilds[i], wanted[i], literal)
        total += work[AFTER]
    return total


def dists(hands: Hands) -> None:
    """MinDist of thirteen cards or the best thirteen of fourteen."""
    found = np.empty(len(hands), np.int64)
    find_distances(build_tables(), new_workspace(), hands.cards, hands.wilds, found)


def least_scores(hands: Hands) -> None:
    """MinScore of thirteen cards, or the best thirteen of fourteen."""
    found = np.empty(len(hands), np.int64)
    find_scores(build_tables(), new_workspace(), hands.cards, hands.wilds, 0, found)


def discard_dists(hands: Hands, jokers: bool) -> None:
    """MinDist after each discard, of jokers too or not."""
    wanted = hands.cards if jokers else hands.naturals()
    after_discards_dist(build_tables(), new_workspace(), hands.cards, hands.wilds, wanted)


def discard_scores(hands: Hands, jokers: bool) -> None:
    """MinScore after each discard, of jokers too or not."""
    wanted = hands.cards if jokers else hands.naturals()
    after_discards_score(build_tables(), new_workspace(), hands.cards, hands.wilds, wanted, 0)


def after_each(metric: Ask) -> Ask:
    """A metric after each discard, one by one."""
    return lambda hand, wild: {card: metric(hand ^ 1 << card, wild) for card in cards_of(hand)}


DIST = partial(Question, many=dists, compared=(metrics.min_dist, plain.min_dist))
SCORE = partial(Question, many=least_scores, compared=(metrics.min_score, plain.min_score))
TURN = partial(Question, goal=5.0)
RATES = (
    DIST("MinDist, 13 cards", goal=1 / 1.5, size=SIZES[0]),
    DIST("MinDist, best 13 of 14"),
    SCORE("MinScore, 13 cards", goal=1 / 2, size=SIZES[0]),
    SCORE("MinScore, best 13 of 14"),
)
TURNS = (
    TURN(
        "MinDist, all 14 cards",
        many=partial(discard_dists, jokers=True),
        compared=(metrics.discard_dists, after_each(plain.min_dist)),
    ),
    TURN("MinDist, all but jokers", many=partial(discard_dists, jokers=False)),
    TURN(
        "MinScore, all 14 cards",
        many=partial(discard_scores, jokers=True),
        compared=(metrics.discard_scores, after_each(plain.min_score)),
    ),
    TURN("MinScore, all but jokers", many=partial(discard_scores, jokers=False)),
)


def seconds(work: Callable[[], object]) -> float:
    """Seconds of one core: the neighbours on a shared machine disturb them less than a clock's."""
    start = time.process_time()
    work()
    return time.process_time() - start


def each(question: Question, hands: Hands) -> float:
    """Microseconds a hand: the best of some runs."""
    question.many(hands)  # compiles
    return MICRO * min(seconds(lambda: question.many(hands)) for _ in range(RUNS)) / len(hands)


def by_definition(name: str, ours: Ask, plainly: Ask, hands: Hands) -> float:
    """Microseconds a hand by the plain definition, which must say what ours says."""
    answers: list[object] = []
    took = seconds(lambda: answers.extend(plainly(*hand) for hand in hands))
    if answers != [ours(*hand) for hand in hands]:
        raise SystemExit(f"{name}: ours is not what the definition says")
    return MICRO * took / len(hands)


def times_faster(question: Question, hands: Hands, sample: int) -> str:
    """How often ours fit into the time of the plain definition, on some of the hands."""
    if question.compared is None:
        return ""
    if question.name.startswith("MinDist"):
        hands = hands.rows(np.flatnonzero(metrics.min_dists(hands.cards, hands.wilds) <= MOST))
    some = hands.rows(np.arange(min(sample, len(hands))))
    ours = each(question, some.rows(np.arange(REPEATED) % len(some)))
    return f"{by_definition(question.name, *question.compared, some) / ours:,.0f}"


def judged(took: Sequence[float], goal: float | None, rate: bool) -> tuple[str, str]:
    """The goal, and whether it is met on all kinds of hands."""
    if goal is None:
        return "", ""
    met = sum(value <= goal for value in took)
    verdict = "yes" if met == len(took) else f"{met} of {len(took)}"
    return f"{1 / goal if rate else goal:g}", verdict


def print_table(
    title: str, questions: Sequence[Question], hands: Mapping[Key, Hands], sample: int, rate: bool
) -> None:
    """Print hands a second in millions, or microseconds a hand."""
    print(f"| {title} | {' | '.join(KINDS)} | goal | met | times plain |")
    print("|---|" + "--:|" * (len(KINDS) + 1) + "---|--:|")
    for question in questions:
        took = [each(question, hands[kind, question.size]) for kind in KINDS]
        cells = [f"{1 / value if rate else value:.2f}" for value in took]
        cells += judged(took, question.goal, rate)
        cells.append(times_faster(question, hands[ASKED, question.size], sample))
        print(f"| {question.name} | {' | '.join(cells)} |", flush=True)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--hands", type=int, default=200_000, help="of each kind [%(default)s]")
    parser.add_argument("--games", type=int, default=10, help="of each pair [%(default)s]")
    parser.add_argument("--plain", type=int, default=30, help="hands for plain [%(default)s]")
    parser.add_argument("--quick", action="store_true", help="a few hands only")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    count, games, sample = (4000, 1, 3) if given.quick else (given.hands, given.games, given.plain)
    rng = np.random.default_rng(given.seed)
    hands = {(RANDOM, size): random_hands(rng, size, count) for size in SIZES}
    for key, met in played_hands(rng, games).items():
        hands[key] = repeated(rng, met, count)
    print_table("one core, million hands a second", RATES, hands, sample, rate=True)
    print()
    print_table("one core, microseconds a turn", TURNS, hands, sample, rate=False)


if __name__ == "__main__":
    main()

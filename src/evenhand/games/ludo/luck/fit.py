"""Fit the networks to games, and write their weights.

    python -m evenhand.games.ludo.luck.fit --games 20000 --seed 1 --out weights.json

plays so many games in which a bot plays on by chance, twice as many among the others, and
learns from the positions before each round: one network from the results, the other from games
that are played on from there by chance.  A quarter of the results is learned as of players who
are not known.
"""

import argparse
from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement
from pathlib import Path
from typing import Final

import numpy as np

from evenhand.games.ludo.board import SEATS
from evenhand.games.ludo.bots.kinds import BOTS, Bot
from evenhand.games.ludo.bots.parameters import KIND
from evenhand.games.ludo.luck.judge import new_judge
from evenhand.games.ludo.luck.learning import Examples, learn, untrained
from evenhand.games.ludo.luck.positions import as_anyone, examples_of, played_on
from evenhand.games.ludo.luck.throws import Networks
from evenhand.games.ludo.luck.weights import weights_of
from evenhand.games.ludo.packed import packed_board
from evenhand.games.ludo.rules import Rules
from evenhand.games.ludo.whole_games import new_course, play_games
from evenhand.games.weights import Weights, write_weights
from evenhand.rng import draw_seeds

STRONG: Final = ("full-information", "aggressive", "responsible-pair", "naive")
RATES: Final = (0.1, 0.04, 0.015)
FAST: Final = 2  # times as many games of bots that do not play on by chance
OFTEN: Final = 4  # times as many games of Full Information with a strong bot
PLAYOUTS: Final = 8  # of each position, for the network of games by chance
UNKNOWN: Final = 0.25  # share of the examples


def fit(games: int, rng: np.random.Generator) -> Weights:
    """The weights that are fitted to so many games, and twice as many fast ones."""
    rules = Rules()
    board = packed_board(rules)
    examples = _joined([_examples(pair, count, rules, rng) for pair, count in plan(games)])
    values, by_chance = (untrained(board, rng, alike=alike) for alike in (False, True))
    learn(board, values, _partly_unknown(examples, rng), RATES, rng)
    some = rng.permutation(len(examples.results))[: 40 * games]
    learn(board, by_chance, played_on(board, examples.positions[some], PLAYOUTS, rng), RATES, rng)
    return weights_of(Networks(values, by_chance))


def plan(games: int) -> Iterator[tuple[tuple[str, str], int]]:
    """How many games each pair of bots plays."""
    pairs = list(combinations_with_replacement(BOTS, SEATS))
    slow = [pair for pair in pairs if any(_plays_on(name) for name in pair)]
    often = [OFTEN if set(pair) <= set(STRONG) else 1 for pair in slow]
    for pair, times in zip(slow, often, strict=True):
        yield pair, -(-games * times // sum(often))
    fast = [pair for pair in pairs if pair not in slow]
    for pair in fast:
        yield pair, -(-FAST * games // len(fast))


def _plays_on(name: str) -> bool:
    return hasattr(BOTS[name], "playouts")


def _examples(pair: Sequence[str], games: int, rules: Rules, rng: np.random.Generator) -> Examples:
    """Positions of games of a pair, both seatings in turn."""
    bots: list[Bot] = [BOTS[name]() for name in pair]
    rows = np.stack([bot.row() for bot in bots])
    seats = np.tile(np.array([[0, 1], [1, 0]], np.int32), (-(-games // 2), 1))[:games]
    board, course = packed_board(rules), new_course(games, rules)
    nets = Networks(*(untrained(board, rng, alike=alike) for alike in (False, True)))
    judge = new_judge(nets, rows, games, rules, looks_at=0)
    play_games(board, rows, seats, draw_seeds(rng, games), np.ones(1, np.int64), course, judge)
    ahead = course.points[:, 0] - course.points[:, 1]
    return examples_of(board, judge.before, rows[:, KIND][seats], 0.5 + np.sign(ahead) / 2)


def _partly_unknown(examples: Examples, rng: np.random.Generator) -> Examples:
    unknown = rng.random(len(examples.results)) < UNKNOWN
    parts = (
        Examples(examples.positions[some], examples.results[some]) for some in (unknown, ~unknown)
    )
    first, second = parts
    return _joined([as_anyone(first), second])


def _joined(parts: Sequence[Examples]) -> Examples:
    return Examples(
        np.concatenate([part.positions for part in parts]),
        np.concatenate([part.results for part in parts]),
    )


def main() -> None:
    """Fit and write."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=20_000, help="[%(default)s]")
    parser.add_argument("--seed", type=int, default=1, help="[%(default)s]")
    parser.add_argument("--out", type=Path, required=True, help="file to write")
    given = parser.parse_args()
    weights = fit(given.games, np.random.default_rng(given.seed))
    command = f"python -m evenhand.games.ludo.luck.fit --games {given.games} --seed {given.seed}"
    write_weights(given.out, weights, command)


if __name__ == "__main__":
    main()

"""Fit the network to games, and write its weights.

    python -m evenhand.games.rummy.luck.fit --games 1200000 --seed 1 --out weights.json

lets the four good strategies play so many games, and learns from a quarter of the positions before
a draw from the stock who has won; in a third of the games ties are broken by lot.  Then it takes
the mean value of deals for each seat.
"""

import argparse
import warnings
from itertools import product
from pathlib import Path
from typing import Final

import numpy as np

from evenhand.games.cards import Masks
from evenhand.games.rummy.luck.ahead import rows_ahead, rows_before
from evenhand.games.rummy.luck.events import DEAL_ONLY, GAME, POSITIONS, SEAT, without_lots
from evenhand.games.rummy.luck.judge import events_of
from evenhand.games.rummy.luck.network import SHAPES, UNITS
from evenhand.games.rummy.luck.values import seen_in, values_of
from evenhand.games.rummy.luck.weights import PLAYERS, network
from evenhand.games.rummy.rules import Rules
from evenhand.games.rummy.strategies.bots import Hybrid, MinDist, MinScore, OpponentAware
from evenhand.games.rummy.strategies.desk import new_desk
from evenhand.games.rummy.strategies.parameters import Ties
from evenhand.games.rummy.table import NOBODY, new_table, rule_row
from evenhand.games.rummy.whole_games import Course, most_moves, new_course, play_games
from evenhand.games.weights import Weights, write_weights
from evenhand.rng import Seeds, draw_seeds
from evenhand.tables import Floats, Indices

BLOCK: Final = 8000  # games
SEATS: Final = 2
PART: Final = 0.25  # of the positions
GOOD: Final = (MinScore, MinDist, Hybrid, OpponentAware)
TIES: Final[tuple[Ties, ...]] = ("points", "lot")
USUAL: Final = Rules()
BATCH: Final = 1024
PACES: Final = ((2e-3, 10), (5e-4, 5), (1e-4, 5))  # how long the steps are, and how many rounds
DIGITS: Final = 4  # behind the point


def fit(games: int, deals: int, rng: np.random.Generator) -> Weights:
    """The weights that are fitted to so many games, and means over so many deals."""
    parts = [examples(rng) for _ in range(-(-games // BLOCK))]
    layers = learn(
        np.concatenate([x for x, _ in parts]), np.concatenate([y for _, y in parts]), rng
    )
    found: Weights = {"network": layers, "expected": {}, "errors": {}}
    for players in PLAYERS:
        values = deal_values(players, deals, rng, found)
        mean, error = values.mean(axis=0), values.std(axis=0) / np.sqrt(deals)
        found["expected"][str(players)], found["errors"][str(players)] = mean, error
    return found


def examples(rng: np.random.Generator) -> tuple[Floats, Masks]:
    """What the network sees in some positions of a block of games, and whether who draws won.

    Every position is as likely to be taken: one of each game would favour those of short games,
    and so those who are about to win.
    """
    pairs = np.array(list(product(range(len(GOOD)), repeat=SEATS)), np.int32)
    rows = np.stack([kind(ties=ties).row() for ties in TIES for kind in GOOD])
    seats = np.resize([*pairs, *pairs, *(pairs + len(GOOD))], (BLOCK, SEATS)).astype(np.int32)
    drawn, course = played(rows, seats, USUAL, rng)
    seen, won = [], []
    for happened in events_of(rows, seats, drawn, USUAL, course, POSITIONS):
        events = happened.events[: happened.size[0]]
        declarer = course.declarer[events[:, GAME]]
        some = (rng.random(len(events)) < PART) & (declarer != NOBODY)
        seen.append(seen_in(rows_before(happened)[some]))
        won.append(declarer[some] == events[some, SEAT])
    return np.concatenate(seen), np.concatenate(won).astype(np.int64)


def played(
    rows: Masks, seats: Indices, rules: Rules, rng: np.random.Generator
) -> tuple[Seeds, Course]:
    """Play games, and keep their moves."""
    games, players = seats.shape
    course = new_course(games, players, most_moves(rules, players))
    drawn = draw_seeds(rng, games)
    play_games(rows, seats, drawn, rule_row(rules), new_desk(), new_table(players), course)
    return drawn, course


def learn(seen: Floats, won: Masks, rng: np.random.Generator) -> dict[str, Floats]:
    """The weights of the layers, by scikit-learn, with shorter and shorter steps."""
    from sklearn.exceptions import ConvergenceWarning
    from sklearn.neural_network import MLPClassifier

    seed = int(rng.integers(2**31))
    model = MLPClassifier(UNITS, batch_size=BATCH, random_state=seed, warm_start=True)
    for rate, rounds in PACES:
        model.set_params(learning_rate_init=rate, max_iter=rounds)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ConvergenceWarning)  # so many rounds are meant
            model.fit(seen, won)
    layers = zip(SHAPES, model.coefs_, model.intercepts_, strict=True)
    return {name: np.round(np.vstack([w, b]).T, DIGITS) for name, w, b in layers}


def deal_values(
    players: int, deals: int, rng: np.random.Generator, known: Weights | None = None
) -> Floats:
    """What random deals are worth to each seat."""
    rows, once, parts = MinDist().row()[None], Rules(turn_limit=1), []
    for first in range(0, deals, BLOCK):
        seats = np.zeros((min(BLOCK, deals - first), players), np.int32)
        drawn, course = played(rows, seats, once, rng)
        for happened in events_of(rows, seats, drawn, once, course, DEAL_ONLY):
            parts.append(values_of(network(known), rows_ahead(happened, without_lots(rows))))
    return np.concatenate(parts)


def main() -> None:
    """Fit and write."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=1_200_000, help="[%(default)s]")
    parser.add_argument("--deals", type=int, default=1_000_000, help="[%(default)s]")
    parser.add_argument("--seed", type=int, default=1, help="[%(default)s]")
    parser.add_argument("--out", type=Path, required=True, help="file to write")
    given = parser.parse_args()
    weights = fit(given.games, given.deals, np.random.default_rng(given.seed))
    options = f"--games {given.games} --deals {given.deals} --seed {given.seed}"
    write_weights(given.out, weights, f"python -m evenhand.games.rummy.luck.fit {options}")


if __name__ == "__main__":
    main()

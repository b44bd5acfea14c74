"""Fit the network that values positions of Rummy, from games of its bots.

The size is the number of games that the four good strategies play among each other; in a third of
them ties are broken at random.  From a quarter of the positions before a draw from the stock the
network learns who has won.  Then the mean value of the deal is taken for each seat, at tables of
two and of three, over five deals for every six games.
"""

import warnings
from collections.abc import Mapping
from itertools import product
from typing import Any, Final

import numpy as np
from numpy.random import Generator, default_rng

from evenhand.games.cards import Masks
from evenhand.games.fitted import Fitted
from evenhand.games.rummy import Hybrid, MinDist, MinScore, OpponentAware, Rules
from evenhand.games.rummy.bots import Ties
from evenhand.games.rummy.game import play_logged
from evenhand.games.rummy.luck import DEAL_ONLY, DRAWS_BEFORE, EVENT_GAME, list_events
from evenhand.games.rummy.value_network import (
    LAYERS,
    NEXT,
    UNITS,
    predict,
    read_inputs,
    value_positions,
)
from evenhand.rng import draw_seeds
from evenhand.tables import Floats
from lab.core import Content, Progress, Recipe

BLOCK: Final = 8000  # games played in one go
SEATS: Final = 2
TABLES: Final = (2, 3)
PART: Final = 0.25  # of the positions
GOOD: Final = (MinScore, MinDist, Hybrid, OpponentAware)
TIES: Final[tuple[Ties, ...]] = ("points", "random")
USUAL: Final = Rules()
DEALS: Final = 5 / 6  # for each game
BATCH: Final = 1024
PACES: Final = ((2e-3, 10), (5e-4, 5), (1e-4, 5))  # learning rates, and how many rounds of each
DIGITS: Final = 4  # of the weights, behind the point
TEST_SEED, TEST_GAMES = 2, 8000
NOBODY: Final = -1


def make(size: int, seed: int, workers: int | None, progress: Progress) -> Content:
    """Fit the network to so many games, and take the means of deals."""
    rng, block = default_rng(seed), min(BLOCK, size)
    parts = []
    for number in range(-(-size // block)):
        parts.append(draw_examples(rng, block))
        progress(0.5 * (number + 1) * block / size)
    inputs, won = map(np.concatenate, zip(*parts, strict=True))
    fitted: Fitted = {"network": learn(inputs, won, rng), "expected": {}, "errors": {}}
    progress(0.8)
    deals = round(DEALS * size)
    for seats in TABLES:
        values = value_deals(seats, deals, rng, fitted)
        fitted["expected"][str(seats)] = values.mean(axis=0)
        fitted["errors"][str(seats)] = values.std(axis=0) / np.sqrt(deals)
    progress(1.0)
    return fitted


def draw_examples(rng: Generator, games: int) -> tuple[Floats, Masks]:
    """Return what the network sees in some positions, and whether who draws has won.

    Every position is as likely to be taken: one of each game would favour those of short games,
    and so those who are about to win.
    """
    pairs = np.array(list(product(range(len(GOOD)), repeat=SEATS)), np.int32)
    bots = np.stack([kind(ties=ties).row() for ties in TIES for kind in GOOD])
    seats = np.resize([*pairs, *pairs, *(pairs + len(GOOD))], (games, SEATS)).astype(np.int32)
    results, log = play_logged(bots, seats, draw_seeds(rng, games), USUAL)
    positions, won = [], []
    for found in list_events(bots, seats, log, DRAWS_BEFORE):
        declarer = results[found.events[:, EVENT_GAME], 0]
        some = (rng.random(len(found.events)) < PART) & (declarer != NOBODY)
        positions.append(found.positions[some])
        won.append(declarer[some] == found.positions[some, NEXT])
    return read_inputs(np.concatenate(positions)), np.concatenate(won).astype(np.int64)


def learn(inputs: Floats, won: Masks, rng: Generator) -> dict[str, Floats]:
    """Return the weights of the layers, by scikit-learn, with smaller and smaller steps."""
    from sklearn.exceptions import ConvergenceWarning
    from sklearn.neural_network import MLPClassifier

    seed = int(rng.integers(2**31))
    model = MLPClassifier(UNITS, batch_size=BATCH, random_state=seed, warm_start=True)
    for rate, rounds in PACES:
        model.set_params(learning_rate_init=rate, max_iter=rounds)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ConvergenceWarning)  # so many rounds are meant
            model.fit(inputs, won)
    layers = zip(LAYERS, model.coefs_, model.intercepts_, strict=True)
    return {name: np.round(np.vstack([w, b]).T, DIGITS) for name, w, b in layers}


def value_deals(seats: int, deals: int, rng: Generator, weights: Fitted | None = None) -> Floats:
    """Return (deals, seats) what random deals are worth, by default to the shipped network."""
    bots, once, parts = MinDist().row()[None], Rules(turn_limit=1), []
    for first in range(0, deals, BLOCK):
        tables = np.zeros((min(BLOCK, deals - first), seats), np.int32)
        _, log = play_logged(bots, tables, draw_seeds(rng, len(tables)), once)
        for found in list_events(bots, tables, log, DEAL_ONLY):
            parts.append(value_positions(found.positions, weights))
    return np.concatenate(parts)


def measure(content: Mapping[str, Any]) -> dict[str, float]:
    """Return the log loss of who wins in other games, with its standard error."""
    weights: Fitted = {
        group: {name: np.array(array, np.float64) for name, array in arrays.items()}
        for group, arrays in content.items()
    }
    inputs, won = draw_examples(default_rng(TEST_SEED), TEST_GAMES)
    found = predict(inputs, weights)
    losses = -np.log(np.where(won == 1, found, 1.0 - found))
    return {
        "log_loss": round(float(losses.mean()), 4),
        "error": round(float(losses.std() / np.sqrt(len(losses))), 4),
        "error_of_expected": round(float(np.max(weights["errors"]["2"])), 5),
    }


RECIPE = Recipe(
    name="rummy/value_network",
    summary="Value network: the chance to win before a draw, from games of the bots.",
    output="games/rummy/value_network.json",
    size=1_200_000,
    smoke=600,
    seed=1,
    make=make,
    quality=measure,
    smoke_seconds=6.0,
    tolerance=1e-3,
)

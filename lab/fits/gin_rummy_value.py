"""Fit the value network of Gin Rummy: how deals end, from games of its bots."""

import warnings
from collections.abc import Mapping
from itertools import product
from typing import Any

import numpy as np
from numpy.random import Generator, default_rng

from evenhand.compiled import kernel
from evenhand.games.cards import Masks
from evenhand.games.fitted import Fitted
from evenhand.games.gin_rummy import Careful, MinDeadwood, Rules
from evenhand.games.gin_rummy.deck import STOCK, shuffle
from evenhand.games.gin_rummy.luck import USUAL_BOT, margin_of, predict_deals
from evenhand.games.gin_rummy.policy import Log, play_log
from evenhand.games.gin_rummy.table import COLUMNS, DRAW_STOCK, TURN, deal, play
from evenhand.games.gin_rummy.value import (
    CLASSES,
    INPUTS,
    UNITS,
    Network,
    classify,
    new_network,
    predict,
    see_position,
)
from evenhand.games.protocol import Row
from evenhand.rng import draw_seeds
from evenhand.tables import Floats
from lab.core import Content, Progress, Recipe

BOTS = (MinDeadwood(), Careful())
BLOCK = 10_000  # games
PART = 0.25  # of the positions
DEALS = 5  # of which the mean is taken, for each game
BATCH = 1024
PACES = ((2e-3, 8), (5e-4, 5), (1e-4, 4))  # how long the steps are, and how many rounds
DIGITS = 4  # behind the point
TEST_SEED, TEST_GAMES = 2, 20_000
USUAL = Rules()


def make(size: int, seed: int, workers: int | None, progress: Progress) -> Content:
    """Let the bots play so many games, and learn from a quarter of the positions before draws."""
    rng, seen, ended = default_rng(seed), [], []
    for start in range(0, size, BLOCK):
        inputs, found = find_examples(rng, min(BLOCK, size - start))
        chosen = (rng.random(len(inputs)) < PART) & (found != 0)  # without void deals
        seen.append(inputs[chosen])
        ended.append(found[chosen])
        progress(0.3 * start / size)
    margin = np.concatenate(ended)
    network = learn(np.concatenate(seen), margin, rng)
    progress(0.7)
    fitted = {"network": network, "deals": {"margins": mean_margins(margin)}}
    chances = deal_chances(rng, DEALS * size, fitted)
    fitted["deals"]["chances"] = chances.mean(axis=0)
    fitted["deals"]["errors"] = chances.std(axis=0) / np.sqrt(len(chances))
    return fitted


def find_examples(rng: Generator, games: int) -> tuple[Floats, Masks]:
    """Return what the network sees before each draw of some games, and the drawer's margin."""
    pairs = np.array(list(product(range(len(BOTS)), repeat=2)), np.int32)
    rows, seeds = np.stack([bot.row() for bot in BOTS]), draw_seeds(rng, games)
    log = play_log(rows, np.resize(pairs, (games, 2)), seeds, USUAL)
    draws = int((log.actions == DRAW_STOCK).sum())
    seen, margins = np.zeros((draws, INPUTS)), np.zeros(draws, np.int64)
    see_draws(log, USUAL.row(), seen, margins)
    return seen, margins


@kernel
def see_draws(log: Log, rules: Row, seen: Floats, margins: Masks) -> None:
    """Write what the network sees before each draw, and the margin of the seat that draws."""
    table, draw = np.zeros(COLUMNS, np.int64), 0
    for game in range(len(log.actions)):
        deck, stock, first_draw = log.decks[game, 0], STOCK, draw
        deal(table, deck, 0)
        for made in range(log.moves[game, 0]):
            action = int(np.int64(log.actions[game, made]))
            if action == DRAW_STOCK:
                see_position(table, rules, seen[draw])
                margins[draw] = 1 - 2 * table[TURN]
                draw += 1
            play(table, rules, action, deck[stock])
            stock += action == DRAW_STOCK
        for number in range(first_draw, draw):
            margins[number] *= margin_of(table)


def learn(seen: Floats, margins: Masks, rng: Generator) -> dict[str, Floats]:
    """Return the weights of the network, by scikit-learn, with shorter and shorter steps."""
    from sklearn.exceptions import ConvergenceWarning
    from sklearn.neural_network import MLPClassifier

    classes = np.array([classify(margin) for margin in margins.tolist()])
    seed = int(rng.integers(2**31))
    model = MLPClassifier((UNITS,), batch_size=BATCH, random_state=seed, warm_start=True)
    for rate, rounds in PACES:
        model.set_params(learning_rate_init=rate, max_iter=rounds)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ConvergenceWarning)  # so many rounds are meant
            model.fit(seen, classes)
    layers = zip(("hidden", "output"), model.coefs_, model.intercepts_, strict=True)
    return {name: np.round(np.vstack([w, b]).T, DIGITS) for name, w, b in layers}


def mean_margins(margins: Masks) -> Floats:
    """Return the mean margin of each class; those of opposite classes are opposite."""
    classes = np.array([classify(margin) for margin in margins.tolist()])
    sums = np.bincount(classes, margins.astype(np.float64), CLASSES)
    sums -= sums[::-1].copy()
    counts = np.bincount(classes, minlength=CLASSES)
    means: Any = np.round(sums / (counts + counts[::-1]), 2)
    return np.asarray(means, np.float64)


def deal_chances(rng: Generator, deals: int, fitted: Fitted) -> Floats:
    """Return the chance of each class of results for the seat that begins, of random deals."""
    network, chances = make_network(fitted), np.zeros((deals, CLASSES))
    for start in range(0, deals, BLOCK):
        part = chances[start : start + BLOCK]
        decks = shuffle(draw_seeds(rng, len(part)))
        predict_deals(decks[:, None], USUAL_BOT.row(), USUAL.row(), network, part[:, None])
    return chances


def make_network(content: Mapping[str, Any]) -> Network:
    """Return the network of a content, whose numbers may be lists."""
    fitted = {
        group: {name: np.array(content[group][name], np.float64) for name in names}
        for group, names in (("network", ("hidden", "output")), ("deals", ("margins",)))
    }
    return new_network(fitted)


@kernel
def predict_rows(seen: Floats, network: Network, chances: Floats) -> None:
    """Write the chance of each class for what is seen."""
    for number in range(len(seen)):
        network.inputs[:] = seen[number]
        predict(network)
        chances[number] = network.chances


def measure(content: Mapping[str, Any]) -> dict[str, float]:
    """Return the loss in games that were not learnt from, and the error of the mean of deals."""
    seen, margins = find_examples(default_rng(TEST_SEED), TEST_GAMES)
    seen, margins = seen[margins != 0], margins[margins != 0]
    chances = np.zeros((len(seen), CLASSES))
    predict_rows(seen, make_network(content), chances)
    classes = np.array([classify(margin) for margin in margins.tolist()])
    losses = -np.log(chances[np.arange(len(seen)), classes])
    shares = np.bincount(classes, minlength=CLASSES) / len(classes)
    known = -(shares[shares > 0] * np.log(shares[shares > 0])).sum()
    return {
        "log_loss": round(float(losses.mean()), 4),
        "log_loss_of_shares": round(float(known), 4),
        "error_of_deals": round(float(np.max(content["deals"]["errors"])), 6),
    }


RECIPE = Recipe(
    name="gin_rummy/value",
    summary="Value network: chances of the results of a deal, from games of two bots.",
    output="games/gin_rummy/value.json",
    size=400_000,
    smoke=4_000,
    seed=1,
    make=make,
    quality=measure,
    smoke_seconds=3.0,
    tolerance=0.01,
)

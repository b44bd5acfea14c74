"""Fit the value of a deal to each seat before the auction.

The chances to win are learned from games of heuristic players of different skill and as many of
Monte-Carlo players.  The weights are fitted, by least squares to points less those of the table, to
the Monte-Carlo games alone: deals are played out by heuristic players, and would weigh too much
for all others if such players set the weights.  The means of V are taken over random deals.  All
seeds are apart from those of the studies.
"""

from collections.abc import Mapping
from dataclasses import asdict, replace
from typing import Any

import numpy as np
from numpy.random import default_rng
from numpy.typing import NDArray

from evenhand.games.skat.batch import Games, seat_points
from evenhand.games.skat.bots import MonteCarlo, play_many_series, play_population
from evenhand.games.skat.deal_value import (
    KINDS,
    SCALE,
    DealValue,
    PlayoutValue,
    PriorValue,
    find_prospects,
    load,
    make_columns,
    split_lines,
)
from evenhand.games.skat.deck import PACK, SEATS, SIZES
from evenhand.games.skat.winning_parameters import fit_logistic
from evenhand.rng import draw_seeds
from evenhand.tables import Floats
from lab.core import Content, Progress, Recipe, to_json

DEALS, SERIES = 204_800, 150  # of the file: random deals for its means, series of each kind
TEST_SEED, TEST_GAMES = 77_003, 1_000
TRAINING_PLAYERS = 60
MISJUDGEMENTS = (0.2, 0.4, 0.6)  # of the Monte-Carlo players
PENALTY = 0.5
DIGITS = 6  # of what is saved


def make(size: int, seed: int, workers: int | None, progress: Progress) -> Content:
    """Learn from so many series of each kind of player, and take means over random deals."""
    heuristic, monte_carlo = training_games(seed, size)
    progress(0.3)
    prior, playout = fit_prior(Games.concat([heuristic, monte_carlo])), PlayoutValue()
    unit = (0.0,) * SEATS
    full = DealValue(prior, playout, fit_weights(monte_carlo, prior, playout), unit, unit)
    quick = replace(full, playout=None, weights=fit_weights(monte_carlo, prior, None))
    random_deals = PACK.deal(default_rng([seed, 1]), DEALS * size // SERIES, *SIZES)
    progress(0.4)
    found = {"full": full, "quick": quick}
    return {name: to_content(with_means(value, random_deals)) for name, value in found.items()}


def training_games(seed: int, series: int) -> tuple[Games, Games]:
    """Play as many games of heuristic as of Monte-Carlo players; passed-in deals count."""
    rng = default_rng(seed)
    heuristic = play_population(rng, TRAINING_PLAYERS, series, deal_again=False).games
    players = [MonteCarlo(samples=4, misjudgement=errors) for errors in MISJUDGEMENTS]
    tables = (np.arange(len(heuristic))[:, None] + np.arange(SEATS)) % SEATS
    return heuristic, play_many_series(players, tables, draw_seeds(rng, len(tables))).games


def fit_prior(games: Games) -> PriorValue:
    """Fit the chances to win the best game of a seat to who declared and won."""
    rows = np.flatnonzero(games.played)
    columns = make_columns(find_prospects(games.deals[rows], SCALE))
    columns = columns[np.arange(len(rows)), games.declarers[rows]]
    won = games.won[rows].astype(np.float64)
    weights = fit_logistic(columns, won, PENALTY * np.eye(columns.shape[1]))
    return PriorValue(split_lines(np.round(weights, DIGITS).tolist()))


def fit_weights(
    games: Games, prior: PriorValue, playout: PlayoutValue | None
) -> tuple[float, float]:
    """Return the weights of the prior and the playout value."""
    columns = [centre(prior.values(games.deals)).ravel()]
    if playout is not None:
        columns.append(centre(playout.values(games.deals)).ravel())
    points = centre(seat_points(games)).ravel()
    found = np.linalg.lstsq(np.stack(columns, axis=1), points, rcond=None)[0]
    by_hands, played_out = (*np.round(found, DIGITS).tolist(), 0.0)[:2]
    return by_hands, played_out


def centre(points: Floats) -> Floats:
    """Subtract the mean of each table, then that of each seat."""
    relative = points - points.mean(axis=1, keepdims=True)
    less: Floats = relative - relative.mean(axis=0)
    return less


def with_means(value: DealValue, deals: NDArray[np.int64]) -> DealValue:
    """Return a value with its means over random deals, and their standard errors."""
    found = value.values(deals)
    errors = found.std(axis=0, ddof=1) / np.sqrt(len(found))
    means, spread = (
        tuple(np.round(each, DIGITS).tolist()) for each in (found.mean(axis=0), errors)
    )
    return replace(value, expected=means, errors=spread)


def to_content(value: DealValue) -> dict[str, Any]:
    """Return a value as the file has it."""
    played = value.playout
    return {
        "scale": value.prior.scale,
        **dict(zip(KINDS, value.prior.lines, strict=True)),
        "played_out": None if played is None else asdict(played),
        "weights": value.weights,
        "expected": value.expected,
        "errors": value.errors,
    }


def measure(content: Mapping[str, Any]) -> dict[str, float]:
    """Return which share of the variance of points each value explains in games not learnt from."""
    bot, tables = (
        MonteCarlo(samples=4, misjudgement=MISJUDGEMENTS[1]),
        np.zeros((TEST_GAMES, SEATS)),
    )
    seeds = draw_seeds(default_rng(TEST_SEED), TEST_GAMES)
    games = play_many_series([bot], tables.astype(np.int32), seeds).games
    points, figures = centre(seat_points(games)), {}
    for name, value in load(to_json(content)).items():
        rest = points - centre(value.values(games.deals))
        figures[name] = round(1.0 - float((rest**2).sum() / (points**2).sum()), 3)
    return figures


RECIPE = Recipe(
    name="skat/deal_value",
    summary="Value of a deal to each seat before the auction, by its hands and by playouts.",
    output="games/skat/deal_value.json",
    size=SERIES,
    smoke=2,
    seed=77_001,
    make=make,
    quality=measure,
    needs=("skat/heuristic", "skat/strength", "skat/thresholds", "skat/inference"),
    smoke_seconds=5.5,
)

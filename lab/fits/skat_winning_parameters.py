"""Fit Edelkamp's winning parameters to games of heuristic players of different skill."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.random import default_rng

from evenhand.games.skat.bots import play_population
from evenhand.games.skat.winning_parameters import (
    GRAND_PARAMETERS,
    SUIT_PARAMETERS,
    Parameter,
    Weights,
    WinningParameters,
    fit,
)
from lab.core import Content, Progress, Recipe

PLAYERS = 500
TEST_SEED, TEST_SERIES = 20_211, 2_000


def make(size: int, seed: int, workers: int | None, progress: Progress) -> Content:
    """Play so many series of players among themselves, and fit to their games."""
    games = play_population(default_rng(seed), PLAYERS, size).games
    progress(0.5)
    found = fit(games)
    progress(1.0)
    return {
        "suit": _name_levels(found.suit, SUIT_PARAMETERS),
        "grand": _name_levels(found.grand, GRAND_PARAMETERS),
        "null": found.null,
        "null ouvert": found.null_ouvert,
    }


def _name_levels(weights: Weights, parameters: Sequence[Parameter]) -> dict[str, Any]:
    names = [parameter.name for parameter in parameters]
    return {"start": weights.start, **dict(zip(names, weights.levels, strict=True))}


def measure(content: Mapping[str, Any]) -> dict[str, float]:
    """Return how well the chances fit games of other players, which were not learnt from."""
    suit, grand = (
        Weights(content[key]["start"], tuple(content[key][one.name] for one in parameters))
        for key, parameters in (("suit", SUIT_PARAMETERS), ("grand", GRAND_PARAMETERS))
    )
    learnt = WinningParameters(suit, grand, content["null"], content["null ouvert"])
    games = play_population(default_rng(TEST_SEED), PLAYERS, TEST_SERIES).games
    rows = np.flatnonzero(games.played)
    won, chances = games.won[rows], learnt.strength(games)[rows]
    losses = -np.log(np.where(won, chances, 1.0 - chances))
    error = losses.std() / np.sqrt(len(rows))
    return {"log_loss": round(float(losses.mean()), 5), "error": round(float(error), 5)}


RECIPE = Recipe(
    name="skat/winning_parameters",
    summary="Chances to win by Edelkamp's parameters, from games of 500 heuristic players.",
    output="games/skat/winning_parameters.json",
    size=8_000,
    smoke=8_000,
    seed=2021,
    make=make,
    quality=measure,
    smoke_seconds=7.0,
)

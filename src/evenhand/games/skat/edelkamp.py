"""Take luck out of Seeger-Fabian totals as in Edelkamp (2021).

Two things are called luck there: a strong hand, and a game of high value.  As in the paper's code::

    c = p / normal, at least 0.5 and at most 2      the chance factor of a hand
    value <- 41                                     CHANCEFACTOR2: every game is worth the mean
    value <- value / c                              CHANCEFACTOR1: a strong hand is worth less

The declarer gets the value for a game won and loses it twice for a game lost.  The
50 for won and lost games and the 40 for the others stay as they are.

The paper says it in three ways that differ.  Its code changes the game value; its example
divides the score (86 becomes 79, see ``scale_score``); its formula s' = c s multiplies.
We take the code, and offer the example.

A limit of the method: the value is divided whether the game is won or lost.  So a strong hand that
is lost costs less than a weak one, though it should have been won.  A hand played by nobody,
that is the luck of the defenders, is not seen at all.

Symbols: p = strength of the hand, as a winning chance or in any other unit; normal = the mean
strength of such games.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from evenhand.games.skat.batch import Games
from evenhand.games.skat.contract import KIND_OF, KINDS, NO_CONTRACT
from evenhand.games.skat.deck import Integers
from evenhand.tables import Floats

NORMAL = {
    "suit": 0.804,
    "grand": 0.934,
    "null": 0.620,
    "null hand": 0.711,
    "null ouvert": 0.900,
    "null ouvert hand": 0.945,
}
"""The paper's ``normalprob``: the share of games that the declarers of its data won."""

MEAN_VALUE = 41.0
"""The paper's mean value of a game, Table III."""

LOWEST, HIGHEST = 0.5, 2.0
"""Chance factors are clipped to these."""


def find_normal(contracts: Integers, strength: Floats) -> dict[str, float]:
    """Return the mean strength of the hands of each kind of game that was played.

    Hands without a strength (NaN) are left out, and so are passed-in deals.

    >>> find_normal(np.array([0, 0, -1]), np.array([8.0, 9.0, 1.0]))
    {'suit': 8.5}
    """
    known = (contracts != NO_CONTRACT) & ~np.isnan(strength)
    kinds, values = KIND_OF[contracts[known]], strength[known]
    counts = np.bincount(kinds, minlength=len(KINDS))
    sums = np.bincount(kinds, values, len(KINDS))
    means = zip(KINDS, sums, counts, strict=True)
    return {kind: float(total / count) for kind, total, count in means if count}


def chance_factors(
    strength: Floats, contracts: Integers, normal: Mapping[str, float] = NORMAL
) -> Floats:
    """Return how much stronger than normal each hand is; 1 for hands without a strength.

    >>> chance_factors(np.array([9.5, 1.0]), np.array([0, 0]), {"suit": 8.72}).round(2).tolist()
    [1.09, 0.5]
    """
    known = (contracts != NO_CONTRACT) & ~np.isnan(strength)
    by_kind = np.array([normal.get(kind, np.nan) for kind in KINDS])
    usual = by_kind[KIND_OF[contracts[known]]]
    if not (usual > 0.0).all():
        lacking = KINDS[int(KIND_OF[contracts[known]][~(usual > 0.0)][0])]
        raise ValueError(f"no normal strength above zero is known for {lacking} games")
    factors = np.ones(len(strength))
    factors[known] = np.clip(strength[known] / usual, LOWEST, HIGHEST)
    return factors


def game_values(games: Games) -> Floats:
    """Return the value of each game, won or lost; 0 for a passed-in deal."""
    values: Floats = np.where(games.won, games.scores, games.scores / -2.0)
    return values


def find_mean_value(games: Games) -> float:
    """Return the mean value of the games that were played."""
    return float(game_values(games)[games.played].mean())


def correct_values(
    games: Games, factors: Floats | None = None, mean_value: float | None = None
) -> Floats:
    """Return what is written down for each declarer after the correction.

    Neither argument given, these are the scores as they were.
    """
    values: Any = game_values(games)
    if mean_value is not None:
        values = np.where(games.played, mean_value, 0.0)
    if factors is not None:
        values = values / factors
    written: Floats = np.where(games.won, values, -2.0 * values)
    return written


def scale_score(score: float, factor: float, own: float = 1.0, others: float = 1.0) -> float:
    """Correct a score as the paper's text does: for the hand, and for the ratings at the table.

    The declarer's rating is ``own``, the defenders' is ``others``.  The 86 points of a hand of 9.5
    where 8.72 is normal become 79, and 73 for a declarer of 875 against 950:

    >>> round(scale_score(86, 9.5 / 8.72)), round(scale_score(86, 9.5 / 8.72, 875, 950))
    (79, 73)
    """
    return score / factor / (others / own)

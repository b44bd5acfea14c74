"""Ratings beside the skill that simulated players really have."""

import numpy as np
from numpy.typing import NDArray

from evenhand.ratings import RunArrays, count_games
from evenhand.tables import Floats, GameTable

ENOUGH = 10  # series of a player whose rating says something
FEWEST_PLAYERS = 3  # of whom an order says something


def rank_correlation(first: Floats, second: Floats) -> float:
    """Spearman's rank correlation; NaN if one of them is the same for everybody.

    >>> rank_correlation(np.array([1.0, 2.0, 5.0]), np.array([10.0, 30.0, 20.0]))
    0.5
    """
    a, b = _centred_ranks(first), _centred_ranks(second)
    scale = float(np.sqrt((a @ a) * (b @ b)))
    return float(a @ b) / scale if scale > 0.0 else float("nan")


def _centred_ranks(values: Floats) -> Floats:
    """Ranks less their mean; equal values share the mean of their ranks."""
    _, place, counts = np.unique(values, return_inverse=True, return_counts=True)
    last = np.cumsum(counts)
    ranks = (last - (counts - 1) / 2.0)[place]
    centred: Floats = ranks - ranks.mean()
    return centred


def played_enough(table: GameTable) -> NDArray[np.bool_]:
    """Which players have played enough series."""
    return count_games(table) >= ENOUGH


def agreement(table: GameTable, run: RunArrays, skill: Floats) -> str:
    """How well the last ratings rank the players who played enough, in words."""
    who = played_enough(table)
    if who.sum() < FEWEST_PLAYERS:
        return f"too few players of {ENOUGH} series"
    found = rank_correlation(run.values[who, 0], skill[who])
    return f"{found:.2f} ({who.sum()} players of {ENOUGH} series or more)"

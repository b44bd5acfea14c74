"""Measure a configuration: rate all games once, and add up the metrics over blocks of them.

The games are rated in parts.  A part fits into the cache of a processor, unless there are so many
players that copying their ratings for each part would take longer than rating it.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from evenhand.evaluation import (
    BASIC_SUMS,
    F1_SUMS,
    N_SUMS,
    NoFitError,
    Split,
    add_block_sums,
    fit_logistic,
)
from evenhand.ratings import RatingSystem, decided_games, iterate
from evenhand.tables import Floats, GameTable

PART_SIZE = 1 << 16
OUT_OF_RANGE = "its numbers are out of range"


@dataclass(frozen=True, slots=True, eq=False)
class Games:
    """The games that all configurations share, and how they are split."""

    table: GameTable
    split: Split


@dataclass(frozen=True, slots=True)
class Task:
    """A configuration to measure."""

    system: RatingSystem
    regression: bool = False  # whether to predict winners by a regression too


def measure(games: Games, task: Task) -> Floats | str:
    """Return the sums of each block of games, or the reason why there are none.

    The columns are the first ones of :mod:`evenhand.evaluation.metrics`; with a regression on the
    rating difference, fitted on the tuning period, they include those of its F1.
    """
    try:
        with np.errstate(all="ignore"):  # whatever is not finite is found at the end
            return _sums(games, task)
    except ArithmeticError:
        return OUT_OF_RANGE
    except NoFitError as problem:
        return f"in the tuning period {problem}"


def _sums(games: Games, task: Task) -> Floats:
    system, table, edges = task.system, games.table, games.split.edges
    sums = np.zeros((len(edges) - 1, N_SUMS))
    differences = np.empty(len(table) if task.regression else 0)
    for part, run in iterate(system, table, size=max(PART_SIZE, len(table.names))):
        _check_finite(run.values[:, 0])
        rows = table.rows(part.start, part.stop)
        _add(rows, system.win_probabilities(run.expected), edges - part.start, sums)
        if task.regression:
            differences[part] = run.before[:, 0] - run.before[:, 1]
    _check_finite(sums)
    if task.regression:
        sums[:, BASIC_SUMS:F1_SUMS] = _regression_sums(games, differences)
    return np.ascontiguousarray(sums[:, : F1_SUMS if task.regression else BASIC_SUMS])


def _check_finite(numbers: Floats) -> None:
    if not np.isfinite(numbers).all():
        raise FloatingPointError(OUT_OF_RANGE)


def _add(part: GameTable, probabilities: Floats, edges: NDArray[np.int64], sums: Floats) -> None:
    """Add the games of a part to the blocks that they belong to."""
    first = max(int(np.searchsorted(edges, 0, "right")) - 1, 0)
    last = int(np.searchsorted(edges, len(part), "left"))
    add_block_sums(part, probabilities, edges[first : last + 1], sums[first:last])


def _regression_sums(games: Games, differences: Floats) -> Floats:
    """Return how often the regression rightly predicts a win, predicts one, and one was won."""
    table, split = games.table, games.split
    decided, won = decided_games(table), table.score[:, 0] > table.score[:, 1]
    train = decided.copy()
    train[split.test_start :] = False
    predicted = fit_logistic(differences[train], won[train]).predict(differences) & decided
    flags = np.stack([predicted & won, predicted, won], axis=1)
    return np.asarray(np.add.reduceat(flags, split.edges[:-1], dtype=np.float64))

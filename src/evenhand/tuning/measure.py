"""What a configuration is worth: all games rated once, and sums over blocks of them.

All configurations share one copy of the games, cut into parts beforehand.  A part fits into the
cache of a processor, unless there are so many players that copying their ratings for each part
would take longer than rating it.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from evenhand.ratings.evaluate import SUMS, add_block_sums
from evenhand.ratings.system import RatingSystem
from evenhand.tables import Floats, GameTable
from evenhand.tuning.configurations import OUT_OF_RANGE
from evenhand.tuning.differences import walk
from evenhand.tuning.metrics import COLUMNS, LINE_CLAIMED, LINE_TRUE, LINE_WON, PLAIN
from evenhand.tuning.odds_line import NoLineError, fit_odds_line
from evenhand.tuning.split import Split, decided_games

LEAST_PART = 1 << 16


@dataclass(frozen=True, slots=True, eq=False)
class Games:
    """The games as all configurations share them."""

    parts: tuple[GameTable, ...]
    split: Split


@dataclass(frozen=True, slots=True)
class Task:
    """A configuration to measure."""

    system: RatingSystem
    regression: bool = False  # whether to foretell winners by a regression too


def cut(table: GameTable, split: Split) -> Games:
    """Cut games into parts."""
    size = max(LEAST_PART, len(table.names))
    starts = range(0, len(table), size)
    return Games(tuple(table.rows(start, start + size) for start in starts), split)


def measure(games: Games, task: Task) -> Floats | str:
    """The sums of each block of games: the columns of :mod:`evenhand.tuning.metrics`.

    Or the reason why there are none.
    """
    try:
        with np.errstate(all="ignore"):  # what is no number is looked for at the end
            return _sums(games, task)
    except ArithmeticError:
        return OUT_OF_RANGE
    except NoLineError as problem:
        return f"in the tuning period {problem}"


def _sums(games: Games, task: Task) -> Floats:
    system, split = task.system, games.split
    sums = np.zeros((len(split.edges) - 1, SUMS))
    ratings, first = system.start(len(games.parts[0].names)), 0
    rating = ratings[:, 0].copy()
    apart = np.empty(split.games if task.regression else 0)
    for part in games.parts:
        run = system.rate(part, ratings)
        _check_finite(run.ratings[:, 0])
        _add(system, part, run.expected, split.edges - first, sums)
        if task.regression:
            walk(part.seats, run.after, rating, apart[first : first + len(part)])
        ratings, first = run.ratings, first + len(part)
    _check_finite(sums)
    plain = np.ascontiguousarray(sums[:, :PLAIN])
    return np.hstack([plain, _foretold(games, apart)]) if task.regression else plain


def _check_finite(numbers: Floats) -> None:
    if not np.isfinite(numbers).all():
        raise FloatingPointError(OUT_OF_RANGE)


def _add(
    system: RatingSystem, part: GameTable, expected: Floats, edges: NDArray[np.int64], sums: Floats
) -> None:
    """Add the games of a part to the blocks that they belong to."""
    met = slice(
        max(int(np.searchsorted(edges, 0, "right")) - 1, 0),
        int(np.searchsorted(edges, len(part), "left")),
    )
    within = edges[met.start : met.stop + 1]
    add_block_sums(part, system.win_chances(expected), within, sums[met])


def _foretold(games: Games, apart: Floats) -> Floats:
    """How often a regression, fitted on the tuning period, names the winner."""
    split = games.split
    decided = np.concatenate([decided_games(part) for part in games.parts])
    won = np.concatenate([part.score[:, 0] > part.score[:, 1] for part in games.parts])
    learned = decided[: split.first]
    line = fit_odds_line(apart[: split.first][learned], won[: split.first][learned])
    sums = np.zeros((len(split.edges) - 1, COLUMNS - PLAIN))
    claimed = line.claims(apart) & decided
    flagged = ((LINE_TRUE, claimed & won), (LINE_CLAIMED, claimed), (LINE_WON, won))
    for column, flags in flagged:
        sums[:, column - PLAIN] = np.add.reduceat(flags, split.edges[:-1], dtype=np.float64)
    return sums

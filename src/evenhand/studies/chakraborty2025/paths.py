"""Rating paths: the rating of a strategy after each of its own games.

The paper does not say whether its means include the way from the start.  So a path has a later
part: all but its first ninth, which is 5,000 of the paper's 45,000 games.  Nor does it say how
wide its moving average is: ours takes a ninetieth, 500 games.
"""

from collections.abc import Mapping

import numpy as np

from evenhand.ratings import Run
from evenhand.studies.chakraborty2025.printed import Line
from evenhand.studies.chakraborty2025.strategies import TOP
from evenhand.tables import GameTable
from evenhand.tables.table import Floats

EARLY_PART = 9
WINDOW_PART = 90


def paths_of(table: GameTable, run: Run) -> dict[str, Floats]:
    """The path of each strategy."""
    return {name: run.after[table.seats == player] for player, name in enumerate(table.names)}


def early(games: int) -> int:
    """How many of so many games are early.

    >>> early(45_000)
    5000
    """
    return games // EARLY_PART


def window(games: int) -> int:
    """How many games of so many the moving average takes.

    >>> window(45_000)
    500
    """
    return max(1, games // WINDOW_PART)


def later(path: Floats) -> Floats:
    """A path without its early games."""
    return path[early(len(path)) :]


def summary(path: Floats) -> Line:
    """Mean, standard deviation and coefficient of variation.

    >>> summary(np.array([900.0, 1100.0]))
    Line(mean=1000.0, sd=100.0, cv=10.0)
    """
    mean, sd = float(path.mean()), float(path.std())
    return Line(mean, sd, 100.0 * sd / mean)


def later_lines(table: GameTable, run: Run) -> dict[str, Line]:
    """The later part of each path in numbers."""
    return {name: summary(later(path)) for name, path in paths_of(table, run).items()}


def moving_average(path: Floats, width: int) -> Floats:
    """The mean of the last ratings, of fewer at the beginning.

    >>> moving_average(np.array([2.0, 4.0, 6.0, 9.0]), 3).round(2).tolist()
    [2.0, 3.0, 4.0, 6.33]
    """
    sums = np.r_[0.0, np.cumsum(path)]
    last = np.arange(1, len(path) + 1)
    first = np.maximum(last - width, 0)
    return np.asarray((sums[last] - sums[first]) / (last - first))


def settled_after(path: Floats, width: int) -> int | None:
    """After how many games a path has come near to where it stays; None if it never does.

    Then the moving average is for the first time within one standard deviation of the mean, both
    those of the second half of the path.
    """
    half = path[len(path) // 2 :]
    near = np.abs(moving_average(path, width) - half.mean()) <= half.std()
    return int(near.argmax()) + 1 if near.any() else None


def discriminative_power(lines: Mapping[str, Line]) -> float:
    """The range of the means of the four strong strategies, in mean standard deviations."""
    means = [lines[name].mean for name in TOP]
    return (max(means) - min(means)) / mean_sd(lines)


def mean_sd(lines: Mapping[str, Line]) -> float:
    """The mean standard deviation of the four strong strategies."""
    return sum(lines[name].sd for name in TOP) / len(TOP)


def order_of(means: Mapping[str, float]) -> str:
    """Names from the highest to the lowest.

    >>> order_of({"hybrid": 1300.0, "min-dist": 1310.0})
    'min-dist > hybrid'
    """
    return " > ".join(sorted(means, key=means.__getitem__, reverse=True))

"""Rating paths: the rating of a bot after each of its own games.

The papers draw them smoothed and do not say how wide their moving averages are; ours takes a
ninetieth of the path, 500 of 45,000 games.
"""

from collections.abc import Mapping

import numpy as np

from evenhand.ratings import RunArrays
from evenhand.tables import Floats, GameTable

WINDOW_PART = 90


def paths_of(table: GameTable, run: RunArrays) -> dict[str, Floats]:
    """The path of each player."""
    return {name: run.after[table.seats == player] for player, name in enumerate(table.names)}


def window(games: int) -> int:
    """How many games of so many the moving average takes.

    >>> window(45_000)
    500
    """
    return max(1, games // WINDOW_PART)


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


def order_of(means: Mapping[str, float]) -> str:
    """Names from the highest to the lowest.

    >>> order_of({"hybrid": 1300.0, "min-dist": 1310.0})
    'min-dist > hybrid'
    """
    return " > ".join(sorted(means, key=means.__getitem__, reverse=True))

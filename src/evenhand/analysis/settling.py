r"""After how many games a rating stays near its end.

The end of a regular's rating is its mean over the last quarter of his games.  It has settled
after the first n of his games from which on it never is farther from its end than a tolerance:
half the spread.  What is told is the median over the regulars; None if that lies in the last
quarter itself, where a rating is near its end because the end is made of it.

Source: the fixpoint of Edelkamp 2021, who gives no definition.  The study ``edelkamp2021/fixpoint``
looks at the first n at which the median player is near the end, on curves of one length; here the
players have played as much as they like.
"""

import numpy as np
from numpy.typing import NDArray

from evenhand.compiled import kernel
from evenhand.tables import Flags, Floats, GameTable

Counts = NDArray[np.int64]

PART = 0.5  # of the spread
LAST_PART = 4  # the last quarter


def settled_after(
    table: GameTable, after: Floats, regulars: Flags, tolerance: float
) -> float | None:
    """The median number of games until a regular's rating stays within a tolerance of its end.

    ``after`` are the ratings after each game.
    """
    taken = table.taken
    players = table.seats[taken]
    order = np.argsort(players, kind="stable")
    games = np.bincount(players, minlength=len(table.names)).astype(np.int64)
    ends = np.cumsum(games, dtype=np.int64)
    found = np.zeros((len(games), 2))
    _settle(after[taken][order], ends, games, tolerance, found)
    settled, parts = found[regulars].T
    if not len(settled) or np.median(parts) > 1.0 - 1.0 / LAST_PART:
        return None
    return float(np.median(settled))


@kernel
def _settle(path: Floats, ends: Counts, games: Counts, tolerance: float, found: Floats) -> None:
    """For each player after how many games, and after which part of them, he has settled."""
    for player in range(len(games)):
        count, last = games[player], ends[player]
        if count == 0:
            continue
        quarter = max(1, count // LAST_PART)
        end = path[last - quarter : last].mean()
        settled = count
        while settled > 0 and abs(path[last - count + settled - 1] - end) <= tolerance:
            settled -= 1
        found[player, 0] = settled
        found[player, 1] = settled / count

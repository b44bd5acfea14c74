"""Numbers of games taken from the games themselves: ``q10+1`` is [q10] + 1 of Maitra 2025.

[q10] is the 10th percentile of the number of games of each player, rounded down.  Only games of
the tuning period count, and players who played one.
"""

import math
import re
from collections.abc import Callable

import numpy as np

from evenhand.tables import GameTable
from evenhand.tuning.split import Split

QUANTILE = re.compile(r"(?<![\w.])q(\d+(?:\.\d+)?)(?:\+(\d+))?(?![\w.])")


FEWEST, MOST = "1", "1000000000"  # games that a player may have played


def fewest(text: str) -> str:
    """The least number that it can be in the place of each quantile.

    >>> fewest("60/30/16@q10+1/30"), most("60/30/16@30/q10+1")
    ('60/30/16@1/30', '60/30/16@30/1000000000')
    """
    return QUANTILE.sub(lambda found: _checked(found, FEWEST), text)


def most(text: str) -> str:
    """A number above all others in the place of each quantile."""
    return QUANTILE.sub(lambda found: _checked(found, MOST), text)


def fill_in(table: GameTable, split: Split) -> Callable[[str], str]:
    """Puts numbers in the place of quantiles.

    >>> from evenhand.tuning.split import split_games
    >>> table = GameTable.from_games([{"A": 1, "B": 0}, {"A": 1, "C": 0}, {"A": 0, "D": 1}] * 2)
    >>> put = fill_in(table, split_games(table, fraction=0.5))
    >>> put("60/30/16@q50+1/q100"), put("by-games")
    ('60/30/16@2/3', 'by-games')
    """
    played: list[np.ndarray[tuple[int], np.dtype[np.int64]]] = []

    def number(found: re.Match[str]) -> str:
        percent, more = float(_checked(found, found[1])), int(found[2] or 0)
        if not played:
            seats = table.seats[: split.first]
            counts = np.bincount(seats[seats >= 0], minlength=len(table.names))
            played.append(counts[counts > 0])
        return str(math.floor(np.percentile(played[0], percent)) + more)

    return lambda text: QUANTILE.sub(number, text)


def _checked(found: re.Match[str], number: str) -> str:
    """The number for a quantile, if there is one."""
    if float(found[1]) > 100.0:
        raise ValueError(f"a quantile lies between q0 and q100, not at {found[0]}")
    return number

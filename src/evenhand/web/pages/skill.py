"""How much of a ladder's game is skill, found out once in a while and kept."""

from threading import Lock
from time import monotonic
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

import numpy as np

from evenhand.ledger.exporting import games_table
from evenhand.ledger.ladder import Ladder
from evenhand.ledger.ledger import Ledger

if TYPE_CHECKING:
    from evenhand.analysis import Analysis

GAMES = 4000  # the last ones
RESAMPLES = 20
FRESH = 600.0  # seconds for which an answer is kept
Found = tuple["Analysis | None", str]
_kept: "WeakKeyDictionary[Ladder, tuple[float, Found]]" = WeakKeyDictionary()
_one_at_a_time = Lock()


def skill_of(ledger: Ledger, ladder: Ladder) -> Found:
    """The analysis of the last games, or why there is none."""
    with _one_at_a_time:
        known = _kept.get(ladder)
        if known is not None and monotonic() < known[0]:
            return known[1]
        found = _analysed(ledger, ladder)
        _kept[ladder] = (monotonic() + FRESH, found)
        return found


def _analysed(ledger: Ledger, ladder: Ladder) -> Found:
    from evenhand.analysis import analyse

    table = games_table(ledger, ladder)
    table = table.rows(max(len(table) - GAMES, 0), len(table))
    try:
        return analyse(table, resamples=RESAMPLES, rng=np.random.default_rng(0), workers=1), ""
    except ValueError as problem:
        return None, str(problem)

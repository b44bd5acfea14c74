"""What one suit alone can give: tables over all sets of its ranks.

There is one pack, so every natural card is unique, and the suits of a hand are joined only
by its sets, its jokers and two demands: a pure sequence and a second one.  Whatever else a
hand can do it does suit by suit, and a suit has only 2^13 sets of ranks.  So each of these
sets is worked out once, in four states:

============  =========================================================
``FREE``      any number of sequences
``SEQUENCE``  one at least
``PURE``      a pure one at least
``BOTH``      a pure one at least and another
============  =========================================================

A *run* is a piece of three to five neighbouring places, of which the hand fills some and
leaves *gaps* in others; a longer sequence is two runs.  Thirteen cards have room for four.
The ace is both the first place and the last, and fills one of them.

Two tables come of this, both indexed by state and mask:

- ``gaps_by_cards_left``: the fewest gaps if exactly *u* cards are left out of all runs, where
  the pure run has at most *k* gaps (they can be filled by drawn cards only, not by jokers);
- ``points_by_gaps``: the fewest points left out if at most *g* gaps are filled by jokers,
  where the pure run has none.

``ranks`` is the mask of the ranks that the pack has; a small pack can be counted out.
"""

from collections.abc import Callable
from typing import Final

import numpy as np
from numpy.typing import NDArray

from evenhand.games.rummy.pack import RANKS, SUIT_MASK
from evenhand.games.rummy.points import RANK_POINTS

Cells = NDArray[np.int16]  # (masks, cells), or with more dimensions in front

FREE, SEQUENCE, PURE, BOTH = STATES = range(4)
SHORTEST, LONGEST = 3, 5  # places of a run
MOST_RUNS: Final = 4
CARDS_LEFT: Final = 15  # cells: 0 to 14 cards left out
PLACES: Final = RANKS + 1  # the ranks, and the ace once more above them
MASKS: Final = np.arange(1 << PLACES, dtype=np.int64)  # all sets of places
GAPS_FILLED: Final = 8  # cells: 0 to 7 gaps filled; a hand has at most six jokers
CLASSES: Final = SHORTEST + 1  # the pure run has at most 0, 1, 2 or 3 gaps
NEVER: Final = 999
"""More than any sum that is possible."""

Payment = Callable[[Cells, int], Cells]
"""The cells of the cards beside a run, and the gaps of the run, to the cells of both."""


def gaps_by_cards_left(ranks: int = SUIT_MASK) -> Cells:
    """Fewest gaps, indexed by most gaps of the pure run, state, mask and cards left out."""
    nothing_done = np.full((len(MASKS), CARDS_LEFT), NEVER, np.int16)
    nothing_done[MASKS, np.bitwise_count(MASKS)] = 0
    return _in_states(nothing_done, _add_gaps, CLASSES, ranks)


def points_by_gaps(ranks: int = SUIT_MASK) -> Cells:
    """Fewest points left out, indexed by state, mask and gaps that may be filled."""
    worth = np.array([*RANK_POINTS, RANK_POINTS[0]])
    points = (MASKS[:, None] >> np.arange(PLACES) & 1) @ worth
    nothing_done = np.repeat(points.astype(np.int16)[:, None], GAPS_FILLED, axis=1)
    found: Cells = _in_states(nothing_done, _use_gaps, 1, ranks)[0]
    return found


def _add_gaps(rest: Cells, gaps: int) -> Cells:
    return rest + np.int16(gaps)


def _use_gaps(rest: Cells, gaps: int) -> Cells:
    used = np.full_like(rest, NEVER)
    used[:, gaps:] = rest[:, : GAPS_FILLED - gaps]
    return used


def _in_states(nothing_done: Cells, pay: Payment, classes: int, ranks: int) -> Cells:
    """The four states for each class of the pure run, over masks of ranks."""
    by_runs = [nothing_done]
    for _ in range(MOST_RUNS):
        by_runs.append(_with_run(by_runs[-1], pay, ranks, LONGEST + 1)[-1])
    free, sequence = (np.minimum.reduce(by_runs[least:]) for least in (0, 1))
    pure, both = (_with_run(rest, pay, ranks, classes) for rest in (free, sequence))
    found = [[free, sequence, pure[most], both[most]] for most in range(classes)]
    return _ace_low_or_high(np.array(found))


def _with_run(rest: Cells, pay: Payment, ranks: int, classes: int) -> Cells:
    """The best cells with one more run that has no gaps, at most one gap, and so on."""
    best = np.full((classes, *rest.shape), NEVER, np.int16)
    for run in _runs(ranks):
        gaps = run.bit_count() - np.bitwise_count(MASKS & run)
        for count in range(min(run.bit_count() + 1, classes)):
            at = np.flatnonzero(gaps == count)
            paid = pay(rest[at & ~run], count)
            best[count, at] = np.minimum(best[count, at], paid)
    return np.minimum.accumulate(np.minimum(best, NEVER))


def _runs(ranks: int) -> list[int]:
    """The runs of a suit, as masks of places."""
    places = ranks | (ranks & 1) << RANKS
    spans = [(1 << length) - 1 for length in range(SHORTEST, LONGEST + 1)]
    runs = [span << first for span in spans for first in range(PLACES - span.bit_count() + 1)]
    return [run for run in runs if run & places == run]


def _ace_low_or_high(cells: Cells) -> Cells:
    """The better place of the ace, which is the first bit of a mask of ranks."""
    masks = np.arange(1 << RANKS)
    high = np.where(masks & 1, masks & ~1 | 1 << RANKS, masks)
    return np.minimum(cells[..., masks, :], cells[..., high, :])

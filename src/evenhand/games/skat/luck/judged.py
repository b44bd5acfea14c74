"""What a deal is worth to each seat, judged by the strengths of the three hands.

Seat i declares with the chance q_i and wins with the chance p_i its best game, of value v_i::

    V_i = q_i (p_i (v_i + 50) - (1 - p_i) (2 v_i + 50)) + 40 * sum over the others of q_j (1 - p_j)

The log odds of p_i are a line in the strength of the twelve cards and in how unevenly the opponents
hold the others, with a start for each seat, fitted for suit games, grand and null.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from evenhand.cards import Masks
from evenhand.games.skat.bidding.rule_strength import GRAND_PLACE
from evenhand.games.skat.luck.prospects import SEATS, SPLITS, Prospects, prospects
from evenhand.games.skat.playout import Integers
from evenhand.games.skat.seeger import DEFENCE_BONUS, GAME_BONUS
from evenhand.games.skat.strength.logistic import chances_of

Floats = NDArray[np.float64]

KINDS = ("suit", "grand", "null")
COLUMNS = SEATS + 1 + SPLITS
"""Numbers of a line: a start for each seat, and slopes for the strength and for each split."""
UNIT = 100.0  # strengths are hundredths
SCALE = 35.0
"""Where the chances to declare foretell the declarers of simulated players best."""


@dataclass(frozen=True, slots=True)
class Judge:
    """Judges deals by the strengths of their hands."""

    lines: tuple[tuple[float, ...], ...]  # for each of KINDS
    scale: float = SCALE

    def chances(self, seen: Prospects) -> Floats:
        """The chance of each seat to win its best game."""
        columns = columns_of(seen)
        return chances_of(columns @ np.concatenate([np.array(line) for line in self.lines]))

    def values(self, deals: Masks) -> Floats:
        """The points that each seat may expect of each deal."""
        seen = prospects(deals, self.scale)
        chances, values = self.chances(seen), seen.values
        won, lost = values + GAME_BONUS, 2 * values + GAME_BONUS
        own: Floats = seen.declares * (chances * won - (1.0 - chances) * lost)
        given = DEFENCE_BONUS[SEATS] * seen.declares * (1.0 - chances)
        others: Floats = given.sum(axis=1, keepdims=True) - given
        return own + others


def columns_of(seen: Prospects) -> Floats:
    """What the lines multiply, (deals, 3, columns of all kinds)."""
    kinds, strengths = kinds_of_forms(seen.forms), seen.strengths / UNIT
    seats = np.broadcast_to(np.eye(SEATS), (*kinds.shape, SEATS))
    columns = np.concatenate([seats, strengths[:, :, None], seen.splits], axis=2)
    parts = [columns * (kinds == kind)[:, :, None] for kind in range(len(KINDS))]
    return np.concatenate(parts, axis=2)


def lines_of(weights: Sequence[float]) -> tuple[tuple[float, ...], ...]:
    """Fitted weights, a line for each kind of game."""
    starts = range(0, len(KINDS) * COLUMNS, COLUMNS)
    return tuple(tuple(map(float, weights[at : at + COLUMNS])) for at in starts)


def kinds_of_forms(forms: Integers) -> Integers:
    """The place in ``KINDS`` of forms of games.

    >>> kinds_of_forms(np.array([0, 3, 4, 5, 6])).tolist()
    [0, 0, 1, 2, 2]
    """
    return np.where(forms < GRAND_PLACE, 0, np.where(forms == GRAND_PLACE, 1, 2))

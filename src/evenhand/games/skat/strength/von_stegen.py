"""Walter von Stegen's points for a hand, in suit games and grand.

Suit games: 1 for each trump, 1 more for each jack, for the trump ace and for the trump ten; 1 for
each other ace or ten; for jacks that work together CJ SJ 0.5, CJ SJ HJ 1.5, all four 2, and
SJ HJ DJ without CJ 0.5; 0.5 for each missing suit; 0.5 if the opponents do not bid.  Playable
from 10.  Grand: 1 for each jack, ace and ten.  Playable from 6.

We have this second hand.  Where it is silent we chose: the ten cards played count, not the two
put away; a trump suit of jacks alone is no missing suit, because nothing is trumped in it; the
opponents do not bid if neither of them said a value.  There are no points for null.
"""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from evenhand.games.skat.kinds import GRAND_KIND, SUIT_KIND, kinds_of
from evenhand.games.skat.many_games import Games
from evenhand.games.skat.playout import Integers
from evenhand.games.skat.strength.hand_strength import Floats, spread
from evenhand.games.skat.strength.holdings import EMPTY, HIGH, Held

MISSING_SUIT = 0.5
SILENT_OPPONENTS = 0.5
TOGETHER = {0b1100: 0.5, 0b1101: 0.5, 0b1110: 1.5, 0b1111: 2.0, 0b0111: 0.5}
"""The bonus for jacks, C S H D from the highest bit."""
_TOGETHER = np.array([TOGETHER.get(jacks, 0.0) for jacks in range(16)])


@dataclass(frozen=True, slots=True)
class VonStegen:
    """Von Stegen's points for the declarer's hand."""

    name: ClassVar[str] = "von Stegen"
    is_chance: ClassVar[bool] = False

    def strength(self, games: Games) -> Floats:
        """Points for suit games and grand; NaN for null."""
        kinds = kinds_of(games)
        rows = np.flatnonzero((kinds == SUIT_KIND) | (kinds == GRAND_KIND))
        held = Held.of(games, rows)
        silent = opponents_said(games, rows).max(axis=1, initial=0) == 0
        in_suit = suit_points(held) + SILENT_OPPONENTS * silent
        return spread(games, rows, np.where(kinds[rows] == SUIT_KIND, in_suit, grand_points(held)))


def suit_points(held: Held) -> Floats:
    """Points for the cards in suit games."""
    jacks = np.bitwise_count(held.jacks)
    cards = held.trump_length + jacks + held.in_trumps(HIGH) + held.beside(HIGH)
    points: Floats = cards + _TOGETHER[held.jacks] + MISSING_SUIT * held.beside(EMPTY)
    return points


def grand_points(held: Held) -> Floats:
    """Points for the cards in grand."""
    points: Floats = np.bitwise_count(held.jacks) + HIGH[held.suits].sum(axis=1).astype(float)
    return points


def opponents_said(games: Games, rows: Integers) -> Integers:
    """The highest value that each seat said; 0 for the declarer."""
    said = games.said[rows]
    said[np.arange(len(rows)), games.declarers[rows]] = 0
    return said

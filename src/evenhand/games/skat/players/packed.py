"""From the order of the pack to the layout of a game, and back."""

import numpy as np

from evenhand.cards import Masks
from evenhand.compiled import lowest_bit, step
from evenhand.games.skat.contract import GAMES
from evenhand.games.skat.many_games import NO_CARD
from evenhand.games.skat.solver.layout import places

LAYOUTS = np.array([places(game) for game in GAMES])
"""The place of each card of the pack, for each of ``GAMES``."""
PACKED_OR_NONE = np.hstack([np.argsort(LAYOUTS, axis=1), np.full((len(GAMES), 1), NO_CARD)])
"""The cards of the pack, by their places in the layout; the last is no card."""


@step
def arranged(hand: int, order: Masks) -> int:
    """A hand in another order: ``order`` has the new place of each card."""
    result = 0
    while hand:
        result |= 1 << order[lowest_bit(hand)]
        hand &= hand - 1
    return result

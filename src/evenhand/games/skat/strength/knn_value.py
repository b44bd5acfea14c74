"""Hand strength as the card points that Keller and Kupferschmid's V expects.

V is that of their discarding: what similar hands took in tricks, and the points of the two cards
that were put away, or lie in the skat of a hand game.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import ClassVar

import numpy as np

from evenhand.cards import Masks
from evenhand.games.skat.bidding.features import TRUMPS
from evenhand.games.skat.bidding.knowledge import knowledge
from evenhand.games.skat.bidding.neighbours import Valuation
from evenhand.games.skat.contract import GAMES
from evenhand.games.skat.kinds import GRAND_KIND, SUIT_KIND, kinds_of
from evenhand.games.skat.many_games import GAME_OF, Games, card_points_of
from evenhand.games.skat.playout import Integers
from evenhand.games.skat.strength.hand_strength import Floats, spread

Value = Callable[[Masks, Integers], Floats]
"""V: hands of ten cards and games (places in ``contract.GAMES``, no null) to trick points."""


@cache
def _valuation() -> Valuation:
    base = knowledge()
    return Valuation.of(base.hands, base.trick_points)


def trick_points(hands: Masks, games: Integers) -> Floats:
    """The points that similar hands of the knowledge base took in tricks."""
    found = np.empty(len(hands))
    for trump, game in enumerate(TRUMPS):
        rows = games == GAMES.index(game)
        if rows.any():
            known = _valuation()
            found[rows] = known.instances[trump].estimates(hands[rows], known.k, known.weighted)
    return found


@dataclass(frozen=True, slots=True)
class KnnValue:
    """The value of the declarer's cards in the game that he announced."""

    value: Value = trick_points

    name: ClassVar[str] = "nearest neighbours"
    is_chance: ClassVar[bool] = False

    def strength(self, games: Games) -> Floats:
        """Expected card points; NaN for null, which the value does not know."""
        kinds = kinds_of(games)
        rows = np.flatnonzero((kinds == SUIT_KIND) | (kinds == GRAND_KIND))
        hands = games.hands[rows, games.declarers[rows]]
        points = self.value(hands, GAME_OF[games.contracts[rows]])
        return spread(games, rows, points + card_points_of(games.hands[rows, 3]))

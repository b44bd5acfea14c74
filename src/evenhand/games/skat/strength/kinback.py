"""A reconstruction in the spirit of Thomas Kinback's hand strength; its numbers are ours.

No source at hand has Kinback's numbers.  Edelkamp (2021) says of his system that it differs in
grand and suit games, counts tricks going home, and gives a surplus for configurations of cards in
a suit and for being forehand.  So does this one:

* in trumps every card that is not expected to be lost (``lost_cards``) is a trick that goes home;
* beside them aces, tens behind the ace, and long cards behind ace and ten in grand only,
  because in suit games they are trumped;
* cards that need luck or help count half: a guarded ten, a king beside the ace or the ten;
* forehand 0.5 in suit games, 1 in grand, where the lead decides more.
"""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from evenhand.games.skat.kinds import GRAND_KIND, SUIT_KIND, kinds_of
from evenhand.games.skat.many_games import Games
from evenhand.games.skat.strength.hand_strength import Floats, spread
from evenhand.games.skat.strength.holdings import Held, table_of
from evenhand.games.skat.strength.lost_cards import lost_in_trumps

FOREHAND_SUIT, FOREHAND_GRAND = 0.5, 1.0
GOING_HOME = {"A": 1.0, "AT": 2.0}
SURPLUS = {"AT": 0.5, "ATK": 1.0, "AK": 0.5, "TK": 1.0, "T": 0.5}
"""By the cards held of ace, ten and king; a ten alone only with another card beside it."""


def side_tricks(ranks: str) -> float:
    """What a side suit counts in a suit game.

    >>> [side_tricks(ranks) for ranks in ("", "7A", "TA", "T", "7T", "KTA")]
    [0.0, 1.0, 2.5, 0.0, 0.5, 3.0]
    """
    tops = "".join(rank for rank in "ATK" if rank in ranks)
    home = GOING_HOME.get(tops[:2], GOING_HOME.get(tops[:1], 0.0))
    bare_ten = ranks.replace("J", "") == "T"
    return home + (0.0 if bare_ten else SURPLUS.get(tops, 0.0))


def grand_side_tricks(ranks: str) -> float:
    """What a suit counts in grand: behind ace and ten each card from the third on is a trick.

    >>> grand_side_tricks("89TA"), grand_side_tricks("89QA")
    (4.5, 1.0)
    """
    length = len(ranks.replace("J", ""))
    if "A" in ranks and "T" in ranks:
        return GOING_HOME["AT"] + SURPLUS["AT"] + length - 2
    return side_tricks(ranks)


_SIDE, _GRAND_SIDE = table_of(side_tricks), table_of(grand_side_tricks)


@dataclass(frozen=True, slots=True)
class KinbackReconstruction:
    """Tricks going home with surpluses: a reconstruction, not Kinback's own numbers."""

    name: ClassVar[str] = "Kinback (reconstruction)"
    is_chance: ClassVar[bool] = False

    def strength(self, games: Games) -> Floats:
        """Tricks and surpluses for suit games and grand; NaN for null."""
        kinds = kinds_of(games)
        rows = np.flatnonzero((kinds == SUIT_KIND) | (kinds == GRAND_KIND))
        held, forehand = Held.of(games, rows), games.declarers[rows] == 0
        in_suit = held.beside(_SIDE) + FOREHAND_SUIT * forehand
        in_grand = held.beside(_GRAND_SIDE) + FOREHAND_GRAND * forehand
        beside = np.where(kinds[rows] == SUIT_KIND, in_suit, in_grand)
        return spread(games, rows, trump_tricks(held) + beside)


def trump_tricks(held: Held) -> Floats:
    """Trumps that are not expected to be lost."""
    home: Floats = (held.trump_length - lost_in_trumps(held)).astype(np.float64)
    return home

"""Edelkamp's winning parameters: each puts a game into one of a few groups.

Edelkamp (2021) names eight parameters for trump games, some "condensed into four groups", and
says that suit games use nine and grand seven or eight.  The borders of the groups are
not published; these are ours:

* **free suits**: 0 to 4 suits beside trumps of which there is no card;
* **skat value**: 0-6, 7-11, 12-16 and 17 or more card points put away or left in the skat;
* **bid value**: neither opponent said a value; one did, below 23; one did, 23 or more; both did;
* **position**: forehand, middlehand, rearhand;
* **trump length**: 0 to 11; in grand the jack group says it all;
* **aces and tens**: 0 to 8 beside trumps;
* **jack group**: see ``JACK_GROUPS``;
* **lost cards**: 0 to 10 tricks as ``lost_cards`` counts them.

Two are our own: **high trumps** (ace and ten of trumps, 0 to 2) in suit games, the ninth, and
the **aim**, because some games need more than 61 points: the skat was taken and 61 win; a hand
game that 61 win; schneider is needed, announced or to reach the bid; schwarz was announced.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Self

import numpy as np

from evenhand.games.skat.many_games import IS_HAND, IS_SCHWARZ, Games, card_points_of, points_needed
from evenhand.games.skat.playout import Integers
from evenhand.games.skat.strength.holdings import EMPTY, HIGH, Held
from evenhand.games.skat.strength.lost_cards import lost_in_all
from evenhand.games.skat.strength.von_stegen import opponents_said
from evenhand.games.skat.values import POINTS_TO_WIN

JACK_GROUPS = (
    *("-", "one without CJ", "CJ", "two without CJ", "CJ and a red one", "CJ SJ"),
    *("SJ HJ DJ", "CJ HJ DJ", "CJ SJ and a red one", "all"),
)
SKAT_BORDERS = (7, 12, 17)
HIGH_BID = 23
# By four bits C S H D: the place of each set of jacks in JACK_GROUPS.
_JACK_GROUP = np.array([0, 1, 1, 3, 1, 3, 3, 6, 2, 4, 4, 7, 5, 8, 8, 9])


@dataclass(frozen=True, slots=True)
class Situation:
    """What the parameters are read from, a row a game."""

    held: Held
    skat: Integers  # card points
    said: Integers  # values that the opponents said
    position: Integers
    aim: Integers

    @classmethod
    def of(cls, games: Games, rows: Integers) -> Self:
        """Some of the games, none of them passed in."""
        position, contracts = games.declarers[rows], games.contracts[rows]
        skat = games.hands[rows, 3]
        needed = points_needed(contracts, games.hands[rows, position] | skat, games.bids[rows])
        aim = np.where(needed > POINTS_TO_WIN, 2, IS_HAND[contracts].astype(np.int64))
        aim = np.where(IS_SCHWARZ[contracts], 3, aim)
        said = opponents_said(games, rows)
        return cls(Held.of(games, rows), card_points_of(skat), said, position, aim)


@dataclass(frozen=True, slots=True)
class Parameter:
    """A way to put games into groups that are numbered from 0."""

    name: str
    levels: int
    group: Callable[[Situation], Any]
    ordered: bool = True

    def groups(self, situation: Situation) -> Integers:
        """The group of each game."""
        groups: Integers = np.asarray(self.group(situation), np.int64)
        return groups


def _bid_group(situation: Situation) -> Integers:
    spoke, highest = (situation.said > 0).sum(axis=1), situation.said.max(axis=1, initial=0)
    groups: Integers = np.where(spoke == 1, 1 + (highest >= HIGH_BID), np.where(spoke > 1, 3, 0))
    return groups


FREE_SUITS = Parameter("free suits", 5, lambda s: s.held.beside(EMPTY))
SKAT_VALUE = Parameter("skat value", 4, lambda s: np.searchsorted(SKAT_BORDERS, s.skat, "right"))
BID_VALUE = Parameter("bid value", 4, _bid_group)
POSITION = Parameter("position", 3, lambda s: s.position, ordered=False)
TRUMP_LENGTH = Parameter("trump length", 12, lambda s: s.held.trump_length)
HIGH_TRUMPS = Parameter("high trumps", 3, lambda s: s.held.in_trumps(HIGH))
ACES_AND_TENS = Parameter("aces and tens", 9, lambda s: s.held.beside(HIGH))
JACK_GROUP = Parameter(
    "jack group", len(JACK_GROUPS), lambda s: _JACK_GROUP[s.held.jacks], ordered=False
)
LOST_CARDS = Parameter("lost cards", 11, lambda s: lost_in_all(s.held))
AIM = Parameter("aim", 4, lambda s: s.aim, ordered=False)

GRAND_PARAMETERS = (
    *(FREE_SUITS, SKAT_VALUE, BID_VALUE, POSITION, ACES_AND_TENS, JACK_GROUP, LOST_CARDS, AIM),
)
SUIT_PARAMETERS = (*GRAND_PARAMETERS, TRUMP_LENGTH, HIGH_TRUMPS)

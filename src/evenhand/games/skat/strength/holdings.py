"""The declarer's ten cards suit by suit, for many games at once.

The cards of a printed suit are a byte, its jack among them (bits 7 8 9 T J Q K A).  What a
system counts in a suit is a table of 256 entries, so that a count over many hands is a few
look-ups.  Without the jack and in the order of suit and grand games a holding is seven bits,
7 8 9 Q K T A.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Self

import numpy as np

from evenhand.cards import Masks
from evenhand.games.skat.many_games import GAME_OF, Games
from evenhand.games.skat.pack import PACK
from evenhand.games.skat.playout import Integers

HOLDINGS = 256
SUITS_OF_PACK = np.arange(len(PACK.suits))
BITS = len(PACK.ranks) * SUITS_OF_PACK
JACK_BIT = PACK.ranks.index("J")
TRICK_ORDER = "789QKTA"
"""The ranks beside the jack in suit and grand games, lowest first."""


def held_ranks(holding: int) -> str:
    """The ranks of a holding, lowest first, in the order of the pack.

    >>> held_ranks(0b10001001)
    '7TA'
    """
    return "".join(rank for place, rank in enumerate(PACK.ranks) if holding >> place & 1)


def table_of(count: Callable[[str], Any]) -> Any:
    """What a count says of each of the 256 holdings, given as ranks."""
    return np.array([count(held_ranks(holding)) for holding in range(HOLDINGS)])


def seven_bits(ranks: str) -> int:
    """A holding without its jack, 7 8 9 Q K T A from the lowest bit.

    >>> bin(seven_bits("7JA"))
    '0b1000001'
    """
    return sum(1 << place for place, rank in enumerate(TRICK_ORDER) if rank in ranks)


SEVEN = table_of(seven_bits)
HIGH = table_of(lambda ranks: ("A" in ranks) + ("T" in ranks))
LENGTH = table_of(lambda ranks: len(ranks.replace("J", "")))
EMPTY = (LENGTH == 0).astype(np.int64)


@dataclass(frozen=True, slots=True)
class Held:
    """The declarer's hand in many games: suits in the order of the pack, the club jack last."""

    suits: Integers  # (games, 4) a byte each
    trump: Integers  # the place of the trump suit, 4 in grand, 5 in null
    jacks: Integers  # four bits, the club jack is the highest

    @classmethod
    def by(cls, hands: Masks, games: Integers) -> Self:
        """Hands for games that are places in ``contract.GAMES``."""
        suits = hands[:, None] >> BITS & (HOLDINGS - 1)
        jacks = ((suits >> JACK_BIT & 1) << SUITS_OF_PACK).sum(axis=1)
        return cls(suits, games, jacks)

    @classmethod
    def of(cls, games: Games, rows: Any) -> Self:
        """The declarers' ten cards, as they were played, in some of the games."""
        declarers, contracts = games.declarers[rows], games.contracts[rows]
        return cls.by(games.hands[rows, declarers], GAME_OF[contracts])

    def beside(self, table: Any) -> Any:
        """A count summed over all suits but the trump suit."""
        side = self.trump[:, None] != SUITS_OF_PACK
        return (table[self.suits] * side).sum(axis=1)

    def in_trumps(self, table: Any) -> Any:
        """A count in the trump suit; nothing in grand."""
        trump = self.trump[:, None] == SUITS_OF_PACK
        return (table[self.suits] * trump).sum(axis=1)

    @property
    def trumps(self) -> Integers:
        """The trumps as eleven bits: the jacks, then 7 8 9 Q K T A of the trump suit."""
        eleven: Integers = self.jacks << len(TRICK_ORDER) | self.in_trumps(SEVEN)
        return eleven

    @property
    def trump_length(self) -> Integers:
        """How many trumps there are in hand."""
        length: Integers = np.bitwise_count(self.trumps).astype(np.int64)
        return length

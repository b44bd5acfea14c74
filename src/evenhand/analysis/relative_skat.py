"""Relative skill of Skat: players on the same deals, one in each seat in turn.

The chance of Skat is the deal.  Who knows it is the player who sees all cards.  A player gains his
Seeger-Fabian points in a deal, as a mean over the three seats; the other two seats are the best
player's.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.random import SeedSequence, default_rng

from evenhand.analysis.relative import RelativeSkill, from_games
from evenhand.games.skat.deal import SIZES
from evenhand.games.skat.pack import PACK
from evenhand.games.skat.players.duplicate import SEATS, seat_points
from evenhand.games.skat.players.open_player import OpenPlayer
from evenhand.games.skat.players.player import Player
from evenhand.games.skat.players.whole_games import blocks, play_deals
from evenhand.parallel import map_blocks
from evenhand.tables import Floats

BLOCK = 8  # deals that are played in one go


@dataclass(frozen=True, slots=True)
class Trio:
    """A beginner, the best player, one who knows the cards; and a seed."""

    beginner: Player
    best: Player
    informed: Player
    seed: int

    def block(self, numbers: tuple[int, int]) -> Floats:
        """What each of the three gains in each deal of a block."""
        number, count = numbers
        rng = default_rng(SeedSequence(self.seed, spawn_key=(number,)))
        deals = PACK.deal(rng, count, *SIZES)
        gains = np.zeros((count, 3))
        for who, player in enumerate((self.beginner, self.best, self.informed)):
            for seat in range(SEATS):
                players = [player if seat == own else self.best for own in range(SEATS)]
                # The same random numbers each time: less of the difference is chance.
                again = default_rng(SeedSequence(self.seed, spawn_key=(number, 1)))
                gains[:, who] += seat_points(play_deals(deals, players, again))[:, seat]
        return gains / SEATS


def skat_relative_skill(
    beginner: Player,
    best: Player,
    deals: int,
    seed: int,
    *,
    workers: int | None = None,
    done: Callable[[int], object] | None = None,
) -> RelativeSkill:
    """Relative skill of Skat between two players, against one who sees all cards."""
    if deals < 2:
        raise ValueError("there must be two deals at least")
    trio = Trio(beginner, best, OpenPlayer(), seed)
    parts = map_blocks(trio.block, blocks(deals, BLOCK), workers=workers, done=done)
    return from_games(*np.concatenate(list(parts)).T)

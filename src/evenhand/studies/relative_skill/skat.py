"""Relative skill of Skat: players on the same deals, one in each seat in turn.

The random move of Skat is the deal.  The informed player sees all cards.  A player gains
Seeger-Fabian points in a deal, as a mean over the three seats; the other two seats are the best
player's.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.random import SeedSequence, default_rng

from evenhand.games.skat.batch import seat_points
from evenhand.games.skat.bots import Clairvoyant, SkatBot, play_deals
from evenhand.games.skat.deck import PACK, SEATS, SIZES
from evenhand.parallel import map_blocks
from evenhand.rng import draw_seeds
from evenhand.studies.relative_skill.measure import RelativeSkill, estimate_relative_skill
from evenhand.tables import Floats

BLOCK = 8  # deals played in one go


def skat_relative_skill(
    beginner: SkatBot,
    best: SkatBot,
    deals: int,
    seed: int,
    *,
    workers: int | None = None,
    done: Callable[[int], object] | None = None,
) -> RelativeSkill:
    """Estimate the relative skill of Skat between two players, against one who sees all cards."""
    if deals < 2:
        raise ValueError("at least two deals are needed")
    trio = _Trio(beginner, best, Clairvoyant(), seed)
    blocks = [(at // BLOCK, min(BLOCK, deals - at)) for at in range(0, deals, BLOCK)]
    parts = map_blocks(trio.play_block, blocks, workers=workers, done=done)
    return estimate_relative_skill(*np.concatenate(list(parts)).T)


@dataclass(frozen=True, slots=True)
class _Trio:
    """A beginner, the best player and an informed one, with a seed."""

    beginner: SkatBot
    best: SkatBot
    informed: SkatBot
    seed: int

    def play_block(self, numbers: tuple[int, int]) -> Floats:
        """Return the gains of the three in each deal of a block."""
        number, count = numbers
        rng = default_rng(SeedSequence(self.seed, spawn_key=(number,)))
        deals = PACK.deal(rng, count, *SIZES)
        # The same random numbers each time: the difference is less noisy.
        seeds = draw_seeds(rng, count * SEATS).reshape(count, SEATS)
        gains = np.zeros((count, 3))
        for who, player in enumerate((self.beginner, self.best, self.informed)):
            for seat in range(SEATS):
                players = [player if seat == own else self.best for own in range(SEATS)]
                gains[:, who] += seat_points(play_deals(deals, players, seeds))[:, seat]
        return gains / SEATS

"""Two players compared on the same deals.

Every deal is played six times: one player in each seat against two of the other, and the other
way round.  Luck of the cards falls on both alike.  What is compared are the Seeger-Fabian points
of a seat in a deal, averaged over the nine seats that each of the two takes.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.random import SeedSequence, default_rng

from evenhand.games.skat.batch import seat_points
from evenhand.games.skat.bots import SkatBot, play_deals
from evenhand.games.skat.deck import PACK, SEATS, SIZES
from evenhand.games.skat.seeger import USUAL_GAMES
from evenhand.parallel import map_blocks
from evenhand.rng import draw_seeds
from evenhand.tables import Floats

BLOCK = 8  # deals played in one go
SURE = 1.96  # standard errors to either side that hold 95 of 100 true values


@dataclass(frozen=True, slots=True)
class Comparison:
    """By how many points a deal one player does better than another."""

    deals: int
    first: float  # points a deal
    second: float
    error: float  # the standard error of the difference

    @property
    def lead(self) -> float:
        """What the first player has more, in 36 deals."""
        return USUAL_GAMES[SEATS] * (self.first - self.second)

    @property
    def interval(self) -> tuple[float, float]:
        """Where the true lead lies, 95 times in 100."""
        reach = USUAL_GAMES[SEATS] * SURE * self.error
        return self.lead - reach, self.lead + reach


@dataclass(frozen=True, slots=True)
class Duplicate:
    """A match of two players on the same deals."""

    first: SkatBot
    second: SkatBot
    seed: int

    def block(self, numbers: tuple[int, int]) -> Floats:
        """The mean points of both players in each deal of a block."""
        number, count = numbers
        rng = default_rng(SeedSequence(self.seed, spawn_key=(number,)))
        deals = PACK.deal(rng, count, *SIZES)
        # The same random numbers in each lineup: less of the difference is chance.
        seeds = draw_seeds(rng, count * SEATS).reshape(count, SEATS)
        sums = np.zeros((count, 2))
        for lineup in range(1, 7):  # 1 to 6: which seats the second player takes
            takes = np.array([lineup >> seat & 1 for seat in range(SEATS)])
            players = [self.second if other else self.first for other in takes]
            points = seat_points(play_deals(deals, players, seeds))
            for player in (0, 1):
                sums[:, player] += points[:, takes == player].sum(axis=1)
        return sums / 9


def compare(
    first: SkatBot,
    second: SkatBot,
    deals: int,
    seed: int,
    *,
    workers: int | None = None,
    cluster: str | None = None,
    done: Callable[[int], object] = lambda played: None,
) -> Comparison:
    """Let two players play the same deals, every seat in turn."""
    if deals < 1:
        raise ValueError("there must be a deal to play")
    match = Duplicate(first, second, seed)
    parts: list[Floats] = []
    blocks = [(at // BLOCK, min(BLOCK, deals - at)) for at in range(0, deals, BLOCK)]
    for part in map_blocks(match.block, blocks, workers=workers, cluster=cluster):
        parts.append(part)
        done(sum(map(len, parts)))
    points = np.concatenate(parts)
    means, lead = points.mean(axis=0), points[:, 0] - points[:, 1]
    error = lead.std(ddof=1) / np.sqrt(len(lead)) if len(lead) > 1 else np.inf
    return Comparison(len(lead), float(means[0]), float(means[1]), float(error))

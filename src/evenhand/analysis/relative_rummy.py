"""Relative skill of Rummy for two: players with the same cards, one in each seat in turn.

The chance of Rummy is the order of the pack.  Who knows it is the player of
:mod:`evenhand.analysis.foresight_rummy`.  A player gains his share of the win, as a mean over both
seats; the opponent is the best player.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from evenhand.analysis.foresight_rummy import foresee
from evenhand.analysis.relative import RelativeSkill, from_games
from evenhand.games.rummy.simulated import SimulatedRummy
from evenhand.games.rummy.strategies.bots import MinDist, Random, Strategy
from evenhand.games.rummy.strategies.player import begin, choose
from evenhand.parallel import map_blocks
from evenhand.rng import Seeds, draw_seeds
from evenhand.tables import Floats

BLOCK, SEATS = 20, 2


@dataclass(frozen=True, slots=True)
class Pair:
    """A beginner and the best player."""

    beginner: Strategy
    best: Strategy

    def block(self, drawn: Seeds) -> Floats:
        """What each of the three gains in each game of a block."""
        gains = np.zeros((len(drawn), 3))
        for seat in range(SEATS):
            sits = np.array([[seat, 1 - seat]] * len(drawn), np.int32)
            for who, bot in enumerate((self.beginner, self.best)):
                winner = SimulatedRummy().play([bot, self.best], sits, drawn).details["winner"]
                gains[:, who] += np.where(winner == 0, 0.5, winner == seat + 1)
            gains[:, 2] += [self._foreseen(int(seed), seat) for seed in drawn]
        return gains / SEATS

    def _foreseen(self, seed: int, seat: int) -> float:
        """The share of the win of the player who knows the stock."""
        game, desk = begin(SEATS, seed)
        while not game.over:
            knows = game.seat == seat
            game = game.play(foresee(game) if knows else choose(game, self.best, desk))
        winner = game.result().winner
        return 0.5 if winner is None else float(winner == seat)


def rummy_relative_skill(
    rng: np.random.Generator,
    games: int,
    beginner: Strategy | None = None,
    best: Strategy | None = None,
    *,
    workers: int | None = None,
    done: Callable[[int], object] | None = None,
) -> RelativeSkill:
    """Relative skill of Rummy between two strategies, Random and MinDist if not said."""
    if games < 2:
        raise ValueError("there must be two games at least")
    pair = Pair(beginner or Random(), best or MinDist())
    drawn = draw_seeds(rng, games)
    lots = [drawn[first : first + BLOCK] for first in range(0, games, BLOCK)]
    parts = map_blocks(pair.block, lots, workers=workers, done=done)
    return from_games(*np.concatenate(list(parts)).T)

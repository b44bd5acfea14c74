"""Relative skill of Ludo: players with the same dice, one in each seat in turn.

The chance of Ludo are its dice.  Who knows them is the player of
:mod:`evenhand.analysis.foresight`.  A player gains his share of the win, as a mean over both seats;
the opponent is the best player.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from evenhand.analysis.foresight import PLAYOUTS, play_foreseeing
from evenhand.analysis.relative import RelativeSkill, from_games
from evenhand.games.ludo.board import SEATS
from evenhand.games.ludo.bots.kinds import Bot, FullInformation, Random
from evenhand.games.ludo.packed import packed_board
from evenhand.games.ludo.rules import Rules
from evenhand.games.ludo.simulated import SimulatedLudo
from evenhand.games.ludo.whole_games import WIN
from evenhand.parallel import map_blocks
from evenhand.rng import Seeds, draw_seeds
from evenhand.tables import Floats

BLOCK = 50  # games that are played in one go
DEFAULT = Rules()


@dataclass(frozen=True, slots=True)
class Pair:
    """A beginner, the best player, and how the one plays who knows the dice."""

    beginner: Bot
    best: Bot
    playouts: int
    rules: Rules

    def block(self, drawn: Seeds) -> Floats:
        """What each of the three gains in each game of a block."""
        ludo, board = SimulatedLudo(self.rules), packed_board(self.rules)
        gains, halves = np.zeros((len(drawn), 3)), np.zeros(len(drawn), np.int64)
        for seat in range(SEATS):
            for who, bot in enumerate((self.beginner, self.best)):
                sits = np.array([[seat, 1 - seat]] * len(drawn), np.int32)
                score = ludo.play([bot, self.best], sits, drawn).score
                own, other = score[:, seat], score[:, 1 - seat]
                gains[:, who] += np.where(own == other, 0.5, own > other)
            play_foreseeing(board, self.best.row(), seat, self.playouts, drawn, halves)
            gains[:, 2] += halves / WIN
        return gains / SEATS


def ludo_relative_skill(
    rng: np.random.Generator,
    games: int,
    beginner: Bot | None = None,
    best: Bot | None = None,
    *,
    playouts: int = PLAYOUTS,
    rules: Rules = DEFAULT,
    workers: int | None = None,
    done: Callable[[int], object] | None = None,
) -> RelativeSkill:
    """Relative skill of Ludo between two bots, Random and Full Information if not said."""
    if rules.extra_turns != "none":
        raise ValueError("who knows the dice cannot play with extra turns")
    if games < 2:
        raise ValueError("there must be two games at least")
    pair = Pair(beginner or Random(), best or FullInformation(), playouts, rules)
    drawn = draw_seeds(rng, games)
    lots = [drawn[first : first + BLOCK] for first in range(0, games, BLOCK)]
    parts = map_blocks(pair.block, lots, workers=workers, done=done)
    return from_games(*np.concatenate(list(parts)).T)

"""Rummy for simulations: many games by strategies, with what a rating wants to know of them.

The score of a seat is minus its points.  Its luck is minus the MinScore of the hand dealt, which
is what :class:`~evenhand.ratings.BenchmarkElo` wants.  Further details of each game:

==============  =========================================================================
``minscore``    MinScore of each hand dealt
``mindist``     MinDist of each hand dealt
``winner``      the seat that has won, counted from 1; 0 in a draw
``turns``       complete turns of all players
``declared``    whether somebody declared
==============  =========================================================================

Scores agree with the winner.  If somebody else declared, a hand without points counts half a point:
it came too late.  If the rules make an undeclared game a draw, everybody has
the mean of the points.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

import numpy as np

from evenhand.cards import Masks
from evenhand.draws import Seeds
from evenhand.games.bots import read_bot
from evenhand.games.game import Played, winners
from evenhand.games.rummy.metrics.hands import min_dists, min_scores
from evenhand.games.rummy.rules import DRAW, Rules
from evenhand.games.rummy.strategies.bots import BOTS, Strategy
from evenhand.games.rummy.strategies.desk import new_desk
from evenhand.games.rummy.whole_games import (
    NOBODY,
    Course,
    new_course,
    new_table,
    play_games,
    rule_row,
)
from evenhand.tables.table import Floats, Indices

TOO_LATE: Final = 0.5
"""The points of a hand that has none, where another was declared."""


@dataclass(frozen=True, slots=True)
class SimulatedRummy:
    """Rummy by rules, with the strategies of the paper."""

    rules: Rules = field(default_factory=Rules)

    @property
    def name(self) -> str:
        """What the game is called."""
        return "rummy"

    @property
    def bots(self) -> Sequence[str]:
        """The six strategies."""
        return tuple(BOTS)

    @property
    def tables(self) -> range:
        """Two or three players."""
        return range(2, 4)

    def player(self, text: str) -> Strategy:
        """The strategy of a text such as ``min-score:threshold=5``.

        >>> RUMMY.player("min-score:threshold=5")
        MinScore(threshold=5, ties='points', keeps_jokers=True)
        """
        return read_bot(text, BOTS)

    def play(self, bots: Sequence[Strategy], seats: Indices, seeds: Seeds) -> Played:
        """Play games; each depends on its seed alone."""
        rows = np.stack([bot.row() for bot in bots])
        games, players = seats.shape
        course = new_course(games, players)
        rules, table = rule_row(self.rules), new_table(players)
        play_games(rows, seats, seeds, rules, new_desk(), table, course)
        return self._played(course)

    def _played(self, course: Course) -> Played:
        """Scores, luck and details of games."""
        wilds = np.repeat(course.wild, course.dealt.shape[1])
        dealt = min_scores(course.dealt.ravel(), wilds, self.rules.literal_score)
        dealt = dealt.reshape(course.dealt.shape)
        points = self._points(course, wilds)
        details = {
            "minscore": dealt,
            "mindist": min_dists(course.dealt.ravel(), wilds).reshape(dealt.shape),
            "winner": winners(-points),
            "turns": course.turns,
            "declared": course.declarer != NOBODY,
        }
        return Played(0.0 - points, -dealt.astype(np.float64), details)

    def _points(self, course: Course, wilds: Masks) -> Floats:
        """The points of each seat."""
        held = min_scores(course.held.ravel(), wilds, self.rules.literal_score)
        points = held.reshape(course.held.shape).astype(np.float64)
        declared = course.declarer != NOBODY
        points[declared] = np.maximum(points[declared], TOO_LATE)
        points[declared, course.declarer[declared]] = 0.0
        if self.rules.undeclared == DRAW:
            points[~declared] = points[~declared].mean(axis=1, keepdims=True)
        return points


RUMMY = SimulatedRummy()

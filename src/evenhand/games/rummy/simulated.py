"""Rummy for simulations: many games by strategies, with what a rating wants to know of them.

The score of a seat is minus its points.  Its luck is one of these:

==============  =========================================================================
``none``        not told
``hand``        minus the MinScore of the hand dealt, which is what
                :class:`~evenhand.ratings.BenchmarkElo` wants
``deal``        what the deal was worth, in shares of the opponents beaten
``all``         that, and every card from the stock, and what strategies leave to lots
==============  =========================================================================

The last two are those of :mod:`evenhand.games.rummy.luck`.  Further details of each game:

==============  =========================================================================
``minscore``    MinScore of each hand dealt
``mindist``     MinDist of each hand dealt
``winner``      the seat that has won, counted from 1; 0 in a draw
``turns``       complete turns of all players
``declared``    whether somebody declared
``luck_...``    with ``all`` the parts: of the ``deal``, the ``draws`` and the ``lots``
==============  =========================================================================

Scores agree with the winner.  If somebody else declared, a hand without points counts half a point:
it came too late.  If the rules make an undeclared game a draw, everybody has
the mean of the points.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from evenhand.games.cards import Masks
from evenhand.games.bots import read_bot
from evenhand.games.protocol import Played, winners
from evenhand.games.options import check_choice
from evenhand.games.rummy.luck.events import ALL, DEAL_ONLY
from evenhand.games.rummy.luck.judge import luck_of_games
from evenhand.games.rummy.metrics.hands import min_dists, min_scores
from evenhand.games.rummy.rules import DRAW, Rules
from evenhand.games.rummy.strategies.bots import BOTS, Strategy
from evenhand.games.rummy.strategies.desk import new_desk
from evenhand.games.rummy.table import NOBODY, new_table, rule_row
from evenhand.games.rummy.whole_games import Course, most_moves, new_course, play_games
from evenhand.rng import Seeds
from evenhand.tables import Floats, Indices

Luck = Literal["none", "hand", "deal", "all"]
PARTS: Final = ("luck_deal", "luck_draws", "luck_lots")

TOO_LATE: Final = 0.5
"""The points of a hand that has none, where another was declared."""


@dataclass(frozen=True, slots=True)
class SimulatedRummy:
    """Rummy by rules, with the strategies of the paper."""

    rules: Rules = field(default_factory=Rules)
    luck: Luck = "hand"

    def __post_init__(self) -> None:
        check_choice("luck", self.luck, get_args(Luck))

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
        judged = self.luck in ("deal", "all")
        course = new_course(games, players, most_moves(self.rules, players) if judged else 0)
        rules, table = rule_row(self.rules), new_table(players)
        play_games(rows, seats, seeds, rules, new_desk(), table, course)
        if not judged:
            return self._played(course, None)
        looks_at = DEAL_ONLY if self.luck == "deal" else ALL
        return self._played(course, luck_of_games(rows, seats, seeds, self.rules, course, looks_at))

    def _played(self, course: Course, judged: Floats | None) -> Played:
        """Scores, luck and details of games."""
        wilds = np.repeat(course.wild, course.dealt.shape[1])
        dealt = min_scores(course.dealt.ravel(), wilds, self.rules.literal_score)
        dealt = dealt.reshape(course.dealt.shape)
        points = self._points(course, wilds)
        details: dict[str, NDArray[Any]] = {
            "minscore": dealt,
            "mindist": min_dists(course.dealt.ravel(), wilds).reshape(dealt.shape),
            "winner": winners(-points),
            "turns": course.turns,
            "declared": course.declarer != NOBODY,
        }
        if self.luck == "all" and judged is not None:
            details |= zip(PARTS, judged.swapaxes(0, 1), strict=True)
        luck = None if judged is None else judged.sum(axis=1)
        return Played(
            0.0 - points, -dealt.astype(np.float64) if self.luck == "hand" else luck, details
        )

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

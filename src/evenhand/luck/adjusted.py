"""Any rating system, with the luck taken out of the results."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Generic

import numpy as np

from evenhand.luck.weighing import LEFT_IN, System, Weighed, weigh, with_luck
from evenhand.ratings.system import Run
from evenhand.tables import Floats, GameTable, TableError

FIRST = 128  # games


@dataclass(frozen=True, slots=True)
class LuckAdjusted(Generic[System]):
    """A rating system, and how it learns how much luck weighs.

    Either from games apart from those that are rated, once and for all, or as it goes along: the
    first 128 games are rated as they are; then how much luck weighs is told by all games before,
    again whenever there are twice as many.  So no game has a say in its own adjustment, nor have
    later ones, and long-run ratings stay those of the plain system.

    >>> from evenhand.ratings import Elo
    >>> from evenhand.datasets import make_games
    >>> games = make_games(np.random.default_rng(1), 20, 4000, luck=True)[0]
    >>> LuckAdjusted(Elo()).fit(games).luck.explained > 0.5
    True
    """

    system: System

    def fit(self, training: GameTable) -> System:
        """The system with what the training games tell about luck; to rate other games."""
        return with_luck(self.system, weigh(self.system, training).adjustment)

    def rate(self, table: GameTable, ratings: Floats | None = None) -> Run:
        """Rate every game of the table in order, and learn about luck along the way."""
        return self.rate_and_weigh(table, ratings)[0]

    def rate_and_weigh(
        self, table: GameTable, ratings: Floats | None = None
    ) -> tuple[Run, Weighed | None]:
        """The same, and how much luck weighed last; nothing if there were too few games."""
        whole = Run.prepare(with_luck(self.system, LEFT_IN), table, ratings)
        last = np.array(whole.ratings)
        weighed: Weighed | None = None
        for games in _parts(len(table)):
            if games.start:
                weighed = self._weigh(table.rows(0, games.start), whole.expected[: games.start])
            adjustment = weighed.adjustment if weighed else LEFT_IN
            run = with_luck(self.system, adjustment).rate(table.rows(games.start, games.stop), last)
            whole.expected[games], whole.after[games] = run.expected, run.after
            if whole.luck is not None and run.luck is not None:
                whole.luck[games] = run.luck
            last = run.ratings
        return Run(last, whole.expected, whole.after, whole.luck), weighed

    def _weigh(self, before: GameTable, expected: Floats) -> Weighed | None:
        try:
            return weigh(self.system, before, expected)
        except TableError:  # luck is hardly ever known
            return None


def _parts(games: int) -> Iterator[slice]:
    """Parts of a table, each as long as all before it."""
    start, stop = 0, FIRST
    while start < games:
        yield slice(start, min(stop, games))
        start, stop = stop, 2 * stop

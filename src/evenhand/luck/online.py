"""Rate games with any system and learn along the way how much luck to take out."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Generic

import numpy as np

from evenhand.luck.fit import NO_ADJUSTMENT, AdjustmentFit, System, fit_adjustment, with_luck
from evenhand.ratings.system import Run
from evenhand.tables.table import Floats, GameTable, TableError

FIRST_PART = 128  # games


@dataclass(frozen=True, slots=True)
class LuckAdjusted(Generic[System]):
    """A rating system that takes luck out of the results.

    ``fit`` learns the adjustment once, from games other than those to be rated.  ``rate`` learns
    it along the way: the first 128 games are rated as they are; then the adjustment is fitted to
    all earlier games, again each time their number has doubled.  So neither a game itself nor
    any later game affects its adjustment, and long-run ratings stay those of the plain system.

    >>> from evenhand.ratings import Elo
    >>> from evenhand.tables.synthetic import synthetic_games
    >>> games = synthetic_games(np.random.default_rng(1), 20, 4000, luck=True)[0]
    >>> LuckAdjusted(Elo()).fit(games).luck.explained > 0.5
    True
    """

    system: System

    def fit(self, training: GameTable) -> System:
        """Return the system with the adjustment fitted to training games, to rate other games."""
        return with_luck(self.system, fit_adjustment(self.system, training).adjustment)

    def rate(self, table: GameTable, ratings: Floats | None = None) -> Run:
        """Rate every game of the table in order, and learn the adjustment along the way."""
        return self.rate_and_fit(table, ratings)[0]

    def rate_and_fit(
        self, table: GameTable, ratings: Floats | None = None
    ) -> tuple[Run, AdjustmentFit | None]:
        """Rate, and return the last fit too; None if there were too few games."""
        whole = Run.prepare(with_luck(self.system, NO_ADJUSTMENT), table, ratings)
        last = np.array(whole.ratings)
        fit: AdjustmentFit | None = None
        for games in _doubling_parts(len(table)):
            if games.start:
                fit = self._try_fit(table.rows(0, games.start), whole.expected[: games.start])
            adjustment = fit.adjustment if fit else NO_ADJUSTMENT
            run = with_luck(self.system, adjustment).rate(table.rows(games.start, games.stop), last)
            whole.expected[games], whole.after[games] = run.expected, run.after
            if whole.luck is not None and run.luck is not None:
                whole.luck[games] = run.luck
            last = run.ratings
        return Run(last, whole.expected, whole.after, whole.luck), fit

    def _try_fit(self, earlier: GameTable, expected: Floats) -> AdjustmentFit | None:
        try:
            return fit_adjustment(self.system, earlier, expected)
        except TableError:  # luck is known in too few games
            return None


def _doubling_parts(games: int) -> Iterator[slice]:
    """Yield parts of a table, each as long as all before it together."""
    start, stop = 0, FIRST_PART
    while start < games:
        yield slice(start, min(stop, games))
        start, stop = stop, 2 * stop

"""Rate games with any system and learn along the way how much luck to take out."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Generic

import numpy as np

from evenhand.luck.fit import NO_ADJUSTMENT, AdjustmentFit, System, fit_adjustment, with_luck
from evenhand.ratings import Ratings, RatingSystem, Run, RunArrays, as_ratings, concatenate
from evenhand.tables import Floats, GameTable, TableError

FIRST_PART = 128  # games


@dataclass(frozen=True, slots=True)
class LuckAdjusted(Generic[System]):
    """A rating system that takes luck out of the results.

    ``fit`` learns the adjustment once, from games other than those to be rated.  ``run`` learns
    it along the way: the first 128 games are rated as they are; then the adjustment is fitted to
    all earlier games, again each time their number has doubled.  So neither a game itself nor
    any later game affects its adjustment, and long-run ratings stay those of the plain system.

    >>> from evenhand.ratings import Elo
    >>> from evenhand.datasets import make_games
    >>> games = make_games(np.random.default_rng(1), 20, 4000, luck=True)[0]
    >>> LuckAdjusted(Elo()).fit(games).luck.explained > 0.5
    True
    """

    system: System

    def fit(self, training: GameTable) -> System:
        """Return the system with the adjustment fitted to training games, to rate other games."""
        return with_luck(self.system, fit_adjustment(self.system, training).adjustment)

    def run(self, table: GameTable, values: Floats | None = None) -> RunArrays:
        """Rate every game of the table in order, and learn the adjustment along the way."""
        return self.run_and_fit(table, values)[0]

    def run_and_fit(
        self, table: GameTable, values: Floats | None = None
    ) -> tuple[RunArrays, AdjustmentFit | None]:
        """Rate, and return the last fit too; None if there were too few games."""
        parts: list[RunArrays] = []
        fit: AdjustmentFit | None = None
        for games in _doubling_parts(len(table)):
            if games.start:
                expected = np.concatenate([part.expected for part in parts])
                fit = self._try_fit(table.rows(0, games.start), expected)
            system = with_luck(self.system, fit.adjustment if fit else NO_ADJUSTMENT)
            parts.append(system.run(table.rows(games.start, games.stop), values))
            values = parts[-1].values
        return concatenate(parts), fit

    def _try_fit(self, earlier: GameTable, expected: Floats) -> AdjustmentFit | None:
        try:
            return fit_adjustment(self.system, earlier, expected)
        except TableError:  # luck is known in too few games
            return None


def _doubling_parts(games: int) -> Iterator[slice]:
    """Yield parts of a table, each as long as all before it together; one if there are no games."""
    start, stop = 0, FIRST_PART
    while start < max(games, 1):
        yield slice(start, min(stop, games))
        start, stop = stop, 2 * stop


def rate_and_fit(
    system: RatingSystem, table: GameTable, ratings: Ratings | Mapping[str, Any] | None = None
) -> tuple[Run, AdjustmentFit | None]:
    """Rate a table from the ratings of players by name, and learn the adjustment along the way.

    The system of the run is the one with the last adjustment that was learned, to go on with.
    """
    known = as_ratings(system, ratings)
    values = known.rows(table.names) if len(known) else None
    arrays, fit = LuckAdjusted(system).run_and_fit(table, values)
    rated = known.joined(table.names, arrays.values)
    if fit is not None:
        rated = Ratings(with_luck(system, fit.adjustment), rated.names, rated.array)
    return Run(rated, table, *arrays[1:]), fit

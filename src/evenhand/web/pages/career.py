"""All games of a player as columns, the first one first."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from evenhand.ledger.ladder import Ladder
from evenhand.ledger.profile import walk
from evenhand.tables import Floats, Times

MOST_POINTS = 1500  # of a curve


@dataclass(frozen=True, slots=True)
class Career:
    """A player's games: when, the rating after each, what it changed, what luck was worth."""

    games: NDArray[np.int64]  # positions
    time: Times
    after: Floats
    change: Floats
    luck: Floats | None

    def __len__(self) -> int:
        return len(self.games)

    def thinned(self) -> NDArray[np.int64]:
        """The places of games that are drawn: all, or evenly chosen ones with the last."""
        if len(self) <= MOST_POINTS:
            return np.arange(len(self))
        return np.unique(np.linspace(0, len(self) - 1, MOST_POINTS).astype(np.int64))

    def best(self, count: int) -> NDArray[np.int64]:
        """Positions of the games that brought most."""
        return self.games[np.argsort(-self.change, kind="stable")[:count]]

    def worst(self, count: int) -> NDArray[np.int64]:
        """Positions of the games that cost most."""
        return self.games[np.argsort(self.change, kind="stable")[:count]]


def career(ladder: Ladder, local: int) -> Career:
    """The games of a player, by local number."""
    with ladder.lock:
        columns = ladder.standing.games
        games, seats = (part[::-1] for part in walk(ladder, local))
        after = columns["after"][games, seats]
        start = float(ladder.standing.system.initial_row()[0])
        luck = columns["worth"][games, seats] if "worth" in columns else None
        return Career(
            games,
            columns["time"][games],
            after,
            np.diff(after, prepend=start),
            luck if luck is not None and np.isfinite(luck).any() else None,
        )

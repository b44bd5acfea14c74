"""Players by their average score, as in Table I of Edelkamp (2021).

The paper's column "Number of Games" counts series.  Averages are per game and per 36 games,
the length of a series at a table of three, however long the series were.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from evenhand.games.skat.seeger import USUAL_GAMES
from evenhand.tables import GameTable

SERIES = USUAL_GAMES[3]


@dataclass(frozen=True, slots=True)
class Average:
    """A player's average score."""

    player: str
    series: int
    per_game: float
    per_36: float


def averages(table: GameTable, deals: int | Sequence[int] = SERIES) -> list[Average]:
    """The averages of everybody in a table of series, best first; equal ones by name.

    ``deals`` is the length of the series, one for all or one for each.

    >>> table = GameTable.from_games([{"Anna": 900, "Ben": 720, "Cem": 0}, {"Anna": 540, "Ben": 0}])
    >>> averages(table)[0]
    Average(player='Anna', series=2, per_game=20.0, per_36=720.0)
    """
    lengths = np.broadcast_to(np.asarray(deals, np.float64), len(table))
    if (lengths < 1).any():
        raise ValueError("a series has at least one game")
    taken, players = table.taken, len(table.names)
    who = table.seats[taken]
    series = np.bincount(who, minlength=players)
    scores = np.bincount(who, table.score[taken], players)
    games = np.bincount(who, np.broadcast_to(lengths[:, None], taken.shape)[taken], players)
    means = np.divide(scores, games, out=np.zeros(players), where=series > 0)
    lines = [
        Average(name, int(count), float(mean), float(SERIES * mean))
        for name, count, mean in zip(table.names, series, means, strict=True)
        if count
    ]
    return sorted(lines, key=lambda line: (-line.per_game, line.player))

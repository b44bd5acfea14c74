"""Room to think: the tables of the metrics, and arrays that kernels write into."""

from typing import NamedTuple

import numpy as np

from evenhand.games.cards import Masks
from evenhand.games.rummy.metrics.distance import (
    DistanceTables,
    Families,
    distance_tables,
    new_families,
)
from evenhand.games.rummy.metrics.score import (
    ScoreRoom,
    ScoreTables,
    new_score_room,
    score_tables,
)


class Desk(NamedTuple):
    """A desk belongs to one thread."""

    distance: DistanceTables
    families: Families
    score: ScoreTables
    room: ScoreRoom
    lots: Masks  # the state of the random numbers of the strategies


def new_desk(lots: int = 1) -> Desk:
    """A desk; ``lots`` is the seed of the random choices."""
    tables = distance_tables(), new_families(), score_tables(), new_score_room()
    return Desk(*tables, np.array([lots], np.int64))

"""Schedules by name."""

from enum import StrEnum
from math import comb, perm
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from numpy.random import Generator

    from evenhand.tables import Indices


class Schedule(StrEnum):
    """Who plays whom."""

    ORDERED = "ordered"
    ROUND_ROBIN = "round-robin"
    RANDOM = "random"

    def tables(self, rng: "Generator", players: int, seats: int, games: int) -> "Indices":
        """Who sits where in each game: (games, seats) numbers of players."""
        from evenhand.simulation import seating

        if self is Schedule.RANDOM:
            return seating.random_tables(rng, players, seats, games)
        if self is Schedule.ROUND_ROBIN:
            return seating.round_robin(players, seats, games)
        return seating.ordered_tables(players, seats, games)

    def cycle(self, players: int, seats: int) -> int:
        """After so many games everybody sat everywhere equally often; 1 if chance decides.

        >>> Schedule.ORDERED.cycle(6, 2), Schedule.ROUND_ROBIN.cycle(6, 3)
        (30, 60)
        """
        if self is Schedule.RANDOM:
            return 1
        if self is Schedule.ROUND_ROBIN:
            return seats * comb(players, seats)
        return perm(players, seats)

"""Games of two bots against each other: wins, and half the draws."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from evenhand.tables import Flags, Floats, GameTable

WIDE = 1.96  # standard errors


class Meetings(NamedTuple):
    """Games of two bots, by how they ended for the first."""

    games: int
    won: int
    drawn: int

    @property
    def share(self) -> float:
        """The share of wins in percent, a draw counting half."""
        return 100.0 * (self.won + 0.5 * self.drawn) / self.games

    @property
    def about(self) -> float:
        """Half of the 95 % interval of the share."""
        mean = self.share / 100.0
        squares = (self.won + 0.25 * self.drawn) / self.games
        return 100.0 * WIDE * float(np.sqrt(max(squares - mean * mean, 0.0) / self.games))

    def __str__(self) -> str:
        return f"{self.share:.2f} +- {self.about:.2f}"


def counted(leads: Sequence[Floats]) -> Meetings:
    """Games by the lead that somebody had in each.

    >>> counted([np.array([20.0, -5.0]), np.array([0.0])])
    Meetings(games=3, won=1, drawn=1)
    """
    every = np.concatenate(leads)
    return Meetings(len(every), int((every > 0).sum()), int((every == 0).sum()))


def meetings(tables: Sequence[GameTable], name: str, other: str) -> Meetings:
    """All games of two bots against each other, on either seat."""
    return counted([leads(table, name, [other]) for table in tables])


def games_of(table: GameTable, name: str, others: Sequence[str], own: int) -> Flags:
    """Games of a bot on a seat against one of some others."""
    there = [table.names.index(other) for other in others]
    here: Flags = table.seats[:, own] == table.names.index(name)
    return here & np.isin(table.seats[:, 1 - own], there)


def leads(table: GameTable, name: str, others: Sequence[str]) -> Floats:
    """By how much a bot had the better score, in each game with one of some others."""
    parts = []
    for own in (0, 1):
        score = table.score[games_of(table, name, others, own)]
        parts.append(score[:, own] - score[:, 1 - own])
    return np.concatenate(parts)

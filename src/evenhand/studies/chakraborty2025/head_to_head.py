"""Who beats whom how often: wins, and half the draws, of every pair."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import polars as pl

from evenhand.elo import expected
from evenhand.studies.chakraborty2025.printed import TABLE_2
from evenhand.studies.chakraborty2025.strategies import NAMES, TOP, both_names, of_paper
from evenhand.tables import GameTable
from evenhand.tables.table import Flags, Floats

WIDE = 1.96  # standard errors


class Meetings(NamedTuple):
    """Games of two strategies, by how they ended for the first."""

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
    """All games of two strategies against each other, on either seat."""
    return counted([_leads(table, name, [other]) for table in tables])


def against_strong(tables: Sequence[GameTable], name: str) -> Meetings:
    """All games of a strategy against the strong ones."""
    return counted([_leads(table, name, TOP) for table in tables])


def points_against_strong(tables: Sequence[GameTable], name: str) -> float:
    """The mean points that a strategy holds at the end of a game against the strong ones."""
    held = [
        -table.score[_games(table, name, TOP, own)][:, own] for table in tables for own in (0, 1)
    ]
    return float(np.concatenate(held).mean())


def _games(table: GameTable, name: str, others: Sequence[str], own: int) -> Flags:
    """Games of a strategy on a seat against one of some others."""
    there = [table.names.index(other) for other in others]
    here: Flags = table.seats[:, own] == table.names.index(name)
    return here & np.isin(table.seats[:, 1 - own], there)


def _leads(table: GameTable, name: str, others: Sequence[str]) -> Floats:
    """By how much a strategy had the better score, in each game with one of some others."""
    parts = []
    for own in (0, 1):
        score = table.score[_games(table, name, others, own)]
        parts.append(score[:, own] - score[:, 1 - own])
    return np.concatenate(parts)


def share_matrix(tables: Sequence[GameTable]) -> pl.DataFrame:
    """The share of wins in percent of the strategy of a row against that of a column.

    The last columns: against all strong ones, and the points held at the end of these games.
    """
    rows = []
    for name in NAMES:
        shares = {
            other: None if other == name else meetings(tables, name, other).share for other in NAMES
        }
        shares["the_strong"] = against_strong(tables, name).share
        shares["points_held"] = points_against_strong(tables, name)
        rows.append(both_names(name) | shares)
    return pl.DataFrame(rows)


def first_player(tables: Sequence[GameTable]) -> Meetings:
    """How games among the strong strategies end for who plays first."""
    leads = []
    for table in tables:
        strong = [table.names.index(name) for name in TOP]
        score = table.score[np.isin(table.seats, strong).all(axis=1)]
        leads.append(score[:, 0] - score[:, 1])
    return counted(leads)


def implied_share(name: str, other: str) -> float:
    """The share of wins in percent that the ratings of the paper's Table 2 imply.

    >>> round(implied_share("random", "opponent-aware"), 2)
    0.65
    """
    one, two = (of_paper(TABLE_2, player).mean for player in (name, other))
    return 100.0 * expected(one, two)

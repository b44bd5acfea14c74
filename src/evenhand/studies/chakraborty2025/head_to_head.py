"""Who beats whom how often: wins, and half the draws, of every pair."""

from collections.abc import Sequence

import numpy as np
import polars as pl

from evenhand.elo import expected
from evenhand.studies.chakraborty2025.printed import TABLE_2
from evenhand.studies.chakraborty2025.strategies import NAMES, TOP, both_names, of_paper
from evenhand.studies.meetings import Meetings, counted, games_of, leads, meetings
from evenhand.tables import GameTable


def against_strong(tables: Sequence[GameTable], name: str) -> Meetings:
    """All games of a strategy against the strong ones."""
    return counted([leads(table, name, TOP) for table in tables])


def points_against_strong(tables: Sequence[GameTable], name: str) -> float:
    """The mean points that a strategy holds at the end of a game against the strong ones."""
    held = [
        -table.score[games_of(table, name, TOP, own)][:, own] for table in tables for own in (0, 1)
    ]
    return float(np.concatenate(held).mean())


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

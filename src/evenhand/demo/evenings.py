"""Evenings of the clubs and days of the league: who sits with whom, week by week."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.random import Generator

from evenhand.demo.members import WEEKS, Members
from evenhand.demo.names import CLUBS
from evenhand.tables import Floats, Indices

SEATS, SERIES = 3, 2  # at a table, of an evening
LEAGUE_DAY = len(CLUBS)  # in the place of a club
EVERY = 4  # weeks
MOST = 30  # players of a league day


@dataclass(frozen=True, slots=True)
class Evening:
    """Tables of one evening, series after series."""

    week: int
    club: int  # or a day of the whole league
    series: int  # the first or second of the evening
    seats: Indices  # (tables, 3) members


def season(rng: Generator, members: Members, weeks: range = range(WEEKS)) -> Iterator[Evening]:
    """Yield all evenings of some weeks."""
    for week in weeks:
        likely = members.here(week)
        for club in range(len(CLUBS)):
            own = np.where(members.club == club, likely, 0.0)
            here = np.flatnonzero(rng.random(len(own)) < own).astype(np.int32)
            yield from _evening(rng, week, club, here)
        if week % EVERY == EVERY - 1:
            yield from _evening(rng, week, LEAGUE_DAY, _delegates(rng, likely))


def one_table(rng: Generator, members: Members, week: int) -> tuple[int, Indices]:
    """Draw a club, and three of its members."""
    club = int(rng.integers(len(CLUBS)))
    own = np.where(members.club == club, members.here(week), 0.0)
    return club, rng.choice(len(own), SEATS, replace=False, p=own / own.sum()).astype(np.int32)


def _delegates(rng: Generator, likely: Floats) -> Indices:
    keen = rng.random(len(likely)) * likely
    return np.argsort(-keen, kind="stable")[:MOST].astype(np.int32)


def _evening(rng: Generator, week: int, club: int, here: Indices) -> Iterator[Evening]:
    tables = len(here) // SEATS
    for series in range(SERIES if tables else 0):
        seats = rng.permutation(here)[: SEATS * tables].reshape(tables, SEATS)
        yield Evening(week, club, series, seats.astype(np.int32))

"""When the past of a world was: evenings of clubs, games of bots, official lists."""

from datetime import UTC, datetime, timedelta

import numpy as np

from evenhand.demo.games import Games
from evenhand.demo.members import WEEKS
from evenhand.ledger.results import DAY, EPOCH, MICROSECOND
from evenhand.tables import Times

HOUR = DAY // 24
BEGIN = 18 * HOUR + DAY // 48  # 18:30 UTC
SERIES = 2 * HOUR  # how long one takes
MONDAY = 4 * DAY  # the first of 1970
MONTHS, MONDAYS = 12, 6  # of which there are lists
ARENA_DAYS = 45

Dated = tuple[int, str]
"""When a list was published, and its title."""


def evening_times(games: Games, now: int) -> Times:
    """Return when each series began: clubs play on their weekday, the last series is this week.

    The tables of an evening begin a second after each other, so that their order is known.
    """
    club, week, series = (
        games.details[name].astype(np.int64) for name in ("club", "week", "series")
    )
    weekday = club % 7
    this = MONDAY + (now - MONDAY) // (7 * DAY) * 7 * DAY + weekday * DAY + BEGIN
    last = np.where(this + 2 * SERIES < now, this, this - 7 * DAY)
    times: Times = last - (WEEKS - 1 - week) * 7 * DAY + series * SERIES
    return times + np.arange(len(times)) % 16 * 1_000_000


def arena_times(count: int, now: int) -> Times:
    """Return times of games of bots, spread evenly over the last weeks."""
    times: Times = now - ARENA_DAYS * DAY * np.arange(count, 0, -1) // (count + 1)
    return times


def monthly(now: int) -> list[Dated]:
    """Return the first days of the last months, with their names."""
    day = _midnight(now).replace(day=1)
    found = []
    for _ in range(MONTHS):
        found.append(((day - EPOCH) // MICROSECOND, f"{day:%B %Y}"))
        day = (day - timedelta(days=1)).replace(day=1)
    return found[::-1]


def weekly(now: int) -> list[Dated]:
    """Return the last Mondays, with the names of the weeks that begin there."""
    day = _midnight(now)
    monday = day - timedelta(days=day.weekday())
    days = [monday - timedelta(weeks=weeks) for weeks in reversed(range(MONDAYS))]
    return [((day - EPOCH) // MICROSECOND, f"{day:Week %V of %G}") for day in days]


def _midnight(now: int) -> datetime:
    return (
        (EPOCH + now * MICROSECOND)
        .astimezone(UTC)
        .replace(hour=0, minute=0, second=0, microsecond=0)
    )

"""The past of a world is past, whenever it is made."""

import numpy as np
import pytest

from evenhand.demo.calendar import arena_times, evening_times, monthly, weekly
from evenhand.demo.games import SKAT_LEAGUE
from evenhand.demo.members import WEEKS
from evenhand.demo.records import KEPT, read_record
from evenhand.ledger.results import DAY, read_time, show_time

MOMENTS = ("2026-11-18T07:00:00Z", "2027-01-01T00:00:00Z", "2028-02-29T23:59:59Z")


@pytest.mark.parametrize("moment", MOMENTS)
def test_nothing_lies_in_the_future(moment: str) -> None:
    now = read_time(moment, 2**62)
    record = read_record(SKAT_LEAGUE)
    season = evening_times(record.rows(0, len(record) - KEPT[SKAT_LEAGUE]), now)
    assert now - 7 * DAY < season.max() < now
    assert season.min() > now - (WEEKS + 1) * 7 * DAY
    arena = arena_times(1000, now)
    assert (np.diff(arena) > 0).all()
    assert arena[-1] < now
    for lists in (monthly(now), weekly(now)):
        days = [at for at, _ in lists]
        assert days == sorted(days)
        assert days[-1] <= now


def test_lists_are_called_after_the_month_or_week_that_begins() -> None:
    now = read_time("2027-01-01T12:00:00Z", 2**62)
    months, weeks = monthly(now), weekly(now)
    assert [title for _, title in months[-2:]] == ["December 2026", "January 2027"]
    assert show_time(months[-1][0]) == "2027-01-01T00:00:00Z"
    assert (show_time(weeks[-1][0]), weeks[-1][1]) == ("2026-12-28T00:00:00Z", "Week 53 of 2026")

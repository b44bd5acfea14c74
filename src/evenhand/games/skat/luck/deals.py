"""The luck of deals and of series.

The deal is all that chance does in Skat.  Deals that were passed in count: whether a deal is
passed in is up to the players, and luck is 0 on average over all deals, not over those that
somebody plays.
"""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from evenhand.cards import Masks
from evenhand.games.skat.luck.deal_value import DealValue, full
from evenhand.games.skat.many_series import PLAYERS, SeriesGames
from evenhand.tables import GameTable

Floats = NDArray[np.float64]


def deal_luck(
    deals: Masks, value: DealValue | None = None, *, workers: int | None = None
) -> Floats:
    """The luck of each seat in each deal in Seeger-Fabian points, (deals, 3).

    Deals have a row each: the hands of forehand, middlehand and rearhand, and the skat.
    """
    return (value or full()).luck(deals, workers=workers)


def series_luck(
    series: SeriesGames, value: DealValue | None = None, *, workers: int | None = None
) -> Floats:
    """The luck of everybody in each series, (series, 3) in the order of ``seats``.

    It is the sum over the deals of the series, of which none may be left out.
    """
    return added(series, deal_luck(series.games.deals, value, workers=workers))


def added(series: SeriesGames, by_seat: Floats) -> Floats:
    """What the seats of each game have, (games, 3), added up for the players of each series."""
    place = PLAYERS * series.series[:, None] + series.sitting
    count = PLAYERS * len(series.seats)
    sums = np.bincount(place.ravel(), by_seat.ravel(), count).astype(np.float64)
    return sums.reshape(len(series.seats), PLAYERS)


def luck_table(
    series: SeriesGames, value: DealValue | None = None, *, workers: int | None = None
) -> GameTable:
    """The series as a table to rate: totals as scores, and the luck beside them."""
    return replace(series.table(), luck=series_luck(series, value, workers=workers))

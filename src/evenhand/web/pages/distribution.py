"""How ratings are distributed, as bars of a picture."""

from dataclasses import dataclass

import numpy as np

from evenhand.ledger.ladder import Ladder
from evenhand.tables import Floats

WIDTH, HEIGHT = 640, 160
MOST_BARS = 30
EDGE = 0.002  # of the players at each end, who share the last bars
TICKS = 5


@dataclass(frozen=True, slots=True)
class Bar:
    """How many players have a rating within a range."""

    x: float
    y: float
    width: float
    height: float
    low: float
    high: float
    count: int
    own: bool


@dataclass(frozen=True, slots=True)
class Tick:
    """A rating below the bars."""

    x: float
    value: float
    anchor: str


@dataclass(frozen=True, slots=True)
class Shape:
    """All of the picture."""

    width: int
    height: int
    bars: list[Bar]
    ticks: list[Tick]


def distribution(ladder: Ladder, rating: float | None = None) -> Shape | None:
    """The ratings of all who are on the list; the bar with a rating is marked."""
    with ladder.lock:
        ratings = ladder.standing.ratings[ladder.standing.ranking.order, 0]
    return shape_of(ratings, rating) if len(ratings) > 1 else None


def shape_of(ratings: Floats, rating: float | None = None) -> Shape:
    """Bars for ratings.

    >>> shape = shape_of(np.array([1.0, 1.0, 2.0]), 2.0)
    >>> [(bar.count, bar.own) for bar in shape.bars]
    [(2, False), (1, True)]
    """
    low, high = np.quantile(ratings, [EDGE, 1.0 - EDGE]).tolist()
    bars = min(MOST_BARS, max(2, int(np.sqrt(len(ratings)))))
    if low == high:
        low, high = low - 1.0, high + 1.0
    counts, ends = np.histogram(np.clip(ratings, low, high), bars, (low, high))
    place = None if rating is None else np.clip(rating, low, high)
    width, most = WIDTH / bars, float(counts.max())
    found = []
    for at, count in enumerate(counts.tolist()):
        start, end = float(ends[at]), float(ends[at + 1])
        last = at == bars - 1
        own = place is not None and bool(start <= place and (place < end or last))
        tall = round(HEIGHT * count / most, 1)
        place_x = round(at * width + 1.0, 1)
        found.append(
            Bar(
                place_x,
                round(HEIGHT - tall, 1),
                round(width - 2.0, 1),
                tall,
                start,
                end,
                count,
                own,
            )
        )
    return Shape(WIDTH, HEIGHT, found, _ticks(low, high))


def _ticks(low: float, high: float) -> list[Tick]:
    anchors = {0: "start", TICKS - 1: "end"}
    return [
        Tick(
            round(WIDTH * at / (TICKS - 1), 1),
            low + (high - low) * at / (TICKS - 1),
            anchors.get(at, "middle"),
        )
        for at in range(TICKS)
    ]

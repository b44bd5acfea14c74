"""A player's last ratings as a tiny curve, and how far they are spread."""

from dataclasses import dataclass

from evenhand.ledger.ladder import Ladder
from evenhand.ledger.profile import walk
from evenhand.tables import Floats

GAMES = 20
WIDTH, HEIGHT = 100.0, 24.0


@dataclass(frozen=True, slots=True)
class Spark:
    """The points of the curve, and the standard deviation of the ratings."""

    points: str
    spread: float | None


def spark(ladder: Ladder, local: int) -> Spark:
    """The last ratings of a player, by local number; the caller holds the lock."""
    games, seats = walk(ladder, local, GAMES)
    ratings = ladder.standing.games["after"][games, seats][::-1]
    if len(ratings) < 2:
        return Spark("", None)
    return Spark(polyline(ratings), float(ratings.std()) if len(ratings) == GAMES else None)


def polyline(values: Floats) -> str:
    """Points of an SVG polyline that fills its box.

    >>> import numpy as np
    >>> polyline(np.array([1.0, 2.0, 1.5]))
    '0.0,22.0 50.0,2.0 100.0,12.0'
    """
    low, high = float(values.min()), float(values.max())
    step = WIDTH / max(len(values) - 1, 1)
    scale = (HEIGHT - 4.0) / (high - low) if high > low else 0.0
    return " ".join(
        f"{place * step:.1f},{HEIGHT - 2.0 - (value - low) * scale:.1f}"
        for place, value in enumerate(values.tolist())
    )

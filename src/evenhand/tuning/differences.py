"""The difference of both players' ratings before each game, which foretells its winner."""

from collections.abc import Iterable

import numpy as np

from evenhand.compiled import kernel
from evenhand.ratings.system import RatingSystem, rate_in_parts
from evenhand.tables import Floats, GameTable, Indices

PART = 1 << 18


def check_two_seats(table: GameTable, what: str) -> None:
    """Refuse a table for more than two players."""
    if table.width != 2:
        raise ValueError(f"{what} is for games of two players, not of up to {table.width}")


def rating_differences(system: RatingSystem, table: GameTable) -> Floats:
    """The first player's rating less the second's, before each game of a table for two.

    >>> from evenhand.ratings import Elo
    >>> table = GameTable.from_games([{"Anna": 1, "Ben": 0}, {"Ben": 1, "Anna": 0}])
    >>> rating_differences(Elo(k=20.0), table).tolist()
    [0.0, -20.0]
    """
    check_two_seats(table, "a difference of ratings")
    parts = rate_in_parts(system, table, size=PART)
    return collected(
        system.start(len(table.names))[:, 0],
        len(table),
        ((table.seats[games], run.after) for games, run in parts),
    )


def collected(start: Floats, games: int, parts: Iterable[tuple[Indices, Floats]]) -> Floats:
    """The differences of games that come in parts: who played, and the ratings after each game."""
    rating, apart, first = start.copy(), np.empty(games), 0
    for seats, after in parts:
        walk(seats, after, rating, apart[first : first + len(seats)])
        first += len(seats)
    return apart


@kernel
def walk(seats: Indices, after: Floats, rating: Floats, apart: Floats) -> None:
    """Fill in the differences of a part, and bring the ratings up to its end."""
    for game in range(len(seats)):
        own, other = seats[game, 0], seats[game, 1]
        apart[game] = rating[own] - rating[other]
        rating[own], rating[other] = after[game, 0], after[game, 1]

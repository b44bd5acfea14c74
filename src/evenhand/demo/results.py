"""Games of the demo as results that a ledger takes."""

import math
from collections.abc import Iterator, Sequence

from evenhand.demo.games import Games
from evenhand.demo.ladders import Person
from evenhand.ledger.results import NewResult, Seat, show_time


def results_of(
    games: Games,
    people: Sequence[Person],
    ids: Sequence[str],
    times: Sequence[int] | None = None,
) -> Iterator[NewResult]:
    """Yield a result for each game; without times they were played just now."""
    rows = zip(games.seats.tolist(), games.score.tolist(), games.luck.tolist(), strict=True)
    for number, (seats, score, luck) in enumerate(rows):
        players = [
            Seat(people[seat].name, points, None if math.isnan(lucky) else round(lucky, 4))
            for seat, points, lucky in zip(seats, score, luck, strict=True)
        ]
        played_at = None if times is None else show_time(times[number])
        yield NewResult(id=ids[number], players=players, played_at=played_at)


def record_ids(start: int, stop: int) -> list[str]:
    """Return ids of recorded games, which sort in the order of play."""
    return [f"game-{number:05}" for number in range(start + 1, stop + 1)]

"""A Seeger list to try an upload with: two made-up tables of one club."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import polars as pl
from numpy.random import Generator

from evenhand.demo.ladders import Person
from evenhand.games.skat.scoring import seeger_points
from evenhand.ledger.results import DAY, show_time

SEATS, DEALS, PASSED_IN = 3, 36, 2
VALUES = (18, 20, 22, 23, 24, 27, 30, 33, 36, 40, 44, 46, 48, 59, 72, 96)  # won games
Row = dict[str, str | int]


def write_sample(path: Path, people: Sequence[Person], rng: Generator, now: int) -> None:
    """Write the list of an evening a few hours ago at the club of the first player."""
    own = [one.name for one in people if one.club == people[0].club and not one.guest]
    chosen = rng.permutation(own)[: 2 * SEATS].reshape(2, SEATS).tolist()
    time = show_time((now - DAY // 8) // 1_000_000 * 1_000_000)
    tables = [_table(rng, players) for players in chosen]
    rows = [
        {"list": number, **row, "games": DEALS, "time": time}
        for number, table in enumerate(tables, start=1)
        for row in table
    ]
    pl.DataFrame(rows).write_csv(path)


def _table(rng: Generator, players: Sequence[str]) -> list[Row]:
    """Return the totals of each player at the end of a list."""
    played = rng.multinomial(DEALS - PASSED_IN, np.full(SEATS, 1 / SEATS))
    lost = rng.binomial(played, 0.18)
    rows: list[Row] = []
    for player, games, losses in zip(players, played.tolist(), lost.tolist(), strict=True):
        won = games - losses
        points = int(rng.choice(VALUES, won).sum() - 2 * rng.choice(VALUES, losses).sum())
        total = seeger_points(points, won, losses, int(lost.sum()) - losses)
        rows.append(
            {"player": player, "won": won, "lost": losses, "points": points, "total": total}
        )
    return rows

"""Files of records, made by heuristic players."""

from pathlib import Path

import numpy as np

from evenhand.games.skat import write_iss
from evenhand.games.skat.bots import play_population
from evenhand.games.skat.iss_columns import make_records

MINUTE = 60_000_000


def write_series(path: Path, series: int) -> None:
    """Series of 36 games among six players, a minute a game."""
    population = play_population(np.random.default_rng(1), players=6, series=series)
    names, count = population.names, len(population.games)
    deal = np.arange(count) % 36
    who = population.seats[population.series[:, None], (np.arange(3) + deal[:, None]) % 3]
    players = [(names[a], names[b], names[c]) for a, b, c in who.tolist()]
    ids = [str(number) for number in population.series.tolist()]
    times = MINUTE * np.arange(1, count + 1)
    records = make_records(population.games, players, ids, times)
    path.write_text("".join(write_iss(record) + "\n" for record in records))

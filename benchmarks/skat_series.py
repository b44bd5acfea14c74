"""83,844 games in 2,329 series: read from ISS records, corrected for luck, rated.

As in Edelkamp (2021), whose C++ program took about 4 s, mostly for the winning probabilities.

    python benchmarks/skat_series.py
    python benchmarks/skat_series.py --series 200
"""

import argparse
import tempfile
import time
from pathlib import Path

import numpy as np

from evenhand.games.skat.batch import SeriesGames
from evenhand.games.skat.bots import Population, play_population
from evenhand.games.skat.edelkamp import (
    chance_factors,
    correct_values,
    find_mean_value,
    find_normal,
)
from evenhand.games.skat.iss import write_iss
from evenhand.games.skat.iss_columns import make_records, read_iss_games
from evenhand.games.skat.winning_parameters import load_winning_parameters
from evenhand.ratings import ScoreShareElo

DAY = 86_400_000_000


def write(population: Population, path: Path) -> None:
    """The games of a population as records."""
    count, series = len(population.games), population.series
    deal = np.arange(count) % (count // len(population.seats))
    who = population.seats[series[:, None], (np.arange(3) + deal[:, None]) % 3]
    players = [tuple(population.names[player] for player in three) for three in who.tolist()]
    ids = [f"S{number}" for number in series.tolist()]
    records = make_records(population.games, players, ids, DAY + 60_000_000 * np.arange(count))
    with path.open("w", encoding="utf-8") as file:
        file.writelines(write_iss(record) + "\n" for record in records)


def rate(path: Path) -> list[tuple[str, float]]:
    """Seconds of each step."""
    laps: list[tuple[str, float]] = []
    start = time.perf_counter()

    def lap(what: str) -> None:
        laps.append((what, time.perf_counter() - start - sum(took for _, took in laps)))

    games, players, ids, times, _ = read_iss_games(path)
    lap("reading")
    series = SeriesGames.collect(games, players, ids, times)
    lap("series")
    chances = load_winning_parameters().strength(series.games)
    lap("winning probabilities")
    factors = chance_factors(
        chances, series.games.contracts, find_normal(series.games.contracts, chances)
    )
    mean = find_mean_value(series.games)
    table = series.table(correct_values(series.games, factors, mean))
    lap("both chance factors")
    ScoreShareElo(k=0.02, initial=850.0).run(table)
    lap("rating")
    return laps


if __name__ == "__main__":
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--series", type=int, default=2329)
    chosen = options.parse_args()
    population = play_population(np.random.default_rng(1), 700, chosen.series)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "games.sgf"
        write(population, path)
        rate(path)  # compiles
        laps = min((rate(path) for _ in range(3)), key=lambda run: sum(took for _, took in run))
    for what, took in [*laps, ("in all", sum(took for _, took in laps))]:
        print(f"{what:22} {took:6.2f} s")
    print("goal: under 4 s, most of it reading")

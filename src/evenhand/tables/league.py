"""An example to try things on: a season of a made-up Skat club.

Thirty players, an evening a week, two series of 36 games an evening at tables of three,
Seeger-Fabian scores.  The scores scatter by 380 points around the players' strengths,
which are known because they were drawn too; some players come late in the season, and
some learn.
"""

from pathlib import Path

import numpy as np

from evenhand.tables.files import read_games
from evenhand.tables.table import Floats, GameTable, Indices

FILE = Path(__file__).parent / "skat_league.csv"
SEED = 2021
NAMES = (
    "Ahmet Anke Arno Berta Bodo Cem Clara Dieter Doris Emil Erika Finn Frieda Georg Greta "
    "Hanno Heike Ida Jonas Karin Leo Lotte Mehmet Nina Otto Paula Rolf Sabine Uwe Wanda"
)
EVENINGS = 48
WEEK, HOUR = 7 * 86_400_000_000, 3_600_000_000
FIRST = 1_735_929_000_000_000  # Friday, 3 January 2025, 18:30 UTC
SCATTER = 380.0


def example_league() -> GameTable:
    """The season as it comes with the package: 532 series."""
    return read_games(FILE)


def draw_league(rng: np.random.Generator) -> tuple[GameTable, Floats]:
    """Draw a season, and the strength of every player at its end.

    ``draw_league(numpy.random.default_rng(SEED))`` made the file of the package.
    """
    names = tuple(NAMES.split())
    strength = rng.normal(800.0, 110.0, len(names))
    learns = rng.choice([0.0, 2.5], len(names), p=[0.8, 0.2])  # points an evening
    joins = np.where(rng.random(len(names)) < 0.75, 0, rng.integers(8, 30, len(names)))
    comes = rng.uniform(0.25, 0.85, len(names))
    seats: list[Indices] = []
    score: list[Floats] = []
    time: list[int] = []
    for evening in range(EVENINGS):
        here = np.flatnonzero((rng.random(len(names)) < comes) & (joins <= evening))
        for series in range(2):
            tables = rng.permutation(here)[: len(here) // 3 * 3].reshape(-1, 3)
            level = strength + learns * (evening - EVENINGS)
            seats.extend(tables)
            score.extend(np.round(rng.normal(level[tables], SCATTER)))
            time.extend([FIRST + evening * WEEK + 2 * series * HOUR] * len(tables))
    table = GameTable(
        names, np.array(seats, np.int32), np.array(score), time=np.array(time, np.int64)
    )
    return table, strength

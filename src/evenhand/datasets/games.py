"""Games to try things on: a season of a Skat club, and games among players of known skill.

Symbols: ``R`` skill on the Elo scale, ``g`` standard Gumbel noise.  A player
performs at ``R ln(10) / 400 + g``, so that of any players at a table player i
is first with probability ``10^(R_i/400) / sum_j 10^(R_j/400)`` (Luce 1959; Yellott
1977).  The score is the number of opponents beaten.  Draws of two players are
the games of the closest performances (Rao and Kupper 1967).
"""

import math
from pathlib import Path

import numpy as np

from evenhand.tables import FEW_SEATS, Floats, GameTable, Indices, read_games

SKAT_LEAGUE = Path(__file__).parent / "skat_league.csv"
SKAT_LEAGUE_SEED = 2021
SKAT_PLAYERS = (
    "Ahmet Anke Arno Berta Bodo Cem Clara Dieter Doris Emil Erika Finn Frieda Georg Greta "
    "Hanno Heike Ida Jonas Karin Leo Lotte Mehmet Nina Otto Paula Rolf Sabine Uwe Wanda"
)
EVENINGS = 48
WEEK, HOUR = 7 * 86_400_000_000, 3_600_000_000
FIRST = 1_735_929_000_000_000  # Friday, 3 January 2025, 18:30 UTC
SCATTER = 380.0

MEAN = 1500.0
NATURAL = math.log(10) / 400
START = 1_577_836_800_000_000  # 2020-01-01 UTC in microseconds
MINUTE = 60_000_000


def load_skat_league() -> GameTable:
    """Load the season of a made-up Skat club that comes with the package: 532 series.

    Thirty players, an evening a week, two series of 36 games an evening at tables of three,
    Seeger-Fabian scores.
    """
    return read_games(SKAT_LEAGUE)


def make_skat_league(rng: np.random.Generator) -> tuple[GameTable, Floats]:
    """Draw a season of a Skat club, and the strength of every player at its end.

    The scores scatter by 380 points around the players' strengths; some players come late in
    the season, and some learn.

    ``make_skat_league(numpy.random.default_rng(SKAT_LEAGUE_SEED))`` made the file of the package.
    """
    names = tuple(SKAT_PLAYERS.split())
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


def make_games(
    rng: np.random.Generator,
    players: int,
    games: int,
    seats: int = 2,
    *,
    spread: float = 200.0,
    draw: float = 0.0,
    luck: bool = False,
) -> tuple[GameTable, Floats]:
    """Games a minute apart among random players, and the true skill of every player.

    ``draw`` is the share of draws (two seats only).  ``luck`` adds each seat's
    noise less the mean over the table, in Elo points.
    """
    if not 2 <= seats <= players:
        raise ValueError(f"{seats} seats need at least 2 of them and as many players")
    if draw and seats != 2:
        raise ValueError("draws need two seats")
    skill = rng.normal(MEAN, spread, players)
    seated = random_seats(rng, players, games, seats)
    noise = rng.gumbel(size=(games, seats))
    table = GameTable(
        tuple(f"P{player:06d}" for player in range(players)),
        seated,
        _scores(skill[seated] * NATURAL + noise, draw),
        luck=(noise - noise.mean(axis=1, keepdims=True)) / NATURAL if luck else None,
        time=START + MINUTE * np.arange(games),
    )
    return table, skill


def random_seats(rng: np.random.Generator, players: int, games: int, seats: int) -> Indices:
    """Different players for every game, each as likely as any other."""
    table = np.empty((games, seats), np.int32)
    if seats > FEW_SEATS:
        for row in table:
            row[:] = rng.choice(players, seats, replace=False)
        return table
    for seat in range(seats):
        # Number the players not yet seated; step over the seated ones in ascending order.
        table[:, seat] = rng.integers(players - seat, size=games)
        for seated in np.sort(table[:, :seat], axis=1).T:
            table[:, seat] += table[:, seat] >= seated
    return table


def _scores(performance: Floats, draw: float) -> Floats:
    beaten = performance.argsort(axis=1).argsort(axis=1).astype(np.float64)
    if draw:
        margin = np.abs(performance[:, 0] - performance[:, 1])
        beaten[margin < np.quantile(margin, draw)] = 0.5
    return beaten

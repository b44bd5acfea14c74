"""Synthetic games among players of known skill, to test ratings against the truth.

Symbols: ``R`` skill on the Elo scale, ``g`` standard Gumbel noise.  A player
performs at ``R ln(10) / 400 + g``, so that of any players at a table player i
is first with chance ``10^(R_i/400) / sum_j 10^(R_j/400)`` (Luce 1959; Yellott
1977).  The score is the number of opponents beaten.  Draws of two players are
the games of the closest performances (Rao and Kupper 1967).
"""

import math

import numpy as np

from evenhand.tables.table import FEW_SEATS, Floats, GameTable, Indices

MEAN = 1500.0
NATURAL = math.log(10) / 400
START = 1_577_836_800_000_000  # 2020-01-01 UTC in microseconds
MINUTE = 60_000_000


def synthetic_games(
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

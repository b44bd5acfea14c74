"""Leagues of players whose skills are known, with luck that is known too.

A game goes to the first with the chance 1 / (1 + 10^(-gap/400)): a logistic number decides.  In
half of the games it is known which sign the number has: that is the luck, +1/2 or -1/2 for the
first.  So the truth is exact, and luck explains half of an even game.
"""

import math

import numpy as np
from numpy.random import Generator

from evenhand.datasets import NATURAL
from evenhand.studies.beyond.leagues import Leagues, in_one_table, ordered_leagues
from evenhand.tables import Floats

SKILLS = (1350.0, 1420.0, 1470.0, 1500.0, 1530.0, 1580.0, 1650.0)
KNOWN = 0.5  # of the games


def skills() -> Floats:
    """The true skills, on the Elo scale."""
    return np.array(SKILLS)


def play(rng: Generator, count: int, games: int) -> Leagues:
    """So many leagues, in each of which a player has so many games."""
    seats = ordered_leagues(rng, len(SKILLS), count, games)
    sitting = skills()[seats] * NATURAL
    chance = rng.logistic(size=seats.shape[:2])
    won = sitting[..., 0] - sitting[..., 1] + chance > 0.0
    known = rng.random(seats.shape[:2]) < KNOWN
    lucky = np.where(known, np.sign(chance) * 0.5, 0.0)
    score = np.stack([won, ~won], axis=2).astype(np.float64)
    names = [f"{skill:.0f}" for skill in SKILLS]
    return in_one_table(names, seats, score, {"all": np.stack([lucky, -lucky], axis=2)})


def noise(rng: Generator, leagues: Leagues, missing: float = 0.0) -> Floats:
    """A luck column of nothing but noise, of which a part is missing."""
    drawn = rng.normal(0.0, 0.5, len(leagues.table))
    drawn[rng.random(len(drawn)) < missing] = math.nan
    columns = [drawn, *[-drawn] * (leagues.table.width - 1)]
    return np.stack(columns, axis=1)

"""Leagues of Skat: six players of known skill, in series of 36 deals.

Deals that all pass count as deals of the series.
"""

from dataclasses import replace

import numpy as np
from numpy.random import Generator

from evenhand.games.skat.batch import SeriesGames
from evenhand.games.skat.bots import Faults, play_many_series
from evenhand.games.skat.deal_value import luck_of_series
from evenhand.games.skat.deck import SEATS
from evenhand.games.skat.edelkamp import (
    chance_factors,
    correct_values,
    find_mean_value,
    find_normal,
)
from evenhand.games.skat.seeger import USUAL_GAMES
from evenhand.games.skat.winning_parameters import load_winning_parameters
from evenhand.rng import draw_seeds
from evenhand.simulation import random_tables
from evenhand.studies.beyond.leagues import Leagues, in_one_table
from evenhand.studies.study import Setting
from evenhand.tables import Floats, Indices

SKILLS = (-1.5, -0.75, -0.25, 0.25, 0.75, 1.5)
TEMPERS = 20_260  # the seed by which the players are bold or not
DEALS = USUAL_GAMES[SEATS]
EDELKAMP = "Edelkamp's factors"


def names() -> tuple[str, ...]:
    """The players, by their skill."""
    return tuple(f"skill {skill:+g}" for skill in SKILLS)


def play(setting: Setting, rng: Generator, count: int) -> Leagues:
    """Leagues with the luck of all deals."""
    series = setting.size.series * len(SKILLS) // SEATS
    seats = random_tables(rng, len(SKILLS), SEATS, count * series)
    played = series_of(setting, rng, seats)
    kind = "quick" if setting.size.quick else "deal"
    with setting.progress(f"valuing {len(played.games):,} deals", None):
        lucks = {"all": luck_of_series(played, kind, workers=setting.workers)}
    scores = {EDELKAMP: edelkamp(played)}
    shape = (count, series, SEATS)
    return in_one_table(names(), seats.reshape(shape), played.totals(), lucks, scores)


def series_of(setting: Setting, rng: Generator, seats: Indices) -> SeriesGames:
    """Series of the six, by who sits where."""
    faults = Faults.of(np.array(SKILLS), np.random.default_rng(TEMPERS))
    with setting.progress(f"playing {len(seats):,} series of Skat", len(seats)) as show:
        played = play_many_series(
            faults.make_bots(),
            seats,
            draw_seeds(rng, len(seats)),
            DEALS,
            workers=setting.workers,
            cluster=setting.cluster,
            done=show,
        )
    return replace(played, names=names())


def edelkamp(series: SeriesGames) -> Floats:
    """The totals with both chance factors of Edelkamp (2021)."""
    games = series.games
    chances = load_winning_parameters().strength(games)
    normal = find_normal(games.contracts, chances)
    factors = chance_factors(chances, games.contracts, normal)
    return series.totals(correct_values(games, factors, find_mean_value(games)))

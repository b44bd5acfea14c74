"""Games to try things on: a bundled league, and made-up games among players of known skill."""

from evenhand.datasets.examples import EXAMPLES, example_games
from evenhand.datasets.games import (
    MEAN,
    MINUTE,
    NATURAL,
    SKAT_LEAGUE_SEED,
    START,
    load_skat_league,
    make_games,
    make_skat_league,
    random_seats,
)
from evenhand.datasets.platform import make_platform
from evenhand.datasets.population import Platform, Population, games_frame, players_frame

__all__ = [
    "EXAMPLES",
    "MEAN",
    "MINUTE",
    "NATURAL",
    "SKAT_LEAGUE_SEED",
    "START",
    "Platform",
    "Population",
    "example_games",
    "games_frame",
    "load_skat_league",
    "make_games",
    "make_platform",
    "make_skat_league",
    "players_frame",
    "random_seats",
]

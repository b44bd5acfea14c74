"""The winning parameters of the package: how they were learned."""

from numpy.random import default_rng

from evenhand.games.skat.players.population import play_population
from evenhand.games.skat.strength.winning_parameters import WinningParameters, fit

SEED, PLAYERS, SERIES = 2021, 500, 8_000


def learn(seed: int = SEED, players: int = PLAYERS, series: int = SERIES) -> WinningParameters:
    """Learn from games of heuristic players of different skill among themselves.

    ``save(learn(), FILE)`` made the file of the package: 288,000 games.
    """
    games = play_population(default_rng(seed), players, series).games
    return fit(games, f"learn(seed={seed}, players={players}, series={series})")

"""How the bots of each ladder play: games as columns, members and bots by their numbers.

What a game needs is imported when it is first played, because that takes long.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from evenhand.demo.bots import LUDO, RUMMY
from evenhand.demo.evenings import one_table
from evenhand.demo.members import PAPER, WEEKS, Members, read_members
from evenhand.games import Game
from evenhand.tables import Floats, Indices

SKAT_LEAGUE, RUMMY_ARENA, LUDO_ARENA = "skat-league", "rummy-arena", "ludo-arena"
DEALS = 36  # of a series


@dataclass(frozen=True, slots=True)
class Games:
    """Some games: who sat where, and what came of it."""

    seats: Indices
    score: Floats
    luck: Floats  # NaN where it is not known
    details: Mapping[str, NDArray[Any]] = field(default_factory=dict)  # a number for each game

    def __len__(self) -> int:
        return len(self.seats)

    def rows(self, start: int, stop: int) -> "Games":
        """Some of them."""
        cut = slice(start, stop)
        details = {name: column[cut] for name, column in self.details.items()}
        return Games(self.seats[cut], self.score[cut], self.luck[cut], details)


def play_rummy(rng: Generator, count: int) -> Games:
    """So many games of Rummy, with the luck of the deal, of every draw and of random choices."""
    from evenhand.games.rummy import GAME

    return _play_bots(rng, GAME, RUMMY, count)


def play_ludo(rng: Generator, count: int) -> Games:
    """So many games of Ludo, with the luck of every throw."""
    from evenhand.games.ludo import GAME

    return _play_bots(rng, GAME, LUDO, count)


def _play_bots(rng: Generator, game: Game, texts: Mapping[str, str], count: int) -> Games:
    """Play games between any two bots, and measure all luck."""
    from evenhand.games import parse_bot
    from evenhand.simulation import random_tables, simulate

    bots = {name: parse_bot(game, text) for name, text in texts.items()}
    seats = random_tables(rng, len(bots), 2, count)
    played = simulate(game, bots, seats, rng, luck="all")
    assert played.table.luck is not None
    return Games(seats, played.table.score, played.table.luck, {"seed": played.seeds})


def play_skat(rng: Generator, count: int) -> Games:
    """So many series at tables of any clubs, after the season."""
    members = read_members()
    tables = [one_table(rng, members, WEEKS) for _ in range(count)]
    clubs = np.array([club for club, _ in tables])
    return play_series(rng, members, np.stack([seats for _, seats in tables]), clubs)


def play_series(rng: Generator, members: Members, seats: Indices, clubs: NDArray[Any]) -> Games:
    """Series of 36 deals each, with the luck of the deals where the club records them."""
    from evenhand.games.skat.batch import Games as SkatGames
    from evenhand.games.skat.batch import SeriesGames
    from evenhand.games.skat.bots.population import BLOCK, Club
    from evenhand.games.skat.deal_value import series_luck

    club = Club(members.faults, seats, DEALS, int(rng.integers(2**62)), deal_again=False)
    deals = SkatGames.concat([club.block(number) for number in range(-(-len(seats) // BLOCK))])
    series = SeriesGames.rotating([str(number) for number in range(len(members))], seats, deals)
    luck = series_luck(series)
    luck[clubs == PAPER] = np.nan
    return Games(seats, series.totals(), luck.round(1), {"club": clubs})


PLAYS: Final[Mapping[str, Callable[[Generator, int], Games]]] = {
    LUDO_ARENA: play_ludo,
    SKAT_LEAGUE: play_skat,
    RUMMY_ARENA: play_rummy,
}
"""The ladders, those first that are ready to be played sooner on a new machine."""

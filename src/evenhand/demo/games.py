"""Play games of each ladder; players are numbers of members or bots.

Games are found by their names when they are first played, because importing them takes long.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from evenhand import games
from evenhand.demo.bots import LUDO, RUMMY
from evenhand.demo.evenings import one_table
from evenhand.demo.members import PAPER, WEEKS, Members, read_members
from evenhand.tables import Floats, Indices

SKAT_LEAGUE, RUMMY_ARENA, LUDO_ARENA = "skat-league", "rummy-arena", "ludo-arena"
DEALS = 36  # of a series


class Arena(NamedTuple):
    """A ladder on which any bots meet, two at a table."""

    game: str
    bots: Mapping[str, str]  # how each plays, by its name
    luck: str = "all"  # the kind that is measured


ARENAS: Final[Mapping[str, Arena]] = {
    LUDO_ARENA: Arena("ludo", LUDO),
    RUMMY_ARENA: Arena("rummy", RUMMY),
}


@dataclass(frozen=True, slots=True)
class Games:
    """Some games: who sat where, and how they ended."""

    seats: Indices
    score: Floats
    luck: Floats  # NaN where it is not known
    details: Mapping[str, NDArray[Any]] = field(default_factory=dict)  # a number for each game

    def __len__(self) -> int:
        return len(self.seats)

    def rows(self, start: int, stop: int) -> "Games":
        """Return some of them."""
        cut = slice(start, stop)
        details = {name: column[cut] for name, column in self.details.items()}
        return Games(self.seats[cut], self.score[cut], self.luck[cut], details)


def play_arena(ladder: str, rng: Generator, count: int) -> Games:
    """Play a number of games between any two bots of an arena."""
    from evenhand.simulation import random_tables, simulate

    arena = ARENAS[ladder]
    game = games.game(arena.game)
    bots = {name: games.parse_bot(game, text) for name, text in arena.bots.items()}
    seats = random_tables(rng, len(bots), 2, count)
    played = simulate(game, bots, seats, rng, luck=arena.luck)
    assert played.table.luck is not None
    return Games(seats, played.table.score, played.table.luck, {"seed": played.seeds})


def play_skat(rng: Generator, count: int) -> Games:
    """Play a number of series at tables of any clubs, after the season."""
    members = read_members()
    tables = [one_table(rng, members, WEEKS) for _ in range(count)]
    clubs = np.array([club for club, _ in tables])
    return play_series(rng, members, np.stack([seats for _, seats in tables]), clubs)


def play_series(rng: Generator, members: Members, seats: Indices, clubs: NDArray[Any]) -> Games:
    """Play series of 36 deals, with the luck of the deals where the club records them."""
    from evenhand.simulation import simulate

    game = games.game("skat")
    bots = {str(number): bot for number, bot in enumerate(members.faults.make_bots())}
    played = simulate(game, bots, seats, rng, rules=game.Rules(deals=DEALS), luck="deal")
    assert played.table.luck is not None
    luck = played.table.luck.round(1)
    luck[clubs == PAPER] = np.nan
    return Games(seats, played.table.score, luck, {"club": clubs, "seed": played.seeds})


PLAYS: Final[Mapping[str, Callable[[Generator, int], Games]]] = {
    LUDO_ARENA: partial(play_arena, LUDO_ARENA),
    SKAT_LEAGUE: play_skat,
    RUMMY_ARENA: partial(play_arena, RUMMY_ARENA),
}
"""How each ladder is played, first those that a new machine compiles sooner."""

"""Leagues: the same bots play from the start again and again, with other deals and dice.

Ratings of many leagues show how far a system is off after so many games.  All leagues stand in
one table, in which every league has players of its own: first the first game of each
league, then the second of each, and so on.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from evenhand.simulation import ordered_tables, shuffle
from evenhand.tables import Floats, GameTable, Indices

Numbers = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Leagues:
    """Games of some leagues, and what chance did in each of them."""

    bots: tuple[str, ...]
    count: int
    table: GameTable  # without luck
    lucks: Mapping[str, Floats] = field(default_factory=dict)  # (games, seats) by name
    scores: Mapping[str, Floats] = field(default_factory=dict)  # counted in other ways

    @property
    def rounds(self) -> int:
        """How many games a league has."""
        return len(self.table) // self.count

    @property
    def share(self) -> float:
        """Games of a bot for each game of its league."""
        return self.table.width / len(self.bots)

    @cached_property
    def bot(self) -> Indices:
        """(games, seats) which bot sits where."""
        return (self.table.seats % len(self.bots)).astype(np.int32)

    @cached_property
    def league(self) -> Numbers:
        """(games,) to which league each game belongs."""
        return np.arange(len(self.table)) % self.count

    def games(self, luck: str = "", score: str = "") -> GameTable:
        """The games with one of the luck columns, and counted in one of the ways."""
        table = self.table
        if score:
            table = replace(table, score=self.scores[score])
        return replace(table, luck=self.lucks[luck]) if luck else table

    def one_league(self, luck: str = "", score: str = "") -> GameTable:
        """The same, as if all leagues were one, league after league."""
        order = np.argsort(self.league, kind="stable")
        table = self.games(luck, score)
        lucky = None if table.luck is None else table.luck[order]
        return GameTable(self.bots, self.bot[order], table.score[order], lucky)

    def after(self, rounds: int) -> int:
        """How many games of the table are played when each league has played so many."""
        return rounds * self.count


def in_one_table(
    bots: Sequence[str],
    seats: Indices,
    score: Floats,
    lucks: Mapping[str, Floats] | None = None,
    scores: Mapping[str, Floats] | None = None,
) -> Leagues:
    """Leagues as one table; ``seats`` are (leagues, games, seats) numbers of bots."""
    count, games, width = seats.shape

    def mixed(values: Floats) -> Floats:
        by_league = values.reshape(count, games, width)
        return np.ascontiguousarray(by_league.swapaxes(0, 1).reshape(-1, width))

    names = tuple(f"{bot} {league}" for league in range(count) for bot in bots)
    first = len(bots) * np.arange(count, dtype=np.int32)[:, None, None]
    own = (seats + first).swapaxes(0, 1).reshape(-1, width)
    table = GameTable(names, np.ascontiguousarray(own, np.int32), mixed(score))
    return Leagues(
        tuple(bots),
        count,
        table,
        {name: mixed(values) for name, values in (lucks or {}).items()},
        {name: mixed(values) for name, values in (scores or {}).items()},
    )


def ordered_leagues(rng: Generator, bots: int, count: int, games: int) -> Indices:
    """(leagues, games, 2): every ordered pair about equally often, in an order by lot."""
    length = games * bots // 2
    return np.stack([shuffle(rng, ordered_tables(bots, 2, length)) for _ in range(count)])


def doubled_leagues(rng: Generator, bots: int, count: int, games: int) -> Indices:
    """The same, but every second game is the one before with changed seats."""
    half = ordered_leagues(rng, bots, count, -(-games // 2))
    both = np.stack([half, half[:, :, ::-1]], axis=2)
    return np.ascontiguousarray(both.reshape(count, -1, 2))

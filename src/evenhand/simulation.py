"""Simulate games between bots: pair them, play on all cores or a cluster, sum up.

The seed of every game is drawn before the first one is played: so the same generator gives
the same games on any number of workers and on a cluster.

Pairings are (games, seats) numbers of players.  The order of the games matters to ratings.  The
lists follow a pattern; :func:`shuffle` puts them in random order, as Chakraborty (2025) does.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import combinations, islice, permutations
from math import comb, perm
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
from numpy.random import Generator
from numpy.typing import ArrayLike, NDArray

from evenhand.datasets import random_seats
from evenhand.games.options import check_luck, check_seats, parse_bot
from evenhand.games.protocol import Bot, Game, SimulatedGames
from evenhand.parallel import map_blocks
from evenhand.rng import Seeds, draw_seeds
from evenhand.tables import COVARIATE_PREFIX, Flags, GameTable, Indices, to_frame, write_frame

MAX_BLOCK = 1000  # games played in one go
BLOCKS = 100  # that a simulation has at least, so that all workers have something to do


class Pairing(StrEnum):
    """Who plays whom."""

    ORDERED = "ordered"
    ROUND_ROBIN = "round-robin"
    RANDOM = "random"

    def tables(self, rng: Generator, players: int, seats: int, games: int) -> Indices:
        """Return who sits where in each game: (games, seats) numbers of players."""
        if self is Pairing.RANDOM:
            return random_tables(rng, players, seats, games)
        if self is Pairing.ROUND_ROBIN:
            return round_robin(players, seats, games)
        return ordered_tables(players, seats, games)

    def cycle(self, players: int, seats: int) -> int:
        """Return the games after which everybody sat on every seat equally often; 1 if random.

        >>> Pairing.ORDERED.cycle(6, 2), Pairing.ROUND_ROBIN.cycle(6, 3)
        (30, 60)
        """
        if self is Pairing.RANDOM:
            return 1
        if self is Pairing.ROUND_ROBIN:
            return seats * comb(players, seats)
        return perm(players, seats)


@dataclass(frozen=True, slots=True)
class Simulation:
    """Games between bots, with the details that the game reports."""

    table: GameTable
    seeds: Seeds
    """The seed of each game, by which it can be played again."""
    details: Mapping[str, NDArray[Any]] = field(default_factory=dict)
    """(games,), or (games, seats) for details of each seat."""

    def frame(self) -> pl.DataFrame:
        """Return the games in the wide layout; seeds and details are in columns as ``x_seed``.

        Seeds are text, because sheets keep only 15 digits of a number.
        """
        columns = [pl.Series(f"{COVARIATE_PREFIX}seed", self.seeds).cast(pl.String)]
        columns += [
            pl.Series(f"{COVARIATE_PREFIX}{name}", values, nan_to_null=True)
            for detail, array in self.details.items()
            for name, values in _split_seats(detail, array)
        ]
        return to_frame(self.table).with_columns(columns)

    def write(self, path: str | Path) -> None:
        """Write a CSV, Parquet or XLSX file, completely or not at all."""
        write_frame(self.frame(), path)


def simulate(
    game: Game,
    bots: Mapping[str, Bot],
    seats: ArrayLike,
    rng: Generator,
    *,
    rules: Any = None,
    luck: str | None = None,
    workers: int | None = None,
    cluster: str | None = None,
    done: Callable[[int], object] | None = None,
) -> Simulation:
    """Let bots play; ``seats`` (games, n) says which of them sit where, as a pairing does.

    Rules and kind of luck are those that are usual for the game, if they are not given.
    ``done`` is called with the number of games played so far.  Workers and cluster are those
    of :func:`evenhand.parallel.map_blocks`.
    """
    tables = np.asarray(seats)
    if tables.dtype.kind in "iu":
        tables = tables.astype(np.int32)
    _check_tables(game, bots, tables)
    drawn = draw_seeds(rng, len(tables))
    setting = _Setting(game, tuple(bots.values()), *_with_defaults(game, rules, luck))
    blocks = _split_blocks(setting, tables, drawn)
    parts: list[SimulatedGames] = []
    for part in map_blocks(_Block.play, blocks, workers=workers, cluster=cluster):
        parts.append(part)
        if done is not None:
            done(min(len(tables), _block_size(len(tables)) * len(parts)))
    played = SimulatedGames.concat(parts)
    table = GameTable(tuple(bots), tables, played.score, played.luck)
    return Simulation(table, drawn, played.details)


def make_bots(game: Game, texts: Iterable[str]) -> dict[str, Bot]:
    """Make bots by the names under which they play.

    A text is a bot with its parameters, as in ``min-score:threshold=5``, behind a name of its own
    if it is to have one: ``a=naive`` and ``b=naive`` are two players of one kind.
    """
    bots: dict[str, Bot] = {}
    for text in texts:
        name, bot = _split_name(text.strip())
        if bot and not name:
            raise ValueError(f"{text.strip()!r} has no name before the equals sign, as in a={bot}")
        if name in bots:
            problem = f"the bot {name} is named twice"
            raise ValueError(f"{problem}; give each a name, as in a={bot},b={bot}")
        bots[name] = parse_bot(game, bot)
    return bots


def _split_name(text: str) -> tuple[str, str]:
    """Split off a name of one's own: an equals sign before any colon is behind it."""
    name, equals, bot = text.partition("=")
    if not equals or ":" in name:
        return text, text
    return name.strip(), bot.strip()


def check_size(game: Game, seats: int, bots: int) -> None:
    """Refuse tables of a size that the game does not have, or that the bots cannot fill."""
    check_seats(game, seats)
    if bots < seats:
        raise ValueError(f"{seats} seats need at least {seats} bots, not {bots}")


def warm_up(
    game: Game,
    bots: Mapping[str, Bot],
    seats: Indices,
    *,
    rules: Any = None,
    luck: str | None = None,
) -> None:
    """Play the first game and discard it, so that everything is compiled."""
    _check_tables(game, bots, seats)
    setting = _Setting(game, tuple(bots.values()), *_with_defaults(game, rules, luck))
    _Block(setting, seats[:1], np.ones(1, np.int64)).play()


def ordered_tables(players: int, seats: int, games: int) -> Indices:
    """Return every ordered table (for two seats: every ordered pair) equally often, in cycles.

    Games left over go to the tables at the beginning of the list.

    >>> ordered_tables(3, 2, 7).tolist()
    [[0, 1], [0, 2], [1, 0], [1, 2], [2, 0], [2, 1], [0, 1]]
    """
    _check_pairing(players, seats, games)
    every = np.array(list(islice(permutations(range(players), seats), games)), np.int32)
    return every[np.arange(games) % len(every)]


def round_robin(players: int, seats: int, games: int) -> Indices:
    """Pair everybody with everybody, in cycles.

    Two players meet in the rounds of a tournament by the circle method; of an odd number one
    pauses in each round.  Everybody is first as often as second, or one game more or less in
    a cycle of an even number of players.  Tables of more come in the order of
    combinations.  From cycle to cycle the seats of each table rotate: so after as many
    cycles as there are seats everybody sat on each seat of each table once.

    >>> round_robin(4, 2, 8).tolist()
    [[0, 3], [1, 2], [3, 1], [2, 0], [2, 3], [0, 1], [3, 0], [2, 1]]
    """
    _check_pairing(players, seats, games)
    return _circle(players, games) if seats == 2 else _combinations(players, seats, games)


def random_tables(rng: Generator, players: int, seats: int, games: int) -> Indices:
    """Draw different players for each game, on random seats."""
    _check_pairing(players, seats, games)
    return random_seats(rng, players, games, seats)


def shuffle(rng: Generator, tables: Indices) -> Indices:
    """Return the same tables in random order; nobody changes seats."""
    mixed: Indices = rng.permutation(tables, axis=0)
    return mixed


def standings(table: GameTable) -> pl.DataFrame:
    """Count games won, drawn and lost by each player, with the mean score; most wins first.

    The order is by share of wins.  A game is won by the player who alone has the highest score,
    and drawn by those who share it.

    >>> games = [{"Anna": 3, "Ben": 1}, {"Ben": 2, "Cem": 2}]
    >>> standings(GameTable.from_games(games)).row(0)
    ('Anna', 1, 1, 0, 0, 3.0)
    """
    score = np.where(table.taken, table.score, -np.inf)
    best = score == score.max(axis=1, keepdims=True)
    alone = best.sum(axis=1, keepdims=True) == 1
    games = _count_by_player(table, table.taken)
    won, drawn = _count_by_player(table, best & alone), _count_by_player(table, best & ~alone)
    sums = np.bincount(table.seats[table.taken], table.score[table.taken], len(table.names))
    counted = np.maximum(games, 1)
    order = np.lexsort((-drawn / counted, -won / counted))
    columns = {"games": games, "won": won, "drawn": drawn, "lost": games - won - drawn}
    mean = pl.Series(sums / counted).set(pl.Series(games == 0), None)
    frame = pl.DataFrame({"player": table.names, **columns, "mean_score": mean})
    return frame[order]


@dataclass(frozen=True, slots=True)
class _Setting:
    """What is the same in all games of a simulation."""

    game: Game
    bots: tuple[Bot, ...]
    rules: Any
    luck: str


@dataclass(frozen=True, slots=True)
class _Block:
    """Games that one worker plays in one go."""

    setting: _Setting
    seats: Indices
    seeds: Seeds

    def play(self) -> SimulatedGames:
        each = self.setting
        return each.game.simulate(each.bots, self.seats, self.seeds, each.rules, each.luck)


def _with_defaults(game: Game, rules: Any, luck: str | None) -> tuple[Any, str]:
    """Return rules and kind of luck, the usual ones where none are given."""
    cheap = [name for name, kind in game.luck_kinds.items() if not kind.is_costly]
    usual = cheap[:2][-1]
    chosen = usual if luck is None else luck
    check_luck(game, chosen)
    return game.Rules() if rules is None else rules, chosen


def _check_tables(game: Game, bots: Mapping[str, Bot], seats: Indices) -> None:
    """Refuse impossible tables before anything is played."""
    GameTable(tuple(bots), seats, np.zeros(seats.shape))
    check_size(game, seats.shape[1], len(bots))
    if not len(seats):
        raise ValueError("at least one game must be played")
    if seats.min() < 0:
        raise ValueError("a bot must sit on every seat")


def _block_size(games: int) -> int:
    """Return how many games are played in one go; they are the same in blocks of any size."""
    return min(MAX_BLOCK, -(-games // BLOCKS))


def _split_blocks(setting: _Setting, seats: Indices, drawn: Seeds) -> Iterator[_Block]:
    size = _block_size(len(seats))
    for start in range(0, len(seats), size):
        rows = slice(start, start + size)
        yield _Block(setting, seats[rows], drawn[rows])


def _split_seats(name: str, values: NDArray[Any]) -> Iterator[tuple[str, NDArray[Any]]]:
    """Yield the columns of a detail with their names, seats counted from 1."""
    if values.ndim == 1:
        yield name, values
    else:
        for seat, column in enumerate(values.T, start=1):
            yield f"{name}_{seat}", np.ascontiguousarray(column)


def _check_pairing(players: int, seats: int, games: int) -> None:
    if seats < 2:
        raise ValueError(f"a table needs at least two seats, not {seats}")
    if players < seats:
        raise ValueError(f"{seats} seats need at least as many players, not {players}")
    if games < 1:
        raise ValueError(f"at least one game must be played, not {games}")


def _circle(players: int, games: int) -> Indices:
    """Pair by the circle method: all but the last of an even number stand in a rotating circle.

    In round r those k places to both sides of r meet (the player at r + k sits first if k is
    odd), and r meets the last one (who sits first in every second round), or pauses.
    """
    circle = players - 1 + players % 2  # players who stand in it
    boards = players // 2
    cycle, game = np.divmod(np.arange(games), circle * boards)
    turn, board = np.divmod(game, boards)
    distance = board + players % 2  # 0: meets the last one
    ahead, behind = (turn + distance) % circle, (turn - distance) % circle
    behind = np.where(distance == 0, circle, behind)
    odd = np.where(distance == 0, turn + 1, distance) % 2
    pairs = np.stack([ahead, behind], axis=1).astype(np.int32)
    swap = (odd + cycle) % 2 == 0
    pairs[swap] = pairs[swap, ::-1]
    return pairs


def _combinations(players: int, seats: int, games: int) -> Indices:
    every = np.array(list(islice(combinations(range(players), seats), games)), np.int32)
    cycle, table = np.divmod(np.arange(games), len(every))
    order = (np.arange(seats) + cycle[:, None]) % seats
    return np.take_along_axis(every[table], order, axis=1)


def _count_by_player(table: GameTable, where: Flags) -> NDArray[np.int64]:
    """Count how many of some seats belong to each player."""
    return np.bincount(table.seats[where], minlength=len(table.names))

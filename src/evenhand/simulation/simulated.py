"""Games played by bots, in blocks that any number of workers can share.

The seed of every game is drawn before the first one is played: so the same generator gives
the same games on any number of workers and on a cluster.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Generic

import numpy as np
import polars as pl
from numpy.random import Generator
from numpy.typing import NDArray

from evenhand.games.game import Bot, Played, SimulatedGame
from evenhand.parallel import map_blocks
from evenhand.rng import Seeds, draw_seeds
from evenhand.tables import COVARIATE_PREFIX, GameTable, Indices, to_frame, write_frame

BLOCK = 1000  # games played in one go


@dataclass(frozen=True, slots=True)
class Simulation:
    """Games by bots, and what else the game tells of them."""

    table: GameTable
    seeds: Seeds
    """The seed of each game, by which it can be played again."""
    details: Mapping[str, NDArray[Any]] = field(default_factory=dict)
    """(games,), or (games, seats) for what each seat has."""

    def frame(self) -> pl.DataFrame:
        """The games in the wide layout, the rest in columns of our own (x_seed, x_cards_1).

        Seeds are text, because sheets keep only 15 digits of a number.
        """
        columns = [pl.Series(f"{COVARIATE_PREFIX}seed", self.seeds).cast(pl.String)]
        columns += [
            pl.Series(f"{COVARIATE_PREFIX}{name}", values, nan_to_null=True)
            for detail, array in self.details.items()
            for name, values in _by_column(detail, array)
        ]
        return to_frame(self.table).with_columns(columns)

    def write(self, path: str | Path) -> None:
        """Write a CSV, Parquet or XLSX file, whole or not at all."""
        write_frame(self.frame(), path)


@dataclass(frozen=True, slots=True)
class Block(Generic[Bot]):
    """Games that are played in one go, wherever that is."""

    game: SimulatedGame[Bot]
    bots: tuple[Bot, ...]
    seats: Indices
    seeds: Seeds

    def play(self) -> Played:
        """Play them."""
        return self.game.play(self.bots, self.seats, self.seeds)


def line_up(game: SimulatedGame[Bot], texts: Iterable[str]) -> dict[str, Bot]:
    """The bots of some texts, by text; each only once."""
    bots: dict[str, Bot] = {}
    for text in texts:
        name = text.strip()
        if name in bots:
            raise ValueError(f"the bot {name} is named twice")
        bots[name] = game.player(name)
    return bots


def simulate(
    game: SimulatedGame[Bot],
    bots: Mapping[str, Bot],
    seats: Indices,
    rng: Generator,
    *,
    workers: int | None = None,
    cluster: str | None = None,
    done: Callable[[int], object] | None = None,
) -> Simulation:
    """Let bots play; ``seats`` (games, n) says who of them sit where, as schedules do.

    ``done`` is called with the number of games played so far.  Workers and cluster are those
    of :func:`evenhand.parallel.map_blocks`.
    """
    _check(game, bots, seats)
    drawn = draw_seeds(rng, len(seats))
    blocks = _blocks(game, tuple(bots.values()), seats, drawn)
    parts: list[Played] = []
    for part in map_blocks(Block.play, blocks, workers=workers, cluster=cluster):
        parts.append(part)
        if done is not None:
            done(min(len(seats), BLOCK * len(parts)))
    played = _joined(parts)
    table = GameTable(tuple(bots), seats, played.score, played.luck)
    return Simulation(table, drawn, played.details)


def check_size(game: SimulatedGame[Bot], seats: int, bots: int) -> None:
    """Refuse tables of a size that the game does not have, or that the bots cannot fill."""
    if seats not in game.tables:
        sizes = " or ".join(map(str, game.tables))
        raise ValueError(f"{game.name} has {sizes} seats, not {seats}")
    if bots < seats:
        raise ValueError(f"{seats} seats need at least {seats} bots, not {bots}")


def warm_up(game: SimulatedGame[Bot], bots: Mapping[str, Bot], seats: Indices) -> None:
    """Play the first game for nothing, so that everything is compiled."""
    _check(game, bots, seats)
    Block(game, tuple(bots.values()), seats[:1], np.ones(1, np.int64)).play()


def _check(game: SimulatedGame[Bot], bots: Mapping[str, Bot], seats: Indices) -> None:
    """Refuse tables that cannot be, before anything is played."""
    GameTable(tuple(bots), seats, np.zeros(seats.shape))
    check_size(game, seats.shape[1], len(bots))
    if not len(seats):
        raise ValueError("at least one game must be played")
    if seats.min() < 0:
        raise ValueError("a bot must sit on every seat")


def _blocks(
    game: SimulatedGame[Bot], bots: tuple[Bot, ...], seats: Indices, drawn: Seeds
) -> Iterator[Block[Bot]]:
    for start in range(0, len(seats), BLOCK):
        rows = slice(start, start + BLOCK)
        yield Block(game, bots, seats[rows], drawn[rows])


def _joined(parts: list[Played]) -> Played:
    luck = [part.luck for part in parts if part.luck is not None]
    details = {
        name: np.concatenate([part.details[name] for part in parts]) for name in parts[0].details
    }
    score = np.concatenate([part.score for part in parts])
    return Played(score, np.concatenate(luck) if luck else None, details)


def _by_column(name: str, values: NDArray[Any]) -> Iterator[tuple[str, NDArray[Any]]]:
    """The columns of a detail with their names, from seat 1."""
    if values.ndim == 1:
        yield name, values
    else:
        for seat, column in enumerate(values.T, start=1):
            yield f"{name}_{seat}", np.ascontiguousarray(column)

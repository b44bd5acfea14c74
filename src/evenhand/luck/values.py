r"""What the numbers that chance dealt are worth, for any game.

The value of a seat is its expected share of the win (with more than two players: of the opponents
beaten), given its own numbers, the mean of the others' and the seat.  Values of a table are
shifted so that they add up as results do.  Luck is the value minus what it is on average,

.. math:: L_i = V_i(x) - E[V_i(x)]

with E over the games that the value was fitted on, for each seat: zero on average if the numbers
are really dealt by chance.  What a player has chosen must not be among them.

A value function is fitted on games apart from those whose luck it tells; if there is one file
only, on the other parts of it (``cross_fitted``).
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from evenhand.luck.models import Model, ModelName, fit_model, model_from
from evenhand.ratings import shares_beaten
from evenhand.tables.own_columns import OwnedGames, stem_of
from evenhand.tables.table import Flags, Floats, GameTable, TableError
from evenhand.tables.whole import write_whole

FOLDS = 5
FEWEST = 100  # games
Games = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class Values:
    """A value function of some columns."""

    columns: tuple[str, ...]
    model: Model
    means: Mapping[int, Floats]  # of each seat, by the number of players
    games: int  # that it was fitted on

    @property
    def seats(self) -> int:
        """Of the widest table that it can value."""
        [seats] = {len(means) for means in self.means.values()}
        return seats

    def luck(self, games: OwnedGames) -> Floats:
        """The luck of every seat; NaN where numbers are missing."""
        if games.table.width > self.seats:
            problem = f"the value function is for {self.seats} seats; there are {games.table.width}"
            raise TableError(problem, file=games.file)
        numbers = games.values(self.columns)
        rows = np.arange(len(games.table))
        return self._luck(games.table, numbers, _complete(games.table, numbers), rows)

    def write(self, path: Path) -> None:
        """Write a JSON file, whole or not at all."""
        content = {
            "columns": self.columns,
            "games": self.games,
            "means": {str(n): means.tolist() for n, means in self.means.items()},
            **self.model.as_dict(),
        }
        text = json.dumps(content, indent=1, allow_nan=False) + "\n"
        write_whole(path, lambda draft: draft.write_text(text, encoding="utf-8"))

    def _luck(self, table: GameTable, numbers: Floats, complete: Flags, rows: Games) -> Floats:
        luck = np.full((len(rows), table.width), np.nan)
        known = complete[rows]
        values = _values(self.model, table, numbers, rows[known], self.seats)
        players = table.taken[rows[known]].sum(axis=1)
        means = np.full(values.shape, np.nan)
        for n, mean in self.means.items():
            means[players == n] = mean[: table.width]
        luck[known] = values - means
        return luck


def fit_values(games: OwnedGames, columns: Sequence[str], model: ModelName = "logistic") -> Values:
    """Fit a value function to all games of a file."""
    numbers = _checked(games, columns)
    complete = _complete(games.table, numbers)
    return _fit(games, columns, model, numbers, np.flatnonzero(complete))


def cross_fitted(
    games: OwnedGames, columns: Sequence[str], model: ModelName = "logistic"
) -> Floats:
    """The luck of every seat, each fifth of the games valued by the other four."""
    numbers = _checked(games, columns)
    complete = _complete(games.table, numbers)
    _check_enough(games, int(complete.sum()), FEWEST * FOLDS // (FOLDS - 1))
    luck = np.full(games.row.shape, np.nan)
    rows = np.arange(len(games.table))
    for fold in range(FOLDS):
        inside = rows % FOLDS == fold
        values = _fit(games, columns, model, numbers, np.flatnonzero(complete & ~inside))
        luck[inside] = values._luck(games.table, numbers, complete, rows[inside])
    return luck


def read_values(path: Path) -> Values:
    """The value function of a file."""
    if not path.is_file():
        raise ValueError(f"{path}: no such file")
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
        means = {int(n): np.array(m, np.float64) for n, m in content["means"].items()}
        columns = tuple(map(str, content["columns"]))
        values = Values(columns, model_from(content), means, int(content["games"]))
        values.model.predict(np.zeros((1, 2 * len(columns) + values.seats - 1)))
    except (ValueError, KeyError, IndexError, TypeError, AttributeError, RecursionError):
        raise ValueError(f"{path}: is no value function, as luck fit writes it") from None
    return values


def _checked(games: OwnedGames, columns: Sequence[str]) -> Floats:
    if not columns:
        known = ", ".join(games.stems()) or "there are none"
        raise TableError(f"name the columns that chance dealt: {known}", file=games.file)
    if len(set(map(stem_of, columns))) < len(columns):
        raise TableError("a column is named twice", file=games.file)
    return games.values(columns)


def _check_enough(games: OwnedGames, known: int, wanted: int) -> None:
    if known < wanted:
        problem = f"{known} games have all the numbers; a value function takes {wanted}"
        raise TableError(problem, file=games.file)


def _complete(table: GameTable, numbers: Floats) -> Flags:
    """In which games every player has all numbers."""
    known = ~np.isnan(numbers).any(axis=2) | ~table.taken
    return np.asarray(known.all(axis=1))


def _fit(
    games: OwnedGames, columns: Sequence[str], model: ModelName, numbers: Floats, rows: Games
) -> Values:
    _check_enough(games, len(rows), FEWEST)
    table = games.table
    X = _features(table, numbers, rows, table.width)
    beaten = shares_beaten(table)[rows][table.taken[rows]]
    fitted = fit_model(model, X, beaten)
    values = _values(fitted, table, numbers, rows, table.width)
    players = table.taken[rows].sum(axis=1)
    means = {int(n): _means(values[players == n], table, rows[players == n]) for n in set(players)}
    return Values(tuple(columns), fitted, means, len(rows))


def _means(values: Floats, table: GameTable, rows: Games) -> Floats:
    """The mean of each seat, as it is; 1/2 where nobody ever sat."""
    taken = table.taken[rows]
    total = np.where(taken, values, 0.0).sum(axis=0)
    return np.where(taken.any(axis=0), total / np.maximum(taken.sum(axis=0), 1), 0.5)


def _features(table: GameTable, numbers: Floats, rows: Games, seats: int) -> Floats:
    """Of each seat that is taken: its numbers, the mean of the others', and its seat of all."""
    taken = table.taken[rows]
    own = np.where(taken[:, :, None], numbers[rows], 0.0)
    others = taken.sum(axis=1)[:, None, None] - 1
    mean = (own.sum(axis=1, keepdims=True) - own) / others
    seat = np.broadcast_to(np.eye(seats)[: table.width, 1:], (*own.shape[:2], seats - 1))
    whole: Floats = np.concatenate([own, mean, seat], axis=2)
    return whole[taken]


def _values(model: Model, table: GameTable, numbers: Floats, rows: Games, seats: int) -> Floats:
    """The value of each seat (rows, seats); their mean over a table is 1/2."""
    taken = table.taken[rows]
    values = np.full(taken.shape, np.nan)
    if len(rows):
        values[taken] = model.predict(_features(table, numbers, rows, seats))
        values += 0.5 - np.nanmean(values, axis=1, keepdims=True)
    return values

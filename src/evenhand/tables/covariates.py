"""Files of games together with covariates, such as what chance dealt to each seat.

A wide file has a column for each seat, ``x_trumps_1, x_trumps_2``, a long file one, ``x_trumps``.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Unpack

import numpy as np
import polars as pl
from numpy.typing import NDArray

from evenhand.files import TableError
from evenhand.params import suggest
from evenhand.tables import convert
from evenhand.tables.columns import (
    COVARIATE_PREFIX,
    ColumnMap,
    Columns,
    covariate_name,
    find_columns,
)
from evenhand.tables.frame import build_table
from evenhand.tables.read import read_rows
from evenhand.tables.table import EMPTY, Floats, GameTable

MAX_VALUE = 1e30  # whose squares can be added up


@dataclass(frozen=True, slots=True, eq=False)
class GameFile:
    """The rows of a file as they are, the table of its games, and the row behind every seat."""

    file: str
    frame: pl.DataFrame
    columns: ColumnMap
    table: GameTable
    row: NDArray[np.int64]  # (games, seats) of the file, from 0; -1 where nobody sits

    def values(self, names: Sequence[str]) -> Floats:
        """Return covariates as numbers (games, seats, covariates); NaN where there is none."""
        found = np.full((*self.row.shape, len(names)), np.nan)
        for place, name in enumerate(names):
            for seats, column in self._existing(name):
                values = convert.numbers_or_unknown(self.frame[column], self.file)
                numbers = values.fill_null(np.nan).to_numpy()
                convert.raise_at_row(np.abs(numbers) > MAX_VALUE, "too large", column, self.file)
                rows = self.row[:, seats]
                found[:, seats, place] = np.where(rows == EMPTY, np.nan, numbers[rows])
        return found

    def with_luck(self, luck: Floats) -> pl.DataFrame:
        """Return the rows of the file with other luck columns; NaN becomes an empty cell."""
        columns = []
        for seat, (seats, name) in enumerate(self._places("luck")):
            name = self.columns.luck[seat] if self.columns.luck else name
            values = np.full(len(self.frame), np.nan)
            rows = self.row[:, seats]
            values[rows[rows != EMPTY]] = luck[:, seats][rows != EMPTY]
            columns.append(pl.Series(name, values, nan_to_null=True))
        return self.frame.with_columns(columns)

    def covariates(self) -> list[str]:
        """Return the covariates that every seat has, without the numbers of the seats."""
        own = [name for name in self.frame.columns if name.startswith(COVARIATE_PREFIX)]
        if self.columns.layout == "long":
            return own
        stems = [name.removesuffix("_1") for name in own if name.endswith("_1")]
        return [s for s in stems if all(column in own for _, column in self._places(s))]

    def _existing(self, name: str) -> list[tuple[slice, str]]:
        places = self._places(covariate_name(name))
        for _, column in places:
            if column not in self.frame.columns:
                advice = suggest(covariate_name(name), self.covariates())
                raise TableError(f"no column {column}; {advice}", file=self.file)
        return places

    def _places(self, stem: str) -> list[tuple[slice, str]]:
        """Return the columns of a stem, and which seats they hold."""
        if self.columns.layout == "long":
            return [(slice(None), stem)]
        seats = range(len(self.columns.players))
        return [(slice(seat, seat + 1), f"{stem}_{seat + 1}") for seat in seats]


def read_game_file(path: str | Path, **columns: Unpack[Columns]) -> GameFile:
    """Read a file of games with all its columns; they are named as in `read_games`."""
    file = str(path)
    frame, found = read_rows(path, lambda names: find_columns(names, file, **columns))
    table, rows = build_table(frame, found, file, columns.get("time_unit"))
    return GameFile(file, frame, found, table, np.where(table.taken, rows, EMPTY))

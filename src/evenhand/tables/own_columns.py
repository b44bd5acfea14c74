"""Games together with the columns of one's own, such as what chance dealt to each seat.

A wide file has a column for each seat, ``x_trumps_1, x_trumps_2``, a long file one, ``x_trumps``.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import polars as pl
from numpy.typing import NDArray

from evenhand.params import suggest
from evenhand.tables import cells
from evenhand.tables.columns import OWN, Layout, recognise, width, without_own
from evenhand.tables.files import read_frame
from evenhand.tables.frames import from_frame
from evenhand.tables.table import Floats, GameTable, TableError

NOWHERE = -1
MOST = 1e30  # whose squares can be added up


@dataclass(frozen=True, slots=True, eq=False)
class OwnedGames:
    """The rows of a file as they are, the games that they make, and which is which."""

    file: str
    frame: pl.DataFrame
    layout: Layout
    table: GameTable
    row: NDArray[np.int64]  # (games, seats) of the file; -1 where nobody sits

    def values(self, names: Sequence[str]) -> Floats:
        """Columns of one's own as numbers (games, seats, columns); NaN where there is none."""
        found = np.full((*self.row.shape, len(names)), np.nan)
        for place, name in enumerate(names):
            for seats, column in self._columns(name):
                numbers = cells.luck(self.frame[column], self.file).fill_null(np.nan).to_numpy()
                cells.refuse(np.abs(numbers) > MOST, "too large", column, self.file)
                rows = self.row[:, seats]
                found[:, seats, place] = np.where(rows == NOWHERE, np.nan, numbers[rows])
        return found

    def with_luck(self, luck: Floats) -> pl.DataFrame:
        """The rows of the file with other luck columns; NaN becomes an empty cell."""
        columns = []
        for seats, name in self._places("luck"):
            values = np.full(len(self.frame), np.nan)
            rows = self.row[:, seats]
            values[rows[rows != NOWHERE]] = luck[:, seats][rows != NOWHERE]
            columns.append(pl.Series(name, values, nan_to_null=True))
        return self.frame.with_columns(columns)

    def _columns(self, name: str) -> list[tuple[slice, str]]:
        places = self._places(stem_of(name))
        for _, column in places:
            if column not in self.frame.columns:
                advice = suggest(stem_of(name), self.stems())
                raise TableError(f"no column {column}; {advice}", file=self.file)
        return places

    def stems(self) -> list[str]:
        """The columns of one's own that every seat has, without the numbers of the seats."""
        own = [name for name in self.frame.columns if name.startswith(OWN)]
        if self.layout == "long":
            return own
        stems = [name.removesuffix("_1") for name in own if name.endswith("_1")]
        return [s for s in stems if all(column in own for _, column in self._places(s))]

    def _places(self, stem: str) -> list[tuple[slice, str]]:
        """The columns of a stem, and which seats they hold."""
        if self.layout == "long":
            return [(slice(None), stem)]
        seats = range(width(self.frame.columns))
        return [(slice(seat, seat + 1), f"{stem}_{seat + 1}") for seat in seats]


def stem_of(name: str) -> str:
    """The whole name of a column of one's own.

    >>> stem_of("trumps"), stem_of("x_trumps")
    ('x_trumps', 'x_trumps')
    """
    return name if name.startswith(OWN) else OWN + name


def read_owned(path: str | Path) -> OwnedGames:
    """The games of a file with the columns of one's own."""
    file, frame = str(path), read_frame(path)
    layout = recognise(frame.columns, file)
    table = from_frame(frame.select(without_own(frame.columns)), file)
    return OwnedGames(file, frame, layout, table, _rows(frame, layout, file))


def _rows(frame: pl.DataFrame, layout: Layout, file: str) -> NDArray[np.int64]:
    """Where the seats of the table stand in the file: the table of a frame whose luck says so."""
    number = pl.int_range(len(frame)).cast(pl.Float64)
    seats = range(1, width(frame.columns) + 1) if layout == "wide" else []
    names = [f"luck_{seat}" for seat in seats] or ["luck"]
    numbered = frame.select(without_own(frame.columns)).with_columns(
        number.alias(name) for name in names
    )
    if layout == "wide":
        there = [pl.col(f"player_{seat}").is_not_null() for seat in seats]
        numbered = numbered.with_columns(
            pl.when(taken).then(pl.col(name)) for taken, name in zip(there, names, strict=True)
        )
    table = from_frame(numbered, file)
    assert table.luck is not None
    return np.where(table.taken, table.luck, NOWHERE).astype(np.int64)

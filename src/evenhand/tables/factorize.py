"""Ids of players and games as integers, counted from 0 in the order of first appearance.

Few ids go through a dictionary, so that nothing is compiled for them.  Of many, equal ids are
found by their 64-bit hashes; afterwards every id is compared with the one its number stands for,
and the rare two ids of one hash are hashed again with another seed.  Of polars' own ways
(Categorical, Enum, unique and join, rank) the fastest measured takes more than twice as long.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from evenhand.compiled import kernel
from evenhand.tables.table import EMPTY, Indices

Hashes = NDArray[np.uint64]
Positions = NDArray[np.int64]

SMALL = 100_000
"""Cells from which on compiled code is used."""


def factorize(columns: Sequence[pl.Series]) -> tuple[Indices, pl.Series]:
    """Number the ids of some columns row by row: (rows, columns) numbers and the distinct ids.

    A null is nobody and gets the number -1.
    """
    columns = _of_one_type(columns)
    if len(columns) * len(columns[0]) < SMALL:
        return _factorize_small(columns)
    for seed in range(64):
        nobody = pl.Series([None], dtype=columns[0].dtype).hash(seed)[0]
        numbers, first = _number_hashes(_hashes(columns, seed), np.uint64(nobody))
        ids = _gather(columns, first)
        if _right(columns, numbers, ids):
            return numbers, ids
    raise AssertionError("64 seeds, and every time two ids of one hash")


def renumber(numbers: Indices, ids: pl.Series) -> tuple[Indices, pl.Series]:
    """Number ids again by first appearance after the rows were reordered."""
    if numbers.size < SMALL:
        used, first = np.unique(numbers, return_index=True)
        appeared = used[np.argsort(first)]
        order = appeared[appeared != EMPTY].astype(np.int64)
        new = np.full(len(ids) + 1, EMPTY, np.int32)  # the last one is for -1
        new[order] = np.arange(len(order))
        return new[numbers], ids.gather(order)
    renumbered, positions = _renumber(numbers, len(ids))
    return renumbered, ids.gather(positions)


def take_names(numbers: Indices, names: Sequence[str]) -> pl.Series:
    """Return the names behind some numbers, null for the number -1."""
    index = np.minimum(numbers.view(np.uint32), np.uint32(len(names)))  # -1 is the largest
    return pl.Series([*names, None], dtype=pl.String).gather(pl.Series(index))


def _factorize_small(columns: Sequence[pl.Series]) -> tuple[Indices, pl.Series]:
    number: dict[Any, int] = {}
    cells = zip(*(column.to_list() for column in columns), strict=True)
    numbers = [
        EMPTY if cell is None else number.setdefault(cell, len(number))
        for row in cells
        for cell in row
    ]
    shape = len(columns[0]), len(columns)
    ids = pl.Series(list(number), dtype=columns[0].dtype)
    return np.array(numbers, np.int32).reshape(shape), ids


def _of_one_type(columns: Sequence[pl.Series]) -> list[pl.Series]:
    kinds = {column.dtype for column in columns if column.dtype != pl.Null}
    small = all(kind.is_integer() and kind not in (pl.UInt64, pl.Int128) for kind in kinds)
    return [column.cast(pl.Int64 if small else pl.String) for column in columns]


def _hashes(columns: Sequence[pl.Series], seed: int) -> Hashes:
    hashes = np.empty((len(columns[0]), len(columns)), np.uint64)
    for place, column in enumerate(columns):
        hashes[:, place] = column.hash(seed).to_numpy()
    return hashes


def _gather(columns: Sequence[pl.Series], cells: Positions) -> pl.Series:
    """The ids at the given cells, which count row by row."""
    rows, places = np.divmod(cells, len(columns))
    order = np.argsort(places, kind="stable")
    parts = [column.gather(rows[places == place]) for place, column in enumerate(columns)]
    return pl.concat(parts).gather(np.argsort(order))


def _right(columns: Sequence[pl.Series], numbers: Indices, ids: pl.Series) -> bool:
    """Whether every number stands for the id in its cell; -1 stands for a null."""
    known = pl.concat([ids, pl.Series([None], dtype=ids.dtype)], rechunk=True)
    nobody = np.uint32(len(ids))
    for place, column in enumerate(columns):
        number = np.minimum(numbers[:, place].view(np.uint32), nobody)  # -1 is the largest
        if not known.gather(pl.Series(number)).eq_missing(column).all():
            return False
    return True


def _number_hashes(hashes: Hashes, nobody: np.uint64) -> tuple[Indices, Positions]:
    """The number of every hash and the cell of its first appearance.

    The numbers stand in an open-addressing table that doubles when half full; hash and
    number lie side by side, so that a look-up touches memory once.
    """
    cells, numbers = hashes.ravel(), np.empty(hashes.size, np.int32)
    size, cell, count = 1 << 16, 0, 0
    first = np.empty(size // 2, np.int64)
    while True:
        slots = np.full((size, 2), nobody)
        _enter(cells, first[:count], slots, nobody)
        cell, count = _look_up(cells, cell, numbers, first, count, slots, nobody)
        if cell == len(cells):
            return numbers.reshape(hashes.shape), first[:count].copy()
        size *= 2
        first = np.concatenate((first, np.empty_like(first)))


@kernel
def _enter(cells: Hashes, first: Positions, slots: Hashes, nobody: Any) -> None:
    """Enter the hashes known so far into an empty table."""
    last = len(slots) - 1
    for number in range(len(first)):
        slot = np.int64(cells[first[number]] >> np.uint64(32)) & last
        while slots[slot, 0] != nobody:
            slot = (slot + 1) & last
        slots[slot, 0] = cells[first[number]]
        slots[slot, 1] = np.uint64(number)


@kernel
def _look_up(
    cells: Hashes,
    cell: int,
    numbers: Indices,
    first: Positions,
    count: int,
    slots: Hashes,
    nobody: Any,
) -> tuple[int, int]:
    """Number the cells from ``cell`` on until all are done or the table is half full."""
    last = len(slots) - 1
    while cell < len(cells):
        wanted = cells[cell]
        if wanted == nobody:
            numbers[cell] = EMPTY
            cell += 1
            continue
        slot = np.int64(wanted >> np.uint64(32)) & last
        while slots[slot, 0] != wanted and slots[slot, 0] != nobody:
            slot = (slot + 1) & last
        if slots[slot, 0] == nobody:
            if count == len(first):
                break
            slots[slot, 0] = wanted
            slots[slot, 1] = np.uint64(count)
            first[count] = cell
            count += 1
        numbers[cell] = np.int32(slots[slot, 1])
        cell += 1
    return cell, count


@kernel
def _renumber(numbers: Indices, count: int) -> tuple[Indices, Positions]:
    renumbered = np.empty_like(numbers)
    new = np.full(count, EMPTY, np.int32)
    order = np.empty(count, np.int64)
    seen = 0
    for row in range(numbers.shape[0]):
        for place in range(numbers.shape[1]):
            number = numbers[row, place]
            if number == EMPTY:
                renumbered[row, place] = EMPTY
                continue
            if new[number] == EMPTY:
                new[number] = seen
                order[seen] = number
                seen += 1
            renumbered[row, place] = new[number]
    return renumbered, order[:seen].copy()

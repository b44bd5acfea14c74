"""Ids as integers, by a dictionary and by compiled code."""

import numpy as np
import polars as pl
import pytest
from hypothesis import given, strategies as st

from evenhand.tables import EMPTY, factorize

ids = st.lists(st.none() | st.sampled_from(["a", "b", "c", "longer than twelve bytes"]), min_size=8)


@pytest.mark.parametrize("small", [0, 100_000])
@given(cells=ids)
def test_numbers_count_the_ids_by_first_appearance_row_by_row(
    small: int, cells: list[str | None]
) -> None:
    cells = cells[: len(cells) // 2 * 2]
    columns = [pl.Series(cells[place::2], dtype=pl.String) for place in (0, 1)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(factorize, "SMALL", small)
        numbers, found = factorize.factorize(columns)
    distinct = list(dict.fromkeys(cell for cell in cells if cell is not None))
    assert found.to_list() == distinct
    wanted = [EMPTY if cell is None else distinct.index(cell) for cell in cells]
    assert numbers.ravel().tolist() == wanted


def test_more_ids_than_the_first_table_of_hashes_holds_are_numbered() -> None:
    column = pl.Series(np.random.default_rng(3).permutation(200_000))
    numbers, found = factorize.factorize([pl.concat([column, column])])
    assert numbers[:, 0].tolist() == [*range(200_000)] * 2
    assert found.to_list() == column.to_list()


def test_two_ids_of_one_hash_are_still_two_ids(monkeypatch: pytest.MonkeyPatch) -> None:
    hashes = factorize._hashes

    def colliding(columns: list[pl.Series], seed: int) -> factorize.Hashes:
        return hashes(columns, seed) // np.uint64(2**63) if seed < 3 else hashes(columns, seed)

    monkeypatch.setattr(factorize, "_hashes", colliding)
    monkeypatch.setattr(factorize, "SMALL", 0)
    numbers, found = factorize.factorize([pl.Series(["a", "b", "c", "a"])])
    assert numbers[:, 0].tolist() == [0, 1, 2, 0]
    assert found.to_list() == ["a", "b", "c"]


@pytest.mark.parametrize("small", [0, 100_000])
def test_renumbering_follows_the_new_order_of_rows(
    small: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(factorize, "SMALL", small)
    numbers, ids = factorize.renumber(
        np.array([[2, EMPTY], [0, 2]], np.int32), pl.Series(["a", "b", "c"])
    )
    assert numbers.tolist() == [[0, EMPTY], [1, 0]]
    assert ids.to_list() == ["c", "a"]

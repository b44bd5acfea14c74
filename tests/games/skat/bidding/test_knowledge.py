"""The file of the knowledge base, and what it refuses."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from evenhand.games.skat import PACK
from evenhand.games.skat.bidding import KnowledgeBase, KnowledgeError
from evenhand.games.skat.bidding.knowledge import draw_deals
from evenhand.games.skat.scoring import card_points_of

from .made import made_base

COLUMNS = ("deals", "seats", "hand_points", "skat_points", "discards")


@pytest.fixture
def base() -> KnowledgeBase:
    return made_base(1, 300)


def test_a_file_gives_back_what_was_written(base: KnowledgeBase, tmp_path: Path) -> None:
    base.write(tmp_path / "base.npz")
    back = KnowledgeBase.read(tmp_path / "base.npz")
    for name in COLUMNS:
        assert back.column(name).tolist() == base.column(name).tolist()
        assert back.column(name).dtype == np.int64
    assert back.open_points is None
    assert [path.name for path in tmp_path.iterdir()] == ["base.npz"]


def test_files_are_small(tmp_path: Path) -> None:
    rng = np.random.default_rng(2)
    deals, seats = draw_deals(rng, 15_000)
    points = rng.integers(121, size=(3, 15_000, 5))  # worse to compress than real ones
    pair = PACK.deal(rng, 5 * 15_000, 2)[:, 0].reshape(-1, 5)
    away = np.where(pair & ~(deals[:, :1] | deals[:, 3:]), deals[:, 3:], pair)
    base = KnowledgeBase(deals, seats, points[0], points[1], away, points[2])
    base.write(tmp_path / "base.npz")
    assert (tmp_path / "base.npz").stat().st_size < 3_000_000


def test_a_failed_writing_leaves_the_older_file(
    base: KnowledgeBase, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "base.npz"
    base.write(path)
    before = path.read_bytes()

    def fail(draft: Path, **columns: object) -> None:
        draft.write_bytes(b"half")
        raise OSError("disk full")

    monkeypatch.setattr(np, "savez_compressed", fail)
    with pytest.raises(OSError, match="disk full"):
        base.write(path)
    assert path.read_bytes() == before
    assert [entry.name for entry in tmp_path.iterdir()] == ["base.npz"]


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(KnowledgeError, match=r"there is no knowledge base .*knowledge\.npz"):
        KnowledgeBase.read(tmp_path / "knowledge.npz")


def test_a_file_of_something_else_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "base.npz"
    np.savez_compressed(path, other=np.zeros(3))
    with pytest.raises(KnowledgeError, match="is no knowledge base"):
        KnowledgeBase.read(path)
    path.write_bytes(b"PK\x03\x04 no archive")
    with pytest.raises(KnowledgeError, match="is no knowledge base"):
        KnowledgeBase.read(path)


def test_a_column_that_is_not_there_is_named(base: KnowledgeBase) -> None:
    with pytest.raises(KnowledgeError, match="no open points"):
        base.column("open_points")


def test_deals_are_whole_packs_and_all_different() -> None:
    deals, seats = draw_deals(np.random.default_rng(3), 2_000)
    assert (np.bitwise_count(deals) == [10, 10, 10, 2]).all()
    assert (np.bitwise_or.reduce(deals, axis=1) == PACK.full).all()
    assert len(np.unique(deals, axis=0)) == 2_000
    assert np.unique(seats).tolist() == [0, 1, 2]


def test_points_in_tricks_are_without_the_skat(base: KnowledgeBase) -> None:
    skats = card_points_of(base.deals[:, 3])
    assert (base.trick_points + skats[:, None] == base.hand_points).all()
    assert (base.trick_points >= 0).all()


def test_what_cannot_be_is_refused(base: KnowledgeBase) -> None:
    deals, points = base.deals, base.hand_points
    wrong: list[tuple[dict[str, Any], str]] = [
        ({"deals": deals[:, [0, 1, 2, 2]]}, "cards that are left"),
        ({"deals": deals[[0] * len(deals)]}, "twice"),
        ({"deals": deals[:, [3, 1, 2, 0]]}, "three hands of ten"),
        ({"seats": base.seats + 1}, "seat 0, 1 or 2"),
        ({"hand_points": points + 121}, "hand_points are 0 to 120"),
        ({"hand_points": points[:, :4]}, "5 columns"),
        ({"hand_points": points / 2}, "whole numbers"),
        ({"discards": np.repeat(deals[:, 1:2] & -deals[:, 1:2], 5, axis=1)}, "twelve cards"),
        ({"discards": deals[:, [3, 3]]}, "5 columns"),
    ]
    for columns, problem in wrong:
        with pytest.raises(ValueError, match=problem):
            base.with_columns(**columns)

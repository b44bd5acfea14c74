"""The luck that players received."""

from dataclasses import replace

import numpy as np
import pytest

from evenhand.analysis import luck_received
from evenhand.datasets import make_games
from evenhand.tables import GameTable


def lucky_games(luck: list[list[float]], score: list[list[float]]) -> GameTable:
    seats = np.tile(np.array([[0, 1]], np.int32), (len(luck), 1))
    return GameTable(("Anna", "Ben"), seats, np.array(score), luck=np.array(luck))


def test_luck_is_added_up_less_the_mean_of_the_table() -> None:
    found = luck_received(lucky_games([[3.0, 1.0], [5.0, 1.0]], [[1.0, 0.0], [1.0, 0.0]]))
    assert found is not None
    rows = found.players.rows()
    assert [row[:3] for row in rows] == [("Anna", 2, 3.0), ("Ben", 2, -3.0)]
    # Of 1 and 2 the mean is 1.5 and its standard error 1/2.
    assert rows[0][3:] == pytest.approx((1.5, 0.5))


def test_luck_that_decides_explains_all() -> None:
    rng = np.random.default_rng(1)
    first = rng.integers(2, size=200).astype(float)
    both = np.stack([first, 1.0 - first], axis=1).tolist()
    found = luck_received(lucky_games(both, both))
    assert found is not None
    assert found.explained == pytest.approx(1.0)


def test_luck_that_means_nothing_explains_nothing() -> None:
    rng = np.random.default_rng(1)
    found = luck_received(
        lucky_games(rng.normal(size=(5000, 2)).tolist(), rng.random((5000, 2)).tolist())
    )
    assert found is not None
    assert found.explained == pytest.approx(0.0, abs=0.002)


def test_the_unit_of_luck_does_not_matter() -> None:
    table, _ = make_games(np.random.default_rng(1), 20, 3000, 3, luck=True)
    assert table.luck is not None
    one = luck_received(table)
    assert one is not None
    for luck in (7.0 * table.luck + 100.0, 1e300 * table.luck):
        other = luck_received(replace(table, luck=luck))
        assert other is not None
        assert other.explained == pytest.approx(one.explained, rel=1e-9)


def test_games_without_luck_have_none_received() -> None:
    table, _ = make_games(np.random.default_rng(1), 20, 30)
    assert luck_received(table) is None


def test_games_whose_luck_is_not_known_are_left_out() -> None:
    score = [[1.0, 0.0]] * 3
    found = luck_received(lucky_games([[3.0, 1.0], [float("nan"), 1.0], [5.0, 1.0]], score))
    assert found is not None
    assert found.games == 2
    assert found.players.rows()[0][:3] == ("Anna", 2, 3.0)

"""Intervals of differences, where statistics books know the answer."""

from collections.abc import Callable

import numpy as np
import polars as pl
import pytest

from evenhand.studies.edelkamp2021.intervals import Players, compared, in_words
from evenhand.tables import Floats

PLAYERS = 400


def mean_of(values: Floats) -> Callable[[Players], dict[str, float]]:
    return lambda players: {"mean": float(values[players].mean())}


def difference(first: Floats, second: Floats, seed: int = 1) -> pl.DataFrame:
    measures = {"none": mean_of(first), "hand": mean_of(second)}
    return compared(measures, len(first), np.random.default_rng(seed))


def test_the_interval_of_a_mean_is_that_of_the_books() -> None:
    values = np.random.default_rng(2).normal(0.3, 1.0, PLAYERS)
    (row,) = difference(np.zeros(PLAYERS), values).to_dicts()
    half = 1.96 * values.std() / np.sqrt(PLAYERS)
    assert row["difference"] == pytest.approx(values.mean())
    # a thousand draws know their 2.5 % to about a twentieth of the half width
    assert row["low"] == pytest.approx(values.mean() - half, abs=0.15 * half)
    assert row["high"] == pytest.approx(values.mean() + half, abs=0.15 * half)
    assert row["verdict"] == "clear"


def test_what_players_have_in_common_both_ways_cancels() -> None:
    values = np.random.default_rng(3).normal(0.0, 100.0, PLAYERS)
    (row,) = difference(values, values - 1.0).to_dicts()
    assert [row["low"], row["high"]] == pytest.approx([-1.0, -1.0])
    assert row["verdict"] == "clear"


def test_an_interval_with_zero_in_it_is_not_clear() -> None:
    frame = difference(np.zeros(20), np.tile([1.0, -1.0], 10))
    assert frame["verdict"].to_list() == ["not clear"]
    assert in_words(frame, "hand", "mean").startswith("+0.00, 95% interval -0.")
    assert in_words(frame, "hand", "mean").endswith("not clear")


def test_what_cannot_be_measured_is_not_clear() -> None:
    frame = difference(np.zeros(5), np.full(5, np.nan))
    assert frame.row(0)[2:] == (None, None, None, "not clear")
    assert in_words(frame, "hand", "mean") == "the difference is not clear"


def test_the_same_seed_draws_the_same_players() -> None:
    values = np.random.default_rng(4).normal(size=30)
    assert difference(values, -values).equals(difference(values, -values))
    assert not difference(values, -values).equals(difference(values, -values, seed=2))

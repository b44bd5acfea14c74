"""Kernels play and measure as their Python source does, and each is compiled once."""

from typing import Any, cast

import numpy as np
import pytest

from evenhand.games.gin_rummy import GAME, Careful, MinDeadwood, Random, Rules
from evenhand.games.gin_rummy.luck import predict_deals, value_draws
from evenhand.games.gin_rummy.policy import play_games
from evenhand.tables import Indices
from tests.plain_python import in_compiled_code, in_plain_python

KERNELS = (play_games, predict_deals, value_draws)


def measure(rules: Rules, games: int, luck: str) -> list[Any]:
    bots = (Careful(), MinDeadwood(knock_at=5), Random())
    seats: Indices = np.tile(np.array([[0, 1], [1, 2], [2, 0]], np.int32), (games // 3, 1))
    seeds = np.arange(1, len(seats) + 1) * 7_777_777_777
    found = GAME.simulate(bots, seats, seeds, rules, luck)
    luck_of_games = [] if found.luck is None else found.luck.tolist()
    return [found.score.tolist(), luck_of_games, found.details["moves"].tolist()]


GAMES = ((Rules(), 30, "deal"), (Rules(deals=2, big_gin=31), 3, "all"))


def measure_all() -> list[list[Any]]:
    return [measure(rules, games, luck) for rules, games, luck in GAMES]


def measure_and_count_signatures() -> tuple[list[list[Any]], list[int]]:
    """Return what is measured, and how many signatures of each kernel are compiled after all."""
    for _ in GAME.warm():
        pass
    return measure_all(), [len(cast(Any, kernel).dispatcher.signatures) for kernel in KERNELS]


@pytest.fixture(scope="module")
def compiled() -> tuple[list[list[Any]], list[int]]:
    return in_compiled_code(measure_and_count_signatures)


def test_compiled_games_are_those_of_plain_python(
    compiled: tuple[list[list[Any]], list[int]],
) -> None:
    for plain, fast in zip(in_plain_python(measure_all), compiled[0], strict=True):
        assert plain[0] == fast[0]
        assert plain[2] == fast[2]
        # sums of floats in another order may differ in the last places
        np.testing.assert_allclose(plain[1], fast[1], rtol=0, atol=1e-12)


def test_every_kernel_has_one_signature(compiled: tuple[list[list[Any]], list[int]]) -> None:
    assert compiled[1] == [1, 1, 1]

"""Networks learn from positions, and every pair of bots is learned from."""

import json
from pathlib import Path

import numpy as np
import pytest

from evenhand.games.cards import Masks
from evenhand.games.fitted import read_fitted, write_fitted
from evenhand.games.ludo import Rules
from evenhand.games.ludo.board import make_board, pack_tokens
from evenhand.games.ludo.value_network import GROUPS
from lab.core import read_content
from lab.fits.ludo_value_network import (
    RECIPE,
    Examples,
    learn,
    make_untrained,
    plan_games,
    play_on,
    play_pair,
    predict,
)

BOARD = make_board(Rules())


def random_views(rng: np.random.Generator, count: int) -> Masks:
    """Return tokens anywhere on the ring, nine moves before the end."""
    rows = []
    for _ in range(count):
        own, other = (pack_tokens(map(int, rng.integers(1, 50, 4))) for _ in range(2))
        rows.append((own, other, 0, 0, 0, 9, 0, 0, 1))
    return np.array(rows, np.int64)


def test_a_network_learns_the_results_of_random_games() -> None:
    rng = np.random.default_rng(91)
    seen = play_on(BOARD, random_views(rng, 12_000), 4, rng)
    assert set(seen.views[:, 4]) == {0, 1, 2}
    net = make_untrained(rng, alike=True)
    learn(net, Examples(seen.views[2000:], seen.results[2000:]), (0.1, 0.03), rng)
    found = np.zeros(2000)
    predict(BOARD, net, seen.views[:2000], found)
    errors = np.square(found - seen.results[:2000]).mean()
    # Four games leave an error of p (1 - p) / 4 at least.
    assert errors < np.mean(found * (1 - found)) / 4 + 0.01
    assert errors < 0.5 * seen.results.var()


def test_every_pair_of_bots_is_in_the_plan() -> None:
    pairs = dict(plan_games(3000))
    assert len(pairs) == 28
    assert min(pairs.values()) == 100
    assert pairs["aggressive", "full-information"] == 400
    assert pairs["aggressive", "aggressive"] == 600


def test_positions_of_a_game_are_those_before_each_round_but_the_first() -> None:
    examples = play_pair(("naive", "aggressive"), 2, np.random.default_rng(1))
    views, results = examples.views.reshape(2, 19, 9), examples.results.reshape(2, 19)
    assert (views[:, :, 5] == 60 - 3 * np.arange(1, 20)).all()  # moves to come
    assert set(views[0, ::2, 6]) == set(views[0, 1::2, 7])  # who is second begins round two
    assert set(views[0, ::2, 6]) == set(views[1, 1::2, 6])  # the other game has other seats
    assert (results[:, ::2] + results[:, 1::2][:, :1] == 1).all()


def test_weights_are_read_as_they_were_written(tmp_path: Path) -> None:
    content = read_content(RECIPE)
    assert not isinstance(content, bytes)
    file = tmp_path / "weights.json"
    weights = read_fitted(RECIPE.path, GROUPS)
    write_fitted(file, weights, {"made_by": "by hand"})
    assert json.loads(file.read_text())["made_by"] == "by hand"
    again = read_fitted(file, GROUPS)
    for group, arrays in content.items():
        for name, array in arrays.items():
            assert again[group][name].tolist() == array


def test_weights_of_a_wrong_shape_are_refused(tmp_path: Path) -> None:
    weights, file = read_fitted(RECIPE.path, GROUPS), tmp_path / "weights.json"
    weights["values"] = {**weights["values"], "outer": np.zeros((2, 2))}
    write_fitted(file, weights, {})
    with pytest.raises(ValueError, match=r"^values.outer must be of shape \(21, 18\)$"):
        read_fitted(file, GROUPS)

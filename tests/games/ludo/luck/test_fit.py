"""Networks learn from positions, and their weights are written and read."""

import json
from pathlib import Path

import numpy as np
import pytest
from evenhand.games.weights import read_weights, write_weights

from evenhand.games.cards import Masks
from evenhand.games.ludo.luck.fit import fit, plan
from evenhand.games.ludo.luck.learning import Examples, chances, learn, untrained
from evenhand.games.ludo.luck.positions import played_on
from evenhand.games.ludo.luck.weights import GROUPS, package_weights
from evenhand.games.ludo.packed import packed, packed_board
from evenhand.games.ludo.rules import Rules

BOARD = packed_board(Rules(home_bonus=0))


def positions(rng: np.random.Generator, count: int) -> Masks:
    """Tokens anywhere on the ring, nine moves before the end."""
    rows = []
    for _ in range(count):
        own, other = (packed(tuple(map(int, rng.integers(1, 50, 4)))) for _ in range(2))
        rows.append((own, other, 0, 0, 0, 9, 0, 0, 1))
    return np.array(rows, np.int64)


def test_a_network_learns_what_games_by_chance_bring() -> None:
    rng = np.random.default_rng(91)
    seen = played_on(BOARD, positions(rng, 12_000), 4, rng)
    assert set(seen.positions[:, 4]) == {0, 1, 2}
    net = untrained(BOARD, rng, alike=True)
    learn(BOARD, net, Examples(seen.positions[2000:], seen.results[2000:]), (0.1, 0.03), rng)
    found = np.zeros(2000)
    chances(BOARD, net, seen.positions[:2000], found)
    errors = np.square(found - seen.results[:2000]).mean()
    # Four games leave an error of p (1 - p) / 4 at least.
    assert errors < np.mean(found * (1 - found)) / 4 + 0.01
    assert errors < 0.5 * seen.results.var()


def test_every_pair_of_bots_is_in_the_plan() -> None:
    pairs = dict(plan(3000))
    assert len(pairs) == 28
    assert min(pairs.values()) == 100
    assert pairs["aggressive", "full-information"] == 400
    assert pairs["aggressive", "aggressive"] == 600


def test_the_same_seed_gives_the_same_weights() -> None:
    one, two = (fit(1, np.random.default_rng(92)) for _ in range(2))
    for name in one:
        for part in one[name]:
            assert (one[name][part] == two[name][part]).all()


def test_weights_are_read_as_they_were_written(tmp_path: Path) -> None:
    weights, file = package_weights(), tmp_path / "weights.json"
    write_weights(file, weights, "by hand")
    assert json.loads(file.read_text())["made_by"] == "by hand"
    again = read_weights(file, GROUPS)
    for name in weights:
        for part in weights[name]:
            assert (again[name][part] == weights[name][part]).all()


def test_weights_of_a_wrong_shape_are_refused(tmp_path: Path) -> None:
    weights, file = dict(package_weights()), tmp_path / "weights.json"
    weights["values"] = {**weights["values"], "outer": np.zeros((2, 2))}
    write_weights(file, weights, "by hand")
    with pytest.raises(ValueError, match=r"^values.outer must be of shape \(21, 18\)$"):
        read_weights(file, GROUPS)

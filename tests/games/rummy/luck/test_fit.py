"""How the network of Rummy learns, and its file."""

from pathlib import Path

import numpy as np
import pytest
from evenhand.games.rummy.luck.fit import examples, fit
from evenhand.games.rummy.luck.network import SHAPES, chance
from evenhand.games.rummy.luck.weights import GROUPS, network, package_weights
from evenhand.games.weights import Weights, read_weights, write_weights

from evenhand.games.rummy.luck import fit as fitting
from evenhand.tables import Floats


@pytest.fixture
def learned(monkeypatch: pytest.MonkeyPatch) -> Weights:
    monkeypatch.setattr(fitting, "BLOCK", 4000)
    return fit(4000, 2000, np.random.default_rng(91))


def chances(weights: Weights, seen: Floats) -> Floats:
    net, found = network(weights), []
    for inputs in seen:
        net.inputs[:] = inputs
        found.append(chance(net))
    return np.array(found)


def test_a_network_learns_who_wins(learned: Weights, tmp_path: Path) -> None:
    seen, won = examples(np.random.default_rng(92))
    assert len(seen) > 3000
    for weights, best in ((learned, 0.6), (package_weights(), 0.56)):
        p = chances(weights, seen)
        loss = -np.log(np.where(won == 1, p, 1 - p)).mean()
        assert loss < best  # a coin has 0.69
    write_weights(tmp_path / "weights.json", learned, "a test")
    again = read_weights(tmp_path / "weights.json", GROUPS)
    assert all((again["network"][name] == learned["network"][name]).all() for name in SHAPES)


def test_deals_are_worth_as_much_on_average_as_the_file_says() -> None:
    known, rng = package_weights(), np.random.default_rng(93)
    for players in (2, 3):
        values = fitting.deal_values(players, 4000, rng)
        apart = values.mean(axis=0) - known["expected"][str(players)]
        error = values.std(axis=0) / np.sqrt(len(values))
        assert (np.abs(apart) < 4 * error).all()
        assert known["expected"][str(players)].sum() == pytest.approx(players / 2, abs=1e-9)


def test_the_error_of_the_expected_values_is_small() -> None:
    assert max(error.max() for error in package_weights()["errors"].values()) < 0.0005

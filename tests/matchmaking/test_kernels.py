"""The compiled code does what its Python source says, bit for bit."""

import numpy as np
import pytest

from evenhand.compiled import python_source
from evenhand.matchmaking import fair_tables, greedy, neighbours, tables
from evenhand.matchmaking.neighbours import Graph, Pairs, graph_of, keep_apart, near_pairs
from evenhand.ratings import Elo

PLAYERS = 60


def random_graph(seed: int) -> Graph:
    """Some fair pairs; distances are coarse, so that many are equal."""
    rng = np.random.default_rng(seed)
    low, high = np.triu_indices(PLAYERS, 1)
    some = (rng.random(len(low)) < 0.4) & (high - low < 25)
    pairs = Pairs(low[some].astype(np.int32), high[some].astype(np.int32))
    return graph_of(pairs, rng.integers(0, 8, some.sum()) / 40.0, PLAYERS)


@pytest.mark.parametrize("seats", [2, 3, 5])
@pytest.mark.parametrize("seed", range(4))
def test_forming_tables(seats: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    order = rng.permutation(PLAYERS).astype(np.int32)
    rank = np.argsort(order).astype(np.int32)
    long = rank < 5 * seed
    results = []
    for form in (greedy.form_tables, python_source(greedy.form_tables)):
        found = np.empty((PLAYERS // seats, seats), np.int32)
        count = form(random_graph(seed), rank, long, order.copy(), found)
        results.append(found[:count].tolist())
    assert results[0] == results[1]
    assert len(results[0]) >= PLAYERS // seats // 3


@pytest.mark.parametrize("width", [1, 3, PLAYERS])
def test_looking_for_neighbours(width: int, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(width)
    place = rng.permutation(PLAYERS).astype(np.int32)
    pairs = rng.integers([0, PLAYERS // 2], [PLAYERS // 2, PLAYERS], (80, 2)).astype(np.int32)
    apart = keep_apart(pairs, place)
    there = np.flatnonzero(rng.random(PLAYERS) < 0.7).astype(np.int32)
    compiled = near_pairs(there, apart, width)
    blocked = {tuple(sorted(pair)) for pair in place[pairs].tolist()}
    expected = [
        (own, other)
        for own in range(len(there))
        for other in [
            other
            for other in range(own + 1, len(there))
            if (there[own], there[other]) not in blocked
        ][:width]
    ]
    assert list(zip(*(each.tolist() for each in compiled), strict=True)) == expected
    monkeypatch.setattr(neighbours, "_near_pairs", python_source(neighbours._near_pairs))
    plain = near_pairs(there, apart, width)
    assert [each.tolist() for each in plain] == [each.tolist() for each in compiled]


def test_a_round_that_finds_nothing_looks_further(monkeypatch: pytest.MonkeyPatch) -> None:
    """Groups of twelve who avoid each other, and four seats: the first look is too short."""
    monkeypatch.setattr(tables, "FEW", 0)
    groups = np.arange(96).reshape(8, 12)
    low, high = np.triu_indices(12, 1)
    avoid = np.stack([groups[:, low].ravel(), groups[:, high].ravel()], axis=1)
    found = fair_tables(Elo(), np.arange(96) + 1500.0, np.zeros(96), seats=4, avoid=avoid)
    assert len(found) > 20
    monkeypatch.setattr(tables, "MANY", 0)
    assert not len(fair_tables(Elo(), np.arange(96) + 1500.0, np.zeros(96), seats=4, avoid=avoid))

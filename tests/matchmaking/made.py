"""Waiting players, and the rule written down plainly."""

from collections.abc import Iterable
from itertools import combinations
from math import comb

import numpy as np

from evenhand.elo import pair_probability
from evenhand.matchmaking import Fairness, Tables
from evenhand.tables import Floats

NOBODY: frozenset[tuple[int, int]] = frozenset()


def pool(seed: int, players: int) -> tuple[Floats, Floats]:
    """Elo ratings, of which some are equal, and how long each has waited."""
    rng = np.random.default_rng(seed)
    return rng.normal(1500.0, 250.0, players).round(-1), rng.exponential(60.0, players).round()


def uneven(own: float, other: float) -> float:
    """How far from even two Elo ratings are."""
    return 0.5 - pair_probability(-abs(own - other), 400.0)


def fair(
    ratings: Floats, waiting: Floats, fairness: Fairness, players: Iterable[int], slack: float = 0.0
) -> bool:
    """Whether all win probabilities at a table are within the window of each member."""
    lowest = fairness.lowest_after(waiting)
    return all(
        0.5 - uneven(ratings[a], ratings[b])
        >= max(lowest[a], lowest[b]) - fairness.courtesy * abs(lowest[a] - lowest[b]) - slack
        for a, b in combinations(players, 2)
    )


def apart(pairs: Iterable[tuple[int, int]]) -> set[tuple[int, int]]:
    return {(min(pair), max(pair)) for pair in pairs}


def met(found: Tables) -> set[tuple[int, int]]:
    """Who sits with whom, the lower number first."""
    return {pair for row in found.seats.tolist() for pair in combinations(sorted(row), 2)}


def check_seats(found: Tables, players: int) -> None:
    """Everybody sits once or goes on waiting."""
    everybody = [*found.seats.ravel().tolist(), *found.left.tolist()]
    assert sorted(everybody) == list(range(players))
    assert found.left.tolist() == sorted(found.left.tolist())
    assert found.seats.dtype == found.left.dtype == np.int32
    assert found.probabilities.shape == found.seats.shape
    np.testing.assert_allclose(found.probabilities.sum(axis=1), 1.0)
    assert len(met(found)) == len(found) * comb(found.seats.shape[1], 2)


def plain_pairs(
    ratings: Floats,
    waiting: Floats,
    fairness: Fairness,
    blocked: frozenset[tuple[int, int]] = NOBODY,
) -> list[list[int]]:
    """The rule for two seats: who waits long goes first, then the closest pair of all."""
    order = sorted(range(len(ratings)), key=lambda player: (-waiting[player], player))
    rank = {player: place for place, player in enumerate(order)}
    pairs = {
        (a, b): uneven(ratings[a], ratings[b])
        for a, b in combinations(order, 2)
        if fair(ratings, waiting, fairness, (a, b)) and (min(a, b), max(a, b)) not in blocked
    }

    def closeness(pair: tuple[int, int]) -> tuple[float, int, int]:
        return pairs[pair], rank[pair[0]], rank[pair[1]]

    tables: list[list[int]] = []
    for first in [*(p for p in order if waiting[p] > fairness.widens_after), None]:
        while found := [pair for pair in pairs if first is None or first in pair]:
            pair = min(found, key=closeness)
            tables.append(list(pair))
            pairs = {other: far for other, far in pairs.items() if not {*other} & {*pair}}
    return tables

"""The list in its order: after every change what sorting everybody anew would give."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, strategies as st

from evenhand.compiled import python_source
from evenhand.ledger import ranking as module
from evenhand.ledger.ranking import PART, Ranking
from evenhand.tables import Flags, Floats, Indices


class Brute:
    """A list beside all that was ever said to it."""

    def __init__(self) -> None:
        self.ranking = Ranking()
        self.ratings: dict[int, float] = {}

    def update(self, changes: dict[int, float | None]) -> None:
        """Ratings of players, None for those who are not on the list."""
        players = sorted(changes)
        listed = [changes[player] is not None for player in players]
        self.ranking.update(
            np.array(players, np.int32),
            np.array([changes[player] or 0.0 for player in players], float),
            np.array(listed, np.bool_),
        )
        self.ratings |= {p: r for p, r in changes.items() if r is not None}
        for player, rating in changes.items():
            if rating is None:
                self.ratings.pop(player, None)

    def check(self) -> None:
        """Order, ranks and places by their definitions."""
        ranking, ratings = self.ranking, self.ratings
        order = sorted(ratings, key=lambda player: (-ratings[player], player))
        assert ranking.order.tolist() == order
        assert len(ranking) == len(order)
        for place, player in enumerate(order):
            rating = ratings[player]
            assert ranking.place(player) == place
            assert ranking.rank(rating) == 1 + sum(other > rating for other in ratings.values())
            assert ranking.after(rating, player) == place + 1
        assert ranking.ratings(np.array(order, np.int32)).tolist() == [ratings[p] for p in order]


ratings = st.sampled_from([-0.0, 0.0, 1.0, 1.5, -2.0, 1e300, 5e-324])
changes = st.dictionaries(st.integers(0, 9), st.one_of(st.none(), ratings), max_size=4)


@given(st.lists(changes, max_size=12))
def test_few_players_stand_as_if_they_were_sorted_anew(
    steps: list[dict[int, float | None]],
) -> None:
    brute = Brute()
    for step in steps:
        brute.update(step)
        brute.check()


@pytest.mark.parametrize("different", [3, 40, 10**9], ids=["many ties", "some ties", "no ties"])
def test_many_players_who_come_leave_and_move_stand_as_if_they_were_sorted_anew(
    different: int,
) -> None:
    rng = np.random.default_rng(different)
    brute = Brute()
    brute.update({player: float(rng.integers(different)) for player in range(150)})
    for step in range(60):
        size = int(rng.integers(1, len(brute.ratings) // PART + 1))
        some = rng.choice(180, size, replace=False).tolist()
        brute.update(
            {p: None if rng.random() < 0.3 else float(rng.integers(different)) for p in some}
        )
        if step % 6 == 0 or step < 6:
            brute.check()


def test_the_first_the_last_and_all_equal_may_move() -> None:
    brute = Brute()
    brute.update(dict.fromkeys(range(4 * PART), 5.0))
    for change in ({0: 9.0}, {0: 1.0}, {63: 9.0, 1: 9.0}, {63: 5.0}, {0: None, 1: None}, {0: 5.0}):
        brute.update(dict(change))
        brute.check()


def test_nobody_may_be_on_the_list() -> None:
    brute = Brute()
    brute.update({})
    brute.check()
    brute.update({3: 1.0, 5: None})
    brute.update({3: None})
    brute.check()
    assert brute.ranking.place(3) is None
    assert brute.ranking.place(10**6) is None
    assert brute.ranking.rank(0.0) == 1


def test_the_place_of_a_rating_that_nobody_has_is_between_its_neighbours() -> None:
    brute = Brute()
    brute.update({0: 3.0, 1: 2.0, 2: 2.0, 3: 1.0})
    ranking = brute.ranking
    assert [ranking.rank(rating) for rating in (4.0, 3.0, 2.5, 2.0, 1.5, 0.0)] == [1, 1, 2, 2, 4, 5]
    assert [ranking.after(2.0, player) for player in (-1, 0, 1, 2, 9)] == [1, 1, 2, 3, 3]
    assert [ranking.after(rating, 9) for rating in (9.0, 2.5, 0.0)] == [0, 1, 4]


def spliced(choose: Callable[[Any], Any], seed: int) -> tuple[list[int], list[int]]:
    """What the kernels, or their Python sources, make of a change by chance."""
    rng = np.random.default_rng(seed)
    key: Floats = rng.integers(0, 6, 40).astype(float)
    listed: Flags = rng.random(40) < 0.7
    before = np.flatnonzero(listed)
    order: Indices = before[np.argsort(-key[before], kind="stable")].astype(np.int32)
    leaving = order[rng.random(len(order)) < 0.2]
    coming = np.sort(rng.choice(np.r_[leaving, np.flatnonzero(~listed)], 5, replace=False))
    ratings = np.sort(rng.integers(0, 6, 5))[::-1].astype(float)
    found = np.zeros(60, np.int32)
    count = choose(module._splice)(order, key, leaving, coming.astype(np.int32), ratings, found)
    places = [choose(module._find)(order, len(order), key, 3.0, player) for player in range(40)]
    return found[:count].tolist(), places


def test_kernels_equal_their_python_source() -> None:
    for seed in range(20):
        assert spliced(lambda kernel: kernel, seed) == spliced(python_source, seed)

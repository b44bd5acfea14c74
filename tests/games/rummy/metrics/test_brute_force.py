"""The kernels against all disjoint families of melds, on hands of thirteen cards."""

import numpy as np
import pytest
from evenhand.games.rummy.pack import jokers
from evenhand.games.rummy.plain import is_declarable

from evenhand.games.rummy.metrics import min_dist, min_score
from tests.games.rummy.brute_force import can_be_declared, least_of_all_families
from tests.games.rummy.made import any_hands


@pytest.mark.parametrize("seed", range(8))
def test_scores_and_declarations_are_those_of_all_families(seed: int) -> None:
    hands = any_hands(np.random.default_rng(700 + seed), 26)
    for hand, wild in hands:
        for literal in (False, True):
            least = least_of_all_families(hand, wild, literal)
            assert min_score(hand, wild, literal) == least
        able = can_be_declared(hand, wild)
        assert (min_dist(hand, wild) == 0) == able
        assert is_declarable(hand, wild) == able
    assert max(jokers(hand, wild).bit_count() for hand, wild in hands) >= 5

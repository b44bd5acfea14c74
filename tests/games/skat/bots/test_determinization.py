"""Worlds: possible ones only, and each as often as any other."""

from collections import Counter
from itertools import combinations

import numpy as np
import pytest

from evenhand.compiled import kernel, python_source
from evenhand.games.cards import Masks, as_hand, cards_of
from evenhand.games.skat.bots.determinization import share_out

Parts = tuple[int, int, int]
NOTHING = 0


@kernel
def draw_many(
    unseen: int, no_next: int, no_last: int, first: int, second: int, state: int, count: int
) -> Masks:
    drawn = np.zeros((count, 3), np.int64)
    for number in range(count):
        a, b, c, state = share_out(unseen, no_next, no_last, first, second, state)
        drawn[number, 0] = a
        drawn[number, 1] = b
        drawn[number, 2] = c
    return drawn


def every_world(unseen: int, no_next: int, no_last: int, first: int, second: int) -> set[Parts]:
    """All ways to share the cards out, one by one."""
    cards, found = set(cards_of(unseen)), set()
    for mine in combinations(sorted(cards), first):
        for others in combinations(sorted(cards - set(mine)), second):
            a, b = as_hand(mine), as_hand(others)
            if not a & no_next and not b & no_last:
                found.add((a, b, unseen ^ a ^ b))
    return found


Situation = tuple[int, int, int, int, int]
SITUATIONS: list[Situation] = [
    (0b11111111, NOTHING, NOTHING, 3, 3),  # a defender who knows nothing
    (0b11111111, 0b00000111, NOTHING, 3, 3),  # the next player has none of a suit
    (0b11111111, 0b00000111, 0b11100000, 3, 3),  # and the last one none of another
    (0b11111111, 0b10000111, 0b11100000, 3, 3),  # so that one card must lie in the skat
    (0b111111, 0b000011, 0b110000, 3, 3),  # the declarer, who knows the skat
    (0b1111111, 0b0001111, NOTHING, 3, 2),  # nearly everything is certain
]


@pytest.mark.parametrize("situation", SITUATIONS)
def test_every_possible_world_is_drawn_equally_often(situation: Situation) -> None:
    possible = every_world(*situation)
    draws = 400 * len(possible)
    drawn = Counter(map(tuple, draw_many(*situation, 12345, draws).tolist()))
    assert set(drawn) == possible
    # The sum of squared deviations has mean n - 1 and spread sqrt(2 n): five of those are allowed.
    n = len(possible)
    chi2 = sum((drawn[one] - 400) ** 2 / 400 for one in possible)
    assert chi2 < n - 1 + 5 * np.sqrt(2 * n) + 5


def test_kernel_and_python_draw_the_same_worlds() -> None:
    arguments = (0b11111111, 0b111, 0b11100000, 3, 3, 99, 50)
    assert (draw_many(*arguments) == python_source(draw_many)(*arguments)).all()

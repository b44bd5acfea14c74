"""People of the league: believable, and never taken for one another."""

from itertools import combinations

import pytest
from numpy.random import default_rng

from evenhand.demo.ladders import draw_everybody
from evenhand.demo.names import FAMILIES, MEN, WOMEN, draw_people
from evenhand.ledger.names import looks


@pytest.mark.parametrize("seed", range(5))
def test_no_two_players_of_a_world_look_alike(seed: int) -> None:
    names = [one.name for people in draw_everybody(default_rng(seed)).values() for one in people]
    seen: dict[str, str] = {}
    for name in names:
        for look in looks(name):
            assert seen.setdefault(look, name) == name
    assert len(set(names)) == len(names) == 126 + 24 + 21


def test_family_names_differ_by_more_than_a_letter() -> None:
    for words in (FAMILIES, WOMEN, MEN):
        assert len(set(words)) == len(words)
    for one, other in combinations(FAMILIES, 2):
        same = sum(a == b for a, b in zip(one, other, strict=False))
        assert max(len(one), len(other)) - same > 1, (one, other)


def test_more_people_than_names_are_refused() -> None:
    with pytest.raises(ValueError, match="names for"):
        draw_people(default_rng(1), len(FAMILIES) + 1)

"""What holds for every game that bots can play."""

from dataclasses import FrozenInstanceError, fields
from itertools import permutations

import numpy as np
import pytest

from evenhand.games.registry import HOMES, find_game
from evenhand.rng import draw_seeds

SLOW = {"ludo": ("full-information", "limited-information", "defeat-seeking")}
"""Bots that are quicker with few playouts."""


@pytest.mark.parametrize("name", HOMES)
def test_a_game_depends_on_its_seed_alone(name: str) -> None:
    game = find_game(name)
    slow = SLOW.get(name, ())
    bots = [game.player(f"{bot}:playouts=5" if bot in slow else bot) for bot in game.bots]
    seats = np.array(list(permutations(range(len(bots)), 2)), np.int32)
    drawn = draw_seeds(np.random.default_rng(47), len(seats))
    together = game.play(bots, seats, drawn)
    for number in (0, 7, len(seats) - 1):
        alone = game.play(bots, seats[number : number + 1], drawn[number : number + 1])
        assert alone.score[0].tolist() == together.score[number].tolist()
        for detail, values in together.details.items():
            assert np.array_equal(alone.details[detail][0], values[number])


@pytest.mark.parametrize("name", HOMES)
def test_rules_do_not_change(name: str) -> None:
    rules = find_game(name).rules
    with pytest.raises(FrozenInstanceError):
        setattr(rules, fields(rules)[0].name, 3)

"""A player of Rummy who knows the stock."""

import numpy as np
import pytest

from evenhand.analysis.foresight_rummy import best_plan, choices, foresee
from evenhand.analysis.relative_rummy import rummy_relative_skill
from evenhand.games.rummy import min_dist, read_hand, read_wild
from evenhand.games.rummy.pack import card
from evenhand.games.rummy.strategies.bots import MinDist
from evenhand.games.rummy.strategies.player import begin, choose

# Two sequences and two sets, and fourteen cards of which two are idle: C5 would end it.
HAND = "C6 C7 C8 H2 H3 H4 S9 D9 H9 SK CK HK D2 D7"
WILD = read_wild("A")


def test_a_card_that_comes_later_is_waited_for() -> None:
    hand = read_hand(HAND.split())
    assert min_dist(hand, WILD) == 1
    distance, drawn, idle = best_plan(hand, [card("S2"), card("C5"), card("D3")], WILD)
    assert (distance, drawn) == (0, 2)
    assert idle >> card("D2") & 1
    assert not idle >> card("H2") & 1


def test_without_help_to_come_the_nearest_hand_is_kept() -> None:
    hand = read_hand(HAND.split())
    assert best_plan(hand, [card("S2")], WILD)[0] == 1


def test_all_ways_to_leave_cards_out_are_tried() -> None:
    assert choices(14, 1).shape == (14, 1)
    assert choices(16, 3).shape == (560, 3)


@pytest.mark.parametrize("seed", [3, 4, 5])
def test_a_game_against_a_strategy_ends_with_a_declaration(seed: int) -> None:
    game, desk = begin(2, seed)
    while not game.over:
        game = game.play(foresee(game) if game.seat else choose(game, MinDist(), desk))
    assert game.declarer is not None
    assert not min_dist(game.hand(game.declarer), game.wild)


def test_knowing_the_stock_helps() -> None:
    """Few games, so the bound is wide; docs/analyse.md has more of them."""
    found = rummy_relative_skill(np.random.default_rng(1), 30, workers=1)
    assert found.beginner < 0.1
    assert found.best == 0.5
    assert found.informed > 0.5

"""Ludo keeps the laws of all games, under each of its rules."""

import pytest

from evenhand.games import check_game
from evenhand.games.ludo import GAME, Rules

BY_RULES = ["aggressive", "responsible-pair:near=12:column=yes", "naive", "random"]
LOOKING_AHEAD = ["full-information:playouts=2", "limited-information:playouts=3", "random"]


@pytest.mark.parametrize(
    "rules",
    [
        Rules(),
        Rules(moves=12, home_bonus=0, extra_turns="both", safe="none", ties="first"),
        Rules(
            moves=20,
            capture_keeps_points=True,
            pairs_safe=True,
            extra_turns="capture",
            must_move=True,
            ties="second",
        ),
    ],
)
def test_bots_that_play_by_rules_keep_the_laws(rules: Rules) -> None:
    check_game(GAME, bots=BY_RULES, rules=rules, played=4, simulated=200)


def test_bots_that_look_ahead_keep_the_laws() -> None:
    rules = Rules(moves=8, extra_turns="home", home_bonus=3, safe="starts", must_move=True)
    check_game(
        GAME,
        bots=[*LOOKING_AHEAD, "defeat-seeking:playouts=2"],
        rules=rules,
        played=4,
        simulated=100,
    )

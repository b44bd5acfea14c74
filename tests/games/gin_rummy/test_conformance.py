"""Gin Rummy keeps the laws of all games, under its usual rules and under others."""

import pytest

from evenhand.games import check_game
from evenhand.games.gin_rummy import GAME, Rules


@pytest.mark.parametrize(
    ("rules", "bots"),
    [
        (Rules(), ()),
        (Rules(deals=3, big_gin=31, undercut=25), ("careful:memory=0", "min-deadwood:knock_at=3")),
        (Rules(knock=0, pile_limit=4), ("careful", "random")),
    ],
)
def test_gin_rummy_keeps_the_laws_of_all_games(rules: Rules, bots: tuple[str, ...]) -> None:
    check_game(GAME, bots=bots, rules=rules, played=4, simulated=200)

"""Skat keeps the laws of all games."""

import pytest

from evenhand.games import check_game
from evenhand.games.skat import GAME

BOTS = (
    "heuristic:slip=0.1:boldness=0.3:misjudgement=0.5",
    "monte-carlo:samples=2",
    "monte-carlo:samples=3:aim=points:ties=rules:inference=no:slip=0.05",
    "clairvoyant",
    "random:boldness=1",
)


@pytest.mark.parametrize("luck", ["deals=1", "deals=2:redeal=yes"])
def test_skat_keeps_the_laws_of_games(luck: str) -> None:
    deals, *redeal = luck.split(":")
    rules = GAME.Rules(deals=int(deals[-1]), redeal=bool(redeal))
    check_game(GAME, bots=BOTS, rules=rules, played=5, simulated=60)

"""Skat keeps the laws of all games."""

import pytest

from evenhand.games import check_game
from evenhand.games.skat import GAME, Rules

BOTS = (
    "heuristic:slip=0.1:boldness=0.3:misjudgement=0.5",
    "monte-carlo:samples=2",
    "monte-carlo:samples=3:aim=points:ties=rules:inference=no:slip=0.05",
    "clairvoyant",
    "random:boldness=1",
)


@pytest.mark.parametrize("rules", [Rules(deals=1), Rules(deals=2, redeal=True)])
def test_skat_keeps_the_laws_of_games(rules: Rules) -> None:
    check_game(GAME, bots=BOTS, rules=rules, played=5, simulated=60)

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


@pytest.mark.parametrize(
    ("rules", "bots"), [(Rules(deals=1), BOTS), (Rules(deals=2, redeal=True), BOTS[::4])]
)
def test_skat_keeps_the_laws_of_games(rules: Rules, bots: tuple[str, ...]) -> None:
    check_game(GAME, bots=bots, rules=rules, played=4, simulated=60)

"""Rummy obeys the laws that hold for every game."""

import pytest

from evenhand.games import check_game
from evenhand.games.rummy import GAME, Rules

VARIANTS = (
    "min-score:threshold=10:ties=random",
    "hybrid:ties=score",
    "opponent-aware:memory=32:ties=number",
    "min-dist:ties=random:keeps_jokers=no",
    "random:keeps_jokers=yes:sees_end=yes",
    "defeat-seeking:keeps_jokers=yes",
)
STRICT = Rules(
    stock_out="end",
    undeclared="draw",
    jokers_discardable=False,
    literal_score=True,
    turn_limit=30,
)


@pytest.mark.parametrize(
    ("rules", "bots", "seats"),
    [
        (Rules(turn_limit=30), (), 2),
        (Rules(turn_limit=20), VARIANTS, 2),
        (Rules.platform(), (), 3),
        (STRICT, VARIANTS, 3),
    ],
)
def test_all_laws_hold(rules: Rules, bots: tuple[str, ...], seats: int) -> None:
    check_game(GAME, rules=rules, bots=bots, seats=seats, played=4, simulated=150)

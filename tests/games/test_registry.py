"""Games and their bots, found by name."""

import subprocess
import sys

import numpy as np
import pytest

from evenhand.games import registry
from evenhand.games.bots import read_bot
from evenhand.games.protocol import Played, with_rules
from tests.simulation.toy import BOTS, GAME, Biased, DrawRules, Fair


def test_a_game_is_found_by_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry.HOMES, "highest-draw", "tests.simulation.toy:GAME")
    assert registry.find_game("highest-draw") is GAME


def test_an_unknown_game_is_refused_with_a_name_that_is_near() -> None:
    with pytest.raises(ValueError, match=r"^no game 'rumy'; did you mean rummy\?$"):
        registry.find_game("rumy")
    with pytest.raises(ValueError, match=r"^no game 'chess'; choose from rummy"):
        registry.find_game("chess")


def test_games_load_only_when_one_is_asked_for() -> None:
    heavy = "[name for name in ('numpy', 'numba', 'polars') if name in sys.modules]"
    code = f"import sys, evenhand.games.registry, evenhand.cli.simulate; assert not {heavy}"
    subprocess.run([sys.executable, "-c", code], check=True)


def test_rules_change_and_the_game_stays() -> None:
    other = with_rules(GAME, {"sides": 6})
    assert other.rules == DrawRules(6)
    assert GAME.rules == DrawRules()
    with pytest.raises(ValueError, match="sides must be at least 2"):
        with_rules(GAME, {"sides": 1})


def test_details_belong_to_games_or_seats() -> None:
    score = np.zeros((4, 2))
    Played(score, details={"turns": np.zeros(4), "cards": np.zeros((4, 2))})
    for wrong in (np.zeros(2), np.zeros((4, 3)), np.zeros((2, 4))):
        with pytest.raises(ValueError, match="turns must be of shape"):
            Played(score, details={"turns": wrong})


@pytest.mark.parametrize(
    ("text", "bot"),
    [
        ("fair", Fair()),
        ("biased", Biased()),
        ("biased:bonus=5", Biased(5)),
        (" fair : bonus = -2 ", Fair(-2)),
    ],
)
def test_a_bot_is_a_name_and_parameters_that_differ(text: str, bot: Fair) -> None:
    assert read_bot(text, BOTS) == bot


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("far", r"no bot 'far'; did you mean fair\?"),
        ("", "no bot ''; choose from fair, biased"),
        ("fair:bonuss=1", r"fair has no parameter 'bonuss'; did you mean bonus\?"),
        ("fair:bonus", "the bot fair wants NAME=VALUE, not 'bonus'"),
        ("fair:bonus=much", "bonus must be a whole number, not 'much'"),
        ("fair:", "the bot fair wants NAME=VALUE, not ''"),
    ],
)
def test_a_bot_that_cannot_be_read_is_refused(text: str, words: str) -> None:
    with pytest.raises(ValueError, match=f"^{words}$"):
        read_bot(text, BOTS)

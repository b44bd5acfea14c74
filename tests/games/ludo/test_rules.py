"""The options of a game: choices and refusals."""

from typing import Any

import pytest

from evenhand.games.ludo.rules import MOST_BONUS, MOST_MOVES, Rules
from tests.games.refusals import check_refused


def test_the_defaults_are_those_of_the_paper_and_of_the_documented_choices() -> None:
    rules = Rules()
    assert (rules.moves, rules.rounds) == (30, 20)
    assert rules.safe_squares == (1, 9, 14, 22, 27, 35, 40, 48)
    assert (rules.extra_turns, rules.ties) == ("none", "draw")
    assert not any((rules.capture_keeps_points, rules.pairs_safe, rules.must_move))


@pytest.mark.parametrize(("moves", "rounds"), [(1, 1), (2, 2), (3, 2), (4, 3), (30, 20), (47, 32)])
def test_three_dice_are_thrown_until_all_moves_are_made(moves: int, rounds: int) -> None:
    assert Rules(moves=moves).rounds == rounds


def test_fewer_squares_can_be_safe() -> None:
    assert Rules(safe="starts").safe_squares == (1, 27)
    assert Rules(safe="none").safe_squares == ()


@pytest.mark.parametrize(
    ("kind", "earned"),
    [
        ("none", (False, False)),
        ("capture", (True, False)),
        ("home", (False, True)),
        ("both", (True, True)),
    ],
)
def test_extra_turns_are_earned_by_captures_or_at_home(
    kind: Any, earned: tuple[bool, bool]
) -> None:
    rules = Rules(extra_turns=kind)
    assert (rules.again(True, False), rules.again(False, True)) == earned
    assert rules.again(True, True) == any(earned)
    assert not rules.again(False, False)


@pytest.mark.parametrize(
    ("option", "problem"),
    [
        ({"moves": 0}, f"moves must be a whole number from 1 to {MOST_MOVES}, not 0"),
        ({"moves": MOST_MOVES + 1}, "moves must be a whole number"),
        ({"moves": 30.0}, f"moves must be a whole number from 1 to {MOST_MOVES}, not 30.0"),
        ({"moves": True}, "moves must be a whole number"),
        ({"home_bonus": -1}, f"home_bonus must be a whole number from 0 to {MOST_BONUS}, not -1"),
        ({"home_bonus": "56"}, "home_bonus must be a whole number"),
        ({"safe": "all"}, "safe must be eight or starts or none, not 'all'"),
        ({"safe": 8}, "safe must be eight or starts or none, not 8"),
        ({"extra_turns": "six"}, "extra_turns must be none or capture or home or both, not 'six'"),
        ({"ties": None}, "ties must be draw or first or second, not None"),
        ({"pairs_safe": "yes"}, "pairs_safe must be True or False, not 'yes'"),
        ({"must_move": 1}, "must_move must be True or False, not 1"),
        ({"capture_keeps_points": None}, "capture_keeps_points must be True or False, not None"),
    ],
)
def test_an_option_that_makes_no_sense_is_refused_in_one_line(
    option: dict[str, Any], problem: str
) -> None:
    check_refused(Rules, option, problem)

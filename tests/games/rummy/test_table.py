"""The options of a game: defaults, prices and refusals."""

from typing import Any

import pytest

from evenhand.games.rummy import Rules, names, read_hand, read_wild
from evenhand.games.rummy.deck import NO_WILD
from tests.games.refusals import check_refused


def test_the_defaults_are_those_of_the_paper_and_of_the_documented_choices() -> None:
    rules = Rules()
    assert (rules.stock_out, rules.turn_limit) == ("reshuffle", 100)
    assert (rules.undeclared, rules.jokers_discardable) == ("lower-score", True)
    assert rules.literal_score is False
    assert (rules.first_drop, rules.middle_drop, rules.wrong_show) == (None, None, None)


def test_platforms_take_20_40_and_80_points() -> None:
    rules = Rules.platform()
    assert (rules.first_drop, rules.middle_drop, rules.wrong_show) == (20, 40, 80)
    assert rules.stock_out == Rules().stock_out


@pytest.mark.parametrize(
    ("option", "problem"),
    [
        ({"stock_out": "stop"}, "stock_out must be reshuffle or end, not 'stop'"),
        ({"undeclared": "win"}, "undeclared must be lower-score or draw, not 'win'"),
        ({"turn_limit": 0}, "turn_limit must be a whole number from 1 to 100000, not 0"),
        ({"turn_limit": 2.5}, "turn_limit must be a whole number from 1 to 100000, not 2.5"),
        ({"turn_limit": True}, "turn_limit must be a whole number from 1 to 100000, not True"),
        ({"jokers_discardable": "no"}, "jokers_discardable must be True or False, not 'no'"),
        ({"literal_score": None}, "literal_score must be True or False, not None"),
        ({"first_drop": -1}, "first_drop must be a whole number from 0 to 1000, not -1"),
        ({"middle_drop": "40"}, "middle_drop must be a whole number from 0 to 1000, not '40'"),
        ({"wrong_show": -80}, "wrong_show must be a whole number from 0 to 1000, not -80"),
    ],
)
def test_an_option_that_makes_no_sense_is_refused_in_one_line(
    option: dict[str, Any], problem: str
) -> None:
    check_refused(Rules, option, problem)


def test_a_drop_has_one_price_before_the_first_turn_and_one_later() -> None:
    rules = Rules(first_drop=20)
    assert [rules.drop_price(turns) for turns in (0, 1, 7)] == [20, None, None]
    assert [Rules.platform().drop_price(turns) for turns in (0, 1, 7)] == [20, 40, 40]


def test_jokers_stay_in_the_hand_while_it_holds_another_card() -> None:
    hand = read_hand(["C7", "H7", "S2", "JK", "JK"])
    rules = Rules(jokers_discardable=False)
    assert names(rules.discardable(hand, read_wild("7"))) == ["S2"]
    assert names(rules.discardable(hand, NO_WILD)) == ["C7", "H7", "S2"]
    assert Rules().discardable(hand, read_wild("7")) == hand


def test_a_hand_of_jokers_alone_may_discard_them() -> None:
    hand = read_hand(["C7", "H7", "JK"])
    assert Rules(jokers_discardable=False).discardable(hand, read_wild("7")) == hand

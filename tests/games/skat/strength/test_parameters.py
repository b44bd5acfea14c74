"""The groups of the winning parameters."""

import numpy as np
import pytest

from evenhand.games.skat import winning_parameters as p
from evenhand.games.skat.batch import Games, kinds_of
from evenhand.games.skat.contract import GRAND_KIND, SUIT_KIND
from evenhand.games.skat.winning_parameters import Parameter, Situation

from .made import game_of

HAND = "CJ SJ CA CT C9 C8 HA HT S7 D7"
ROW = np.array([0])


def group(parameter: Parameter, game: Games) -> int:
    return int(parameter.groups(Situation.of(game, ROW))[0])


def test_the_groups_of_a_game() -> None:
    game = game_of(HAND, "C", away="DT DK", said=(24, 20, 0))
    found = {param.name: group(param, game) for param in p.SUIT_PARAMETERS}
    assert found == {
        "free suits": 0,
        "skat value": 2,  # 14 points
        "bid value": 1,  # one opponent, below 23
        "position": 0,
        "aces and tens": 2,
        "jack group": p.JACK_GROUPS.index("CJ SJ"),
        "lost cards": 3,  # a trump, S7 and D7
        "aim": 0,
        "trump length": 6,
        "high trumps": 2,
    }


@pytest.mark.parametrize(
    ("said", "bids"),
    [((18, 0, 0), 0), ((22, 22, 0), 1), ((24, 0, 23), 2), ((24, 18, 24), 3), ((20, 18, 18), 3)],
)
def test_bids_fall_into_four_groups(said: tuple[int, int, int], bids: int) -> None:
    assert group(p.BID_VALUE, game_of(HAND, "C", said=said)) == bids


@pytest.mark.parametrize(
    ("away", "value"),
    [("S9 S8", 0), ("HK D8", 0), ("HK HQ", 1), ("SA D9", 1), ("DT DK", 2), ("SA ST", 3)],
)
def test_the_skat_falls_into_four_groups(away: str, value: int) -> None:
    assert group(p.SKAT_VALUE, game_of(HAND, "C", away=away)) == value


@pytest.mark.parametrize(
    ("contract", "bid", "aim"),
    [
        ("C", 36, 0),
        ("CH", 36, 1),
        ("C", 48, 2),  # with two, game three is 36: schneider is needed
        ("CHS", 18, 2),
        ("CHSZ", 18, 3),
        ("CO", 18, 3),
    ],
)
def test_some_games_aim_higher(contract: str, bid: int, aim: int) -> None:
    assert group(p.AIM, game_of(HAND, contract, away="DT DK", said=(bid, 18, 0))) == aim


def test_each_set_of_jacks_has_its_group() -> None:
    expected = {
        **{"": "-", "SJ": "one without CJ", "DJ": "one without CJ", "CJ": "CJ"},
        **{"HJ DJ": "two without CJ", "SJ DJ": "two without CJ", "CJ DJ": "CJ and a red one"},
        **{"CJ HJ": "CJ and a red one", "CJ SJ": "CJ SJ", "SJ HJ DJ": "SJ HJ DJ"},
        **{"CJ HJ DJ": "CJ HJ DJ", "CJ SJ HJ": "CJ SJ and a red one"},
        **{"CJ SJ DJ": "CJ SJ and a red one", "CJ SJ HJ DJ": "all"},
    }
    low = ["C7", "C8", "C9", "CQ", "CK", "S7", "S8", "S9", "SQ", "SK"]
    for jacks, name in expected.items():
        cards = [*jacks.split(), *low][:10]
        assert p.JACK_GROUPS[group(p.JACK_GROUP, game_of(" ".join(cards), "G"))] == name


def test_groups_stay_within_their_levels(every_contract: Games) -> None:
    kinds = kinds_of(every_contract)
    for kind, found in ((SUIT_KIND, p.SUIT_PARAMETERS), (GRAND_KIND, p.GRAND_PARAMETERS)):
        situation = Situation.of(every_contract, np.flatnonzero(kinds == kind))
        for param in found:
            groups = param.groups(situation)
            assert groups.min() >= 0, param.name
            assert groups.max() < param.levels, param.name


def test_suit_games_add_trump_length_and_high_trumps_to_the_eight_of_grand() -> None:
    assert len(p.GRAND_PARAMETERS) == 8
    assert {q.name for q in p.SUIT_PARAMETERS} - {q.name for q in p.GRAND_PARAMETERS} == {
        "trump length",
        "high trumps",
    }

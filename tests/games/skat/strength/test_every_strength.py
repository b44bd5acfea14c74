"""What holds for every measure of hand strength."""

import numpy as np
import pytest

from evenhand.games.cards import Masks
from evenhand.games.skat.batch import Games, kinds_of
from evenhand.games.skat.contract import NULL_KIND
from evenhand.games.skat.deck import Integers, card_points
from evenhand.games.skat.hand_strength import (
    Floats,
    HandStrength,
    KinbackReconstruction,
    KnnValue,
    VonStegen,
)
from evenhand.games.skat.winning_parameters import load_winning_parameters
from evenhand.studies.skat_players.calibration import Calibrated

from .made import game_of


def cards_and_game(hands: Masks, games: Integers) -> Floats:
    """A value that shows what it was given."""
    return np.bitwise_count(hands) + games / 10.0


@pytest.fixture(
    params=[
        VonStegen(),
        KinbackReconstruction(),
        load_winning_parameters(),
        KnnValue(cards_and_game),
    ]
)
def measure(request: pytest.FixtureRequest) -> HandStrength:
    chosen: HandStrength = request.param
    return chosen


def test_it_applies_to_all_games_but_those_passed_in_and_perhaps_null(
    measure: HandStrength, every_contract: Games
) -> None:
    strengths, kinds = measure.strength(every_contract), kinds_of(every_contract)
    assert len(strengths) == len(every_contract)
    applies = (kinds >= 0) & (measure.is_chance | (kinds < NULL_KIND))
    assert (~np.isnan(strengths) == applies).all()


def test_each_game_is_judged_for_itself(measure: HandStrength, every_contract: Games) -> None:
    order = np.random.default_rng(3).permutation(len(every_contract))
    whole, turned = measure.strength(every_contract), measure.strength(every_contract.take(order))
    np.testing.assert_array_equal(turned, whole[order])


def test_games_are_not_changed(measure: HandStrength, every_contract: Games) -> None:
    said, hands = every_contract.said.copy(), every_contract.hands.copy()
    measure.strength(every_contract)
    np.testing.assert_array_equal(every_contract.said, said)
    np.testing.assert_array_equal(every_contract.hands, hands)


def test_no_games_have_no_strength(measure: HandStrength, every_contract: Games) -> None:
    assert measure.strength(every_contract.take(slice(0, 0))).shape == (0,)


def test_calibrated_chances_lie_between_0_and_1(
    measure: HandStrength, every_contract: Games
) -> None:
    chances = Calibrated.fit(measure, every_contract).chance(every_contract)
    assert (np.isnan(chances) == ~every_contract.played).all()
    assert (chances[every_contract.played] > 0.0).all()
    assert (chances[every_contract.played] < 1.0).all()


def test_a_value_is_asked_for_the_declarers_ten_cards_and_the_place_of_the_game() -> None:
    game = game_of("CJ SJ CA CT C9 C8 HA HT S7 D7", "S", declarer=2)
    points = card_points(int(game.hands[0, 3]))
    assert points > 0
    found = KnnValue(cards_and_game).strength(game)
    assert found == pytest.approx([10.2 + points])  # ten cards, spades are third

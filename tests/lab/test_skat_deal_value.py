"""Values learned from games: the lines and weights make sense."""

import numpy as np
import pytest

from evenhand.games.skat.batch import Games
from evenhand.games.skat.bots import play_population
from evenhand.games.skat.deal_value import PlayoutValue, PriorValue
from evenhand.games.skat.deck import SEATS
from lab.fits.skat_deal_value import fit_prior, fit_weights


@pytest.fixture(scope="module")
def games() -> Games:
    return play_population(np.random.default_rng(68), 20, 60, deal_again=False).games


@pytest.fixture(scope="module")
def judge(games: Games) -> PriorValue:
    return fit_prior(games)


def test_strong_hands_win_more_often(judge: PriorValue) -> None:
    assert all(line[SEATS] > 0.2 for line in judge.lines)


def test_trumps_in_one_hand_are_bad_for_the_declarer(judge: PriorValue) -> None:
    suit, grand, _ = judge.lines
    assert suit[SEATS + 1] < -0.1
    assert grand[SEATS + 1] < -0.1


def test_judged_values_need_no_stretching(games: Games, judge: PriorValue) -> None:
    judged, played_out = fit_weights(games, judge, None)
    assert 0.8 < judged < 1.5
    assert played_out == 0.0


def test_playing_out_takes_weight_from_judging(games: Games, judge: PriorValue) -> None:
    judged, played_out = fit_weights(games, judge, PlayoutValue(games=8))
    assert played_out > 0.5
    assert judged < 0.6

"""Winning parameters learnt from games that open cards decide."""

import json
from pathlib import Path

import numpy as np
import pytest

from evenhand.games.skat.batch import Games, kinds_of
from evenhand.games.skat.contract import KINDS
from evenhand.games.skat.winning_parameters import (
    FILE,
    LOST_CARDS,
    SUIT_PARAMETERS,
    TRUMP_LENGTH,
    WinningParameters,
    fit,
    load,
    load_winning_parameters,
)

from .made import game_of, passed_in

STRONG = "CJ SJ HJ CA CT CK C9 SA ST HA"
WEAK = "DJ C7 C8 C9 S8 SQ H8 HQ D8 DQ"


@pytest.fixture(scope="module")
def learnt(solved: Games) -> WinningParameters:
    return fit(solved.take(slice(0, 2000)), "a test")


def test_chances_lie_between_0_and_1(learnt: WinningParameters, every_contract: Games) -> None:
    for parameters in (learnt, load_winning_parameters()):
        chances = parameters.strength(every_contract)
        assert np.isnan(chances[-1])  # passed in
        assert (chances[:-1] > 0.0).all()
        assert (chances[:-1] < 1.0).all()


@pytest.mark.parametrize("contract", ["C", "G", "CH"])
def test_a_strong_hand_has_the_better_chance(learnt: WinningParameters, contract: str) -> None:
    for parameters in (learnt, load_winning_parameters()):
        strong = parameters.strength(game_of(STRONG, contract))[0]
        weak = parameters.strength(game_of(WEAK, contract))[0]
        assert strong > 0.85 > 0.3 > weak


@pytest.mark.parametrize("contract", ["N", "NO"])
def test_low_cards_are_better_in_null(learnt: WinningParameters, contract: str) -> None:
    low = game_of("C7 C8 C9 S7 S9 SJ H7 H8 D7 D9", contract)
    high = game_of("CA CK CT SA SK SQ HA HT DA DK", contract)
    for parameters in (learnt, load_winning_parameters()):
        assert parameters.strength(low)[0] > 0.6 > 0.1 > parameters.strength(high)[0]


def test_what_is_learnt_makes_sense(learnt: WinningParameters) -> None:
    levels = dict(zip((p.name for p in SUIT_PARAMETERS), learnt.suit.levels, strict=True))
    lost, length = levels[LOST_CARDS.name], levels[TRUMP_LENGTH.name]
    assert lost[1] > lost[3] > lost[5]
    assert length[5] < length[7]


def test_log_loss_on_other_games_is_below_the_base_rate(
    learnt: WinningParameters, solved: Games
) -> None:
    train, test = solved.take(slice(0, 2000)), solved.take(slice(2000, None))
    for kind in np.unique(kinds_of(test)).tolist():
        games = test.take(kinds_of(test) == kind)
        chances = learnt.strength(games)
        share = train.won[kinds_of(train) == kind].mean()
        ours = -np.log(np.where(games.won, chances, 1.0 - chances)).mean()
        base = -np.log(np.where(games.won, share, 1.0 - share)).mean()
        assert ours < 0.9 * base, KINDS[kind]


def test_the_same_games_give_the_same_parameters(solved: Games) -> None:
    some = solved.take(slice(0, 300))
    assert fit(some) == fit(some)


def test_nothing_is_learnt_from_nothing() -> None:
    parameters = fit(passed_in())
    assert parameters.strength(game_of(STRONG, "C")).tolist() == [0.5]


def test_the_file_of_the_package_is_small_and_says_what_made_it() -> None:
    assert load_winning_parameters().made_by
    assert FILE.stat().st_size < 20_000


@pytest.mark.parametrize("key", ["suit", "null", "made_by"])
def test_a_file_with_something_missing_is_refused(key: str, tmp_path: Path) -> None:
    content = json.loads(FILE.read_text(encoding="utf-8"))
    del content[key]
    path = tmp_path / "broken.json"
    path.write_text(json.dumps(content), encoding="utf-8")
    with pytest.raises(ValueError, match=r"broken\.json holds no winning parameters"):
        load(path)


def test_a_file_with_too_few_numbers_is_refused(tmp_path: Path) -> None:
    content = json.loads(FILE.read_text(encoding="utf-8"))
    content["grand"]["position"].pop()
    path = tmp_path / "short.json"
    path.write_text(json.dumps(content), encoding="utf-8")
    with pytest.raises(ValueError, match="2 numbers instead of 3"):
        load(path)

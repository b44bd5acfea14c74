"""Winning parameters: their groups, the fits behind them, and the chances they give."""

import json
import math
from pathlib import Path

import numpy as np
import pytest

from evenhand.games.skat import (
    Games,
    WinningParameters,
    load_winning_parameters,
    read_winning_parameters,
)
from evenhand.games.skat.batch import kinds_of
from evenhand.games.skat.contract import GRAND_KIND, KINDS, SUIT_KIND
from evenhand.games.skat.hand_strength import name_ranks
from evenhand.games.skat.winning_parameters import (
    AIM,
    BID_VALUE,
    FILE,
    GRAND_PARAMETERS,
    JACK_GROUP,
    JACK_GROUPS,
    LOST_CARDS,
    SKAT_VALUE,
    SUIT_PARAMETERS,
    TRUMP_LENGTH,
    Parameter,
    Situation,
    chances_of,
    count_suit_gaps,
    encode_levels,
    find_null_chances,
    fit,
    fit_holdings,
    fit_logistic,
    log_odds_of,
    smooth_holdings,
)
from evenhand.tables import Floats

from .made import game_of, passed_in

HAND = "CJ SJ CA CT C9 C8 HA HT S7 D7"
ROW = np.array([0])


def group(parameter: Parameter, game: Games) -> int:
    return int(parameter.groups(Situation.of(game, ROW))[0])


def test_the_groups_of_a_game() -> None:
    game = game_of(HAND, "C", away="DT DK", said=(24, 20, 0))
    found = {param.name: group(param, game) for param in SUIT_PARAMETERS}
    assert found == {
        "free suits": 0,
        "skat value": 2,  # 14 points
        "bid value": 1,  # one opponent, below 23
        "position": 0,
        "aces and tens": 2,
        "jack group": JACK_GROUPS.index("CJ SJ"),
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
    assert group(BID_VALUE, game_of(HAND, "C", said=said)) == bids


@pytest.mark.parametrize(
    ("away", "value"),
    [("S9 S8", 0), ("HK D8", 0), ("HK HQ", 1), ("SA D9", 1), ("DT DK", 2), ("SA ST", 3)],
)
def test_the_skat_falls_into_four_groups(away: str, value: int) -> None:
    assert group(SKAT_VALUE, game_of(HAND, "C", away=away)) == value


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
    assert group(AIM, game_of(HAND, contract, away="DT DK", said=(bid, 18, 0))) == aim


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
        assert JACK_GROUPS[group(JACK_GROUP, game_of(" ".join(cards), "G"))] == name


def test_groups_stay_within_their_levels(every_contract: Games) -> None:
    kinds = kinds_of(every_contract)
    for kind, found in ((SUIT_KIND, SUIT_PARAMETERS), (GRAND_KIND, GRAND_PARAMETERS)):
        situation = Situation.of(every_contract, np.flatnonzero(kinds == kind))
        for param in found:
            groups = param.groups(situation)
            assert groups.min() >= 0, param.name
            assert groups.max() < param.levels, param.name


def test_suit_games_add_trump_length_and_high_trumps_to_the_eight_of_grand() -> None:
    assert len(GRAND_PARAMETERS) == 8
    assert {q.name for q in SUIT_PARAMETERS} - {q.name for q in GRAND_PARAMETERS} == {
        "trump length",
        "high trumps",
    }


def test_with_one_group_the_chance_is_the_share_won() -> None:
    groups = np.array([0] * 8 + [1] * 10)
    won = np.array([1.0] * 6 + [0.0] * 2 + [1.0] * 3 + [0.0] * 7)
    weights = fit_logistic(encode_levels(groups, 2), won, 1e-9 * np.eye(2))
    # The penalty moves them by less than the tolerance.
    assert weights == pytest.approx([math.log(6 / 2), math.log(3 / 7)], abs=1e-6)


def test_known_weights_are_found() -> None:
    rng = np.random.default_rng(1)
    columns = np.hstack([np.ones((40_000, 1)), rng.normal(size=(40_000, 3))])
    known = np.array([0.4, -1.2, 0.0, 2.0])
    won = (rng.random(40_000) < chances_of(columns @ known)).astype(float)
    # The standard errors are about 0.02 here: four of them.
    assert fit_logistic(columns, won, 1e-6 * np.eye(4)) == pytest.approx(known, abs=0.08)


def test_the_slope_is_zero_at_the_answer() -> None:
    rng = np.random.default_rng(2)
    columns, won = rng.normal(size=(300, 4)), rng.integers(2, size=300).astype(float)
    penalty = np.diag([0.1, 1.0, 5.0, 0.0])
    weights = fit_logistic(columns, won, penalty)
    slope = columns.T @ (won - chances_of(columns @ weights)) - penalty @ weights
    assert np.abs(slope).max() < 1e-6  # what the last of Newton's steps leaves


def test_weights_stay_finite_when_every_game_was_won() -> None:
    weights = fit_logistic(np.ones((50, 1)), np.ones(50), np.array([[0.01]]))
    assert 3.0 < weights[0] < 12.0


def test_without_games_all_weights_are_zero() -> None:
    assert fit_logistic(np.zeros((0, 2)), np.zeros(0), np.eye(2)).tolist() == [0.0, 0.0]


def test_chances_and_log_odds_belong_together() -> None:
    chances = np.linspace(0.01, 0.99, 50)
    assert chances_of(log_odds_of(chances)) == pytest.approx(chances)
    assert np.isfinite(log_odds_of(np.array([0.0, 1.0]))).all()


NOTHING = np.zeros(256)


def test_known_chances_of_holdings_are_found() -> None:
    rng = np.random.default_rng(1)
    used = rng.choice(np.arange(1, 256), 12, replace=False)
    table = np.ones(256)
    table[used] = np.linspace(0.5, 0.97, 12)
    holdings = rng.choice(np.append(used, 0), (30_000, 4))
    holdings[:, 0] = rng.choice(used, 30_000)  # no hand is empty
    won = rng.random(30_000) < find_null_chances(holdings, table)
    # Each holding is there 9,000 times, in half of them beside another that may have failed: the
    # standard error is about 0.007.
    assert fit_holdings(holdings, won)[used] == pytest.approx(table[used], abs=0.03)


def test_the_fit_is_likelier_than_what_it_began_with() -> None:
    rng = np.random.default_rng(2)
    holdings = rng.integers(1, 256, (500, 4))
    won = rng.random(500) < 0.4

    def likelihood(table: Floats) -> float:
        chances = find_null_chances(holdings, table)
        return float(np.log(np.where(won, chances, 1.0 - chances)).sum())

    assert likelihood(fit_holdings(holdings, won)) > likelihood(smooth_holdings(NOTHING, NOTHING))


def test_a_missing_suit_always_holds_and_nothing_else_is_certain() -> None:
    table = fit_holdings(np.array([[0, 1, 2, 3]] * 40), np.ones(40, bool))
    assert table[0] == 1.0
    assert (table[1:] > 0.0).all()
    assert (table[1:] < 1.0).all()


def test_a_holding_without_games_gets_what_its_pool_has() -> None:
    pool = [holding for holding in range(1, 256) if count_suit_gaps(name_ranks(holding)) == 3]
    seen, unseen = pool[0], pool[1]
    games, held = np.zeros(256), np.zeros(256)
    games[seen], held[seen] = 1000.0, 300.0
    table = smooth_holdings(held, games)
    assert table[unseen] == pytest.approx(0.3, abs=0.01)  # five guessed games move it a little
    assert table[unseen] == table[pool[2]]


def test_without_games_more_gaps_are_worse() -> None:
    table = smooth_holdings(NOTHING, NOTHING)
    by_gaps = {count_suit_gaps(name_ranks(holding)): table[holding] for holding in range(1, 256)}
    chances = [by_gaps[gaps] for gaps in sorted(by_gaps)]
    assert chances == sorted(chances, reverse=True)


@pytest.mark.parametrize("ranks", ["7", "79", "79JK", "789TJQKA", "78", "78TJ"])
def test_safe_holdings_have_no_gap(ranks: str) -> None:
    assert count_suit_gaps(ranks) == 0


STRONG = "CJ SJ HJ CA CT CK C9 SA ST HA"
WEAK = "DJ C7 C8 C9 S8 SQ H8 HQ D8 DQ"


@pytest.fixture(scope="module")
def learnt(solved: Games) -> WinningParameters:
    return fit(solved.take(slice(0, 1200)), "a test")


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
    train, test = solved.take(slice(0, 1200)), solved.take(slice(1200, None))
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
        read_winning_parameters(path)


def test_a_file_with_too_few_numbers_is_refused(tmp_path: Path) -> None:
    content = json.loads(FILE.read_text(encoding="utf-8"))
    content["grand"]["position"].pop()
    path = tmp_path / "short.json"
    path.write_text(json.dumps(content), encoding="utf-8")
    with pytest.raises(ValueError, match="2 numbers instead of 3"):
        read_winning_parameters(path)

"""Relative skill, and players who know the dice or the cards."""

import numpy as np
import pytest

from evenhand.games.ludo import Aggressive, Naive, Rules
from evenhand.games.rummy import GAME, MinDist, min_dist, read_hand, read_wild
from evenhand.games.rummy.deck import card
from evenhand.games.skat.bots import Heuristic
from evenhand.studies.relative_skill.ludo import ludo_relative_skill
from evenhand.studies.relative_skill.measure import (
    RelativeSkill,
    estimate_relative_skill,
    relative_skill,
)
from evenhand.studies.relative_skill.rummy import (
    best_plan,
    choices,
    choose_with_foresight,
    rummy_relative_skill,
)
from evenhand.studies.relative_skill.skat import skat_relative_skill
from tests.plain_python import in_plain_python

# Two sequences and two sets, and fourteen cards of which two are idle: C5 would end it.
HAND = "C6 C7 C8 H2 H3 H4 S9 D9 H9 SK CK HK D2 D7"
WILD = read_wild("A")


@pytest.mark.parametrize(
    ("gains", "skill"), [((0.0, 0.0, 1.0), 0.0), ((0.0, 1.0, 1.0), 1.0), ((-2.0, 1.0, 2.0), 0.75)]
)
def test_relative_skill_goes_from_chance_to_skill(
    gains: tuple[float, float, float], skill: float
) -> None:
    assert relative_skill(*gains) == skill


@pytest.mark.parametrize("gains", [(1.0, 0.0, 2.0), (0.0, 2.0, 1.0), (1.0, 1.0, 1.0)])
def test_gains_in_the_wrong_order_are_refused(gains: tuple[float, float, float]) -> None:
    with pytest.raises(ValueError, match="gains must rise"):
        relative_skill(*gains)


def test_the_error_is_that_of_many_repetitions() -> None:
    rng = np.random.default_rng(1)
    runs = [
        estimate_relative_skill(*(rng.normal(mean, 1.0, 400) for mean in (0.0, 1.0, 2.0)))
        for _ in range(400)
    ]
    spread = np.std([run.value for run in runs])
    assert np.mean([run.error for run in runs]) == pytest.approx(spread, rel=0.12)


def test_who_knows_the_dice_of_ludo_beats_the_same_player_without() -> None:
    found = ludo_relative_skill(
        np.random.default_rng(1), 60, Naive(), Aggressive(), playouts=20, workers=2
    )
    assert found.best == 0.5
    assert found.beginner < 0.3 < 0.5 < found.informed
    assert 0.5 < found.value < 1.0


def test_relative_skill_does_not_depend_on_workers() -> None:
    one, two = (
        ludo_relative_skill(
            np.random.default_rng(1), 60, Naive(), Aggressive(), playouts=20, workers=workers
        )
        for workers in (1, 2)
    )
    assert one == two


def play_ludo() -> RelativeSkill:
    rng, rules = np.random.default_rng(3), Rules(moves=4)
    return ludo_relative_skill(rng, 3, Naive(), Aggressive(), playouts=3, rules=rules, workers=1)


def test_the_kernels_of_foresight_equal_their_python_source() -> None:
    assert play_ludo() == in_plain_python(play_ludo)


def test_extra_turns_are_refused() -> None:
    with pytest.raises(ValueError, match="extra turns"):
        ludo_relative_skill(np.random.default_rng(1), 10, rules=Rules(extra_turns="both"))


@pytest.mark.slow
def test_who_sees_all_cards_of_skat_gains_most() -> None:
    beginner, best = (Heuristic(slip=slip) for slip in (1.0, 0.0))
    found = skat_relative_skill(beginner, best, 40, 1)
    assert found.beginner < found.best < found.informed


def test_a_card_that_comes_later_is_waited_for() -> None:
    hand = read_hand(HAND.split())
    assert min_dist(hand, WILD) == 1
    distance, drawn, idle = best_plan(hand, [card("S2"), card("C5"), card("D3")], WILD)
    assert (distance, drawn) == (0, 2)
    assert idle >> card("D2") & 1
    assert not idle >> card("H2") & 1


def test_without_help_to_come_the_nearest_hand_is_kept() -> None:
    hand = read_hand(HAND.split())
    assert best_plan(hand, [card("S2")], WILD)[0] == 1


def test_all_ways_to_leave_cards_out_are_tried() -> None:
    assert choices(14, 1).shape == (14, 1)
    assert choices(16, 3).shape == (560, 3)


@pytest.mark.parametrize("seed", [3, 4, 5])
def test_a_game_against_a_strategy_ends_with_a_declaration(seed: int) -> None:
    state, streams = GAME.start(GAME.Rules(), 2, seed), GAME.streams(seed, 2)
    while state.turn is not None:
        ours = state.turn == 1
        move = choose_with_foresight(state) if ours else MinDist().choose(state, streams[0])
        state = state.play(move)
    assert state.declarer is not None
    assert not min_dist(state.hand(state.declarer), state.wild)


def test_knowing_the_stock_helps() -> None:
    """Few games, so the bound is wide; docs/analyse.md has more of them."""
    found = rummy_relative_skill(np.random.default_rng(1), 30, workers=1)
    assert found.beginner < 0.1
    assert found.best == 0.5
    assert found.informed > 0.5

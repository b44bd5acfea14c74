"""Relative skill, and who knows the dice or the cards."""

import numpy as np
import pytest

from evenhand.analysis import relative_skill
from evenhand.analysis.foresight import play_foreseeing
from evenhand.analysis.relative import from_games
from evenhand.analysis.relative_ludo import ludo_relative_skill
from evenhand.analysis.relative_skat import skat_relative_skill
from evenhand.compiled import python_source
from evenhand.games.ludo.bots.kinds import Aggressive, Naive
from evenhand.games.ludo.packed import packed_board
from evenhand.games.ludo.rules import Rules
from evenhand.games.skat.bidding.rule_bidder import RuleBidder
from evenhand.games.skat.players.player import HonestPlayer
from evenhand.games.skat.players.style import Heuristic
from evenhand.rng import draw_seeds


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
        from_games(*(rng.normal(mean, 1.0, 400) for mean in (0.0, 1.0, 2.0))) for _ in range(400)
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


def test_foresight_is_its_python_source() -> None:
    board, drawn = packed_board(Rules(moves=4)), draw_seeds(np.random.default_rng(3), 3)
    found = []
    for play in (play_foreseeing, python_source(play_foreseeing)):
        halves = np.zeros(3, np.int64)
        play(board, Aggressive().row(), 1, 3, drawn, halves)
        found.append(halves.tolist())
    assert found[0] == found[1]


def test_extra_turns_are_refused() -> None:
    with pytest.raises(ValueError, match="extra turns"):
        ludo_relative_skill(np.random.default_rng(1), 10, rules=Rules(extra_turns="both"))


@pytest.mark.slow
def test_who_sees_all_cards_of_skat_gains_most() -> None:
    beginner, best = (HonestPlayer(RuleBidder(), Heuristic(slip=slip)) for slip in (1.0, 0.0))
    found = skat_relative_skill(beginner, best, 40, 1)
    assert found.beginner < found.best < found.informed

"""Games between bots: the kernel against the rules, scores, details, and warming up."""

import numpy as np
import pytest
from numpy.random import default_rng

from evenhand.games import play_game
from evenhand.games.rummy import (
    BOTS,
    GAME,
    DefeatSeeking,
    Random,
    Rules,
    RummyBot,
    arrange,
    min_dist,
)
from evenhand.rng import draw_seeds
from evenhand.tables import Indices

SIX: list[RummyBot] = [kind() for kind in BOTS.values()]
PAIRS = np.array([(a, b) for a in range(6) for b in range(6) if a != b], np.int32)


@pytest.mark.parametrize(
    "rules", [Rules(turn_limit=40), Rules(stock_out="end", literal_score=True)]
)
def test_scores_luck_and_details_are_those_of_the_rules(rules: Rules) -> None:
    seeds = draw_seeds(default_rng(45), len(PAIRS))
    played = GAME.simulate(SIX, PAIRS, seeds, rules, "hand")
    assert played.luck is not None
    reshuffled = 0
    for number, (table, seed) in enumerate(zip(PAIRS.tolist(), seeds.tolist(), strict=True)):
        state = play_game(GAME, [SIX[bot] for bot in table], seed, rules)
        result, details = state.result(), played.details
        reshuffled += bool(state.reshuffles)
        points = [
            max(p, 0.5) if result.declared and seat != state.declarer else p
            for seat, p in enumerate(result.points)
        ]
        assert played.score[number].tolist() == [-p for p in points]
        wild, literal = state.wild, rules.literal_score
        wanted = [arrange(hand, wild, literal).points for hand in state.deal.hands]
        assert details["minscore"][number].tolist() == wanted
        assert played.luck[number].tolist() == [-score for score in wanted]
        dists = [min_dist(hand, wild) for hand in state.deal.hands]
        assert details["mindist"][number].tolist() == dists
        assert details["winner"][number] == (0 if result.winner is None else result.winner + 1)
        assert details["turns"][number] == result.all_turns
        assert details["declared"][number] == result.declared
    assert bool(reshuffled) == (rules.stock_out == "reshuffle")


def test_an_undeclared_game_can_be_a_draw() -> None:
    seats = np.array([(0, 1)] * 40, np.int32)
    drawn = draw_seeds(default_rng(46), 40)
    draws = GAME.simulate(SIX, seats, drawn, Rules(turn_limit=5, undeclared="draw"))
    usual = GAME.simulate(SIX, seats, drawn, Rules(turn_limit=5))
    undeclared = ~usual.details["declared"]
    assert undeclared.sum() > 30
    assert (draws.details["winner"][undeclared] == 0).all()
    assert (usual.details["winner"][undeclared] > 0).sum() > 10
    assert np.allclose(draws.score.sum(axis=1), usual.score.sum(axis=1))  # means are rounded


def test_first_hands_have_the_known_distances() -> None:
    """MinDist of random deals: 0.1, 3.4, 22, 44, 27 and 3.8 % (an independent program)."""
    seats, seeds = np.ones((4000, 2), np.int32), draw_seeds(default_rng(48), 4000)
    played = GAME.simulate([Random(), DefeatSeeking()], seats, seeds, Rules(turn_limit=1))
    share = np.bincount(played.details["mindist"].ravel(), minlength=8) / 8000
    known = np.array([0.001, 0.034, 0.22, 0.44, 0.27, 0.038, 0.0, 0.0])
    assert np.abs(share - known).max() < 0.016  # three standard errors of the largest share
    assert abs(played.details["minscore"].mean() - 64.0) < 1.0


@pytest.mark.parametrize("seats", [[[0]], [[0, 1, 2, 3]]])
def test_tables_of_other_sizes_are_refused(seats: Indices) -> None:
    table = np.array(seats, np.int32)
    with pytest.raises(ValueError, match=f"rummy has 2 or 3 seats, not {table.shape[1]}"):
        GAME.simulate(SIX, table, np.ones(1, np.int64), Rules())


def test_warming_up_says_what_it_compiles() -> None:
    assert list(GAME.warm()) == ["MinScore and MinDist", "games", "luck"]

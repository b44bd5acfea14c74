"""The luck of whole games: unbiased, worth its while, and the same wherever it is counted."""

from dataclasses import replace
from itertools import combinations_with_replacement, product

import numpy as np
import pytest
from numpy.typing import NDArray

from evenhand.games.ludo import Rules, play_one
from evenhand.games.ludo.luck.judge import chances, new_judge
from evenhand.games.ludo.luck.plain import luck_of
from evenhand.games.ludo.luck.weights import networks
from evenhand.games.ludo.packed import packed_board
from evenhand.games.ludo.simulated import LUDO, SimulatedLudo
from evenhand.games.ludo.whole_games import new_course, play_games
from evenhand.rng import draw_seeds
from evenhand.simulation import make_bots, ordered_tables, simulate
from evenhand.tables import Floats, Indices
from tests.games.ludo.luck.made import (
    AGGRESSIVE,
    BY_RULES,
    FULL,
    LIMITED,
    NAIVE,
    PAIR,
    RANDOM,
    SEVEN,
)

ALL = SimulatedLudo(luck="all")


def tables(games: int, *pair: int) -> Indices:
    """Games of a pair, both seatings in turn."""
    return np.tile(np.array([pair, pair[::-1]], np.int32), (games // 2, 1))


def shares(score: Floats) -> Floats:
    """What the first seat wins."""
    return 0.5 + np.sign(score[:, 0] - score[:, 1]) / 2


def by_throw(seats: Indices, rules: Rules, seed: int) -> tuple[Floats, NDArray[np.int64]]:
    """The luck of the first seat with each throw, and the seeds of the games."""
    board, rows = packed_board(rules), np.stack([bot.row() for bot in SEVEN])
    judge = new_judge(networks(board), rows, len(seats), rules, chances(rules))
    drawn = draw_seeds(np.random.default_rng(seed), len(seats))
    course = new_course(len(seats), rules)
    play_games(board, rows, seats, drawn, np.ones(1, np.int64), course, judge)
    return judge.luck, drawn


@pytest.mark.parametrize(
    "rules",
    [
        Rules(moves=3),
        Rules(moves=4, extra_turns="both", capture_keeps_points=True, safe="none", ties="first"),
        Rules(moves=4, extra_turns="both", home_bonus=0, pairs_safe=True, must_move=True),
    ],
)
def test_kernel_and_rules_find_the_same_luck(rules: Rules) -> None:
    pairs = [(AGGRESSIVE, PAIR), (NAIVE, AGGRESSIVE), (PAIR, NAIVE), (NAIVE, RANDOM)]
    seats = np.array(pairs, np.int32)
    luck, drawn = by_throw(seats, rules, seed=81)
    for number, sitting in enumerate(seats.tolist()):
        bots = [SEVEN[bot] for bot in sitting]
        plain = luck_of(play_one(bots, int(drawn[number]), rules), bots)
        assert luck[number, : len(plain)] == pytest.approx(plain, abs=1e-12)
        assert not luck[number, len(plain) :].any()


def test_kernel_and_rules_find_the_same_luck_of_a_bot_that_plays_on() -> None:
    rules = Rules(moves=1, home_bonus=0)
    seats = np.array([[FULL, AGGRESSIVE], [NAIVE, FULL], [LIMITED, PAIR]], np.int32)
    luck, drawn = by_throw(seats, rules, seed=82)
    for number, sitting in enumerate(seats.tolist()):
        bots = [SEVEN[bot] for bot in sitting]
        plain = luck_of(play_one(bots, int(drawn[number]), rules), bots)
        assert luck[number] == pytest.approx(plain, abs=1e-12)


def test_games_are_the_same_with_and_without_luck() -> None:
    seats, drawn = tables(40, FULL, PAIR), draw_seeds(np.random.default_rng(83), 40)
    for rules in (Rules(), Rules(moves=10, extra_turns="both")):
        plain = SimulatedLudo(rules).play(SEVEN, seats, drawn)
        first, every = (
            replace(ALL, rules=rules, luck=kind).play(SEVEN, seats, drawn)
            for kind in ("first", "all")
        )
        for played in (first, every):
            assert (played.score == plain.score).all()
            assert (played.details["dice"] == plain.details["dice"]).all()
            assert played.luck is not None
            assert (played.luck.sum(axis=1) == 0).all()
        assert plain.luck is None


def test_the_first_throw_is_the_first_part_of_all_luck() -> None:
    seats = tables(30, AGGRESSIVE, PAIR)
    luck, drawn = by_throw(seats, Rules(), seed=84)
    first = SimulatedLudo(luck="first").play(SEVEN, seats, drawn).luck
    every = ALL.play(SEVEN, seats, drawn).luck
    assert first is not None
    assert every is not None
    assert (first[:, 0] == luck[:, 0]).all()
    assert every[:, 0] == pytest.approx(luck.sum(axis=1))
    assert first.std() < every.std()


def test_the_mean_of_luck_is_zero_for_every_pair() -> None:
    games, scores = 200, []
    for pair in combinations_with_replacement((AGGRESSIVE, NAIVE, PAIR, FULL, RANDOM), 2):
        played = ALL.play(SEVEN, tables(games, *pair), draw_seeds(np.random.default_rng(85), games))
        assert played.luck is not None
        own = played.luck[:, 0] * np.tile([1, -1 if pair[0] != pair[1] else 1], games // 2)
        scores.append(own.mean() / own.std() * np.sqrt(games))
    # Sum of squares of 15 standard scores: mean 15, SD 5.5; five SD above is 42.
    assert np.square(scores).sum() < 42


def test_luck_of_different_rounds_is_uncorrelated() -> None:
    games = 2000
    luck, _ = by_throw(tables(games, AGGRESSIVE, PAIR), Rules(), seed=86)
    every = np.asarray(np.corrcoef(luck.T))
    correlations = every[np.triu_indices(len(every), 1)]
    # Each has a standard error of 0.022; of 190 the largest is rarely more than four of them.
    assert np.abs(correlations).max() < 4.5 / np.sqrt(games)
    assert np.mean(correlations * np.sqrt(games)) < 0.4


def factor(pair: tuple[int, int], games: int, luck_weight: float) -> float:
    """How many times smaller the variance of results is without luck."""
    seats, drawn = tables(games, *pair), draw_seeds(np.random.default_rng(87), games)
    played = ALL.play([LUDO.player(name) for name in LUDO.bots], seats, drawn)
    assert played.luck is not None
    sign = np.where(seats[:, 0] == pair[0], 1.0, -1.0)
    share = sign * (shares(played.score) - 0.5)
    return float(share.var() / (share - luck_weight * sign * played.luck[:, 0]).var())


@pytest.mark.parametrize(
    ("pair", "least"), [((AGGRESSIVE, PAIR), 3.5), ((NAIVE, NAIVE), 6.0), ((PAIR, PAIR), 3.0)]
)
def test_most_of_the_variance_between_bots_that_play_by_rules_is_luck(
    pair: tuple[int, int], least: float
) -> None:
    assert factor(pair, 600, 1.0) > least


def test_much_of_the_variance_of_full_information_is_luck() -> None:
    assert factor((FULL, AGGRESSIVE), 300, 0.9) > 1.5


@pytest.mark.parametrize("pair", list(product(BY_RULES, repeat=2)))
def test_in_a_single_round_by_rules_nothing_but_luck_decides(pair: tuple[int, int]) -> None:
    """The value after the throw is the result, so result less luck is the same in every game."""
    seats = np.array([pair] * 200, np.int32)
    played = replace(ALL, rules=Rules(moves=1, home_bonus=0)).play(
        SEVEN, seats, draw_seeds(np.random.default_rng(88), 200)
    )
    assert played.luck is not None
    rest = shares(played.score) - played.luck[:, 0]
    assert rest == pytest.approx(np.full(200, rest[0]), abs=1e-12)
    assert 0 < rest[0] < 1


def test_the_same_luck_from_one_process_and_from_two() -> None:
    bots = make_bots(LUDO, ["naive", "aggressive", "full-information:playouts=2"])
    seats, short = ordered_tables(len(bots), 2, 1200), replace(ALL, rules=Rules(moves=6))
    one, two = (
        simulate(short, bots, seats, np.random.default_rng(89), workers=workers).table.luck
        for workers in (1, 2)
    )
    assert one is not None
    assert two is not None
    assert one.tobytes() == two.tobytes()


def test_what_is_no_kind_of_luck_is_refused() -> None:
    with pytest.raises(ValueError, match=r"^luck must be none or first or all, not 'some'$"):
        SimulatedLudo(luck="some")  # type: ignore[arg-type]

"""Metrics on predictions small enough to check by hand."""

import math

import numpy as np
import pytest

from evenhand.datasets import make_games
from evenhand.evaluation import (
    N_SUMS,
    add_block_sums,
    block_edges,
    calibration,
    evaluate,
    f1,
    find_test_start,
    resample_blocks,
    score_predictions,
    split_games,
)
from evenhand.evaluation.metrics import LOG_LOSS
from evenhand.ratings import Elo, TrueSkill
from evenhand.tables import EMPTY, Floats, GameTable

FOUR = GameTable.from_games(
    [{"A": 1, "B": 0}, {"A": 0, "B": 1}, {"A": 1, "B": 1}, {"A": 1, "B": 0}]
)
PROBABILITIES = np.array([[0.8, 0.2], [0.6, 0.4], [0.5, 0.5], [0.3, 0.7]])


def test_log_loss_and_brier_by_hand() -> None:
    result = score_predictions(FOUR, PROBABILITIES)
    assert result.games == 4
    losses = [-math.log(0.8), -math.log(0.4), -math.log(0.5), -math.log(0.3)]
    assert result.log_loss.value == pytest.approx(sum(losses) / 4)
    assert result.brier.value == pytest.approx((0.04 + 0.36 + 0.0 + 0.49) / 4)
    assert result.baseline == pytest.approx(math.log(2))


def test_accuracy_counts_draws_and_equal_probabilities_half() -> None:
    # right, wrong, drawn with equal probabilities, wrong
    assert score_predictions(FOUR, PROBABILITIES).accuracy.value == pytest.approx(
        (1.0 + 0.0 + 0.5 + 0.0) / 4
    )


def test_f1_of_the_first_seat_by_hand() -> None:
    # predicted in games 1 and 2, true in 1 and 4: one hit of two predictions and two wins
    assert score_predictions(FOUR, PROBABILITIES).f1.value == pytest.approx(2 * 1 / (2 + 2))


def test_pairwise_accuracy_of_three_players_by_hand() -> None:
    table = GameTable.from_games([{"A": 3, "B": 2, "C": 1}, {"A": 1, "B": 1, "C": 0}])
    probabilities = np.array([[0.5, 0.2, 0.3], [0.4, 0.3, 0.3]])
    # of A>B, A>C, B>C two stand in order; of A>C, B>C (A and B tied) one and a half
    assert score_predictions(table, probabilities).pairwise_accuracy.value == pytest.approx(
        (2 + 1.5) / 5
    )


def test_a_team_is_scored_as_one_player() -> None:
    seats = np.tile(np.arange(3, dtype=np.int32), (4, 1))
    team = np.tile(np.array([0, 1, 1], np.int8), (4, 1))
    score = np.array([[1.0, 0, 0], [0, 1, 1], [0, 1, 1], [0.5, 0.5, 0.5]])
    table = GameTable(tuple("DEF"), seats, score, team=team)
    pairs = GameTable(tuple("DE"), seats[:, :2].copy(), score[:, :2].copy())
    shared = np.tile([0.4, 0.3, 0.3], (4, 1))
    merged = np.tile([0.4, 0.6], (4, 1))
    together, alone = score_predictions(table, shared), score_predictions(pairs, merged)
    assert together.metrics() == alone.metrics()
    assert together.baseline == alone.baseline == pytest.approx(math.log(2))
    assert together.calibration.equals(alone.calibration)
    sure = evaluate(TrueSkill(), table.rows(0, 1), test_start=0)
    assert sure.accuracy.value == pytest.approx(0.0)  # two are the favourites, and lose


def test_calibration_bins_every_seat() -> None:
    bins = calibration(FOUR, PROBABILITIES)
    assert bins["seats"].sum() == 8
    row = bins.filter(bins["low"] == 0.3).to_dicts()[0]
    assert row == {"low": 0.3, "high": 0.4, "seats": 1, "expected": 0.3, "actual": 1.0}


def test_a_win_of_probability_zero_costs_much_but_not_everything() -> None:
    result = score_predictions(FOUR.rows(0, 1), np.array([[0.0, 1.0]]))
    assert result.log_loss.value == pytest.approx(-math.log(1e-15))


@pytest.mark.parametrize("probability", [None, 0.0, 0.5])
def test_two_seats_give_the_same_sums_as_any_number_of_seats(probability: float | None) -> None:
    table, _ = make_games(np.random.default_rng(5), 30, 3000, draw=0.2)
    expected = np.random.default_rng(6).random((3000, 1)).round(2)
    expected = expected if probability is None else np.full((3000, 1), probability)
    probabilities = np.hstack([expected, 1.0 - expected])
    empty = ((0, 0), (0, 1))
    wider = GameTable(
        table.names,
        np.pad(table.seats, empty, constant_values=EMPTY),
        np.pad(table.score, empty),
    )
    edges = block_edges(3000, 70)
    two, any_number, parts = np.zeros((3, 70, N_SUMS))
    add_block_sums(table, probabilities, edges, two)
    add_block_sums(wider, np.pad(probabilities, empty, constant_values=np.nan), edges, any_number)
    assert_same_sums(two, any_number)
    for start, stop in ((0, 1000), (1000, 1001), (1001, 3000)):
        add_block_sums(table.rows(start, stop), probabilities[start:stop], edges - start, parts)
    assert_same_sums(two, parts)


def assert_same_sums(one: Floats, other: Floats) -> None:
    """The same bits; but one logarithm of a product rounds otherwise than many logarithms."""
    rest = np.arange(N_SUMS) != LOG_LOSS
    np.testing.assert_array_equal(one[:, rest], other[:, rest])
    np.testing.assert_allclose(one[:, LOG_LOSS], other[:, LOG_LOSS], rtol=1e-12)


def fair_games(games: int) -> tuple[GameTable, np.ndarray[tuple[int, ...], np.dtype[np.float64]]]:
    rng = np.random.default_rng(11)
    probability = rng.uniform(0.05, 0.95, games)
    won = (rng.random(games) < probability).astype(float)
    seats = np.tile(np.array([[0, 1]], np.int32), (games, 1))
    table = GameTable(("A", "B"), seats, np.column_stack([won, 1.0 - won]))
    return table, np.column_stack([probability, 1.0 - probability])


def test_intervals_hold_the_value_and_shrink_with_more_games() -> None:
    table, probabilities = fair_games(40_000)
    few, many = (
        score_predictions(table.rows(0, 400), probabilities[:400]),
        score_predictions(table, probabilities),
    )
    for name, estimate in many.metrics().items():
        assert estimate.low < estimate.value < estimate.high
        wide = few.metrics()[name]
        assert (wide.high - wide.low) > 5 * (estimate.high - estimate.low)


def test_the_interval_of_the_accuracy_is_that_of_a_binomial() -> None:
    table, probabilities = fair_games(40_000)
    accuracy = score_predictions(table, probabilities).accuracy
    wanted = 2 * 1.96 * math.sqrt(accuracy.value * (1 - accuracy.value) / 40_000)
    # a bootstrap of 1,000 over 2,000 blocks: good to some percent
    assert accuracy.high - accuracy.low == pytest.approx(wanted, rel=0.12)


def test_the_same_generator_gives_the_same_interval() -> None:
    table, probabilities = fair_games(500)
    first = score_predictions(table, probabilities, rng=np.random.default_rng(3))
    again = score_predictions(table, probabilities, rng=np.random.default_rng(3))
    other = score_predictions(table, probabilities, rng=np.random.default_rng(4))
    assert first.log_loss == again.log_loss != other.log_loss


def test_true_probabilities_are_calibrated() -> None:
    table, probabilities = fair_games(40_000)
    bins = score_predictions(table, probabilities).calibration
    # about 8,000 seats a bin: four standard errors
    assert (bins["expected"] - bins["actual"]).abs().max() < 4 * 0.5 / 4_000**0.5


def test_only_games_of_the_test_period_are_scored() -> None:
    table, _ = fair_games(300)
    late = evaluate(Elo(), table, test_start=200)
    run = Elo().run(table)
    assert late.log_loss == score_predictions(table.rows(200, 300), run.expected[200:]).log_loss
    assert late.games == 100


def test_a_split_by_fraction_or_by_time() -> None:
    time = np.array([0, 10, 10, 20], np.int64)
    table = GameTable(FOUR.names, FOUR.seats, FOUR.score, time=time)
    assert find_test_start(table) == 0
    assert find_test_start(table, fraction=0.25) == 3
    assert find_test_start(table, since=10) == 1
    for arguments in ({"since": 21}, {"fraction": 0.0}, {"since": 1, "fraction": 0.5}):
        with pytest.raises(ValueError, match=r"no games left|lies in|not both"):
            find_test_start(table, **arguments)
    with pytest.raises(ValueError, match="needs the time"):
        find_test_start(FOUR, since=3)


def test_no_games_are_no_evaluation() -> None:
    with pytest.raises(ValueError, match="no games to evaluate"):
        score_predictions(FOUR.rows(0, 0), PROBABILITIES[:0])


def test_a_split_without_test_games_says_from_when_the_games_are() -> None:
    day = 86_400_000_000
    time = np.array([19723, 19730, 19797]) * day  # of 2024: New Year's Day, a week later, 15 March
    table = GameTable.from_games([{"A": 1, "B": 0}] * 3)
    dated = GameTable(table.names, table.seats, table.score, time=time)
    with pytest.raises(ValueError, match=r"the games are from 2024-01-01 to 2024-03-15$"):
        find_test_start(dated, since=20000 * day)
    with pytest.raises(ValueError, match=r"no decided game .*; there are 3 games without times$"):
        split_games(table, fraction=1.0)


def test_f1_is_zero_without_predictions_and_wins() -> None:
    none, one, two, four = np.array([0.0]), np.array([1.0]), np.array([2.0]), np.array([4.0])
    assert f1(none, none, none) == 0.0
    assert f1(one, two, four) == 2 / 6


def test_every_draw_has_as_many_blocks_as_there_are() -> None:
    counts = resample_blocks(np.random.default_rng(1), 7, 1000)
    assert counts.shape == (1000, 7)
    assert (counts.sum(axis=1) == 7.0).all()
    assert counts.mean(axis=0) == pytest.approx(np.ones(7), abs=0.15)  # five standard errors

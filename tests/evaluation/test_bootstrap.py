"""Intervals that hold, and verdicts only where differences are real."""

import math

import numpy as np
import pytest

from evenhand.evaluation import (
    METRICS,
    BootstrapScores,
    bootstrap_scores,
    compare,
    resample_blocks,
)
from evenhand.tables import Floats

BLOCKS, GAMES = 200, 50.0


def block_sums(losses: Floats) -> Floats:
    """Sums of blocks of games with these mean losses."""
    sums = np.zeros((len(losses), 7))
    sums[:, 0] = GAMES
    for column in (1, 2, 3):
        sums[:, column] = GAMES * losses
    return sums


def verdicts(rng: np.random.Generator, offsets: list[float], noise: float) -> list[str]:
    """Verdicts on configurations whose true losses differ by the offsets."""
    shared = rng.normal(0.6, 0.05, BLOCKS)
    sums = [block_sums(shared + offset + rng.normal(0.0, noise, BLOCKS)) for offset in offsets]
    found = compare(bootstrap_scores(METRICS["log-loss"], sums, resample_blocks(rng, BLOCKS, 400)))
    return [found.verdict(number) for number in range(len(offsets))]


def test_among_equals_one_is_called_worse_in_at_most_one_of_twenty_runs() -> None:
    rng = np.random.default_rng(1)
    runs = 300
    wrong = sum("worse" in verdicts(rng, [0.0] * 8, 0.01) for _ in range(runs))
    # 5 % with a standard deviation of 1.3 %; comparing each with the best as if it had been
    # named beforehand would be wrong far more often
    assert wrong / runs < 0.05 + 3 * math.sqrt(0.05 * 0.95 / runs)


def test_really_worse_configurations_are_found_though_games_differ_more() -> None:
    rng = np.random.default_rng(2)
    # the error of a difference is about 0.01 * sqrt(2 / 200) = 0.001, that of a value 0.0036
    assert verdicts(rng, [0.0, 0.01, 0.01], 0.01) == ["best", "worse", "worse"]


def test_two_similar_configurations_do_not_hide_a_clearly_worse_one() -> None:
    rng = np.random.default_rng(7)
    hard, own = rng.normal(0.6, 0.05, BLOCKS), rng.normal(0.0, 1e-10, BLOCKS)
    worse = hard + rng.normal(0.05, 0.01, BLOCKS)
    sums = [block_sums(hard), block_sums(hard + own), block_sums(worse)]
    found = compare(bootstrap_scores(METRICS["log-loss"], sums, resample_blocks(rng, BLOCKS, 400)))
    assert sorted(map(found.verdict, range(3))) == ["best", "no clear difference", "worse"]
    # the error of the difference is 0.01 / sqrt(200) = 0.0007
    assert found.differences[2].low == pytest.approx(0.05, abs=0.005)


@pytest.mark.parametrize("blocks", [1, 3, 39])
def test_few_games_give_no_verdict(blocks: int) -> None:
    rng = np.random.default_rng(1)
    sums = [block_sums(rng.normal(loss, 0.01, blocks)) for loss in (0.5, 0.6)]
    found = compare(bootstrap_scores(METRICS["log-loss"], sums, resample_blocks(rng, blocks, 100)))
    assert [found.verdict(number) for number in range(2)] == ["best", "too few games"]


def test_forty_games_are_enough_for_an_honest_verdict() -> None:
    rng = np.random.default_rng(6)
    runs, wrong = 300, 0
    for _ in range(runs):
        shared = rng.normal(0.6, 0.05, 40)
        sums = [block_sums(shared + rng.normal(0.0, 0.01, 40)) for _ in range(4)]
        found = compare(bootstrap_scores(METRICS["log-loss"], sums, resample_blocks(rng, 40, 400)))
        wrong += any(found.verdict(number) == "worse" for number in range(4))
    assert wrong / runs < 0.05 + 3 * math.sqrt(0.05 * 0.95 / runs)


def test_one_configuration_alone_is_the_best() -> None:
    assert verdicts(np.random.default_rng(3), [0.0], 0.01) == ["best"]


def test_where_more_is_better_the_highest_is_the_best() -> None:
    sums = [block_sums(np.full(BLOCKS, share)) for share in (0.5, 0.7, 0.6)]
    counts = resample_blocks(np.random.default_rng(1), BLOCKS, 100)
    assert compare(bootstrap_scores(METRICS["accuracy"], sums, counts)).best == 1
    assert compare(bootstrap_scores(METRICS["brier"], sums, counts)).best == 0


def test_the_interval_of_a_mean_is_that_of_its_standard_error() -> None:
    rng = np.random.default_rng(4)
    losses = rng.normal(0.6, 0.05, 500)
    found = bootstrap_scores(
        METRICS["brier"], [block_sums(losses)], resample_blocks(rng, 500, 4000)
    ).estimate(0)
    error = losses.std() / math.sqrt(500)
    assert found.value == pytest.approx(losses.mean())
    # 4,000 draws tell the ends to some percent
    assert found.high - found.low == pytest.approx(2 * 1.96 * error, rel=0.06)


def test_f1_is_worked_out_from_sums_not_from_means() -> None:
    sums = np.zeros((2, 7))
    sums[:, 4:] = [[3, 4, 5], [0, 2, 1]]  # true, claimed, won
    found = bootstrap_scores(METRICS["f1"], [sums], np.array([[1.0, 1.0], [2.0, 0.0], [0.0, 2.0]]))
    assert found.values.tolist() == [2 * 3 / (6 + 6)]
    assert found.samples.tolist() == [[2 * 3 / (6 + 6), 2 * 3 / 9, 0.0]]


def test_an_improvement_is_paired_and_positive_when_better() -> None:
    rng = np.random.default_rng(5)
    hard = rng.normal(0.6, 0.2, BLOCKS)
    sums = [block_sums(hard), block_sums(hard + 0.01)]
    counts = resample_blocks(rng, BLOCKS, 500)
    for name, sign in (("log-loss", 1.0), ("accuracy", -1.0)):
        better = bootstrap_scores(METRICS[name], sums, counts).improvement(0, 1)
        # the same blocks are hard for both, so nothing of that is left
        for end in (better.value, better.low, better.high):
            assert end == pytest.approx(sign * 0.01)


def test_rounding_makes_no_difference() -> None:
    values = np.array([0.5, 0.5 + 1e-16, 0.5 + 3e-16])
    drawn = values[:, None] + np.random.default_rng(1).normal(0.0, 1e-17, (3, 100))
    found = compare(BootstrapScores(METRICS["log-loss"], values, drawn, 100))
    assert [found.verdict(number) for number in range(3)].count("worse") == 0

"""The Rummy system against the paper's own arithmetic."""

import math

import numpy as np
import pytest

from evenhand.ratings import BenchmarkElo, Elo, KSchedule
from evenhand.tables import GameTable, TableError


def game(penalty: list[float], minscore: list[float] | None = None) -> GameTable:
    names = tuple("ABCD"[: len(penalty)])
    seats = np.arange(len(penalty), dtype=np.int32)[None]
    luck = None if minscore is None else -np.array([minscore], float)
    return GameTable(names, seats, -np.array([penalty], float), luck=luck)


def ratings(*values: float) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    return np.column_stack([values, np.zeros(len(values))])


def paper(
    r: tuple[float, float], h: tuple[float, float], a: tuple[float, float]
) -> tuple[float, float]:
    """Chakraborty 2025, section 3, written out for two players."""
    total, exponent = a[0] + a[1], -0.0032 * (r[0] - r[1]) + 0.01269 * (h[0] - h[1])
    b = (total / (1 + 10**-exponent), total * 10**-exponent / (1 + 10**-exponent))
    new = []
    for i in range(2):
        w = 1.0 if a[i] < a[1 - i] else 0.0 if a[i] > a[1 - i] else 0.5
        agrees = (a[i] - b[i]) * (w - 0.5) <= 0
        new.append(r[i] - 0.625 * (a[i] - b[i]) * agrees)
    return new[0], new[1]


@pytest.mark.parametrize("seed", range(40))
def test_two_players_give_the_papers_numbers(seed: int) -> None:
    rng = np.random.default_rng(seed)
    r = tuple(rng.normal(1000.0, 200.0, 2))
    h = tuple(rng.integers(0, 81, 2).astype(float))
    a = tuple(rng.integers(0, 81, 2).astype(float) * rng.integers(0, 2, 2))
    run = BenchmarkElo().run(game(list(a), list(h)), ratings(*r))
    assert run.after[0].tolist() == pytest.approx(paper(r, h, a), abs=1e-9)


def test_a_rating_moves_by_at_most_fifty_points() -> None:
    # |K| = 0.625 was chosen so that 80 points of deadwood move a rating by 50.
    run = BenchmarkElo().run(game([0, 80], [0, 0]), ratings(0.0, 100_000.0))
    assert run.after[0, 0] == pytest.approx(50.0)


def test_alpha_makes_500_points_a_benchmark_of_2_against_80() -> None:
    share = 2 / 82
    run = BenchmarkElo(alpha=-math.log10(40) / 500, beta=0.0).run(
        game([2, 80]), ratings(1500.0, 1000.0)
    )
    assert run.expected[0, 1] == pytest.approx(share)
    assert run.after[0].tolist() == pytest.approx([1500.0, 1000.0])


def test_a_declared_game_is_classical_elo_with_k_by_deadwood() -> None:
    # the winner's A is 0: K = 0.625 * deadwood and D = 1 / 0.0032 = 312.5
    start = ratings(1040.0, 960.0)
    benchmark = BenchmarkElo(beta=0.0).run(game([0, 48]), start)
    classical = Elo(k=0.625 * 48, scale=312.5).run(game([0, 48]), start)
    np.testing.assert_allclose(benchmark.after, classical.after)
    np.testing.assert_allclose(benchmark.expected, classical.expected)


def test_a_winner_does_not_sink_and_a_loser_does_not_rise() -> None:
    # undeclared: A wins 30 to 40 but 500 points higher the benchmark was 1.7 of 70
    run = BenchmarkElo(beta=0.0).run(game([30, 40]), ratings(1500.0, 1000.0))
    assert run.after[0].tolist() == [1500.0, 1000.0]


def test_a_better_hand_is_held_against_the_player() -> None:
    even = BenchmarkElo().run(game([0, 40], [60, 60])).after[0, 0]
    lucky = BenchmarkElo().run(game([0, 40], [20, 60])).after[0, 0]
    unlucky = BenchmarkElo().run(game([0, 40], [60, 20])).after[0, 0]
    assert lucky < even < unlucky
    assert lucky == pytest.approx(1000 + 0.625 * 40 / (1 + 10 ** (0.01269 * 40)))


def test_three_players_are_rated_pair_by_pair() -> None:
    run = BenchmarkElo(beta=0.0).run(game([0, 30, 60]))
    # against the others: -15 and -30, +15 and -15, +30 and +15; half of it times -0.625
    assert run.after[0].tolist() == pytest.approx([1014.0625, 1000.0, 985.9375])
    assert run.expected[0].tolist() == pytest.approx([1 / 3] * 3)


def test_the_sum_of_three_players_stays_the_same_whatever_they_hold() -> None:
    rng = np.random.default_rng(1)
    table = GameTable(
        ("A", "B", "C"),
        np.tile(np.arange(3, dtype=np.int32), (500, 1)),
        -rng.integers(0, 81, (500, 3)).astype(float),
        luck=-rng.integers(0, 81, (500, 3)).astype(float),
    )
    run = BenchmarkElo().run(table)
    np.testing.assert_allclose(run.after.sum(axis=1), 3000.0)  # rounding of sums
    assert np.ptp(run.after) > 100.0


def test_k_by_games_played() -> None:
    k = KSchedule.parse("-1/-0.7/-0.5@1/2")
    table = GameTable.from_games([{"A": 0, "B": 0}, {"A": 0, "B": -40}])
    run = BenchmarkElo(k=k, beta=0.0).run(table)
    assert run.after[1].tolist() == pytest.approx([1014.0, 986.0])


def test_a_score_above_zero_is_refused_with_its_row() -> None:
    table = GameTable.from_games([{"A": 0, "B": -3}, {"A": 12, "B": 0}])
    with pytest.raises(TableError, match=r"column score: game 2 .*minus the deadwood"):
        BenchmarkElo(beta=0.0).run(table)


def test_a_table_without_hands_is_refused_unless_beta_is_zero() -> None:
    with pytest.raises(TableError, match="set beta=0 to rate without"):
        BenchmarkElo().run(game([0, 10]))

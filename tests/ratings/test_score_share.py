"""Edelkamp's printed numbers, and what happens where the paper is silent."""

import csv
from decimal import Decimal
from pathlib import Path

import numpy as np
import pytest

from evenhand.ratings import KSchedule, QuotientElo, ScoreShareElo
from evenhand.tables import GameTable

# Edelkamp 2021, Table II: scores S, expected scores E and new ratings R of ten series.
TABLE_2 = Path(__file__).parents[1] / "data" / "edelkamp2021_table_2.csv"


def printed() -> list[dict[str, str]]:
    with TABLE_2.open() as file:
        return list(csv.DictReader(file))


def as_printed(value: float, text: str) -> str:
    """The value with as many decimals as the text has."""
    decimals = -int(Decimal(text).as_tuple().exponent)
    return f"{value:.{decimals}f}"


def test_table_2_of_edelkamp_to_the_printed_digit() -> None:
    rows = printed()
    score = np.array([[float(row[f"S_{seat}"]) for seat in range(3)] for row in rows])
    seats = np.tile(np.arange(3, dtype=np.int32), (len(rows), 1))
    run = ScoreShareElo(k=0.02, initial=800.0).run(GameTable(("A", "B", "C"), seats, score))
    expected = run.expected * score.sum(axis=1, keepdims=True)
    assert len(rows) == 10
    for game, row in enumerate(rows):
        for seat in range(3):
            rating, points = row[f"R_{seat}"], row[f"E_{seat}"]
            assert as_printed(run.after[game, seat], rating) == rating
            assert as_printed(expected[game, seat], points) == points


def test_example_of_1500_750_750_after_1200_800_800() -> None:
    table = GameTable.from_games([{"A": 1200, "B": 800, "C": 800}])
    system = ScoreShareElo(k=0.02)
    run = system.rate(table, {"A": 1500.0, "B": 750.0, "C": 750.0})
    assert run.after.tolist() == [[1496.0, 752.0, 752.0]]
    assert (run.expected * 2800).tolist() == [[1400.0, 700.0, 700.0]]


def test_two_players_and_four_are_rated_by_the_same_formula() -> None:
    table = GameTable.from_games([{"A": 30, "B": 10}, {"A": 40, "B": 20, "C": 20, "D": 0}])
    run = ScoreShareElo(k=0.1, initial=100.0).run(table)
    assert run.after[0, :2].tolist() == [101.0, 99.0]
    assert run.after[1].tolist() == pytest.approx(
        [101 + 0.1 * (40 - 80 * 101 / 400), 99 + 0.1 * (20 - 80 * 99 / 400), 100.0, 98.0]
    )


def test_a_negative_or_zero_sum_is_expected_to_be_shared_equally() -> None:
    table = GameTable.from_games([{"A": -300, "B": -600, "C": 0}, {"A": 100, "B": -100, "C": 0}])
    run = ScoreShareElo(k=0.02, initial=800.0).run(table)
    assert run.after[0].tolist() == pytest.approx([800.0, 794.0, 806.0])
    assert run.after[1].tolist() == pytest.approx([802.0, 792.0, 806.0])


def test_a_negative_sum_is_shared_equally_by_players_of_unequal_ratings_too() -> None:
    table = GameTable.from_games([{"A": -300, "B": 100, "C": -100}])
    system = ScoreShareElo(k=0.1)
    run = system.rate(table, {"A": 1500.0, "B": 750.0, "C": 750.0})
    # -100 each is expected: 1500 + 0.1 (-300 + 100), 750 + 0.1 (100 + 100), 750 + 0.1 (0).
    assert run.after[0].tolist() == [1480.0, 770.0, 750.0]


def test_ratings_stay_finite_whatever_the_scores() -> None:
    rng = np.random.default_rng(5)
    seats = np.array([rng.choice(6, 3, replace=False) for _ in range(20_000)], np.int32)
    score = rng.normal(-200.0, 2000.0, seats.shape)
    score[:, 0] -= 3000.0 * (seats[:, 0] == 0)
    run = ScoreShareElo(k=0.5).run(GameTable(tuple("abcdef"), seats, score))
    assert run.values[0, 0] < -10_000.0  # far below zero, and still a share between 0 and 1
    assert np.isfinite(run.after).all()
    assert (run.expected > 0.0).all()
    most = 0.5 * (np.abs(score) + np.abs(score.sum(axis=1, keepdims=True)))
    rating = np.full(6, 800.0)
    for game, row in enumerate(seats):
        assert (np.abs(run.after[game] - rating[row]) <= most[game] + 1e-9).all()
        rating[row] = run.after[game]


def test_start_by_the_mean_of_the_first_results() -> None:
    games = [{"A": 900, "B": 600, "C": 300}, {"A": 700, "B": 800, "C": 600}]
    games += [{"A": 1000, "B": 700, "C": 450}]
    run = ScoreShareElo(k=0.02, first_results=2).run(GameTable.from_games(games))
    assert run.after[:2].tolist() == [[900.0, 600.0, 300.0], [800.0, 700.0, 450.0]]
    assert run.after[2].tolist() == pytest.approx(
        [800 + 0.02 * (1000 - 2150 * 800 / 1950), 700 + 0.02 * (700 - 2150 * 700 / 1950),
         450 + 0.02 * (450 - 2150 * 450 / 1950)]
    )  # fmt: skip


def test_newcomers_move_faster() -> None:
    table = GameTable.from_games([{"A": 900, "B": 600, "C": 300}] * 12)
    k = KSchedule.parse("0.04/0.02/0.02@10/10")
    run = ScoreShareElo(k=k).run(table)
    assert run.after[0, 0] - 800.0 == pytest.approx(0.04 * 300.0)
    gain = run.after[11, 0] - run.after[10, 0]
    share = run.after[10, 0] / run.after[10].sum()
    assert gain == pytest.approx(0.02 * (900.0 - 1800.0 * share))


def test_win_probabilities_follow_the_scores_of_normal_scatter() -> None:
    # Monte Carlo of the link: scores normal around the ratings, scatter 400.
    rng = np.random.default_rng(2)
    ratings = np.array([900.0, 800.0, 700.0])
    best = rng.normal(ratings, 400.0, (200_000, 3)).argmax(axis=1)
    truth = np.bincount(best, minlength=3) / len(best)
    system = ScoreShareElo()
    found = system.win_probabilities((ratings / ratings.sum())[None])[0]
    # the link is a power law, the truth normal: they differ by up to one percent here
    np.testing.assert_allclose(found, truth, atol=0.01)


def test_the_abandoned_formula_by_hand() -> None:
    # R <- (R f + S sqrt(Y)) / (f + 1), Y = (S / mean other S) / (R / mean other R)
    table = GameTable.from_games([{"A": 1200, "B": 800, "C": 800}])
    system = QuotientElo(f=9.0)
    run = system.rate(table, {"A": 1000.0, "B": 800.0, "C": 800.0})
    y_a = (1200 / 800) / (1000 / 800)
    y_b = (800 / 1000) / (800 / 900)
    wanted = [(9000 + 1200 * y_a**0.5) / 10] + [(7200 + 800 * y_b**0.5) / 10] * 2
    assert run.after[0].tolist() == pytest.approx(wanted)


def test_the_abandoned_formula_stays_finite_whatever_the_scores() -> None:
    rng = np.random.default_rng(6)
    seats = np.array([rng.choice(6, 3, replace=False) for _ in range(5_000)], np.int32)
    score = rng.normal(0.0, 2000.0, seats.shape).round(-3)
    run = QuotientElo().run(GameTable(tuple("abcdef"), seats, score))
    assert np.isfinite(run.after).all()

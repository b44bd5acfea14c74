"""The tutorial's two functions, and what they refuse."""

import subprocess
import sys

import pytest
from hypothesis import given, strategies as st

from evenhand import chances, expected, update

# Elo-Zahlen berechnen (2021): start value 1000 against 1100 with factor 25.
TUTORIAL_K = 25


def test_tutorial_chance_of_1000_against_1100_is_36_percent() -> None:
    assert chances(1000, 1100) == (36, 64)
    assert round(expected(1000, 1100), 2) == 0.36


@pytest.mark.parametrize(("score", "rating"), [(1.0, 1016), (0.5, 1004), (0.0, 991)])
def test_tutorial_rating_after_win_draw_and_loss(score: float, rating: int) -> None:
    # give_elo of the tutorial: 1000 + 25 * (score - 1 / (1 + 10 ** 0.25)) = 1016.0, 1003.5, 991.0
    assert round(update(1000, 1100, score, k=TUTORIAL_K)) == rating


def test_percent_is_rounded_half_to_even() -> None:
    assert chances(*[1500.0] * 8) == (12,) * 8  # 12.5 % each
    assert chances(*[1500.0] * 40) == (2,) * 40  # 2.5 %


def test_four_hundred_points_are_ten_to_one() -> None:
    assert expected(1400, 1000) == pytest.approx(10 / 11)
    assert expected(1400, 1000, 1000) == pytest.approx(10 / 12)


def test_advantage_counts_like_rating_points() -> None:
    assert expected(1500, 1600, advantage=100) == pytest.approx(0.5)
    assert update(1500, 1600, 1, advantage=100) == pytest.approx(1512.5)
    assert chances(1500, 1600, advantage=100) == (50, 50)


@given(st.lists(st.floats(-5000, 5000), min_size=2, max_size=6))
def test_expectations_of_a_table_add_up_to_one(ratings: list[float]) -> None:
    total = sum(expected(r, *ratings[:i], *ratings[i + 1 :]) for i, r in enumerate(ratings))
    assert total == pytest.approx(1.0)


@given(st.floats(-1e6, 1e6), st.floats(-1e6, 1e6), st.sampled_from([0.0, 0.5, 1.0]))
def test_two_players_exchange_points(own: float, other: float, score: float) -> None:
    gain = update(own, other, score) - own
    loss = update(other, own, 1.0 - score) - other
    assert gain == pytest.approx(-loss, abs=1e-6)


@pytest.mark.parametrize("score", [-1, 2, float("nan")])
def test_a_result_outside_loss_and_win_is_refused(score: float) -> None:
    with pytest.raises(ValueError, match=r"between 0 \(loss\) and 1 \(win\)"):
        update(1000, 1100, score)


def test_ratings_that_are_no_numbers_are_refused() -> None:
    with pytest.raises(ValueError, match="expected a number"):
        expected(1000, float("inf"))
    with pytest.raises(ValueError, match="at least one opponent"):
        expected(1000)
    with pytest.raises(ValueError, match="at least two players"):
        chances(1000)
    with pytest.raises(ValueError, match="scale must be positive"):
        expected(1000, 1100, scale=0)


def test_importing_evenhand_loads_no_heavy_package() -> None:
    heavy = "{'numpy', 'numba', 'polars', 'typer', 'rich', 'altair', 'asyncio'}"
    code = f"import sys, evenhand; print(sorted({heavy} & set(sys.modules)))"
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert shown.stdout.strip() == "[]"

"""Variance with and without luck, where the truth is known."""

import numpy as np
import pytest

from evenhand.luck.measured import measure


def test_the_factor_of_known_luck_is_found() -> None:
    rng = np.random.default_rng(65)
    luck, skill = rng.normal(0.0, 2.0, (20_000, 3)), rng.normal(0.0, 1.0, (20_000, 3))
    found = measure(skill + luck, luck, rng)
    assert found.factor == pytest.approx(5.0, abs=4.0 * found.error)
    assert found.error < 0.1
    assert found.slope == pytest.approx(1.0, abs=0.02)  # four errors


def test_half_of_the_luck_leaves_a_quarter_of_its_variance() -> None:
    rng = np.random.default_rng(66)
    luck, skill = rng.normal(0.0, 2.0, (20_000, 3)), rng.normal(0.0, 1.0, (20_000, 3))
    assert measure(skill + luck, luck, rng, c=0.5).factor == pytest.approx(5.0 / 2.0, abs=0.05)


def test_what_all_at_a_table_or_one_seat_have_more_is_no_variance() -> None:
    rng = np.random.default_rng(67)
    luck = rng.normal(size=(500, 3))
    plain = measure(3.0 * luck, luck, np.random.default_rng(1))
    shifted = 3.0 * luck + rng.normal(size=(500, 1)) + np.array([5.0, 0.0, -9.0])
    assert measure(shifted, luck, np.random.default_rng(1)).factor == pytest.approx(plain.factor)

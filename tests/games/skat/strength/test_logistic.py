"""Logistic regression against answers that are known."""

import math

import numpy as np
import pytest

from evenhand.games.skat.winning_parameters import (
    chances_of,
    encode_levels,
    fit_logistic,
    log_odds_of,
)


def test_with_one_group_the_chance_is_the_share_won() -> None:
    groups = np.array([0] * 8 + [1] * 10)
    won = np.array([1.0] * 6 + [0.0] * 2 + [1.0] * 3 + [0.0] * 7)
    weights = fit_logistic(encode_levels(groups, 2), won, 1e-9 * np.eye(2))
    # The penalty moves them by less than the tolerance.
    assert weights == pytest.approx([math.log(6 / 2), math.log(3 / 7)], abs=1e-6)


def test_known_weights_are_found() -> None:
    rng = np.random.default_rng(1)
    columns = np.hstack([np.ones((40_000, 1)), rng.normal(size=(40_000, 3))])
    known = np.array([0.4, -1.2, 0.0, 2.0])
    won = (rng.random(40_000) < chances_of(columns @ known)).astype(float)
    # The standard errors are about 0.02 here: four of them.
    assert fit_logistic(columns, won, 1e-6 * np.eye(4)) == pytest.approx(known, abs=0.08)


def test_the_slope_is_zero_at_the_answer() -> None:
    rng = np.random.default_rng(2)
    columns, won = rng.normal(size=(300, 4)), rng.integers(2, size=300).astype(float)
    penalty = np.diag([0.1, 1.0, 5.0, 0.0])
    weights = fit_logistic(columns, won, penalty)
    slope = columns.T @ (won - chances_of(columns @ weights)) - penalty @ weights
    assert np.abs(slope).max() < 1e-6  # what the last of Newton's steps leaves


def test_weights_stay_finite_when_every_game_was_won() -> None:
    weights = fit_logistic(np.ones((50, 1)), np.ones(50), np.array([[0.01]]))
    assert 3.0 < weights[0] < 12.0


def test_without_games_all_weights_are_zero() -> None:
    assert fit_logistic(np.zeros((0, 2)), np.zeros(0), np.eye(2)).tolist() == [0.0, 0.0]


def test_chances_and_log_odds_belong_together() -> None:
    chances = np.linspace(0.01, 0.99, 50)
    assert chances_of(log_odds_of(chances)) == pytest.approx(chances)
    assert np.isfinite(log_odds_of(np.array([0.0, 1.0]))).all()

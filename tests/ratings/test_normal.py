"""Corrections and win probabilities against closed forms, fine integrals and Monte Carlo."""

import math

import numpy as np
import pytest

from evenhand.ratings.normal import (
    best_of_normal,
    density,
    distribution,
    draw_corrections,
    win_corrections,
)
from evenhand.tables import Floats

GAPS = [0.0, 1e-9, 0.3, 1.0, 2.9999, 3.0001, 7.0, 38.0, 1e3, 1e6, 1e12]
MARGINS = [0.0, 1e-300, 1e-12, 1e-3, 0.0499, 0.0501, 1.0, 30.0, 1e3, 1e9]


def best_of(mean: list[float] | Floats, spread: list[float] | Floats) -> Floats:
    return np.array(best_of_normal(list(mean), list(spread)))


def moments(low: float, high: float) -> tuple[float, float]:
    """Mean and variance of a standard normal number between low and high, by a fine sum."""
    nodes, weights = np.polynomial.legendre.leggauss(200)
    z = low + (high - low) * (nodes + 1.0) / 2.0
    weights = weights * np.exp(-(z * z - np.min(z * z)) / 2.0)
    mean = np.average(z, weights=weights)
    return float(mean), float(np.average((z - mean) ** 2, weights=weights))


def reference(mean: Floats, spread: Floats) -> Floats:
    """Win probabilities by a sum over a grid far finer and wider than needed."""
    x = np.arange((mean - 12 * spread).min(), (mean + 12 * spread).max(), spread.min() / 50)
    z = (x[:, None] - mean) / spread
    below = np.vectorize(math.erfc)(-z / math.sqrt(2.0)) / 2.0
    ahead = np.exp(-z * z / 2.0) / spread
    wins = [ahead[:, i] * np.delete(below, i, axis=1).prod(axis=1) for i in range(len(mean))]
    shares: Floats = np.sum(wins, axis=1) / np.sum(wins)
    return shares


def test_density_and_distribution_have_the_printed_values() -> None:
    assert density(1.0) == pytest.approx(0.2419707245, abs=1e-10)  # Abramowitz, Stegun 26.1
    assert distribution(1.0) == pytest.approx(0.8413447461, abs=1e-10)
    assert distribution(-1e3) == 0.0
    assert density(1e300) < 1e-290


def test_an_even_win_moves_by_the_mean_of_half_a_normal() -> None:
    v, w, left = win_corrections(0.0, 0.0)
    assert v == pytest.approx(math.sqrt(2.0 / math.pi), rel=1e-15)
    assert w == pytest.approx(2.0 / math.pi, rel=1e-15)
    assert left == 1.0 - w


@pytest.mark.parametrize("gap", [-20.0, -8.0, -3.1, -2.9, -1.0, 0.0, 0.7, 3.0, 6.0])
@pytest.mark.parametrize("margin", [0.0, 0.1, 2.0])
def test_win_corrections_are_the_moments_of_the_truncated_normal(gap: float, margin: float) -> None:
    v, w, left = win_corrections(gap, margin)
    mean, variance = moments(margin - gap, max(margin - gap, 0.0) + 9.0)
    assert v == pytest.approx(mean, abs=1e-11)  # the fine sum's own cut at 9 deviations
    assert left == pytest.approx(variance, rel=1e-9)
    assert w == pytest.approx(1.0 - variance, abs=1e-10)


@pytest.mark.parametrize("gap", [-40.0, -3.0, -0.2, 0.0, 0.05, 0.9, 1.2, 5.0, 12.0])
@pytest.mark.parametrize("margin", [1e-4, 0.04, 0.06, 0.3, 1.0, 4.0])
def test_draw_corrections_are_the_moments_of_the_truncated_normal(
    gap: float, margin: float
) -> None:
    v, w, left = draw_corrections(gap, margin)
    mean, variance = moments(-margin - gap, margin - gap)
    assert v == pytest.approx(mean, rel=1e-11, abs=1e-13)
    assert left == pytest.approx(variance, rel=1e-9)
    assert w == pytest.approx(1.0 - variance, abs=1e-10)


@pytest.mark.parametrize("y", [50.0, 1e3, 1e6, 1e12])
def test_a_win_out_of_the_blue_follows_the_asymptotic_series(y: float) -> None:
    v, w, left = win_corrections(-y, 0.0)
    assert v == pytest.approx(y + 1 / y - 2 / y**3, rel=1e-9)
    assert left == pytest.approx(1 / y**2 - 6 / y**4 + 50 / y**6 - 518 / y**8, rel=1e-8)
    assert w == pytest.approx(1.0, abs=1e-3)


@pytest.mark.parametrize("gap", [-1e9, -2.0, 0.0, 0.5, 1e3])
def test_a_draw_without_margin_means_equal_performances(gap: float) -> None:
    assert draw_corrections(gap, 0.0) == (-gap, 1.0, 0.0)


def test_a_draw_within_a_huge_margin_tells_nothing() -> None:
    v, w, left = draw_corrections(0.5, 1e9)
    assert (v, left) == (0.0, 1.0)
    assert 0.0 < w < 1e-200


@pytest.mark.parametrize("margin", MARGINS)
def test_corrections_are_finite_and_fall_with_the_gap_everywhere(margin: float) -> None:
    gaps = np.array([-gap for gap in reversed(GAPS)] + GAPS[1:])
    for corrections in (win_corrections, draw_corrections):
        v, w, left = np.array([corrections(float(gap), margin) for gap in gaps]).T
        assert np.isfinite([v, w, left]).all()
        assert np.all(np.diff(v) <= 1e-13 * np.maximum(1.0, abs(v[1:])))
        assert np.all((w > 0.0) & (w <= 1.0) & (left >= 0.0) & (left <= 1.0))


def test_of_two_the_probability_is_the_distribution_of_the_difference() -> None:
    assert best_of([1.0, 0.0], [3.0, 4.0])[0] == pytest.approx(distribution(0.2), rel=1e-15)
    assert best_of([-50.0, 0.0], [1.0, 1.0])[0] > 0.0


@pytest.mark.parametrize("n", [3, 4, 10, 1000])
def test_equal_players_have_equal_probabilities(n: int) -> None:
    np.testing.assert_allclose(best_of([7.0] * n, [2.0] * n), 1.0 / n, rtol=1e-12)


@pytest.mark.parametrize("spread", [[1.0, 1.0, 1.0], [1.0, 2.0, 3.0], [5.0, 1.0, 1.2]])
def test_probabilities_of_three_with_equal_means_are_orthant_probabilities(
    spread: list[float],
) -> None:
    for i, probability in enumerate(best_of([0.0, 0.0, 0.0], spread)):
        own, a, b = spread[i] ** 2, *(s**2 for k, s in enumerate(spread) if k != i)
        correlation = own / math.sqrt((own + a) * (own + b))
        assert probability == pytest.approx(0.25 + math.asin(correlation) / (2 * math.pi), abs=1e-8)


def test_probabilities_of_four_with_equal_means_are_orthant_probabilities() -> None:
    spread = [1.0, 1.5, 2.0, 0.8]
    for i, probability in enumerate(best_of([0.0] * 4, spread)):
        own, others = spread[i] ** 2, [s**2 for k, s in enumerate(spread) if k != i]
        pairs = [(others[0], others[1]), (others[0], others[2]), (others[1], others[2])]
        angles = sum(math.asin(own / math.sqrt((own + a) * (own + b))) for a, b in pairs)
        assert probability == pytest.approx(0.125 + angles / (4 * math.pi), abs=1e-8)


@pytest.mark.parametrize("n", [3, 4, 5, 8, 20, 60])
@pytest.mark.parametrize("ratio", [1.0, 2.5, 6.0])
def test_probabilities_are_within_1e_8_of_a_fine_integral(n: int, ratio: float) -> None:
    rng = np.random.default_rng(n)
    for scatter in (0.5, 2.0):
        mean, spread = scatter * rng.normal(size=n), rng.uniform(1.0, ratio, n)
        np.testing.assert_allclose(best_of(mean, spread), reference(mean, spread), 0.0, 1e-8)


@pytest.mark.parametrize("n", [3, 5])
def test_probabilities_agree_with_monte_carlo(n: int) -> None:
    rng = np.random.default_rng(3)
    mean, spread, games = rng.normal(25.0, 6.0, n), rng.uniform(4.0, 9.0, n), 400_000
    performance = mean + spread * rng.normal(size=(games, n))
    share = np.bincount(performance.argmax(axis=1), minlength=n) / games
    found = best_of(mean, spread)
    error = np.sqrt(found * (1.0 - found) / games)
    assert np.all(abs(share - found) < 4.5 * error)  # 4.5 standard errors: 1 in 100,000


@pytest.mark.parametrize(
    ("mean", "spread"),
    [
        ([0.0, 1e6, -1e6], [1.0, 1.0, 1.0]),
        ([0.0, 1e6, 2e6, 3e12], [1e-6, 1e6, 1.0, 1e-9]),
        ([0.0, 0.0, 0.0], [1e-9, 1.0, 1e9]),
        ([1e9, 1e9 + 1e-3, 1e9], [1e-3, 1e-3, 1e-3]),
        (list(np.linspace(-1e5, 1e5, 1000)), [5.0] * 1000),
    ],
)
def test_absurd_gaps_and_spreads_still_give_probabilities(
    mean: list[float], spread: list[float]
) -> None:
    found = best_of(mean, spread)
    assert np.all((found >= 0.0) & (found <= 1.0))
    assert found.sum() == pytest.approx(1.0, abs=1e-12)


def test_a_spread_too_narrow_for_the_grid_costs_little_accuracy() -> None:
    exact = [0.375, 0.375, 0.25]  # a fixed 0 wins when both others are below it
    np.testing.assert_allclose(best_of([0.0] * 3, [1.0, 1.0, 1e-7]), exact, atol=1e-4)


def test_the_order_of_the_players_does_not_matter() -> None:
    rng = np.random.default_rng(5)
    mean, spread, order = rng.normal(size=9), rng.uniform(1.0, 2.0, 9), rng.permutation(9)
    np.testing.assert_allclose(
        best_of(mean[order], spread[order]), best_of(mean, spread)[order], rtol=1e-12
    )

"""Luck taken out at a table of three, against the formulas written down plainly.

Every number is computed here from the formulas of the documentation, apart from TrueSkill's
beliefs with luck left in, which tests of their own compare with published examples.
"""

from dataclasses import dataclass, replace
from math import exp, log, pi, sqrt
from statistics import NormalDist

import numpy as np
import pytest
from numpy.typing import NDArray

from evenhand.ratings import Adjustment, Glicko, Glicko2, RatingSystem, TrueSkill, WengLin
from evenhand.tables import GameTable

from .games import BELIEF, make_values

N = 3
LUCK = (0.30, 0.05, -0.20)  # its mean is not zero
GAME = GameTable.from_games([{"Anna": 3, "Ben": 2, "Cem": 1}])
LUCKY = replace(GAME, luck=np.array([LUCK]))
Q = log(10.0) / 400.0
NORMAL = NormalDist()

ADJUSTMENTS = [
    Adjustment(1.0, 1.0, 0.5),
    Adjustment(0.8, 0.5, 0.3),
    Adjustment(0.7, 2.5, 0.6),
    Adjustment(0.9, 1.5, 0.0),
]


@dataclass(frozen=True)
class Adjusted:
    """What is taken out of the share of opponents beaten, and how many games the game counts."""

    taken: list[float]
    weight: float


def adjusted(adjustment: Adjustment, chances: list[float]) -> Adjusted:
    """Both from the chances before the game."""
    even = (1.0 - sum(p * p for p in chances)) / (1.0 - 1.0 / N)
    assert 0.7 < even < 0.99  # neither an even table nor a lopsided one
    mean = sum(LUCK) / N
    taken = [adjustment.c * even**adjustment.fade * (luck - mean) for luck in LUCK]
    weight = 1.0 / (1.0 - adjustment.explained * even ** (2.0 * adjustment.fade - 1.0))
    return Adjusted(taken, weight)


def best_of(means: list[float], spreads: list[float]) -> list[float]:
    """The chance of each normal performance to be the highest, by a fine sum."""
    step = min(spreads) / 200.0
    grid = np.arange(min(means) - 9.0 * max(spreads), max(means) + 9.0 * max(spreads), step)
    performances = [NormalDist(m, s) for m, s in zip(means, spreads, strict=True)]
    below = [np.array([one.cdf(x) for x in grid]) for one in performances]
    chances = []
    for i, one in enumerate(performances):
        others = np.prod([below[j] for j in range(N) if j != i], axis=0)
        chances.append(float(np.sum([one.pdf(x) for x in grid] * others) * step))
    return chances


def rated(system: RatingSystem, means: list[float], spreads: list[float]) -> NDArray[np.float64]:
    """Rating, deviation and luck's worth of each player after the game."""
    run = system.run(LUCKY, make_values(system, np.column_stack([means, spreads])))
    assert run.luck_points is not None
    return np.column_stack([run.values[:, BELIEF], run.luck_points[0]])


def counted_more(
    shift: float, kept: float, moved: float, usually: float, weight: float
) -> tuple[float, float, float]:
    """Shift, part of the variance kept and luck's worth in a game that counts ``weight`` times.

    The information of the game, 1/kept - 1 in units of that before it, counts so many times;
    the shift as often over what is then known, by what such a game usually tells.
    """
    share = weight / (1.0 + weight * (1.0 / usually - 1.0)) / usually
    return share * (shift - moved), 1.0 / (1.0 + weight * (1.0 / kept - 1.0)), share * moved


# Glicko and Glicko-2.

MEANS, SPREADS = [1620.0, 1500.0, 1450.0], [80.0, 120.0, 60.0]
PERFORMANCE = 1.702 / Q / sqrt(2.0)


def glicko_sums(adjustment: Adjustment) -> tuple[list[float], list[float], list[float]]:
    """Information, surprise and what luck takes off the surprise, for each player."""
    spreads = [sqrt(spread**2 + PERFORMANCE**2) for spread in SPREADS]
    out = adjusted(adjustment, best_of(MEANS, spreads))
    known, news, luck = [0.0] * N, [0.0] * N, [0.0] * N
    for i in range(N):
        for j in range(N):
            if i == j:
                continue
            g = 1.0 / sqrt(1.0 + 3.0 * (Q * SPREADS[j] / pi) ** 2)
            e = 1.0 / (1.0 + 10.0 ** (-g * (MEANS[i] - MEANS[j]) / 400.0))
            weight = out.weight * 3.0 / (N + 1.0)
            taken = (N - 1.0) / N * (out.taken[i] - out.taken[j])
            known[i] += weight * g * g * e * (1.0 - e)
            news[i] += weight * g * (float(i < j) - taken - e)
            luck[i] += weight * g * taken
    # Over the opponents, what is taken out of the pairs is what is taken out of the share beaten.
    for i in range(N):
        pairs = [(N - 1.0) / N * (out.taken[i] - out.taken[j]) for j in range(N) if j != i]
        assert sum(pairs) / (N - 1.0) == pytest.approx(out.taken[i])
    return known, news, luck


@pytest.mark.parametrize("adjustment", ADJUSTMENTS, ids=str)
def test_glicko(adjustment: Adjustment) -> None:
    want = []
    for r, rd, known, news, luck in zip(MEANS, SPREADS, *glicko_sums(adjustment), strict=True):
        variance = 1.0 / (1.0 / rd**2 + Q**2 * known)
        want.append([r + Q * variance * news, sqrt(variance), Q * variance * luck])
    found = rated(Glicko(luck=adjustment), MEANS, SPREADS)
    np.testing.assert_allclose(found, want, rtol=1e-7)  # as exact as the chances


@pytest.mark.parametrize("adjustment", ADJUSTMENTS, ids=str)
def test_glicko_2(adjustment: Adjustment) -> None:
    want = []
    for r, rd, known, news, luck in zip(MEANS, SPREADS, *glicko_sums(adjustment), strict=True):
        phi, v = Q * rd, 1.0 / known
        sigma = volatility(0.06, v * news, phi, v, tau=0.5)
        variance = 1.0 / (1.0 / (phi**2 + sigma**2) + known)
        want.append([r + variance * news / Q, sqrt(variance) / Q, variance * luck / Q])
    found = rated(Glicko2(luck=adjustment), MEANS, SPREADS)
    np.testing.assert_allclose(found, want, rtol=1e-7)


def volatility(sigma: float, delta: float, phi: float, v: float, tau: float) -> float:
    """Step 5 of Glicko-2 by halving: the function falls from far above zero to far below."""

    def f(x: float) -> float:
        total = phi**2 + v + exp(x)
        return exp(x) * (delta**2 - total) / (2.0 * total**2) - (x - log(sigma**2)) / tau**2

    low, high = log(sigma**2) - 5.0, log(sigma**2) + 5.0
    for _ in range(60):
        middle = (low + high) / 2.0
        low, high = (middle, high) if f(middle) > 0.0 else (low, middle)
    return exp(low / 2.0)


# TrueSkill and Weng-Lin.

MU, SIGMA = [29.0, 25.0, 23.0], [3.0, 6.0, 2.0]
BETA, TAU = 25.0 / 6.0, 25.0 / 300.0
OWN = [sigma**2 + TAU**2 for sigma in SIGMA]


@pytest.mark.parametrize("adjustment", ADJUSTMENTS, ids=str)
def test_true_skill(adjustment: Adjustment) -> None:
    """Luck moves a mean as in a game of two against the mean of the others."""
    variances = [own + BETA**2 for own in OWN]
    out = adjusted(adjustment, best_of(MU, [sqrt(variance) for variance in variances]))
    start = make_values(TrueSkill(), np.column_stack([MU, SIGMA]))
    left_in = TrueSkill().run(GAME, start).values[:, BELIEF]
    want = []
    for i in range(N):
        others = [j for j in range(N) if j != i]
        c = sqrt(variances[i] + sum(variances[j] for j in others) / len(others))
        gap = (MU[i] - sum(MU[j] for j in others) / len(others)) / c
        # v of a win less v of a loss, for as many games as the table counts
        slope = NORMAL.pdf(gap) / NORMAL.cdf(gap) + NORMAL.pdf(gap) / NORMAL.cdf(-gap)
        slope *= (N - 1.0) * 3.0 / (N + 1.0) / c
        usually = max(1.0 - OWN[i] * slope * NORMAL.pdf(gap) / c, 0.1)
        shift, kept, luck = counted_more(
            left_in[i, 0] - MU[i],
            left_in[i, 1] ** 2 / OWN[i],
            OWN[i] * slope * out.taken[i],
            usually,
            out.weight,
        )
        want.append([MU[i] + shift, sqrt(OWN[i] * kept), luck])
    found = rated(TrueSkill(luck=adjustment), MU, SIGMA)
    np.testing.assert_allclose(found, want, rtol=1e-7)


def test_true_skill_of_equals_by_hand() -> None:
    """Newcomers, luck 0.2, 0, -0.2, of which a half is explained: the game counts twice."""
    ratings = TrueSkill().run(GAME).values[:, BELIEF]
    game = replace(GAME, luck=np.array([[0.2, 0.0, -0.2]]))
    run = TrueSkill(luck=Adjustment(1.0, 1.0, 0.5)).run(game)
    # Everybody's variance is 625/9 + 1/144, with beta^2 86.8125, so c^2 = 173.625; at no gap the
    # slope is 1.5 x 4 phi(0) / c = 0.18166, and a game usually tells 69.4514 x 0.0055001 = 0.38199.
    share = 2.0 / (1.0 + 0.38199)
    luck = share * 69.4514 * 0.18166 * 0.2
    assert run.luck_points is not None
    assert run.luck_points[0] == pytest.approx([luck, 0.0, -luck], rel=1e-4, abs=1e-9)
    shift = share * (ratings[0, 0] - 25.0)
    assert run.values[0, 0] == pytest.approx(25.0 + shift - luck, rel=1e-4)
    assert 1.0 / run.values[:, 2] ** 2 - 1.0 / 69.4514 == pytest.approx(
        2.0 * (1.0 / ratings[:, 1] ** 2 - 1.0 / 69.4514), rel=1e-4
    )


@pytest.mark.parametrize("adjustment", ADJUSTMENTS, ids=str)
def test_weng_lin_by_bradley_terry(adjustment: Adjustment) -> None:
    out = adjusted(adjustment, logistic_chances(widening=1.0))
    want = []
    for i in range(N):
        omega, delta, luck = 0.0, 0.0, 0.0
        for j in range(N):
            if i == j:
                continue
            c = sqrt(OWN[i] + OWN[j] + 2.0 * BETA**2)
            p = 1.0 / (1.0 + exp((MU[j] - MU[i]) / c))
            omega += OWN[i] / c * (float(i < j) - p)
            delta += (OWN[i] / c**2) * sqrt(OWN[i]) / c * p * (1.0 - p)
            luck += OWN[i] / c * (N - 1.0) / N * (out.taken[i] - out.taken[j])
        shift, kept, luck = counted_more(omega, 1.0 - delta, luck, 1.0 - delta, out.weight)
        want.append([MU[i] + shift, sqrt(OWN[i] * kept), luck])
    found = rated(WengLin(luck=adjustment), MU, SIGMA)
    np.testing.assert_allclose(found, want, rtol=1e-12)


@pytest.mark.parametrize("adjustment", ADJUSTMENTS, ids=str)
def test_weng_lin_by_plackett_luce(adjustment: Adjustment) -> None:
    out = adjusted(adjustment, logistic_chances(widening=N / 2.0))
    c = sqrt(sum(OWN) + N * BETA**2)
    power = [exp(mu / c) for mu in MU]
    slope = (N - 1.0) * 3.0 / (N + 1.0)
    want = []
    for i in range(N):
        omega, delta = 0.0, 0.0
        for place in range(i + 1):  # the choices of who is first, second, third
            p = power[i] / sum(power[place:])
            omega += (float(place == i) - p) * OWN[i] / c
            delta += p * (1.0 - p) * sqrt(OWN[i]) * OWN[i] / c**3
        first = power[i] / sum(power)
        usually = 1.0 - slope * first * (1.0 - first) * sqrt(OWN[i]) * OWN[i] / c**3
        moved = OWN[i] * slope / c * out.taken[i]
        shift, kept, luck = counted_more(omega, 1.0 - delta, moved, usually, out.weight)
        want.append([MU[i] + shift, sqrt(OWN[i] * kept), luck])
    found = rated(WengLin(model="plackett-luce", luck=adjustment), MU, SIGMA)
    np.testing.assert_allclose(found, want, rtol=1e-12)


def logistic_chances(widening: float) -> list[float]:
    """Chances to win in proportion to 1 / sum of everybody's odds against a player."""
    chances = []
    for i in range(N):
        spreads = [sqrt(widening * (OWN[i] + OWN[j] + 2.0 * BETA**2)) for j in range(N)]
        chances.append(1.0 / sum(exp((MU[j] - MU[i]) / spreads[j]) for j in range(N)))
    return [chance / sum(chances) for chance in chances]

r"""What systems with normally distributed performances share.

A performance is :math:`N(\mu, s^2)`.  With :math:`\varphi` and :math:`\Phi` the
standard normal density and distribution, a difference of two performances with
mean *t* and margin *e*, both in standard deviations, is corrected by

.. math:: v = E[Z], \quad w = 1 - \mathrm{Var}[Z] \qquad
          \text{given } Z > e - t \text{ (win)}, \quad |t + Z| < e \text{ (draw)}

and the probability of player *i* to perform best of *n* is

.. math:: P_i = \int \frac{\varphi_i(x)}{\Phi_i(x)} \prod_j \Phi_j(x) \, dx .

Sources: v and w from Herbrich, Minka, Graepel, TrueSkill (2006), section 3; the
rational function from Hart, Computer Approximations (1968), no. 5666, as printed in
West, Better Approximations to Cumulative Normal Functions (2005).
Deviations: far from the mean, where the printed quotients become 0/0, v and w come
from Laplace's continued fraction (win) and from Gauss-Legendre integrals (draw); 1 - w
is returned beside w, because the difference loses its digits there.  The integral is
one trapezoidal sum for all players, on which the product is computed once and each
player's own factor divided out: n times 17 nodes for like spreads instead of n^2.

Symbols: gap = t; margin = e; x, y, z = standard deviations from a mean.
"""

import math
from collections.abc import Sequence

import numpy as np

from evenhand.compiled import formula, step
from evenhand.ratings.workspace import PROBABILITY, SCRATCH, Workspace

MEAN, VARIANCE, SPREAD, SHIFT, SHARPNESS, RATIO = range(SCRATCH, SCRATCH + 6)

SQRT_2 = math.sqrt(2.0)
SQRT_2_PI = math.sqrt(2.0 * math.pi)
NODES, WEIGHTS = (tuple(x.tolist()) for x in np.polynomial.legendre.leggauss(20))

CERTAIN = 37.0  # beyond it the density is as good as 0, at it a number above 0
HIGH, LOW = (
    6.5,
    7.2,
)  # win probabilities: a performance lies between mean - LOW and mean + HIGH spreads
NEVER = 1e-12  # win probabilities: where the best performance is lower with this probability, stop
MOST_NODES = 1000.0


@formula
def density(x: float) -> float:
    """Return the standard normal density.

    >>> round(density(0.0), 6)
    0.398942
    """
    x = min(abs(x), CERTAIN)
    return math.exp(-0.5 * x * x) / SQRT_2_PI


@formula
def distribution(x: float) -> float:
    """Return the probability that a standard normal number is below x.

    >>> round(distribution(1.96), 3)
    0.975
    """
    return 0.5 * math.erfc(-x / SQRT_2)


@formula
def tail_quotient(y: float) -> tuple[float, float]:
    """Return p and q such that the probability to be above y >= 0 is exp(-y^2 / 2) p / q.

    >>> p, q = tail_quotient(0.0)
    >>> round(p / q, 12)
    0.5
    """
    p = 3.52624965998911e-02 * y + 0.700383064443688
    p = ((p * y + 6.37396220353165) * y + 33.912866078383) * y + 112.079291497871
    p = (p * y + 221.213596169931) * y + 220.206867912376
    q = 8.83883476483184e-02 * y + 1.75566716318264
    q = ((q * y + 16.064177579207) * y + 86.7807322029461) * y + 296.564248779674
    q = ((q * y + 637.333633378831) * y + 793.826512519948) * y + 440.413735824752
    return p, q


@formula
def win_corrections(gap: float, margin: float) -> tuple[float, float, float]:
    """Return the corrections v, w and 1 - w when the difference came out above the margin.

    >>> [round(c, 4) for c in win_corrections(0.0, 0.0)]
    [0.7979, 0.6366, 0.3634]
    >>> [round(c, 4) for c in win_corrections(-1000.0, 0.0)]
    [1000.001, 1.0, 0.0]
    """
    x = min(gap - margin, CERTAIN)
    if x < -3.0:
        return far_win_corrections(-x)
    v = density(x) / distribution(x)
    w = v * (v + x)
    return v, w, 1.0 - w


@formula
def far_win_corrections(y: float) -> tuple[float, float, float]:
    """Return v, w and 1 - w when what came out lies y > 3 above what was expected.

    Laplace: v = y + 1/k, k = y + 2/m, m = y + 3/n, n = y + 4/(y + 5/(y + ...)).
    """
    n = y
    for term in range(40, 3, -1):
        n = y + term / n
    m = y + 3.0 / n
    k = y + 2.0 / m
    v = y + 1.0 / k
    left = (y / m) * (y / m) + (4.0 - 9.0 / n / n) / m / m
    return v, v / k, left / k / k


@formula
def draw_corrections(gap: float, margin: float) -> tuple[float, float, float]:
    """Return the corrections v, w and 1 - w when the difference stayed within the margin.

    >>> [round(c, 4) for c in draw_corrections(1.0, 1.0)]
    [-0.7228, 0.7487, 0.2513]
    >>> [round(float(c), 4) for c in draw_corrections(1.0, 0.0)]
    [-1.0, 1.0, 0.0]
    """
    t = abs(gap)
    if margin < 0.05 or t - margin > 1.0:
        v, w, left = far_draw_corrections(t - margin, 2.0 * margin)
    else:
        above, below = min(margin - t, CERTAIN), min(margin + t, CERTAIN)
        inside = 1.0 - distribution(-above) - distribution(-below)
        v = (density(below) - density(above)) / inside
        w = v * v + (above * density(above) + below * density(below)) / inside
        left = 1.0 - w
    return (v if gap > 0.0 else -v), w, left


@formula
def far_draw_corrections(y: float, width: float) -> tuple[float, float, float]:
    """Return -E[Z], w and 1 - w for Z between y and y + width, narrow or far out.

    Integrals over what lies beyond y, until the density has fallen by e^-37.
    """
    length = min(width, 74.0 / (max(y, 8.6) + y))
    total = first = second = 0.0
    for i in range(20):
        over = 0.5 * length * (1.0 + NODES[i])
        weight = WEIGHTS[i] * math.exp(-(y + 0.5 * over) * over)
        total += weight
        first += weight * over
        second += weight * over * over
    first /= total
    left = max(second / total - first * first, 0.0)
    return -(y + first), 1.0 - left, left


@step
def best_of(table: Workspace, n: int) -> None:
    """Write each player's probability to perform best of n; they add up to one.

    Reads the rows MEAN and SPREAD.  Performances are independent and normal, spreads positive.
    Within 1e-8 of the integral while no spread is a hundred times another; spreads narrower
    than the grid resolves are widened to that.
    """
    if n == 2:
        both = math.sqrt(table[SPREAD, 0] * table[SPREAD, 0] + table[SPREAD, 1] * table[SPREAD, 1])
        table[PROBABILITY, 0] = distribution((table[MEAN, 0] - table[MEAN, 1]) / both)
        table[PROBABILITY, 1] = distribution((table[MEAN, 1] - table[MEAN, 0]) / both)
        return
    high, width, nodes = lay_grid(table, n)
    for i in range(n):
        table[PROBABILITY, i] = 0.0
    for node in range(nodes):
        product = 1.0
        for i in range(n):
            below, table[RATIO, i] = below_and_ratio(
                (high - node * width - table[SHIFT, i]) * table[SHARPNESS, i]
            )
            product *= below
        if product < NEVER:
            break
        for i in range(n):
            table[PROBABILITY, i] += product * table[RATIO, i] * table[SHARPNESS, i]
    total = 0.0
    for i in range(n):
        total += table[PROBABILITY, i]
    for i in range(n):
        table[PROBABILITY, i] /= total


@step
def lay_grid(table: Workspace, n: int) -> tuple[float, float, int]:
    """Return highest node, step and number of nodes, all relative to the highest mean.

    SHIFT becomes the mean, SHARPNESS 1 / spread with no spread too narrow.
    """
    top, narrow = table[MEAN, 0], table[SPREAD, 0]
    for i in range(1, n):
        top, narrow = max(top, table[MEAN, i]), min(narrow, table[SPREAD, i])
    per_spread = 0.82 + 0.645 * math.log(n)  # found by trial from 3 to 1000 players
    high, low = reach(table, n, top, narrow)
    narrow = max(narrow, (high - low) * per_spread / MOST_NODES)
    high, low = reach(table, n, top, narrow)
    for i in range(n):
        table[SHIFT, i] = table[MEAN, i] - top
        table[SHARPNESS, i] = 1.0 / max(table[SPREAD, i], narrow)
    return high, narrow / per_spread, int((high - low) * per_spread / narrow) + 1


@step
def reach(table: Workspace, n: int, top: float, narrow: float) -> tuple[float, float]:
    """Return above and below what, relative to the top, the best performance cannot be."""
    high = low = -math.inf
    for i in range(n):
        wide = max(table[SPREAD, i], narrow)
        high = max(high, table[MEAN, i] - top + HIGH * wide)
        low = max(low, table[MEAN, i] - top - LOW * wide)
    return high, low


@formula
def below_and_ratio(z: float) -> tuple[float, float]:
    """Return the distribution at z, and the density over the distribution times sqrt(2 pi)."""
    if z > HIGH:
        return 1.0, 0.0
    if z < -LOW:
        return 0.0, 0.0
    at = math.exp(-0.5 * z * z)
    p, q = tail_quotient(abs(z))
    below = at * p if z < 0.0 else q - at * p
    return below / q, at * q / below


def best_of_normal(means: Sequence[float], spreads: Sequence[float]) -> list[float]:
    """Return the probability of each of some normal performances to be the best.

    >>> [round(p, 4) for p in best_of_normal([1.0, 0.0, 0.0], [1.0, 1.0, 1.0])]
    [0.6337, 0.1831, 0.1831]
    """
    table: dict[tuple[int, int], float] = {}
    for i, (mean, spread) in enumerate(zip(means, spreads, strict=True)):
        table[MEAN, i], table[SPREAD, i] = mean, spread
    best_of(table, len(means))
    return [table[PROBABILITY, i] for i in range(len(means))]

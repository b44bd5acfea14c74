r"""Expectation propagation along a chain of performances, best result first.

Performance *k* is :math:`M_k + x_k` with :math:`x_k \sim N(0, V_k)`; each is known to
exceed the next by more than a margin (win) or to be within it (draw).  Each neighbour
tells *k* something like a measurement of :math:`x_k`: a message of precision *p* and
precision times mean *q*.  With *a* and *b* the two performances as all but their own
comparison have them (mean and variance), :math:`C = a_v + b_v` and *v*, *w* taken at
:math:`(M_k - M_{k+1} + a_m - b_m) / \sqrt C`, the comparison tells

.. math:: k: \; p = \frac{w}{b_v + a_v (1 - w)}, \;
             q = \frac{w a_m + \sqrt C v}{b_v + a_v (1 - w)} \qquad
          k + 1: \; p = \frac{w}{a_v + b_v (1 - w)}, \;
             q = \frac{w b_m - \sqrt C v}{a_v + b_v (1 - w)}

up and down the chain until nothing changes any more.

Source: Herbrich, Minka, Graepel, TrueSkill (2006), section 3 and figure 1.
Deviations: what the factor graph sends through four kinds of nodes is put together in
the formula above.  It holds no difference of large numbers and no division by a
precision or by 1 - w, so that it stands any gap between ratings and a margin of zero.
Teams of the same result and the same beliefs, whose order in the chain means nothing,
share what they are told; in the source the one in the middle learns a little more.

Symbols: mean, variance = M, V; margin = margin of neighbours k and k + 1.
"""

import math

from evenhand.compiled import formula
from evenhand.ratings.gaussian import draw_corrections, win_corrections
from evenhand.tables import Floats, Indices

ABOVE_P, ABOVE_Q, BELOW_P, BELOW_Q = range(4)  # what the neighbour above, below told

SETTLED = 1e-10
MOST_SWEEPS = 200
ALIKE = 1e-9


@formula
def compare(
    lead: float,
    a_told: tuple[float, float, float],
    b_told: tuple[float, float, float],
    margin: float,
    tie: bool,
) -> tuple[float, float, float, float]:
    """What the comparison tells the upper performance, p and q, and the lower one, p and q.

    ``lead`` is the difference of their M; ``told`` is V and the p and q of the
    neighbour on the other side.
    """
    a_v, b_v = a_told[0] / (1.0 + a_told[0] * a_told[1]), b_told[0] / (1.0 + b_told[0] * b_told[1])
    a_m, b_m = a_v * a_told[2], b_v * b_told[2]
    c = math.sqrt(a_v + b_v)
    if tie:
        v, w, left = draw_corrections((lead + a_m - b_m) / c, margin / c)
    else:
        v, w, left = win_corrections((lead + a_m - b_m) / c, margin / c)
    to_a, to_b = 1.0 / (b_v + a_v * left), 1.0 / (a_v + b_v * left)
    return w * to_a, (w * a_m + c * v) * to_a, w * to_b, (w * b_m - c * v) * to_b


@formula
def compare_all(
    teams: int,
    order: Indices,
    points: Floats,
    mean: Floats,
    variance: Floats,
    size: Floats,
    margin: float,
    told: Floats,
) -> int:
    """Compare neighbours down and up the chain until there is no news; how many sweeps."""
    told[:, :teams] = 0.0
    turn, sweeps, news = teams - 2, 0, True
    while news and sweeps < MOST_SWEEPS:
        news = False
        for step in range(min(sweeps, 1), 2 * turn + 1):
            k = step if step < turn else 2 * turn - step
            i, j = order[k], order[k + 1]
            a_p, a_q, b_p, b_q = compare(
                mean[i] - mean[j],
                (variance[i], told[ABOVE_P, i], told[ABOVE_Q, i]),
                (variance[j], told[BELOW_P, j], told[BELOW_Q, j]),
                margin * math.sqrt(size[i] + size[j]),
                points[i] == points[j],
            )
            change = abs(a_q - told[BELOW_Q, i]) + abs(b_q - told[ABOVE_Q, j])
            unit = math.sqrt(variance[i] + variance[j])
            news |= change * unit > SETTLED * (1.0 + unit * (abs(a_q) + abs(b_q)))
            told[BELOW_P, i], told[BELOW_Q, i] = a_p, a_q
            told[ABOVE_P, j], told[ABOVE_Q, j] = b_p, b_q
        sweeps += 1
    return sweeps


@formula
def alike(i: int, j: int, points: Floats, mean: Floats, variance: Floats, size: Floats) -> bool:
    """Whether two teams had the same result and, up to rounding, the same beliefs before."""
    near = abs(mean[i] - mean[j]) <= ALIKE * math.sqrt(variance[i])
    near &= abs(variance[i] - variance[j]) <= ALIKE * variance[i]
    return bool(near and points[i] == points[j] and size[i] == size[j])


@formula
def treat_alike(
    teams: int,
    order: Indices,
    points: Floats,
    mean: Floats,
    variance: Floats,
    size: Floats,
    told: Floats,
) -> None:
    """Give teams that are alike the average of what they were told, whatever their order."""
    first = 0
    while first < teams:
        last = first + 1
        while last < teams and alike(order[first], order[last], points, mean, variance, size):
            last += 1
        for row in range(len(told) if last > first + 1 else 0):
            total = 0.0
            for k in range(first, last):
                total += told[row, order[k]]
            for k in range(first, last):
                told[row, order[k]] = total / (last - first)
        first = last

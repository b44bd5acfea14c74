r"""Expectation propagation along a chain of performances, best result first.

Performance *k* is :math:`M_k + x_k` with :math:`x_k \sim N(0, V_k)`; each is known to
exceed the next by more than a margin (win) or to be within it (draw).  Each neighbour
sends *k* something like a measurement of :math:`x_k`: a message of precision *p* and
precision times mean *q*.  With *a* and *b* the two performances as all but their own
comparison have them (mean and variance), :math:`C = a_v + b_v` and *v*, *w* taken at
:math:`(M_k - M_{k+1} + a_m - b_m) / \sqrt C`, the comparison sends

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
share their messages; in the source the one in the middle learns a little more.

Symbols: mean, variance = M, V; margin = margin of neighbours k and k + 1.
"""

import math

from evenhand.compiled import formula, step
from evenhand.ratings.normal import MEAN, VARIANCE, draw_corrections, win_corrections
from evenhand.ratings.workspace import ORDER, SCORE, SCRATCH, SIZE, Index, Workspace

ABOVE_P, ABOVE_Q, BELOW_P, BELOW_Q = range(SCRATCH + 2, SCRATCH + 6)  # from the neighbours

SETTLED = 1e-10
MOST_SWEEPS = 200
ALIKE = 1e-9


@formula
def compare(
    lead: float,
    a_message: tuple[float, float, float],
    b_message: tuple[float, float, float],
    margin: float,
    tie: bool,
) -> tuple[float, float, float, float]:
    """Return the messages to the upper performance, p and q, and to the lower one, p and q.

    ``lead`` is the difference of their M; a message in is V and the p and q of the neighbour on
    the other side.
    """
    a_variance, a_p, a_q = a_message
    b_variance, b_p, b_q = b_message
    a_v, b_v = a_variance / (1.0 + a_variance * a_p), b_variance / (1.0 + b_variance * b_p)
    a_m, b_m = a_v * a_q, b_v * b_q
    c = math.sqrt(a_v + b_v)
    if tie:
        v, w, left = draw_corrections((lead + a_m - b_m) / c, margin / c)
    else:
        v, w, left = win_corrections((lead + a_m - b_m) / c, margin / c)
    to_a, to_b = 1.0 / (b_v + a_v * left), 1.0 / (a_v + b_v * left)
    return w * to_a, (w * a_m + c * v) * to_a, w * to_b, (w * b_m - c * v) * to_b


@step
def pass_messages(table: Workspace, index: Index, teams: int, margin: float) -> None:
    """Compare neighbours down and up the ranking until no message changes."""
    for k in range(teams):
        table[ABOVE_P, k] = table[ABOVE_Q, k] = table[BELOW_P, k] = table[BELOW_Q, k] = 0.0
    turn, sweeps, changed = teams - 2, 0, True
    while changed and sweeps < MOST_SWEEPS:
        changed = False
        for place in range(min(sweeps, 1), 2 * turn + 1):
            k = place if place < turn else 2 * turn - place
            i, j = index[ORDER, k], index[ORDER, k + 1]
            a_p, a_q, b_p, b_q = compare(
                table[MEAN, i] - table[MEAN, j],
                (table[VARIANCE, i], table[ABOVE_P, i], table[ABOVE_Q, i]),
                (table[VARIANCE, j], table[BELOW_P, j], table[BELOW_Q, j]),
                margin * math.sqrt(table[SIZE, i] + table[SIZE, j]),
                table[SCORE, i] == table[SCORE, j],
            )
            change = abs(a_q - table[BELOW_Q, i]) + abs(b_q - table[ABOVE_Q, j])
            unit = math.sqrt(table[VARIANCE, i] + table[VARIANCE, j])
            changed |= change * unit > SETTLED * (1.0 + unit * (abs(a_q) + abs(b_q)))
            table[BELOW_P, i], table[BELOW_Q, i] = a_p, a_q
            table[ABOVE_P, j], table[ABOVE_Q, j] = b_p, b_q
        sweeps += 1


@step
def is_alike(table: Workspace, i: int, j: int) -> bool:
    """Tell whether two teams had the same result and, up to rounding, the same beliefs before."""
    near = abs(table[MEAN, i] - table[MEAN, j]) <= ALIKE * math.sqrt(table[VARIANCE, i])
    near &= abs(table[VARIANCE, i] - table[VARIANCE, j]) <= ALIKE * table[VARIANCE, i]
    same = table[SCORE, i] == table[SCORE, j] and table[SIZE, i] == table[SIZE, j]
    return bool(near and same)


@step
def average_ties(table: Workspace, index: Index, teams: int) -> None:
    """Give teams that are alike the mean of their messages, whatever their order."""
    first = 0
    while first < teams:
        last = first + 1
        while last < teams and is_alike(table, index[ORDER, first], index[ORDER, last]):
            last += 1
        if last > first + 1:
            for message in range(ABOVE_P, BELOW_Q + 1):
                total = 0.0
                for k in range(first, last):
                    total += table[message, index[ORDER, k]]
                for k in range(first, last):
                    table[message, index[ORDER, k]] = total / (last - first)
        first = last

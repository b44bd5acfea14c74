r"""What a game tells about teams whose chances are logistic.

Bradley-Terry, every pair a game of its own (algorithm 1), with
:math:`c_{iq}^2 = \sigma_i^2 + \sigma_q^2 + 2 \beta^2`, :math:`s_{iq}` = 1, 1/2 or 0 and
:math:`p_{iq} = 1 / (1 + e^{(\mu_q - \mu_i) / c_{iq}})`:

.. math:: \Omega_i = \sum_q \frac{\sigma_i^2}{c_{iq}} (s_{iq} - p_{iq}), \qquad
          \Delta_i = \sum_q \frac{\sigma_i}{c_{iq}} \frac{\sigma_i^2}{c_{iq}^2}
                     p_{iq} (1 - p_{iq})

Plackett-Luce, place after place a choice of one among those left (algorithm 4), with
:math:`c^2 = \sum_q (\sigma_q^2 + \beta^2)`, :math:`C_q` the teams not above *q* and
:math:`p_{iq} = w_{iq} e^{\mu_i / c} / \sum_{s \in C_q} w_{sq} e^{\mu_s / c}`:

.. math:: \Omega_i = \frac{\sigma_i^2}{c} \sum_{q: i \in C_q} ([i = q] - p_{iq}), \qquad
          \Delta_i = \frac{\sigma_i}{c} \frac{\sigma_i^2}{c^2} \sum_{q: i \in C_q}
                     p_{iq} (1 - p_{iq})

where the weights *w* are 1 without ties; of *m* teams that are level, the choice of the
*l*-th (from 0) leaves each of them with :math:`w = 1 - l/m`.

Source: Weng, Lin, A Bayesian Approximation Method for Online Ranking, JMLR 12 (2011),
algorithms 1 and 4, with their gamma = sigma_i / c.
Deviations: ties in Plackett-Luce are Efron's (1977, for Cox regression), close to the
mean over all orders of those who are level.  The paper takes a tie as one place that is
shared, and so can pay a tie for first less than a clear second.  Powers are taken
relative to the best and never below 1e-300, so that none overflows and no sum is zero.

Symbols: mean, variance = mu, sigma^2 of a team; points = its score, equal for a tie;
omega, delta = Omega / sigma^2, Delta / sigma^3.
"""

import math

from evenhand.compiled import formula, step
from evenhand.ratings.elo_family import pair_score
from evenhand.tables import Floats


@formula
def logistic(x: float) -> float:
    """1 / (1 + e^-x), without overflow.

    >>> logistic(0.0), logistic(-1e6)
    (0.5, 0.0)
    """
    low = math.exp(-abs(x))
    return (1.0 if x > 0.0 else low) / (1.0 + low)


@step
def choice_chances(mean: Floats, teams: int, c: float, chance: Floats) -> None:
    """Parts in proportion to e^(mu/c); none is less than 1e-300 of the largest."""
    best, total = mean[0], 0.0
    for i in range(1, teams):
        best = max(best, mean[i])
    for i in range(teams):
        chance[i] = max(math.exp((mean[i] - best) / c), 1e-300)
        total += chance[i]
    for i in range(teams):
        chance[i] /= total


@step
def learn_by_pairs(
    points: Floats,
    mean: Floats,
    variance: Floats,
    teams: int,
    beta: float,
    omega: Floats,
    delta: Floats,
) -> None:
    """Omega and Delta over sigma^2 and sigma^3, by Bradley-Terry."""
    for i in range(teams):
        omega[i] = delta[i] = 0.0
        for q in range(i):
            c_v = variance[i] + variance[q] + 2.0 * beta * beta
            c = math.sqrt(c_v)
            chance = logistic((mean[i] - mean[q]) / c)
            surprise = (pair_score(points[i], points[q]) - chance) / c
            known = chance * (1.0 - chance) / (c * c_v)
            omega[i] += surprise
            omega[q] -= surprise
            delta[i] += known
            delta[q] += known


@step
def learn_by_places(
    points: Floats, chance: Floats, teams: int, c: float, omega: Floats, delta: Floats
) -> None:
    """Omega and Delta over sigma^2 and sigma^3, by Plackett-Luce, from the chances to win."""
    for i in range(teams):
        omega[i] = delta[i] = 0.0
    for q in range(teams):
        level, chosen, tied, below = 0.0, 0.0, 0.0, 0.0
        for i in range(teams):
            if points[i] == points[q]:
                level += 1.0
                tied += chance[i]
                chosen += 1.0 if i < q else 0.0
            elif points[i] < points[q]:
                below += chance[i]
        left = 1.0 - chosen / level
        total = left * tied + below
        for i in range(teams):
            if points[i] <= points[q]:
                p = (left if points[i] == points[q] else 1.0) * chance[i] / total
                omega[i] += ((1.0 if i == q else 0.0) - p) / c
                delta[i] += p * (1.0 - p) / (c * c * c)


@step
def win_chances_by_pairs(
    mean: Floats, variance: Floats, teams: int, beta: float, widening: float, chance: Floats
) -> None:
    """Parts in proportion to 1 over the sum of everybody's odds against a team.

    The odds of a pair are e to their difference over the root of ``widening`` times
    the variances of both and twice beta^2.
    """
    for i in range(teams):
        chance[i] = 1.0
        for q in range(i):
            c = math.sqrt(widening * (variance[i] + variance[q] + 2.0 * beta * beta))
            against = math.exp(min(max((mean[q] - mean[i]) / c, -600.0), 600.0))
            chance[i] += against
            chance[q] += 1.0 / against
    total = 0.0
    for i in range(teams):
        chance[i] = 1.0 / chance[i]
        total += chance[i]
    for i in range(teams):
        chance[i] /= total

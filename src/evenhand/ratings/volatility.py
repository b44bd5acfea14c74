r"""Step 5 of Glicko-2: the volatility that best explains the results of a period.

Its logarithm squared is the root of

.. math:: f(x) = \frac{e^x(\Delta^2 - \phi^2 - v - e^x)}{2(\phi^2 + v + e^x)^2}
                - \frac{x - \ln\sigma^2}{\tau^2} .

Source: Glickman, Example of the Glicko-2 system (2022).  Deviations: Newton's method first,
Glickman's where that does not settle.

Symbols: delta, phi, v, sigma, tau as there; x = ln of the new variance.
"""

import math

from evenhand.compiled import formula


@formula
def slope(
    x: float, delta: float, phi: float, v: float, a: float, tau: float
) -> tuple[float, float]:
    """Return Glickman's f, whose root is the logarithm of the new variance, and its derivative."""
    variance, known = math.exp(x), phi * phi + v
    total, upset = known + variance, delta * delta - known
    pull = variance * (upset - variance) / (2.0 * total * total)
    bend = variance * (upset * (known - variance) - 2.0 * known * variance) / (2.0 * total**3)
    return pull - (x - a) / (tau * tau), bend - 1.0 / (tau * tau)


@formula
def new_volatility(sigma: float, delta: float, phi: float, v: float, tau: float) -> float:
    """Find the new volatility: by Newton from the old, as Glickman does it where that fails.

    >>> round(new_volatility(0.06, -0.4834, 1.1513, 1.7785, 0.5), 5)
    0.06
    """
    a = math.log(sigma * sigma)
    x = a
    for _ in range(8):
        f, bend = slope(x, delta, phi, v, a, tau)
        if bend > -0.5 / (tau * tau):
            break
        x -= f / bend
        if abs(f / bend) < 1e-8:
            return math.exp(x / 2.0)
    return illinois_volatility(sigma, delta, phi, v, tau)


@formula
def illinois_volatility(sigma: float, delta: float, phi: float, v: float, tau: float) -> float:
    """Find the new volatility by the Illinois algorithm, as Glickman prints it.

    >>> round(illinois_volatility(0.06, -0.4834, 1.1513, 1.7785, 0.5), 5)
    0.06
    """
    a = math.log(sigma * sigma)
    low, f_low = a, slope(a, delta, phi, v, a, tau)[0]
    if delta * delta > phi * phi + v:
        high = math.log(delta * delta - phi * phi - v)
        f_high = slope(high, delta, phi, v, a, tau)[0]
    else:
        high, f_high = a, -1.0
        while f_high < 0.0:
            high -= tau
            f_high = slope(high, delta, phi, v, a, tau)[0]
    while abs(high - low) > 1e-6:
        middle = low + (low - high) * f_low / (f_high - f_low)
        f_middle = slope(middle, delta, phi, v, a, tau)[0]
        if f_middle * f_high <= 0.0:
            low, f_low = high, f_high
        else:
            f_low /= 2.0
        high, f_high = middle, f_middle
    return math.exp(low / 2.0)

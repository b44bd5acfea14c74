"""Bands of rating differences for systems whose points are not those of Elo."""

from evenhand.elo import LN_10
from evenhand.tuning.regression import BANDS

ELO_SLOPE = LN_10 / 400.0  # of the log odds, by theory
ALIKE = 3.0  # so much may a point be worth more or less than Elo's


def fitting_bands(slope: float) -> tuple[float, ...]:
    """The bands of the paper, or bands as wide in chances where a point is worth much more or less.

    ``slope`` is that of the log odds by rating difference.

    >>> fitting_bands(0.0045), fitting_bands(0.35)
    ((30.0, 60.0, 100.0, 200.0, 500.0), (0.49, 0.99, 1.6, 3.3, 8.2))
    """
    unit = ELO_SLOPE / slope if slope > 0.0 else 1.0
    if 1.0 / ALIKE <= unit <= ALIKE:
        return BANDS
    return tuple(float(f"{unit * edge:.2g}") for edge in BANDS)

r"""Relative skill from the gains of a beginner, the best player and an informed player.

.. math:: RS = \frac{G_m - G_0}{G_u - G_0}

G is the mean gain of a player in the same place: a beginner (0), the best player (m), and the best
player who knows all random moves beforehand (u).  0 is a game of luck, 1 a game of skill.  The
others at the table are the best player each time.

Source: Borm and van der Genugten.  With bots, "best" is the best bot there is, and the informed
player is a bot, too: the relative skill is that of these bots.
"""

import math
from dataclasses import dataclass

from evenhand.tables import Floats


def relative_skill(beginner: float, best: float, informed: float) -> float:
    """Return the relative skill for the mean gains of the three.

    >>> relative_skill(-1.0, 1.0, 3.0)
    0.5
    """
    if not beginner <= best <= informed or beginner == informed:
        order = f"{beginner:g}, {best:g}, {informed:g}"
        raise ValueError(f"gains must rise from beginner to best to informed, not {order}")
    return (best - beginner) / (informed - beginner)


@dataclass(frozen=True, slots=True)
class RelativeSkill:
    """The mean gains of the three, their relative skill and its standard error."""

    games: int
    beginner: float
    best: float
    informed: float
    value: float
    error: float


def estimate_relative_skill(beginner: Floats, best: Floats, informed: Floats) -> RelativeSkill:
    """Estimate relative skill from the gains in the same games: the same deals, or the same dice.

    The standard error is to first order, from the contribution of each game; games are
    independent.

    >>> import numpy as np
    >>> luck = np.array([-1.0, 1.0, -2.0, 2.0])
    >>> estimate_relative_skill(luck, luck + 1.0, luck + 2.0)
    RelativeSkill(games=4, beginner=0.0, best=1.0, informed=2.0, value=0.5, error=0.0)
    """
    low, middle, high = (float(gains.mean()) for gains in (beginner, best, informed))
    value = relative_skill(low, middle, high)
    parts = (best - (1.0 - value) * beginner - value * informed) / (high - low)
    error = float(parts.std(ddof=1)) / math.sqrt(len(parts))
    return RelativeSkill(len(parts), low, middle, high, value, error)

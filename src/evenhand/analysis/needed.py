r"""How many games it takes until the better player leads.

Two players play n games; the better one wins each with chance p.  He is ahead if he has won
more than half of them, and half ahead if he has won just half:

.. math:: A_n = P(W > n/2) + \tfrac12 P(W = n/2), \qquad
          A_{2m+1} = A_{2m-1} + \binom{2m-1}{m} (pq)^m (p - q), \qquad A_{2m} = A_{2m-1}

Games needed are the smallest n with :math:`A_n \ge 0.75`; so it is always an odd number.  Beyond
100,000 games it is taken from the normal distribution, :math:`n = z^2 \, 4pq / (p - q)^2`.

Source: Duersch, Lambrecht, Oechssler (2020), who ask it of a player one standard deviation of the
ratings better, p_sd.  How they count is not known to us.

Symbols: W = games won; q = 1 - p; z = 0.674, the 75 % quantile.
"""

from statistics import NormalDist
from typing import Final

from evenhand.elo import pair_chance

SCALE: Final = 400.0
SURE: Final = 0.75
EXACT: Final = 100_000  # games up to which they are counted one by one


def chance_of_spread(spread: float) -> float:
    """The chance of a player who is one standard deviation better, p_sd.

    >>> round(chance_of_spread(123.4), 3), chance_of_spread(0.0)
    (0.67, 0.5)
    """
    return pair_chance(spread, SCALE)


def games_needed(chance: float, sure: float = SURE) -> int | None:
    """Games until a player who wins each with a chance is ahead as surely as wanted.

    None if he never is, because he is not the better one.

    >>> games_needed(0.8), games_needed(0.7), games_needed(0.55), games_needed(0.5)
    (1, 3, 45, None)
    """
    if not 0.0 <= chance <= 1.0 or not 0.5 < sure < 1.0:
        raise ValueError(f"chances lie between 0 and 1, not {chance:g} and {sure:g}")
    if chance <= 0.5:
        return None
    edge, both = 2.0 * chance - 1.0, chance * (1.0 - chance)
    nearly = NormalDist().inv_cdf(sure) ** 2 * 4.0 * both / edge**2
    if nearly > EXACT:
        return 2 * round(nearly / 2.0) + 1
    ahead, added, half = chance, both * edge, 1
    while ahead < sure:
        ahead += added
        added *= 2.0 * both * (2 * half + 1) / (half + 1)
        half += 1
    return 2 * half - 1


def lead_chance(chance: float, games: int) -> float:
    """The chance to be ahead after so many games, being level counted half.

    >>> round(lead_chance(0.7, 3), 3), lead_chance(0.7, 4) == lead_chance(0.7, 3)
    (0.784, True)
    """
    if games < 1:
        return 0.5
    edge, both = 2.0 * chance - 1.0, chance * (1.0 - chance)
    ahead, added = chance, both * edge
    for half in range(1, (games + 1) // 2):
        ahead += added
        added *= 2.0 * both * (2 * half + 1) / (half + 1)
    return ahead

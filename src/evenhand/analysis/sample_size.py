r"""How many games it takes until the better player leads, and until ratings converge.

**Games needed.**  Two players play n games; the better one wins each with probability p.  That
player leads after winning more than half of them, and half leads after winning exactly half:

.. math:: A_n = P(W > n/2) + \tfrac12 P(W = n/2), \qquad
          A_{2m+1} = A_{2m-1} + \binom{2m-1}{m} (pq)^m (p - q), \qquad A_{2m} = A_{2m-1}

Games needed are the smallest n with :math:`A_n \ge 0.75`, always an odd number.  Beyond 100,000
games they come from the normal approximation, :math:`n = z^2 \, 4pq / (p - q)^2`.

Source: Duersch, Lambrecht, Oechssler (2020), for a player one standard deviation of the ratings
better, p_sd.  How they count is not known to us.

**Convergence.**  The end of a player's rating is its mean over the last quarter of that player's
games.  It has converged after the first n games from which on it stays within a tolerance of its
end: half the spread.  The result is the median over the regulars; None if that lies in the last
quarter itself, where a rating is near its end because the end is made of it.

Source: the fixpoint of Edelkamp 2021, who gives no definition.  The study ``edelkamp2021/fixpoint``
takes the first n at which the median player is near the end, on curves of one length; here
players have played different numbers of games.

Symbols: W = games won; q = 1 - p; z = 0.674, the 75 % quantile.
"""

from statistics import NormalDist
from typing import Final

import numpy as np
from numpy.typing import NDArray

from evenhand.compiled import kernel
from evenhand.elo import pair_probability
from evenhand.tables import Flags, Floats, GameTable

Counts = NDArray[np.int64]

SCALE: Final = 400.0
LEAD: Final = 0.75
EXACT_UP_TO: Final = 100_000  # games
TOLERANCE = 0.5  # of the spread
LAST_PART = 4  # the last quarter


def spread_to_probability(spread: float) -> float:
    """Return p_sd, the win probability of a player who is one standard deviation better.

    >>> round(spread_to_probability(123.4), 3), spread_to_probability(0.0)
    (0.67, 0.5)
    """
    return pair_probability(spread, SCALE)


def games_needed(probability: float, lead: float = LEAD) -> int | None:
    """Return the fewest games after which a player leads with probability ``lead``.

    ``probability`` is that of winning one game.  None if the player is not the better one.

    >>> games_needed(0.8), games_needed(0.7), games_needed(0.55), games_needed(0.5)
    (1, 3, 45, None)
    """
    if not 0.0 <= probability <= 1.0 or not 0.5 < lead < 1.0:
        problem = f"a probability of {probability:g} to win and of {lead:g} to lead"
        raise ValueError(f"{problem}: the first lies in [0, 1], the second in (0.5, 1)")
    if probability <= 0.5:
        return None
    edge, both = 2.0 * probability - 1.0, probability * (1.0 - probability)
    approximation = NormalDist().inv_cdf(lead) ** 2 * 4.0 * both / edge**2
    if approximation > EXACT_UP_TO:
        return 2 * round(approximation / 2.0) + 1
    ahead, added, half = probability, both * edge, 1
    while ahead < lead:
        ahead += added
        added *= 2.0 * both * (2 * half + 1) / (half + 1)
        half += 1
    return 2 * half - 1


def lead_probability(probability: float, games: int) -> float:
    """Return the probability to lead after some games, being level counted half.

    >>> round(lead_probability(0.7, 3), 3), lead_probability(0.7, 4) == lead_probability(0.7, 3)
    (0.784, True)
    """
    if games < 1:
        return 0.5
    edge, both = 2.0 * probability - 1.0, probability * (1.0 - probability)
    ahead, added = probability, both * edge
    for half in range(1, (games + 1) // 2):
        ahead += added
        added *= 2.0 * both * (2 * half + 1) / (half + 1)
    return ahead


def convergence(table: GameTable, after: Floats, regulars: Flags, tolerance: float) -> float | None:
    """Return the median games until a regular's rating stays within a tolerance of its end.

    ``after`` are the ratings after each game.  None if ratings still move at the end.
    """
    taken = table.taken
    players = table.seats[taken]
    order = np.argsort(players, kind="stable")
    games = np.bincount(players, minlength=len(table.names)).astype(np.int64)
    ends = np.cumsum(games, dtype=np.int64)
    found = np.zeros((len(games), 2))
    _converge(after[taken][order], ends, games, tolerance, found)
    converged, shares = found[regulars].T
    if not len(converged) or np.median(shares) > 1.0 - 1.0 / LAST_PART:
        return None
    return float(np.median(converged))


@kernel
def _converge(path: Floats, ends: Counts, games: Counts, tolerance: float, found: Floats) -> None:
    """Find for each player after how many games, and what share of them, the rating converged."""
    for player in range(len(games)):
        count, last = games[player], ends[player]
        if count == 0:
            continue
        quarter = max(1, count // LAST_PART)
        end = path[last - quarter : last].mean()
        converged = count
        while converged > 0 and abs(path[last - count + converged - 1] - end) <= tolerance:
            converged -= 1
        found[player, 0] = converged
        found[player, 1] = converged / count

r"""The two functions every game wants, and their percent: no set-up, no imports.

.. math:: E = \frac{10^{R/400}}{\sum_j 10^{R_j/400}} \qquad
          R' = R + k \, (S - E)

Source: the tutorial "Elo-Zahlen berechnen" (2021), whose ``give_chances_to_win``
is :func:`chances` and whose ``give_elo`` is :func:`update`.  Deviations: a result
is 1, 1/2 or 0 (there 1, 0, -1), more than two players may sit at the table, and
:func:`update` does not round, so that small gains add up; ``round()`` does it as
GML's ``round`` does, half to even.

Symbols: own, other = ratings R; scale = 400; score = S; k = K.
"""

import math
from collections.abc import Sequence

LN_10 = math.log(10.0)


def pair_probability(gap: float, scale: float) -> float:
    """Return the expected score of a player who stands ``gap`` points above the opponent.

    >>> round(pair_probability(-100.0, 400.0), 4)
    0.3599
    """
    against = math.exp(min(-LN_10 * gap / scale, 700.0))  # odds; exp(710) would overflow
    return 1.0 / (1.0 + against)


def expected(own: float, *others: float, advantage: float = 0.0, scale: float = 400.0) -> float:
    """Share of the game a player can expect: chance to win, ties counted in parts.

    ``advantage`` is added to the player's own rating: the first move, or minus a
    handicap.

    >>> round(expected(1000, 1100), 2)
    0.36
    >>> round(expected(1000, 1100, advantage=100), 2)
    0.5
    >>> round(expected(1200, 1000, 1000), 2)
    0.61
    """
    if not others:
        raise ValueError("expected() needs the rating of at least one opponent")
    _check_numbers(own, *others, advantage)
    _check_positive("scale", scale)
    own += advantage
    if len(others) == 1:
        return pair_probability(own - others[0], scale)
    return _shares([own, *others], scale)[0]


def update(
    own: float,
    others: float | Sequence[float],
    score: float,
    *,
    k: float = 25.0,
    advantage: float = 0.0,
    scale: float = 400.0,
) -> float:
    """Rating of a player after one game; call it once for each player.

    ``score`` is 1 for a win, 1/2 for a draw, 0 for a loss, or any share between
    (three players tied for first: 1/3 each).

    >>> round(update(1000, 1100, 1, k=25)), round(update(1000, 1100, 0.5, k=25))
    (1016, 1004)
    >>> round(update(1000, 1100, 0, k=25))
    991
    >>> round(update(1000, [1100, 1200], 1, k=25))
    1021
    """
    opponents = list(others) if isinstance(others, Sequence) else [others]
    if not 0.0 <= score <= 1.0:
        raise ValueError(f"score must lie between 0 (loss) and 1 (win), not {score}")
    _check_numbers(k)
    return own + k * (score - expected(own, *opponents, advantage=advantage, scale=scale))


def chances(*ratings: float, advantage: float = 0.0, scale: float = 400.0) -> tuple[int, ...]:
    """Winning chance of every player in percent, rounded half to even.

    ``advantage`` belongs to the first player.

    >>> chances(1000, 1100)
    (36, 64)
    >>> chances(1500, 1500, 1500)
    (33, 33, 33)
    """
    if len(ratings) < 2:
        raise ValueError("chances() needs the ratings of at least two players")
    _check_numbers(*ratings, advantage)
    _check_positive("scale", scale)
    first, *others = ratings
    shares = _shares([first + advantage, *others], scale)
    return tuple(round(100.0 * share) for share in shares)


def _shares(ratings: list[float], scale: float) -> list[float]:
    """Every player's part when winning is proportional to 10^(R/scale)."""
    best = max(ratings)
    strength = [math.exp(LN_10 * (rating - best) / scale) for rating in ratings]
    total = math.fsum(strength)
    return [part / total for part in strength]


def _check_numbers(*numbers: float) -> None:
    for number in numbers:
        if not math.isfinite(number):
            raise ValueError(f"expected a number, not {number}")


def _check_positive(name: str, number: float) -> None:
    if not (math.isfinite(number) and number > 0.0):
        raise ValueError(f"{name} must be positive, not {number}")

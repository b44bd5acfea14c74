"""Thresholds chosen on one half of the deals and used on the other.

What is best on the deals it is measured on looks better than it is.
"""

from collections.abc import Mapping, Sequence

import numpy as np

from evenhand.studies.keller2008.evaluation import Flags


def tuned_thresholds(right: Mapping[float, Flags]) -> tuple[float, float]:
    """The thresholds for even and for odd deals, each the best on the other ones.

    ``right`` says for each threshold which deals are judged rightly with it.

    >>> deals = {60.0: np.array([True, False] * 2), 62.0: np.array([False, True] * 2)}
    >>> tuned_thresholds(deals)
    (62.0, 60.0)
    """
    odd = _odd(len(next(iter(right.values()))))
    for_even, for_odd = (best_threshold(right, half) for half in (odd, ~odd))
    return for_even, for_odd


def best_threshold(right: Mapping[float, Flags], deals: Flags | slice = slice(None)) -> float:
    """The threshold with which most of some deals are judged rightly; of several the lowest."""
    return max(right, key=lambda threshold: int(right[threshold][deals].sum()))


def by_halves(even: Flags, odd: Flags) -> Flags:
    """The even deals of one judgement with the odd ones of another.

    >>> by_halves(np.zeros(3, bool), np.ones(3, bool)).tolist()
    [False, True, False]
    """
    return np.where(_odd(len(even)), odd, even)


def in_words(thresholds: Sequence[float]) -> str:
    """The two thresholds, even deals first.

    >>> in_words((65.0, 30.0))
    '65 and 30'
    """
    return " and ".join(f"{threshold:.0f}" for threshold in thresholds)


def _odd(deals: int) -> Flags:
    odd: Flags = np.arange(deals) % 2 == 1
    return odd

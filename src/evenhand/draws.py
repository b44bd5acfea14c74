"""Random numbers inside kernels: a multiply-with-carry generator that needs one integer.

A kernel that needs an unknown number of draws carries a state of 62 bits, seeded by a number of
a ``numpy.random.Generator``, one for each game.  So the same seed gives the same games in any
order and on any number of workers, and Python and kernel draw the same numbers::

    state <- A * (state mod 2^32) + state div 2^32        number = (low word) xor (high word)

A = 698769069 is Marsaglia's multiplier (KISS, 1999): A * 2^32 - 1 and A * 2^31 - 1 are
primes, so the period is A * 2^31 - 1, about 2^60.
"""

import numpy as np
from numpy.typing import NDArray

from evenhand.compiled import formula

MULTIPLIER = 698_769_069
WORD = 0xFFFFFFFF
SEEDS = MULTIPLIER << 32  # states are below this; neither 0 nor the last one

Seeds = NDArray[np.int64]


def seeds(rng: np.random.Generator, count: int) -> Seeds:
    """Seeds for so many kernels or games.

    >>> seeds(np.random.default_rng(1), 2).tolist()
    [1536074094772283216, 2852522424785790574]
    """
    drawn: Seeds = rng.integers(1, SEEDS - 1, size=count, dtype=np.int64)
    return drawn


@formula
def next_state(state: int) -> int:
    """The state after a draw.

    >>> next_state(1)
    698769069
    """
    return MULTIPLIER * (state & WORD) + (state >> 32)


@formula
def number_of(state: int) -> int:
    """The random number of 32 bits that belongs to a state."""
    return (state & WORD) ^ (state >> 32)


@formula
def below(state: int, limit: int) -> int:
    """The random number of a state, from 0 up to but without a limit of at most 2^31.

    >>> below(next_state(next_state(12345)), 32)
    31
    """
    return number_of(state) * limit >> 32


@formula
def seed_of(first: int, second: int) -> int:
    """A seed made of two numbers of 32 bits, for a stream of its own.

    >>> seed_of(0xFFFFFFFF, 0xFFFFFFFF) < SEEDS - 1
    True
    """
    return (first >> 3 << 32 | second) + 1

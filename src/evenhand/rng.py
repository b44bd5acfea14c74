"""Random numbers inside kernels: a multiply-with-carry generator whose state is one integer.

A kernel that needs an unknown number of random numbers carries a state of 62 bits, one for each
game, seeded from a ``numpy.random.Generator``.  The same seed gives the same games in any order
and on any number of workers, and Python and kernels produce the same numbers::

    state <- A * (state mod 2^32) + state div 2^32        number = (low word) xor (high word)

A = 698769069 is Marsaglia's multiplier (KISS, 1999): A * 2^32 - 1 and A * 2^31 - 1 are
primes, so the period is A * 2^31 - 1, about 2^60.
"""

from reprlib import repr as brief
from typing import Any, Self, cast

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from evenhand.compiled import formula

MULTIPLIER = 698_769_069
WORD = 0xFFFFFFFF
SEED_LIMIT = MULTIPLIER << 32  # states are below this, and neither 0 nor the last one below it

Seeds = NDArray[np.int64]


def draw_seeds(rng: Generator, count: int) -> Seeds:
    """Draw seeds for kernels or games.

    >>> draw_seeds(np.random.default_rng(1), 2).tolist()
    [1536074094772283216, 2852522424785790574]
    """
    seeds: Seeds = rng.integers(1, SEED_LIMIT - 1, size=count, dtype=np.int64)
    return seeds


@formula
def next_state(state: int) -> int:
    """Return the state that follows a state.

    >>> next_state(1)
    698769069
    """
    return MULTIPLIER * (state & WORD) + (state >> 32)


@formula
def random_bits(state: int) -> int:
    """Return the 32 random bits of a state."""
    return (state & WORD) ^ (state >> 32)


@formula
def randbelow(state: int, limit: int) -> int:
    """Return the random number of a state as an integer in [0, limit), for limits up to 2^31.

    >>> randbelow(next_state(next_state(12345)), 32)
    31
    """
    return random_bits(state) * limit >> 32


@formula
def make_seed(first: int, second: int) -> int:
    """Make a seed out of two 32-bit numbers, for a stream of its own.

    >>> make_seed(0xFFFFFFFF, 0xFFFFFFFF) < SEED_LIMIT - 1
    True
    """
    return (first >> 3 << 32 | second) + 1


@formula
def fork_seed(seed: int, number: int) -> int:
    """Return the seed of one of the streams that a seed gives, numbered from 0.

    >>> fork_seed(7, 0) != fork_seed(7, 1)
    True
    """
    state = next_state(seed)
    for _ in range(2 * number):
        state = next_state(state)
    second = next_state(state)
    return make_seed(random_bits(state), random_bits(second))


def fork_seeds(seeds: Seeds, number: int) -> Seeds:
    """Return :func:`fork_seed` of many seeds.

    >>> fork_seeds(np.array([7, 8]), 3).tolist() == [fork_seed(7, 3), fork_seed(8, 3)]
    True
    """
    forked: Seeds = fork_seed(cast(Any, seeds), number)  # type: ignore[assignment]
    return forked


def check_seed(seed: int) -> int:
    """Return a seed, and refuse what is none."""
    if isinstance(seed, bool) or not isinstance(seed, int) or not 0 < seed < SEED_LIMIT - 1:
        raise ValueError(f"a seed is a number from 1 to {SEED_LIMIT - 2}, not {brief(seed)}")
    return seed


class Stream:
    """Random numbers that Python and kernels take from one state.

    A kernel gets ``state``, an array of one integer, and moves it on.
    """

    __slots__ = ("seed", "state")

    def __init__(self, seed: int) -> None:
        self.seed = check_seed(seed)
        self.state: Seeds = np.array([seed], np.int64)

    @classmethod
    def of(cls, rng: "Generator | Stream") -> "Stream":
        """Return a stream that goes on from a generator, or the stream itself."""
        return rng if isinstance(rng, Stream) else cls(int(draw_seeds(rng, 1)[0]))

    def fork(self, number: int) -> Self:
        """Return a stream of its own, given by the seed of this one and a number alone."""
        return type(self)(fork_seed(self.seed, number))

"""How much one caller may ask for, and how many may listen at once.

A token bucket holds ``burst`` requests and is filled again at ``rate`` a second.  It is kept as
one number, the time at which it will be full: a request moves that by ``1 / rate`` and is refused
if it would lie more than ``burst / rate`` ahead (the generic cell rate algorithm).
"""

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from math import ceil
from time import monotonic

from evenhand.web.problems import Problem

MOST_BUCKETS = 100_000
LATER = 5  # seconds until it is worth asking for a place again


@dataclass(frozen=True)
class Limits:
    """What a process of the service allows; a rate of 0 is no limit."""

    key_rate: float = 2000.0  # requests a second with a key
    key_burst: float = 4000.0
    address_rate: float = 50.0  # requests a second of an address without a key
    address_burst: float = 200.0
    trust_proxy: bool = False  # whether a proxy tells the address, in X-Forwarded-For
    body: int = 1 << 20  # bytes, where a route says nothing else
    target: int = 8 << 10  # bytes of a path, and of a query
    unlimited: frozenset[str] = frozenset({"/healthz", "/metrics"})  # paths without a rate


class Buckets:
    """Token buckets by caller.

    Those not used for as long as it takes to fill one are full and need not be kept: they are
    dropped by halves, old and young, so that nobody waits for a clean-up.
    """

    def __init__(
        self,
        rate: float,
        burst: float,
        *,
        most: int = MOST_BUCKETS,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self._cost = 1.0 / rate if rate > 0.0 else 0.0
        self._ahead = max(burst, 1.0) * self._cost
        self._most = max(most // 2, 1)
        self._clock = clock
        self._young: dict[str, float] = {}
        self._old: dict[str, float] = {}
        self._turned = clock()

    def __len__(self) -> int:
        return len(self._young) + len(self._old)

    def take(self, caller: str) -> float:
        """Take a request; the seconds to wait if there is none, else 0."""
        if not self._cost:
            return 0.0
        now = self._clock()
        if now - self._turned >= self._ahead or len(self._young) >= self._most:
            self._old, self._young, self._turned = self._young, {}, now
        full = max(self._full_at(caller), now) + self._cost
        if full - now > self._ahead * (1.0 + 1e-9):
            return full - now - self._ahead
        self._young[caller] = full
        return 0.0

    def wait(self, caller: str) -> float:
        """The seconds until there is a request, without taking it."""
        if not self._cost:
            return 0.0
        return max(self._full_at(caller) - self._clock() + self._cost - self._ahead, 0.0)

    def _full_at(self, caller: str) -> float:
        return self._young.get(caller) or self._old.get(caller) or 0.0


def refuse(seconds: float) -> Problem:
    """The answer to whoever asks too often."""
    later = {"Retry-After": str(max(ceil(seconds), 1))}
    return Problem(429, "too many requests: wait a little", headers=later)


class Places:
    """Places for those who listen, of which there are so many, and so many for each caller."""

    def __init__(self, most: int, each: int) -> None:
        self.most, self.each = most, each
        self._taken: Counter[str] = Counter()

    @property
    def taken(self) -> int:
        """How many are taken."""
        return self._taken.total()

    @contextmanager
    def taking(self, caller: str) -> Iterator[None]:
        """Keep a place; in a dependency with ``yield`` that lasts until the answer has ended."""
        if self.taken >= self.most or self._taken[caller] >= self.each:
            later = {"Retry-After": str(LATER)}
            raise Problem(429, "too many streams are open: close one or wait", headers=later)
        self._taken[caller] += 1
        try:
            yield
        finally:
            self._taken -= Counter((caller,))  # forgets who has none left

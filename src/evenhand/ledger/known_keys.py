"""Keys that were found lately, so that not every request asks the database."""

from collections.abc import Callable
from hashlib import sha256
from time import monotonic

from evenhand.ledger.database import Database
from evenhand.ledger.keys import Access, find_key

FRESH = 1.0  # seconds after which the database is asked again
MOST = 10_000


class KnownKeys:
    """Finds keys; one that was revoked, by whatever process, works for a second at most.

    Keys that are wrong are not remembered, and those that are right not as text.
    """

    def __init__(self, database: Database, clock: Callable[[], float] = monotonic) -> None:
        self._database = database
        self._clock = clock
        self._known: dict[bytes, tuple[Access, float]] = {}

    def find(self, text: str) -> Access | None:
        """What a key may do, from memory or the database; nothing if it is wrong."""
        return self.seen(text) or self.ask(text)

    def seen(self, text: str) -> Access | None:
        """What a key may do, if it was found within the last second."""
        known = self._known.get(_mark(text))
        return known[0] if known and self._clock() < known[1] else None

    def knew(self, text: str) -> bool:
        """Whether a key was right when it was last asked for."""
        return _mark(text) in self._known

    def ask(self, text: str) -> Access | None:
        """What a key may do, from the database."""
        until = self._clock() + FRESH
        found = find_key(self._database, text)
        if found is None:
            self._known.pop(_mark(text), None)
            return None
        if len(self._known) >= MOST:
            self.forget()
        self._known[_mark(text)] = (found, until)
        return found

    def forget(self) -> None:
        """Ask the database for every key from now on, as after one was revoked here."""
        self._known = {}


def _mark(text: str) -> bytes:
    return sha256(text.encode(errors="surrogatepass")).digest()

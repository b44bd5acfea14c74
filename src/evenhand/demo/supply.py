"""Supply the next games of a ladder: from the bots, or recorded ones until these are ready."""

import asyncio
import logging
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass

from evenhand.demo.engine import Engine, Wanted
from evenhand.demo.ladders import Person
from evenhand.demo.records import KEPT, read_record
from evenhand.demo.results import record_ids, results_of
from evenhand.ledger.bulk import known_results
from evenhand.ledger.ladder import Ladder
from evenhand.ledger.ledger import Ledger
from evenhand.ledger.results import NewResult

PAUSE = 30.0  # seconds after something went wrong
log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Pace:
    """How often a ladder's bots finish games."""

    seconds: float  # between two posts
    games: int  # of a post
    lot: int  # games played in one go


class Supply:
    """The games that a ladder's bots are going to finish."""

    def __init__(
        self,
        engine: Engine,
        ladder: Ladder,
        people: Sequence[Person],
        recorded: Sequence[NewResult],
        seed: int,
        lot: int,
    ) -> None:
        self.ladder, self.people = ladder, people
        self._engine, self._seed, self._lot = engine, seed, lot
        self._recorded, self._played = deque(recorded), deque[NewResult]()
        self._begin, self._lots, self._numbers = ladder.seq, 0, 0
        self._waiting: asyncio.Task[list[NewResult]] | None = None

    def take(self, count: int) -> list[NewResult]:
        """Return the next games: played by the bots, or else recorded, or else none."""
        self._order()
        source = self._played or self._recorded
        return [source.popleft() for _ in range(min(count, len(source)))]

    def _order(self) -> None:
        """Take what the bots have played, and request the next games in good time."""
        if self._waiting is not None and self._waiting.done():
            waiting, self._waiting = self._waiting, None
            self._played.extend(waiting.result())
        if self._waiting is None and len(self._played) < self._lot:
            self._waiting = asyncio.create_task(self._some_lot())

    async def _some_lot(self) -> list[NewResult]:
        """Return the next games; after an error none, and wait before the next request."""
        try:
            return await self._next_lot()
        except Exception:
            log.exception("%s: the bots could not play; trying again", self.ladder.id)
            await asyncio.sleep(PAUSE)
            return []

    async def _next_lot(self) -> list[NewResult]:
        seed = [self._seed, self._begin, self._lots]
        games = await self._engine.games(Wanted(self.ladder.id, self._lot, seed))
        if self._lots == 0:
            log.info("%s: the bots play now; what came before was recorded", self.ladder.id)
        self._lots += 1
        first, self._numbers = self._numbers, self._numbers + len(games)
        numbers = range(first + 1, self._numbers + 1)
        ids = [f"live-{self._begin:06}-{number:06}" for number in numbers]
        return list(results_of(games, self.people, ids))

    async def end(self) -> None:
        """Stop waiting for games."""
        if self._waiting is not None:
            self._waiting.cancel()
            await asyncio.wait([self._waiting])


def recorded_to_come(ledger: Ledger, ladder: Ladder, people: Sequence[Person]) -> list[NewResult]:
    """Return the recorded games that are not posted yet, as played just now."""
    record = read_record(ladder.id)
    start = len(record) - KEPT[ladder.id]
    ids = record_ids(start, len(record))
    with ledger.database.reading() as connection:
        known = known_results(connection, ladder.number, ids)
    results = results_of(record.rows(start, len(record)), people, ids)
    return [result for result in results if result.id not in known]

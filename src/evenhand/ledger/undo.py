"""The way back: what the ratings were before some games, so that these can be rated again.

A record keeps the rows of those players who were in the games from its start up to the start of
the next, as they were before.  Putting records back, newest first, gives the state before any of
them to the bit.  Records are joined as they grow old: one that starts d games ago is followed by
none that starts much less than d / 2 ago.  So to go back d games hardly ever means to rate more
than 2 d of them again, and there are only a few dozen records.
"""

from bisect import bisect_right
from dataclasses import dataclass, field

import numpy as np

from evenhand.compiled import kernel
from evenhand.tables import Floats, Indices

RATIO = 2
"""How much older than the record after it the record before may be, if the one between goes."""


@dataclass(frozen=True, slots=True)
class Record:
    """Rows of players before the games from ``start`` on."""

    start: int
    players: Indices  # rising
    rows: Floats


@dataclass(slots=True)
class Undo:
    """Records, the oldest first."""

    records: list[Record] = field(default_factory=list)

    def back_to(self, game: int) -> tuple[int, list[Record]]:
        """Where the last record at or before a rated game starts, and the records from there on."""
        place = bisect_right(self.records, game, key=lambda record: record.start) - 1
        return self.records[place].start, self.records[place:]

    def adopt(self, start: int, records: list[Record], games: int) -> None:
        """Let the records from ``start`` on be these; ``games`` are rated now."""
        while self.records and self.records[-1].start >= start:
            self.records.pop()
        self.records += records
        self._thin(games)

    def _thin(self, games: int) -> None:
        place = len(self.records) - 2
        while place >= 1:
            older, younger = self.records[place - 1], self.records[place + 1]
            if games - older.start <= RATIO * (games - younger.start):
                self.records[place - 1 : place + 1] = [_joined(older, self.records[place])]
            place -= 1


def _joined(first: Record, second: Record) -> Record:
    """One record for the games of both: who was in the first was different before it."""
    most, columns = len(first.players) + len(second.players), first.rows.shape[1]
    players, rows = np.empty(most, np.int32), np.empty((most, columns))
    count = _merge(first.players, first.rows, second.players, second.rows, players, rows)
    return Record(first.start, players[:count].copy(), rows[:count].copy())


@kernel
def _merge(
    first: Indices, earlier: Floats, second: Indices, later: Floats, players: Indices, rows: Floats
) -> int:
    """Merge two rising lists of players with rows, of both the earlier one; how many there are."""
    i, j, count = 0, 0, 0
    while i < len(first) or j < len(second):
        if j == len(second) or (i < len(first) and first[i] <= second[j]):
            j += 1 if j < len(second) and first[i] == second[j] else 0
            players[count], rows[count] = first[i], earlier[i]
            i += 1
        else:
            players[count], rows[count] = second[j], later[j]
            j += 1
        count += 1
    return count

"""A ladder in memory: its settings, its players and what follows from its log.

What a block of the log means is worked out in one place, whether this process writes the block,
reads it at the start, or hears of it from another writer: :meth:`Ladder.outcome`.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from threading import RLock

import msgspec
import numpy as np
from numpy.typing import NDArray
from sqlalchemy import Connection, Row, select

from evenhand.ledger.columns import Rows
from evenhand.ledger.database import Database
from evenhand.ledger.entries import Block, read_played
from evenhand.ledger.fold import Change, fold, local_seats
from evenhand.ledger.roster import NOBODY, Roster
from evenhand.ledger.schema import ladders, log, results
from evenhand.ledger.settings import Origin, Settings
from evenhand.ledger.standing import Plan, Standing, players_of
from evenhand.tables import Flags, Indices

Sequences = NDArray[np.int64]
MOST_ASKED = 500  # ids looked up at once
ORIGIN = msgspec.json.Decoder(Origin)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What some blocks would bring: a plan for this standing, or for one by another system."""

    change: Change
    standing: Standing
    plan: Plan


class Ladder:
    """One ladder; whoever reads more than one thing of it holds its lock."""

    def __init__(self, row: "Row[tuple[object, ...]]", roster: Roster) -> None:
        self.number: int = row.number
        self.id: str = row.id
        self.tenant: int = row.tenant
        self.public: bool = row.public
        self.created_at: int = row.created_at
        origin = ORIGIN.decode(row.origin)
        self.settings: Settings = origin.settings
        self.merged = {int(player): into for player, into in origin.merged.items()}
        self.roster = roster
        self.seq = 0
        self.digest = ""
        self.clock = 0  # the last time that was given to a result without one
        self.standing = Standing(self.settings.make_system())
        self.numbers = np.empty(0, np.int32)  # of players, by local number
        self._local = np.empty(0, np.int32)
        self.lock = RLock()

    def local(self, number: int) -> int | None:
        """The local number of a player; None if the ladder has never seen him."""
        found = int(self._local[number]) if number < len(self._local) else NOBODY
        return None if found == NOBODY else found

    def number_of(self, local: int) -> int:
        """The number of a player by the local number."""
        return int(self.numbers[local])

    def outcome(self, blocks: Iterable[Block], connection: Connection) -> Outcome:
        """What blocks that follow this state would bring; nothing changes but for new players."""
        players = self.standing.players
        try:
            return self._outcome(blocks, connection)
        except BaseException:
            self.forget_from(players)
            raise

    def _outcome(self, blocks: Iterable[Block], connection: Connection) -> Outcome:
        def ids(seqs: Sequences) -> list[str]:
            return self.ids(connection, seqs)

        before = self.standing.players
        change = fold(blocks, ids)
        added = self._with_locals(change.added)
        new = self.numbers[before : self.standing.players].tolist()
        merges = change.merged or not self.merged.keys().isdisjoint(new)
        stands_for = self._stands_for(change) if merges else None
        removed = [at for seq in change.replaced if (at := self.standing.find(seq)) is not None]
        plan = self.standing.plan(added, removed, ids, stands_for)
        if change.settings is None:
            return Outcome(change, self.standing, plan)
        system = change.settings.make_system()
        if system == self.standing.system:
            return Outcome(change, self.standing, plan)
        anew = self.standing.emptied(system)
        games = self.standing.rows_after(plan)
        return Outcome(change, anew, anew.plan(games, [], ids, plan.stands_for))

    def adopt(self, outcome: Outcome) -> None:
        """Let blocks that are in the log count."""
        change = outcome.change
        with self.lock:
            self.merged = _merged(self.merged, change)
            rules = self.settings.rules
            self.settings = change.settings or self.settings
            self.standing = outcome.standing
            self.standing.adopt(outcome.plan, self._listed)
            self.seq = change.last
            if self.settings.rules != rules:
                self.standing.list_anew(self._everybody(), self._listed)
            elif change.renamed:
                self._list_again(change)

    def _everybody(self) -> Indices:
        return np.arange(self.standing.players, dtype=np.int32)

    def _list_again(self, change: Change) -> None:
        """Somebody may be a guest now, or no longer."""
        locals_ = [local for number in change.renamed if (local := self.local(number)) is not None]
        self.standing.list_anew(np.array(sorted(locals_), np.int32), self._listed)

    def _listed(self, players: Indices) -> Flags:
        """Who of some players, by local number, is on the list."""
        enough = self.standing.played[players] >= self.settings.rules.min_games
        listed: Flags = enough & ~self.roster.guests(self.numbers[players])
        return listed

    def catch_up(self, connection: Connection, until: int | None = None) -> bool:
        """Read what others have written; whether there was anything."""
        self.roster.load(connection)
        outcome = self.outcome(self.blocks_since(connection, self.seq, until), connection)
        if not outcome.change.last:
            return False
        self.roster.load(connection, outcome.change.renamed)
        self.adopt(outcome)
        return True

    def blocks_since(
        self, connection: Connection, seq: int, until: int | None = None
    ) -> Iterator[Block]:
        """The blocks of the log after a sequence number."""
        query = (
            select(log.c.first, log.c.last, log.c.kind, log.c.at, log.c.by, log.c.body)
            .where(log.c.ladder == self.number, log.c.first > seq)
            .order_by(log.c.first)
        )
        if until is not None:
            query = query.where(log.c.last <= until)
        with connection.execute(query, execution_options={"yield_per": 1000}) as rows:
            for row in rows:
                yield read_played(*row)

    def ids(self, connection: Connection, seqs: Sequences) -> list[str]:
        """The ids of results by the sequence numbers of their posts."""
        wanted = [int(seq) for seq in seqs]
        found: dict[int, str] = {}
        for start in range(0, len(wanted), MOST_ASKED):
            part = wanted[start : start + MOST_ASKED]
            query = select(results.c.seq, results.c.id).where(
                results.c.ladder == self.number, results.c.seq.in_(part)
            )
            found |= {row.seq: row.id for row in connection.execute(query)}
        return [found[seq] for seq in wanted]

    def _with_locals(self, rows: Rows) -> Rows:
        """The same games with local numbers; players whom the ladder has not seen get one."""
        self._make_locals(players_of(rows.seats))
        return local_seats(rows, self._local)

    def _make_locals(self, numbers: Indices) -> None:
        if not len(numbers):
            return
        most = int(numbers.max()) + 1
        if most > len(self._local):
            more = max(most - len(self._local), len(self._local) // 2, 1024)
            self._local = np.pad(self._local, (0, more), constant_values=NOBODY)
        new = numbers[self._local[numbers] == NOBODY]
        if not len(new):
            return
        first = self.standing.players
        self._local[new] = np.arange(first, first + len(new), dtype=np.int32)
        if first + len(new) > len(self.numbers):
            more = max(len(new), len(self.numbers) // 2, 1024)
            self.numbers = np.pad(self.numbers, (0, more))
        self.numbers[first : first + len(new)] = new
        self.standing.add_players(len(new))

    def forget_from(self, players: int) -> None:
        """Let go of players whose transaction was not committed."""
        self._local[self.numbers[players : self.standing.players]] = NOBODY
        self.standing.players = players

    def _stands_for(self, change: Change) -> Indices:
        """Whom the games of every player count for, by local number."""
        merged = _merged(self.merged, change)
        concerned = {*merged, *merged.values(), *change.merged}
        known = [number for number in sorted(concerned) if self.local(number) is not None]
        final = {number: _final(number, merged) for number in known}
        self._make_locals(np.unique(np.array([*final.values()], np.int32)))
        stands_for = np.arange(len(self.standing.stands_for), dtype=np.int32)
        for number, into in final.items():
            stands_for[self._local[number]] = self._local[into]
        return stands_for


def _merged(merged: dict[int, int], change: Change) -> dict[int, int]:
    """Whose games are another's after a change."""
    return {k: v for k, v in (merged | change.merged).items() if v is not None}


def _final(number: int, merged: dict[int, int]) -> int:
    while number in merged:
        number = merged[number]
    return number


def read_ladder(database: Database, row: "Row[tuple[object, ...]]", roster: Roster) -> Ladder:
    """A ladder as its log says."""
    ladder = Ladder(row, roster)
    with database.reading() as connection:
        roster.load(connection)
        ladder.catch_up(connection)
    return ladder


def ladder_row(connection: Connection, ladder: str) -> "Row[tuple[object, ...]] | None":
    """What the database says of a ladder by its id."""
    return connection.execute(select(ladders).where(ladders.c.id == ladder)).one_or_none()

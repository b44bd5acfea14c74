"""The ledger: ladders kept in a database and rated in memory.

One thread writes at a time; others may read meanwhile.  Every write is one transaction, and only
what was committed counts: if anything fails, nothing of it is left in memory either.
"""

import gc
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from threading import RLock

import msgspec
from sqlalchemy import Connection, insert, select, update

from evenhand.ledger import audit, migrations, writing
from evenhand.ledger.database import Database, LedgerError, now
from evenhand.ledger.effects import Effect, effect_of
from evenhand.ledger.entries import Block
from evenhand.ledger.ladder import Ladder, Outcome
from evenhand.ledger.roster import Roster
from evenhand.ledger.schema import ladders, tenants
from evenhand.ledger.settings import Origin, Settings, check_ladder_id

Make = Callable[[Connection, Ladder], Sequence[Block]]
"""Makes the blocks that a transaction adds to the log of a ladder, and writes what goes with it."""
Heard = Callable[[Ladder, Sequence[Block]], None]
"""Hears what was written to a ladder, and that it counts now."""


READER = "this is a reader: write to the ladder's writer"


class NotThereError(LedgerError):
    """What was asked for is not there."""


class ConflictError(LedgerError):
    """What cannot be done because of what is there."""


@dataclass(frozen=True, slots=True)
class Written:
    """What was added to the log of a ladder, and what it brought; or would be, in a dry run."""

    ladder: Ladder
    blocks: Sequence[Block]
    outcome: Outcome
    effect: Effect | None  # if it was asked for


class Ledger:
    """All ladders of a database."""

    def __init__(self, url: str, *, read_only: bool = False) -> None:
        self.database = Database(url)
        self.read_only = read_only
        if read_only:
            migrations.check_current(self.database)
        else:
            migrations.upgrade(self.database)
        self.heard: list[Heard] = []
        self._ladders: dict[str, Ladder] = {}
        self._rosters: dict[int, Roster] = {}
        self._lock = RLock()

    def close(self) -> None:
        """Let go of the database."""
        self.database.close()

    def __enter__(self) -> "Ledger":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def ladder(self, name: str) -> Ladder:
        """A ladder by its id; read from its log when it is first asked for."""
        found = self._ladders.get(name)
        if found is not None:
            return found
        with self._lock:
            if name not in self._ladders:
                self._ladders[name] = self._read(name)
            return self._ladders[name]

    def known(self, name: str) -> Ladder | None:
        """A ladder by its id, if it is in memory."""
        return self._ladders.get(name)

    def loaded(self) -> list[Ladder]:
        """The ladders that are in memory."""
        return list(self._ladders.values())

    def roster(self, tenant: int) -> Roster:
        """The players of a tenant."""
        with self._lock:
            if tenant not in self._rosters:
                self._rosters[tenant] = Roster(tenant)
                with _no_garbage(), self.database.reading() as connection:
                    self._rosters[tenant].load(connection)
            return self._rosters[tenant]

    def ladder_ids(self, tenant: int | None) -> list[str]:
        """The ladders of a tenant, or those that everybody may see."""
        query = select(ladders.c.id).order_by(ladders.c.id)
        own = ladders.c.public if tenant is None else ladders.c.tenant == tenant
        with self.database.reading() as connection:
            return list(connection.execute(query.where(own)).scalars())

    def all_ladders(self) -> list[str]:
        """The ids of all ladders of all tenants."""
        with self.database.reading() as connection:
            return list(connection.execute(select(ladders.c.id).order_by(ladders.c.id)).scalars())

    def behind(self) -> list[Ladder]:
        """Ladders in memory to which others have written."""
        query = select(ladders.c.id, ladders.c.seq, ladders.c.public)
        with self.database.reading() as connection:
            heads = {row.id: (row.seq, row.public) for row in connection.execute(query)}
        return [
            ladder
            for ladder in self.loaded()
            if heads.get(ladder.id, (ladder.seq, ladder.public)) != (ladder.seq, ladder.public)
        ]

    def make_ladder(
        self, tenant: int, name: str, settings: Settings, *, public: bool = True, by: str = ""
    ) -> Ladder:
        """Make a ladder."""
        settings.make_system()
        roster = self.roster(tenant)
        with self.changing() as connection:
            roster.lock(connection)
            roster.load_merged(connection)
            owner = select(tenants.c.id).where(tenants.c.number == tenant)
            check_ladder_id(name, connection.execute(owner).scalar_one())
            if connection.execute(select(ladders.c.id).where(ladders.c.id == name)).first():
                raise ConflictError(f"there is a ladder {name} already")
            origin = Origin(settings, {str(a): b for a, b in roster.merged.items()})
            row = {"tenant": tenant, "id": name, "public": public, "created_at": now(), "seq": 0}
            texts = {"origin": _text(origin), "settings": _text(settings), "digest": ""}
            connection.execute(insert(ladders).values(row | texts))
            audit.note(connection, tenant=tenant, by=by, action="ladder made", ladder=name)
        return self.ladder(name)

    def show(self, ladder: Ladder, public: bool, *, by: str = "") -> None:
        """Say whether everybody may see a ladder."""
        with self.changing() as connection:
            own = ladders.c.number == ladder.number
            connection.execute(update(ladders).where(own).values(public=public))
            self.note(connection, ladder, by, "ladder shown" if public else "ladder hidden")
        ladder.public = public

    def write(
        self,
        targets: Sequence[Ladder],
        make: Make,
        *,
        first: Callable[[Connection], None] | None = None,
        dry_run: bool = False,
        effects: bool = False,
    ) -> list[Written]:
        """Add blocks to the logs of ladders in one transaction, and let them count.

        ``first`` is done in the same transaction, once the ladders are locked.
        """
        if self.read_only and not dry_run:
            raise ConflictError(READER)
        known: list[tuple[Ladder, int, int]] = []
        with self._lock:
            try:
                with self.database.writing() as connection:
                    for ladder in sorted(targets, key=lambda ladder: ladder.number):
                        writing.lock(connection, ladder)
                        known.append((ladder, ladder.standing.players, len(ladder.roster)))
                    if first is not None:
                        first(connection)
                    written = [
                        one
                        for ladder, _, _ in known
                        if (one := _written(connection, ladder, make, dry_run, effects))
                    ]
                    if dry_run:
                        connection.rollback()
            except BaseException:
                self._forget(known)
                raise
            if dry_run:
                self._forget(known)
                return written
            self._adopt(written)
        return written

    def _adopt(self, written: Sequence[Written]) -> None:
        try:
            for one in written:
                one.ladder.adopt(one.outcome)
        except BaseException:  # it is in the log: read it from there
            for one in written:
                self._ladders.pop(one.ladder.id, None)
            raise
        for one in written:
            for hear in self.heard:
                hear(one.ladder, one.blocks)

    def _forget(self, known: Sequence[tuple[Ladder, int, int]]) -> None:
        """Let go of players who were made by a transaction that was not committed."""
        for ladder, players, numbers in known:
            ladder.forget_from(players)
            ladder.roster.forget_from(numbers)

    @contextmanager
    def changing(self, roster: Roster | None = None) -> Iterator[Connection]:
        """A transaction for what no ladder needs to know; it may make players."""
        if self.read_only:
            raise ConflictError(READER)
        with self._lock:
            known = 0 if roster is None else len(roster)
            try:
                with self.database.writing() as connection:
                    yield connection
            except BaseException:
                if roster is not None:
                    roster.forget_from(known)
                raise

    def follow(self, ladder: Ladder) -> bool:
        """Read what others have written to a ladder; whether there was anything."""
        with self._lock, self.database.reading() as connection:
            before = ladder.seq
            row = connection.execute(
                select(ladders.c.seq, ladders.c.digest, ladders.c.public).where(
                    ladders.c.number == ladder.number
                )
            ).one()
            ladder.public = row.public
            if row.seq == before:
                return False
            ladder.catch_up(connection)
            ladder.digest = row.digest
            blocks = list(ladder.blocks_since(connection, before))
        for hear in self.heard:
            hear(ladder, blocks)
        return True

    def _read(self, name: str) -> Ladder:
        with _no_garbage(), self.database.reading() as connection:
            row = connection.execute(select(ladders).where(ladders.c.id == name)).one_or_none()
            if row is None:
                raise NotThereError(f"there is no ladder {name[:100]!r}")
            ladder = Ladder(row, self.roster(row.tenant))
            ladder.catch_up(connection)
            ladder.digest = row.digest
        return ladder

    def note(
        self, connection: Connection, ladder: Ladder, by: str, action: str, **detail: object
    ) -> None:
        """Write into the audit log what a transaction does to a ladder."""
        audit.note(
            connection, tenant=ladder.tenant, by=by, action=action, ladder=ladder.id, **detail
        )


def _written(
    connection: Connection, ladder: Ladder, make: Make, dry_run: bool, effects: bool
) -> Written | None:
    """Add to the log of one ladder, unless it is a dry run."""
    blocks = make(connection, ladder)
    if not blocks:
        return None
    if not dry_run:
        writing.append(connection, ladder, blocks)
    outcome = ladder.outcome(blocks, connection)
    return Written(ladder, blocks, outcome, effect_of(ladder, outcome) if effects else None)


@contextmanager
def _no_garbage() -> Iterator[None]:
    """Do not look for garbage while millions of things that stay are read: half the time."""
    looking = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if looking:
            gc.enable()


def _text(value: object) -> str:
    return msgspec.json.encode(value).decode()

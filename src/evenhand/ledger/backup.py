"""The backup of a ledger: one SQLite file, whatever the ledger is kept in, and back.

A backup sees one state of the ledger, while others go on writing.  It is written beside its
place and renamed, so that there is never half of one.
"""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import psycopg
from sqlalchemy import Connection, Engine, NullPool, create_engine, select
from sqlalchemy.exc import DBAPIError

from evenhand.files import atomic_write
from evenhand.ledger import migrations
from evenhand.ledger.copying import Told, copy_rows, go_on_counting, tables_of
from evenhand.ledger.database import Database, LedgerError
from evenhand.ledger.schema import metadata

OWNER_ONLY = 0o600  # there are names of people in it
STEPS = 100_000  # of SQLite between two looks at how far it is


def backup(database: Database, out: Path, told: Told = lambda _: None) -> None:
    """Write all of a ledger into one SQLite file; an older backup there is replaced."""
    _check_place(out)
    migrations.check_known(database)
    with database.reading() as connection:
        version = migrations.version(connection)
    if version is None:
        raise LedgerError("there is no ledger to back up")

    def write(draft: Path) -> None:
        if database.path is None:
            _copy_out(database, draft, told)
        else:
            _vacuum(database.path, draft, told)
        draft.chmod(OWNER_ONLY)
        _force_to_disk(draft)

    atomic_write(out, write)
    told(100)


def restore(backup: Path, url: str, told: Told = lambda _: None) -> None:
    """Fill an empty database from a backup, which is not changed; all of it or nothing."""
    _check(backup)
    with TemporaryDirectory() as folder:
        file = _brought_up(backup, Path(folder))
        with closing(Database(url)) as database:
            _check_empty(database)
            migrations.upgrade(database)
            _fill(database, file, told)


def _fill(database: Database, file: Path, told: Told) -> None:
    tables = metadata.sorted_tables
    with (
        _told_in_a_line(file),
        _only_reading(file).connect() as source,
        database.writing() as target,
    ):
        _check_no_rows(target)
        copy_rows(tables, source, target, told)
        go_on_counting(target, tables)
    told(100)


def _check_place(out: Path) -> None:
    """Refuse to write over a ledger; unlike a backup it is written ahead (WAL)."""
    if out.is_file():
        with out.open("rb") as stream:
            start = stream.read(20)
        if start.startswith(b"SQLite format 3\0") and start[18:] == b"\2\2":
            raise LedgerError(f"{out}: is a ledger in use: choose another name")


def _vacuum(path: Path, out: Path, told: Told = lambda _: None) -> None:
    """Copy an SQLite file in one reading, without what was deleted from it."""
    whole = max(path.stat().st_size, 1)

    def look() -> None:
        written = out.stat().st_size if out.exists() else 0
        told(min(100 * written // whole, 99))

    with _told_in_a_line(path), closing(sqlite3.connect(path)) as connection:
        connection.set_progress_handler(look, STEPS)
        connection.execute("VACUUM INTO ?", (str(out),))


def _copy_out(database: Database, out: Path, told: Told) -> None:
    """Copy a PostgreSQL ledger in one transaction, which sees one state of it."""
    once = {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}
    with database.engine.connect().execution_options(**once) as source, source.begin():
        version = migrations.version(source)
        assert version is not None  # it was looked at before
        with closing(Database(str(out))) as copy:
            migrations.upgrade(copy, version)
            with copy.writing() as target:
                copy_rows(tables_of(target), source, target, told)
    with closing(sqlite3.connect(out)) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")  # one file, nothing beside it


def _force_to_disk(file: Path) -> None:
    with file.open("rb+") as stream:
        os.fsync(stream.fileno())


def _check(file: Path) -> None:
    """Refuse what is no backup, or a damaged one."""
    if not file.is_file():
        raise LedgerError(f"{file}: there is no such file")
    with _told_in_a_line(file), closing(_connect(file)) as connection:
        found = connection.execute("PRAGMA integrity_check").fetchall()
        found += connection.execute("PRAGMA foreign_key_check").fetchall()
        if found != [("ok",)]:
            raise LedgerError(f"{file}: is damaged")
        names = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        if not {"alembic_version", "tenants", "log"} <= {name for (name,) in names}:
            raise LedgerError(f"{file}: is no ledger")


def _brought_up(backup: Path, folder: Path) -> Path:
    """The file, or a copy of it with the tables that we know."""
    with _only_reading(backup).connect() as connection:
        version = migrations.version(connection)
    if version == migrations.latest():
        return backup
    copy = folder / "copy.db"
    _vacuum(backup, copy)
    with closing(Database(str(copy))) as database:
        migrations.upgrade(database)
    return copy


def _check_empty(database: Database) -> None:
    """Refuse to restore into something else."""
    with database.reading() as connection:
        others = {table.name for table in tables_of(connection)} - metadata.tables.keys()
        if others:
            raise LedgerError(f"the database is not empty: it has a table {min(others)}")
        if migrations.version(connection) is not None:
            _check_no_rows(connection)


def _check_no_rows(connection: Connection) -> None:
    for table in tables_of(connection):
        if connection.execute(select(table).limit(1)).first():
            raise LedgerError("the database is not empty: restore into a new one")


def _only_reading(file: Path) -> Engine:
    return create_engine("sqlite://", creator=lambda: _connect(file), poolclass=NullPool)


def _connect(file: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True)


@contextmanager
def _told_in_a_line(file: Path) -> Iterator[None]:
    """Say what the database finds wrong with a file."""
    try:
        yield
    except (sqlite3.DatabaseError, psycopg.Error) as problem:
        raise LedgerError(f"{file}: {_first_line(problem)}") from None
    except DBAPIError as problem:
        raise LedgerError(f"{file}: {_first_line(problem.orig)}") from None


def _first_line(problem: BaseException | None) -> str:
    return str(problem).partition("\n")[0]

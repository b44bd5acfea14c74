"""Where a ledger is kept: one SQLite file, or PostgreSQL by its URL.

On both, whoever writes to a ladder first locks its row, so that its sequence has no gaps and no
two writers see the same state.  Rows are locked in one order, ladders by number and then the
tenant, so that no two wait for each other.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import time_ns
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError

PATIENCE = 30  # seconds that a writer waits for another
CACHE = 256 << 20  # bytes of SQLite's pages kept in memory


class LedgerError(ValueError):
    """What cannot be done to a ledger, in one line."""


class Database:
    """Connections for reading and for writing."""

    def __init__(self, url: str) -> None:
        self.url = read_url(url)
        self.engine = _make_engine(self.url)

    @property
    def is_sqlite(self) -> bool:
        """Whether it is one file."""
        return self.url.get_backend_name() == "sqlite"

    @property
    def path(self) -> Path | None:
        """The file, if it is one."""
        return Path(str(self.url.database)) if self.is_sqlite else None

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A connection that sees one state of the ledger."""
        with self.engine.connect() as connection:
            if not self.is_sqlite:
                connection.execution_options(isolation_level="REPEATABLE READ")
            with connection.begin():
                yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A connection whose changes are all kept, on the disk, or not at all."""
        with (
            self.engine.connect().execution_options(writing=True) as connection,
            connection.begin(),
        ):
            yield connection

    def close(self) -> None:
        """Let go of all connections."""
        self.engine.dispose()


def now() -> int:
    """Microseconds since 1970."""
    return time_ns() // 1000


def read_url(text: str) -> URL:
    """The URL of a database; a path is that of an SQLite file.

    >>> read_url("club.db").render_as_string()
    'sqlite:///club.db'
    >>> read_url("postgresql://host/club").drivername
    'postgresql+psycopg'
    """
    try:
        url = make_url(text if "://" in text else f"sqlite:///{text}")
    except (ArgumentError, ValueError):
        raise LedgerError("this is neither a file nor the URL of a database") from None
    if url.drivername in ("postgresql", "postgres"):
        url = url.set(drivername="postgresql+psycopg")
    if url.get_backend_name() not in ("sqlite", "postgresql"):
        raise LedgerError(f"no ledgers in {url.get_backend_name()}: use SQLite or PostgreSQL")
    if url.get_backend_name() == "sqlite" and url.database in (None, "", ":memory:"):
        raise LedgerError("a ledger needs a file, as in evenhand.db")
    return url


def _make_engine(url: URL) -> Engine:
    if url.get_backend_name() == "postgresql":
        return create_engine(url, pool_pre_ping=True, pool_size=4, max_overflow=8)
    folder = Path(str(url.database)).resolve().parent
    if not folder.is_dir():
        raise LedgerError(f"{url.database}: there is no folder {folder}")
    engine = create_engine(url, connect_args={"timeout": PATIENCE, "check_same_thread": False})
    event.listen(engine, "connect", _set_up_sqlite)
    event.listen(engine, "begin", _begin_sqlite)
    return engine


def _set_up_sqlite(connection: Any, _: Any) -> None:
    connection.isolation_level = None  # transactions begin where we say so
    for setting in (
        "journal_mode=WAL",
        "synchronous=FULL",  # what was acknowledged survives a power cut
        "foreign_keys=ON",
        f"cache_size={-CACHE // 1024}",
    ):
        connection.execute(f"PRAGMA {setting}").close()


def _begin_sqlite(connection: Connection) -> None:
    writing = connection.get_execution_options().get("writing")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writing else "BEGIN")

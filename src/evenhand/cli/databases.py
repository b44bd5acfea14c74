"""The option --db, and how commands open a ledger."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from evenhand.ledger.database import Database

DEFAULT = "evenhand.db"
BY = "command line"  # who did it, for the audit log
SECRET = "password"  # also in the names of what follows the question mark
DatabaseOption = Annotated[
    str,
    typer.Option(
        "--db",
        envvar="EVENHAND_DB",
        metavar="URL",
        help="The ledger: an SQLite file, or PostgreSQL as in postgresql://user@host/name.",
    ),
]


@contextmanager
def opened(url: str) -> Iterator["Database"]:
    """A ledger to write to; made if there is none, brought up to date if it is old."""
    with _connected(url) as database:
        from evenhand.ledger.migrations import upgrade

        upgrade(database)
        yield database


@contextmanager
def existing(url: str) -> Iterator["Database"]:
    """A ledger that is there, as it is."""
    from evenhand.ledger.database import LedgerError

    with _connected(url) as database:
        if database.path is not None and not database.path.is_file():
            raise LedgerError(f"{database.path}: there is no ledger yet")
        yield database


@contextmanager
def _connected(url: str) -> Iterator["Database"]:
    require()
    from evenhand.ledger.database import Database

    with told_without_secrets(url), closing(Database(url)) as database:
        yield database


@contextmanager
def told_without_secrets(url: str) -> Iterator[None]:
    """Tell in one line what a database finds wrong, and no password."""
    require()
    from sqlalchemy.exc import DBAPIError

    from evenhand.ledger.database import LedgerError, read_url

    place, password = shown(url), read_url(url).password
    try:
        yield
    except DBAPIError as problem:
        reason = " ".join(str(problem.orig).split())
        reason = reason.replace(str(password), "***") if password else reason
        raise LedgerError(f"{place}: {reason}") from None


def shown(url: str) -> str:
    """A database as it may be printed: without passwords.

    >>> shown("postgresql://anna:secret@host/club?sslpassword=secret")
    'postgresql://anna:***@host/club?sslpassword=***'
    >>> shown("club.db")
    'club.db'
    """
    from evenhand.ledger.database import read_url

    read = read_url(url)
    if read.get_backend_name() == "sqlite":
        return str(read.database)
    query = {name: "***" if SECRET in name.lower() else value for name, value in read.query.items()}
    text = read.set(drivername="postgresql", query=query).render_as_string(hide_password=True)
    return text.replace("%2A%2A%2A", "***")


def require() -> None:
    """Refuse to begin without what ledgers need."""
    from importlib.util import find_spec

    if find_spec("sqlalchemy") is None or find_spec("alembic") is None:
        raise ValueError("ledgers need sqlalchemy and more: pip install 'evenhand[service]'")

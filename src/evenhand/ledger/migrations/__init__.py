"""Steps from one version of the tables to the next, and how to take them.

A ledger is brought up to date when it is opened for writing.  Steps only ever add; a step that
was once released is never changed.
"""

from pathlib import Path
from typing import Any

from sqlalchemy import Connection

from evenhand.ledger.database import Database, LedgerError

HERE = Path(__file__).parent


def upgrade(database: Database, revision: str = "head") -> None:
    """Make the tables, or take the steps that are missing, in one transaction."""
    from alembic import command

    check_known(database)
    with database.writing() as connection:
        if version(connection) != _wanted(revision):
            command.upgrade(_config(connection), revision)


def check_current(database: Database) -> None:
    """Refuse a ledger whose tables are not those that we know."""
    check_known(database)
    with database.reading() as connection:
        found = version(connection)
    if found is None:
        raise LedgerError("there is no ledger yet")
    if found != latest():
        raise LedgerError("the ledger is of an earlier version: open it for writing once")


def check_known(database: Database) -> None:
    """Refuse a ledger of a later version than this program."""
    with database.reading() as connection:
        found = version(connection)
    if found is not None and found not in revisions():
        raise LedgerError(f"the ledger is of a later version ({found}): use a newer evenhand")


def version(connection: Connection) -> str | None:
    """The version of the tables; None if there are none."""
    from alembic.migration import MigrationContext

    return MigrationContext.configure(connection).get_current_revision()


def latest() -> str:
    """The version that this program writes."""
    return revisions()[-1]


def revisions() -> list[str]:
    """All versions, the first one first."""
    from alembic.script import ScriptDirectory

    steps = ScriptDirectory.from_config(_config()).walk_revisions()
    return [step.revision for step in steps][::-1]


def _wanted(revision: str) -> str:
    return latest() if revision == "head" else revision


def _config(connection: Connection | None = None) -> Any:
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(HERE).replace("%", "%%"))
    config.attributes["connection"] = connection
    return config

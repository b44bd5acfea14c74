"""Steps from every earlier version keep all rows and end at the tables of schema.py."""

from collections.abc import Iterator
from contextlib import closing

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import text

from evenhand.ledger import migrations
from evenhand.ledger.database import Database, LedgerError
from evenhand.ledger.schema import metadata

from .rows import fill, read, reflected


@pytest.fixture
def bare(bare_url: str) -> Iterator[Database]:
    with closing(Database(bare_url)) as opened:
        yield opened


@pytest.mark.parametrize("revision", migrations.revisions())
def test_an_upgrade_from_any_version_keeps_all_rows(bare: Database, revision: str) -> None:
    migrations.upgrade(bare, revision)
    with bare.writing() as connection:
        tables = reflected(connection)
        fill(connection, tables)
    with bare.reading() as connection:
        before = read(connection, tables)
    migrations.upgrade(bare)
    with bare.reading() as connection:
        assert read(connection, tables) == before
        assert migrations.version(connection) == migrations.latest()
    assert all(len(rows) == 2 for rows in before.values())


@pytest.mark.parametrize("revision", migrations.revisions())
def test_an_upgrade_from_any_version_ends_at_the_tables_that_we_use(
    bare: Database, revision: str
) -> None:
    migrations.upgrade(bare, revision)
    migrations.upgrade(bare)
    with bare.reading() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []


def test_an_upgrade_of_what_is_up_to_date_changes_nothing(database: Database) -> None:
    with database.reading() as connection:
        before = read(connection, reflected(connection))
    migrations.upgrade(database)
    migrations.check_current(database)
    with database.reading() as connection:
        assert read(connection, reflected(connection)) == before


def test_a_later_version_is_refused(database: Database) -> None:
    with database.writing() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    for check in (migrations.upgrade, migrations.check_current):
        with pytest.raises(LedgerError, match=r"later version \(9999\): use a newer evenhand"):
            check(database)


def test_reading_an_earlier_version_is_refused(bare: Database) -> None:
    for revision in migrations.revisions()[:-1]:
        migrations.upgrade(bare, revision)
        with pytest.raises(LedgerError, match="of an earlier version: open it for writing once"):
            migrations.check_current(bare)


def test_reading_where_there_is_no_ledger_is_refused(bare: Database) -> None:
    with pytest.raises(LedgerError, match="there is no ledger yet"):
        migrations.check_current(bare)


def test_a_step_that_fails_leaves_the_ledger_as_it_was(bare: Database) -> None:
    migrations.upgrade(bare, "0001")
    with bare.writing() as connection:  # in the way of the step's second table
        connection.execute(text("CREATE TABLE answers (key TEXT)"))
    with pytest.raises(Exception, match="answers"):
        migrations.upgrade(bare)
    with bare.reading() as connection:
        assert migrations.version(connection) == "0001"
        assert "checkpoints" not in reflected(connection).tables

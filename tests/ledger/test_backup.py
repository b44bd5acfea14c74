"""Backups: one file, one state, back into SQLite or PostgreSQL with all rows."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from threading import Event, Thread

import pytest
from sqlalchemy import text

from evenhand.ledger import copying, migrations
from evenhand.ledger.audit import note
from evenhand.ledger.backup import backup, restore
from evenhand.ledger.database import Database, LedgerError
from evenhand.ledger.schema import metadata
from evenhand.ledger.tenants import make_tenant

from .databases import new_url
from .rows import Rows, fill, read, reflected


def rows_of(database: Database) -> Rows:
    with database.reading() as connection:
        return read(connection, metadata)


@pytest.fixture
def full(database: Database) -> Database:
    with database.writing() as connection:
        fill(connection, metadata)
    return database


@pytest.fixture(params=["sqlite", "postgresql"])
def other_url(request: pytest.FixtureRequest) -> Iterator[str]:
    """A second database, in which there is nothing."""
    with new_url(request, request.param, tables=False) as url:
        yield url


def folder_of(path: Path) -> set[str]:
    return {each.name for each in path.iterdir()}


def test_a_backup_is_one_file_with_all_rows(full: Database, tmp_path: Path) -> None:
    folder = tmp_path / "out"
    folder.mkdir()
    out = folder / "backup.db"
    backup(full, out)
    assert folder_of(folder) == {"backup.db"}
    assert out.stat().st_mode & 0o777 == 0o600
    with closing(sqlite3.connect(out)) as connection:
        assert connection.execute("PRAGMA journal_mode").fetchall() == [("delete",)]
    with closing(Database(str(out))) as copy:
        migrations.check_current(copy)
        assert rows_of(copy) == rows_of(full)


def test_there_and_back_keeps_all_rows(full: Database, other_url: str, tmp_path: Path) -> None:
    before, first, second = rows_of(full), tmp_path / "first.db", tmp_path / "second.db"
    backup(full, first)
    restore(first, other_url)
    with closing(Database(other_url)) as other:
        migrations.check_current(other)
        assert rows_of(other) == before
        backup(other, second)
    with closing(Database(str(second))) as copy:
        assert rows_of(copy) == before
    assert folder_of(tmp_path).isdisjoint({"first.db-wal", "second.db-wal"})


def test_numbers_go_on_after_those_that_were_restored(
    full: Database, other_url: str, tmp_path: Path
) -> None:
    backup(full, tmp_path / "backup.db")
    restore(tmp_path / "backup.db", other_url)
    with closing(Database(other_url)) as other:
        assert make_tenant(other, "new") == 3
        with other.writing() as connection:
            note(connection, tenant=3, by="test", action="tried")
        assert [row["number"] for row in rows_of(other)["audit"]] == [1, 2, 3, 4]


@pytest.mark.parametrize("revision", migrations.revisions()[:-1])
def test_a_backup_of_every_earlier_version_is_brought_up_to_date(
    bare_url: str, other_url: str, tmp_path: Path, revision: str
) -> None:
    with closing(Database(bare_url)) as old:
        migrations.upgrade(old, revision)
        with old.writing() as connection:
            tables = reflected(connection)
            fill(connection, tables)
        with old.reading() as connection:
            before = read(connection, tables)
        out = tmp_path / "backup.db"
        backup(old, out)
    content = out.read_bytes()
    restore(out, other_url)
    assert out.read_bytes() == content
    with closing(Database(other_url)) as other:
        migrations.check_current(other)
        with other.reading() as connection:
            assert read(connection, tables) == before


def test_a_backup_sees_one_state_while_others_write(
    database: Database, database_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(copying, "AT_ONCE", 7)
    tenant = make_tenant(database, "main")
    stop, begun = Event(), Event()

    def write() -> None:
        with closing(Database(database_url)) as writer:
            while not stop.is_set():
                with writer.writing() as connection:  # always two at a time
                    for action in ("one", "two"):
                        note(connection, tenant=tenant, by="test", action=action)
                begun.set()

    thread = Thread(target=write)
    thread.start()
    begun.wait()
    try:
        for number in range(5):
            backup(database, tmp_path / f"{number}.db")
    finally:
        stop.set()
        thread.join()
    counts = []
    for number in range(5):
        with closing(sqlite3.connect(tmp_path / f"{number}.db")) as connection:
            rows = connection.execute("SELECT action FROM audit ORDER BY number").fetchall()
        actions = [action for (action,) in rows]
        assert actions[1:] == ["one", "two"] * (len(actions) // 2)
        counts.append(len(actions))
    assert counts == sorted(counts)


def test_progress_ends_at_100(full: Database, other_url: str, tmp_path: Path) -> None:
    out = tmp_path / "backup.db"
    heard: list[int] = []
    backup(full, out, heard.append)
    assert (heard, heard[-1]) == (sorted(heard), 100)
    heard.clear()
    restore(out, other_url, heard.append)
    assert (heard, heard[-1]) == (sorted(heard), 100)


def test_a_backup_replaces_an_older_one_only_when_it_is_whole(
    full: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "out"
    folder.mkdir()
    out = folder / "backup.db"
    backup(full, out)
    before = out.read_bytes()

    def fail(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", fail)
    with pytest.raises(OSError, match="No space left"):
        backup(full, out)
    assert out.read_bytes() == before
    assert folder_of(folder) == {"backup.db"}


def test_a_ledger_in_use_is_not_taken_for_an_older_backup(
    full: Database, tmp_path: Path, made_sqlite: Path
) -> None:
    out = tmp_path / "other.db"
    with closing(Database(str(out))) as other:
        migrations.upgrade(other)
    for place in (out, full.path or out):
        with pytest.raises(LedgerError, match="is a ledger in use: choose another name"):
            backup(full, place)


def test_a_restore_into_what_is_not_empty_is_refused(full: Database, tmp_path: Path) -> None:
    out, before = tmp_path / "backup.db", rows_of(full)
    backup(full, out)
    with pytest.raises(LedgerError, match="the database is not empty"):
        restore(out, full.url.render_as_string(hide_password=False))
    assert rows_of(full) == before


def test_a_restore_into_a_ledger_without_rows_is_fine(
    database: Database, tmp_path: Path, made_sqlite: Path
) -> None:
    restore(made_sqlite, database.url.render_as_string(hide_password=False))
    migrations.check_current(database)


def test_a_restore_among_tables_of_others_is_refused(
    other_url: str, tmp_path: Path, made_sqlite: Path
) -> None:
    with closing(Database(other_url)) as other:
        with other.writing() as connection:
            connection.execute(text("CREATE TABLE cats (name TEXT)"))
        with pytest.raises(LedgerError, match="not empty: it has a table cats"):
            restore(made_sqlite, other_url)
        with other.reading() as connection:
            assert [table.name for table in copying.tables_of(connection)] == ["cats"]


def test_a_restore_that_is_stopped_leaves_no_rows(
    full: Database, other_url: str, tmp_path: Path
) -> None:
    out = tmp_path / "backup.db"
    backup(full, out)

    def stop(done: int) -> None:
        if done > 50:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        restore(out, other_url, stop)
    with closing(Database(other_url)) as other:
        assert not any(rows_of(other).values())
    restore(out, other_url)
    with closing(Database(other_url)) as other:
        assert rows_of(other) == rows_of(full)


def change(path: Path, command: str) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(command)
        connection.commit()


def test_a_backup_with_rows_that_belong_to_nobody_is_refused(
    full: Database, tmp_path: Path
) -> None:
    out = tmp_path / "backup.db"
    backup(full, out)
    change(out, "UPDATE keys SET tenant = 77 WHERE tenant = 1")
    with pytest.raises(LedgerError, match=r"backup\.db: is damaged"):
        restore(out, str(tmp_path / "target.db"))


def test_what_the_database_cannot_keep_is_told_in_a_line(
    full: Database, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    out = tmp_path / "backup.db"
    backup(full, out)
    change(out, "UPDATE players SET name = 'a' || char(0)")
    with (
        new_url(request, "postgresql", tables=False) as url,
        pytest.raises(LedgerError, match=r"backup\.db: .*NUL") as told,
    ):
        restore(out, url)
    assert "\n" not in str(told.value)


def damage(path: Path) -> None:
    content = bytearray(path.read_bytes())
    for page in range(2, len(content) // 4096):
        content[page * 4096 : page * 4096 + 64] = 64 * b"\xff"
    path.write_bytes(content)


def test_a_damaged_backup_is_refused(full: Database, other_url: str, tmp_path: Path) -> None:
    out = tmp_path / "backup.db"
    backup(full, out)
    damage(out)
    with pytest.raises(LedgerError, match=r"backup\.db: (is damaged|database disk image)"):
        restore(out, other_url)


@pytest.mark.parametrize("content", [b"", b"hello", b"SQLite format 3\0" + 200 * b"x"])
def test_what_is_no_ledger_is_refused(content: bytes, tmp_path: Path) -> None:
    other, target = tmp_path / "other.db", tmp_path / "target.db"
    other.write_bytes(content)
    with pytest.raises(LedgerError, match=r"other\.db: "):
        restore(other, str(target))
    with closing(sqlite3.connect(tmp_path / "cats.db")) as connection:
        connection.execute("CREATE TABLE cats (name TEXT)")
    with pytest.raises(LedgerError, match=r"cats\.db: is no ledger"):
        restore(tmp_path / "cats.db", str(target))
    with pytest.raises(LedgerError, match=r"none\.db: there is no such file"):
        restore(tmp_path / "none.db", str(target))
    assert not target.exists()


def test_a_backup_of_a_later_version_is_refused(full: Database, tmp_path: Path) -> None:
    out = tmp_path / "backup.db"
    backup(full, out)
    change(out, "UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(LedgerError, match=r"later version \(9999\)"):
        restore(out, str(tmp_path / "target.db"))
    assert not (tmp_path / "target.db").exists()


def test_where_there_is_no_ledger_there_is_nothing_to_back_up(
    bare_url: str, tmp_path: Path
) -> None:
    with (
        closing(Database(bare_url)) as bare,
        pytest.raises(LedgerError, match="there is no ledger to back up"),
    ):
        backup(bare, tmp_path / "backup.db")
    assert not (tmp_path / "backup.db").exists()

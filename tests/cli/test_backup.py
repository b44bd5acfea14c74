"""backup and restore, as the shell would run them."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from evenhand import cli
from evenhand.cli.backup import backup, restore
from evenhand.cli.keys import app as keys
from tests.ledger.databases import made_postgres, made_sqlite, new_url, postgres

from .conftest import Shell

__all__ = ["made_postgres", "made_sqlite", "postgres"]
JSON = ("--format", "json")


@pytest.fixture(autouse=True)
def _with_commands(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("EVENHAND_DB", raising=False)
    known = {command.callback for command in cli.app.registered_commands}
    for command in (backup, restore):
        if command not in known:
            cli.app.command()(command)
    if "keys" not in {group.name for group in cli.app.registered_groups}:
        cli.app.add_typer(keys, name="keys")


@pytest.fixture
def db(shell: Shell, tmp_path: Path) -> Path:
    path = tmp_path / "club.db"
    assert shell("keys", "create", "--name", "x", "--scope", "read", "--db", path).code == 0
    return path


@pytest.fixture
def with_password(request: pytest.FixtureRequest) -> Iterator[str]:
    with new_url(request, "postgresql", tables=False) as url:
        yield url.replace("postgres:@", "postgres:hunter2@")


def test_a_ledger_goes_into_postgresql_and_back(
    shell: Shell, db: Path, with_password: str, tmp_path: Path
) -> None:
    first, second = tmp_path / "first.db", tmp_path / "second.sqlite"
    listed = shell("keys", "list", "--db", db, *JSON).out
    assert (
        shell("backup", first, "--db", db).err == f"wrote {first}: {first.stat().st_size:,} bytes\n"
    )
    shown = shell("restore", first, "--db", with_password)
    assert shown.code == 0
    assert shown.err.startswith(f"restored {first} into postgresql://postgres:***@/")
    assert shell("keys", "list", "--db", with_password, *JSON).out == listed
    assert shell("backup", second, "--db", with_password).code == 0
    assert shell("restore", second, "--db", tmp_path / "again.db").code == 0
    assert shell("keys", "list", "--db", tmp_path / "again.db", *JSON).out == listed
    assert len(json.loads(listed)) == 1


def test_mistakes_are_told_in_one_line_and_change_nothing(
    shell: Shell, db: Path, tmp_path: Path
) -> None:
    before = db.read_bytes()
    good, bad = tmp_path / "good.db", tmp_path / "bad.db"
    assert shell("backup", good, "--db", db).code == 0
    bad.write_text("hello, this is no database at all")
    cases = {
        ("backup", tmp_path / "x.txt", "--db", db): "must end in .db or .sqlite",
        ("backup", tmp_path / "none" / "x.db", "--db", db): "there is no folder",
        ("backup", db, "--db", db): "is a ledger in use",
        ("backup", tmp_path / "x.db", "--db", tmp_path / "none.db"): "there is no ledger yet",
        ("backup", tmp_path / "x.db", "--db", bad): "bad.db: file is not a database",
        ("restore", good, "--db", db): "the database is not empty",
        ("restore", bad, "--db", tmp_path / "y.db"): "bad.db: file is not a database",
        ("restore", tmp_path / "none.db", "--db", tmp_path / "y.db"): "there is no such file",
    }
    for words, told in cases.items():
        shown = shell(*words)
        assert (shown.code, shown.out) == (2, "")
        assert told in shown.err
        assert len(shown.err.splitlines()) == 1
    assert db.read_bytes() == before
    assert not (tmp_path / "x.db").exists()
    assert not (tmp_path / "y.db").exists()


def test_every_command_has_help_with_an_example(shell: Shell) -> None:
    for command in ("backup", "restore"):
        assert f"Example: evenhand {command}" in shell(command, "--help").out

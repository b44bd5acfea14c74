"""keys create, list, revoke, as the shell would run them."""

import csv
import json
from contextlib import closing
from pathlib import Path

import pytest

from evenhand import cli
from evenhand.cli.keys import app as keys
from evenhand.ledger.audit import entries
from evenhand.ledger.database import Database
from evenhand.ledger.keys import find_key
from evenhand.ledger.tenants import find_tenant

from .conftest import Shell

JSON = ("--format", "json")


@pytest.fixture(autouse=True)
def _with_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("EVENHAND_DB", raising=False)
    if "keys" not in {group.name for group in cli.app.registered_groups}:
        cli.app.add_typer(keys, name="keys")


@pytest.fixture
def db(tmp_path: Path) -> Path:
    return tmp_path / "club.db"


def make(shell: Shell, db: Path, *more: object) -> str:
    made = shell(
        "keys", "create", "--name", "tablet", "--scope", "results:write", "--db", db, *more
    )
    assert made.code == 0, made.err
    return made.out.strip()


def test_a_key_is_printed_alone_and_once(shell: Shell, db: Path) -> None:
    shown = shell(
        "keys", "create", "--name", "x", "--scope", "read", "--scope", "admin", "--db", db
    )
    text = shown.out.strip()
    assert shown.out == f"{text}\n"
    assert text not in shown.err
    assert "may: admin, read, results:correct, results:write; keep it" in shown.err
    with closing(Database(str(db))) as database:
        access = find_key(database, text)
        assert access is not None
        assert access.tenant_id == "main"
        assert {entry.by for entry in entries(database, access.tenant)} == {"command line"}


def test_keys_are_listed_without_secrets(shell: Shell, db: Path) -> None:
    one, two = make(shell, db), make(shell, db, "--tenant", "club-7")
    rows = json.loads(shell("keys", "list", "--db", db, *JSON).out)
    assert [row["tenant"] for row in rows] == ["main", "club-7"]
    assert rows[0] == rows[0] | {"name": "tablet", "scopes": "results:write", "revoked": None}
    own = shell("keys", "list", "--db", db, "--tenant", "club-7", "--format", "csv").out
    assert [row["id"] for row in csv.DictReader(own.splitlines())] == [two.split("_")[1]]
    table = shell("keys", "list", "--db", db).out
    for text in (one, two):
        assert text.split("_")[1] in table
        assert text.split("_", 2)[2] not in table + own + str(rows)


def test_an_empty_list_is_a_list(shell: Shell, db: Path) -> None:
    make(shell, db)
    assert shell("keys", "list", "--db", db, "--tenant", "nobody", *JSON).out == "[]\n"


def test_a_revoked_key_is_worthless_and_stays_in_the_list(shell: Shell, db: Path) -> None:
    text = make(shell, db)
    key = text.split("_")[1]
    assert shell("keys", "revoke", key, "--db", db).err == f"key {key} is revoked\n"
    with closing(Database(str(db))) as database:
        assert find_key(database, text) is None
        assert entries(database, find_tenant(database, "main"))[0].action == "key revoked"
    (row,) = json.loads(shell("keys", "list", "--db", db, *JSON).out)
    assert row["revoked"] >= row["created"]


def test_the_database_may_be_named_in_the_environment(
    shell: Shell, db: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make(shell, db)
    monkeypatch.setenv("EVENHAND_DB", str(db))
    assert len(json.loads(shell("keys", "list", *JSON).out)) == 1


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["create", "--name", "x", "--scope", "all"], "there is no scope 'all'"),
        (["create", "--name", "", "--scope", "read"], "the name of a key has 1 to 80"),
        (["create", "--name", "x", "--scope", "read", "--tenant", "A B"], "the id of a tenant"),
        (["create", "--name", "x"], "--scope"),
        (["revoke", "000000000000"], "there is no such key"),
        (["revoke", "nonsense"], "give its id"),
    ],
)
def test_mistakes_are_told_in_one_line(shell: Shell, db: Path, words: list[str], told: str) -> None:
    make(shell, db)
    shown = shell("keys", *words, "--db", db)
    assert (shown.code, shown.out) == (2, "")
    assert told in shown.err
    assert len(shown.err.splitlines()) == 1


def test_looking_where_there_is_no_ledger_makes_none(shell: Shell, db: Path) -> None:
    for words in (["list"], ["revoke", "000000000000"]):
        shown = shell("keys", *words, "--db", db)
        assert (shown.code, shown.err) == (2, f"evenhand: {db}: there is no ledger yet\n")
    assert list(db.parent.iterdir()) == []


def test_what_is_no_ledger_is_told_in_one_line(shell: Shell, db: Path) -> None:
    db.write_text("hello, this is no database at all")
    shown = shell("keys", "list", "--db", db)
    assert (shown.code, shown.err) == (2, f"evenhand: {db}: file is not a database\n")


def test_every_command_has_help_with_an_example(shell: Shell) -> None:
    for command in ("create", "list", "revoke"):
        assert f"Example: evenhand keys {command}" in shell("keys", command, "--help").out

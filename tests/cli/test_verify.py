"""verify, as the shell would run it, on ledgers that are right and on others."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.ledger.databases import database_url, kind, made_postgres, made_sqlite, postgres
from tests.ledger.worlds import opened, result, settings, some_results

from .conftest import Shell

__all__ = ["database_url", "kind", "made_postgres", "made_sqlite", "postgres"]
JSON = ("--format", "json")


@pytest.fixture(autouse=True)
def _no_database_in_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("EVENHAND_DB", raising=False)


def live(url: str) -> None:
    """Two ladders, on one of which much happened and a list was published."""
    from evenhand.ledger.lists import publish

    with opened(url, settings("glicko-2")) as world:
        posted = some_results(30, widths=(2,))
        world.post(*posted)
        world.void(posted[0].id)
        publish(world.ledger, world.ladder, "one")
        world.correct(result(posted[1].id, 3, {"p1": 1, "p2": 0}))
    with opened(url, name="other") as world:
        world.post(result("a", 0, {"p1": 1, "p2": 0}))


def test_a_ledger_that_is_right_passes_every_check(shell: Shell, database_url: str) -> None:
    live(database_url)
    shown = shell("verify", "--db", database_url, *JSON)
    assert (shown.code, shown.err) == (0, "all 8 checks passed\n")
    rows = json.loads(shown.out)
    assert {row["verdict"] for row in rows} == {"right"}
    assert [row["what"] for row in rows] == [
        "log", "results", "ratings", "log", "results", "checkpoint 31", "ratings", "list 1"
    ]  # fmt: skip
    own = shell("verify", "--db", database_url, "--ladder", "other", *JSON)
    assert {row["ladder"] for row in json.loads(own.out)} == {"other"}


@pytest.fixture
def db(tmp_path: Path, made_sqlite: Path) -> Path:
    path = tmp_path / "club.db"
    path.write_bytes(made_sqlite.read_bytes())
    live(str(path))
    return path


TAMPERED = {
    "UPDATE log SET body = replace(body, '1.0', '2.0') WHERE first = 1": ("test", "log"),
    "UPDATE log SET at = at + 1 WHERE kind = 'void'": ("test", "log"),
    "DELETE FROM log WHERE kind = 'correction'": ("test", "log"),
    "UPDATE log SET body = '{' WHERE first = 1": ("other", "log"),
    "UPDATE results SET id = 'other' WHERE seq = 5": ("test", "results"),
    "UPDATE checkpoints SET hash = 'x'": ("test", "checkpoint 31"),
    "UPDATE lists SET content = replace(content, 'one', 'two')": ("test", "list 1"),
}


@pytest.mark.parametrize("statement", TAMPERED)
def test_what_was_changed_behind_the_ledger_is_found(
    shell: Shell, db: Path, statement: str
) -> None:
    with closing(sqlite3.connect(db)) as connection:
        connection.execute(statement)
        connection.commit()
    shown = shell("verify", "--db", db, *JSON)
    wrong = [row for row in json.loads(shown.out) if row["verdict"] == "WRONG"]
    assert shown.code == 1
    assert TAMPERED[statement] in {(row["ladder"], row["what"]) for row in wrong}
    assert "checks failed" in shown.err


def test_mistakes_are_told_in_one_line(shell: Shell, db: Path, tmp_path: Path) -> None:
    for words, told in (
        (["--db", db, "--ladder", "none"], "there is no ladder 'none'"),
        (["--db", tmp_path / "none.db"], "there is no ledger yet"),
    ):
        shown = shell("verify", *words)
        assert (shown.code, shown.out) == (2, "")
        assert told in shown.err
        assert len(shown.err.splitlines()) == 1
    assert not (tmp_path / "none.db").exists()


def test_it_has_help_with_an_example(shell: Shell) -> None:
    assert "Example: evenhand verify" in shell("verify", "--help").out

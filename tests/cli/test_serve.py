"""serve, as the shell would run it: the first key, what it says, how it ends."""

import signal
import socket
from contextlib import closing
from importlib.util import find_spec
from pathlib import Path
from threading import Event, Thread

import httpx
import pytest

from evenhand.cli.serve import _limits
from evenhand.ledger.database import Database
from evenhand.ledger.keys import find_key
from evenhand.ledger.schema import results
from tests.ledger.databases import made_postgres, made_sqlite, postgres
from tests.ledger.worlds import opened, result

from .conftest import Shell
from .servers import Server, free_port, serving

__all__ = ["made_postgres", "made_sqlite", "postgres"]


@pytest.fixture(autouse=True)
def _no_database_in_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("EVENHAND_DB", raising=False)


def test_a_life_from_the_first_start_to_the_last_acknowledgement(tmp_path: Path) -> None:
    db = tmp_path / "club.db"
    with serving(tmp_path, "--db", db, "--rate-key", 0, "--rate-address", 0) as server:
        key, said = server.key, server.out.read_text()
        assert "It is shown this once, so keep it:" in said
        assert f"evenhand serves {server.address}/api/v1" in said
        assert f"try: curl {server.address}/api/v1/ladders -H 'Authorization: Bearer KEY'" in said
        assert key not in server.err.read_text()
        ladder = {"id": "test", "name": "Test"}
        made = server.ask("POST", "/api/v1/ladders", key=key, json=ladder)
        assert made.status_code == 201
        kept = _post_until_told_to_end(server, key)
        assert server.code == 0
        lines = server.err.read_text().splitlines()
        assert [line.partition(" INFO ")[2] for line in lines] == [f"serving {db}", "ended"]
    assert len(kept) >= 20
    with closing(Database(str(db))) as database:
        assert find_key(database, key) is not None
        with database.reading() as connection:
            there = {row.id for row in connection.execute(results.select())}
    assert kept <= there


def _post_until_told_to_end(server: Server, key: str) -> set[str]:
    """Post without a pause, tell the service to end in the midst of it; what was acknowledged."""
    kept: set[str] = set()
    enough = Event()

    def post() -> None:
        with httpx.Client(headers={"Authorization": f"Bearer {key}"}) as client:
            for number in range(100_000):
                one = {"id": f"r{number}", "players": [
                    {"player": "Anna", "score": 1}, {"player": "Ben", "score": 0}
                ]}  # fmt: skip
                try:
                    told = client.post(f"{server.address}/api/v1/ladders/test/results", json=one)
                except httpx.TransportError:
                    return
                if told.status_code != 201:
                    return
                kept.add(f"r{number}")
                if len(kept) == 20:
                    enough.set()

    thread = Thread(target=post, daemon=True)
    thread.start()
    assert enough.wait(30)
    assert server.end(signal.SIGTERM) == 0
    thread.join(30)
    return kept


def test_a_reader_follows_a_writer_and_says_what_to_try(tmp_path: Path, made_sqlite: Path) -> None:
    db = tmp_path / "club.db"
    db.write_bytes(made_sqlite.read_bytes())
    with opened(str(db)) as world:
        world.post(result("a", 0, {"Anna": 1, "Ben": 0}))
        with serving(tmp_path, "--db", db, "--read-only", "--behind-proxy") as server:
            said = server.out.read_text()
            assert "key" not in said
            assert f"try: curl {server.address}/api/v1/ladders\n" in said
            assert "read test: 1 games in " in server.err.read_text()
            world.post(result("b", 1, {"Anna": 1, "Cem": 0}))
            path = "/api/v1/ladders/test/leaderboard"
            total, tries = 0, 0
            while total < 3 and tries < 200:
                total, tries = server.ask("GET", path).json()["total"], tries + 1
            assert total == 3
            assert server.end(signal.SIGINT) == 0


def test_an_open_stream_does_not_keep_it_from_ending(tmp_path: Path, made_sqlite: Path) -> None:
    db = tmp_path / "club.db"
    db.write_bytes(made_sqlite.read_bytes())
    with opened(str(db)):
        pass
    with (
        serving(tmp_path, "--db", db) as server,
        httpx.stream("GET", f"{server.address}/api/v1/ladders/test/events", timeout=30) as stream,
    ):
        parts = stream.iter_raw()  # kept, or the stream would be closed
        assert next(parts).startswith(b"retry")
        assert server.end(signal.SIGTERM, patience=30.0) == 0


def test_mistakes_are_told_in_one_line_and_make_no_ledger(shell: Shell, tmp_path: Path) -> None:
    db, port = tmp_path / "new.db", free_port()
    with closing(socket.socket()) as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        taken = other.getsockname()[1]
        cases: dict[tuple[object, ...], str] = {
            ("--db", db, "--port", taken): f"cannot serve on 127.0.0.1 port {taken}: Address alr",
            ("--db", db, "--host", "192.0.2.1", "--port", port): "cannot serve on 192.0.2.1 port",
            ("--db", db, "--host", "no.such.host.invalid", "--port", port): "cannot serve on no.",
            ("--db", tmp_path / "none" / "x.db", "--port", port): "there is no folder",
            ("--db", "mysql://host/name", "--port", port): "no ledgers in mysql",
            ("--db", "postgresql://u:hunter2@127.0.0.1:1/x", "--port", port): "u:***@127.0.0.1:1/x",
            ("--db", db, "--port", port, "--read-only"): "there is no ledger yet",
            ("--db", db, "--port", 0): "--port",
        }  # fmt: skip
        for words, told in cases.items():
            shown = shell("serve", *words)
            assert (shown.code, shown.out) == (2, "")
            assert told in shown.err
            assert len(shown.err.splitlines()) == 1
            assert "hunter2" not in shown.err
    assert not db.exists()


def test_a_missing_package_is_told_in_one_line(
    shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "importlib.util.find_spec", lambda name: None if name == "granian" else find_spec(name)
    )
    shown = shell("serve", "--db", tmp_path / "x.db")
    assert (shown.code, shown.err) == (
        2, "evenhand: the service needs: pip install 'evenhand[service]'\n"
    )  # fmt: skip


def test_options_become_limits() -> None:
    limits = _limits(10.0, 0.0, True)
    assert (limits.key_rate, limits.key_burst) == (10.0, 20.0)
    assert (limits.address_rate, limits.trust_proxy) == (0.0, True)


def test_it_has_help_with_an_example(shell: Shell) -> None:
    assert "Example: evenhand serve" in shell("serve", "--help").out

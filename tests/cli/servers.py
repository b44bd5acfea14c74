"""A service as the shell starts it: a process of its own, on a port that is free."""

import atexit
import json
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import httpx

PATIENCE = 60.0  # seconds that a service may take to begin, on a busy machine
ROOT = Path(__file__).parents[2]


class Nursery:
    """Where commands are born; see nursery.py."""

    def __init__(self) -> None:
        environment = {name: text for name, text in os.environ.items() if name != "EVENHAND_DB"}
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.cli.nursery"], cwd=ROOT, env=environment, text=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        )  # fmt: skip
        atexit.register(self._end)
        assert self._answer() == "ready"

    def ask(self, **asked: Any) -> int:
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(asked) + "\n")
        self._process.stdin.flush()
        return int(self._answer())

    def _answer(self) -> str:
        assert self._process.stdout is not None
        return self._process.stdout.readline().strip()

    def _end(self) -> None:
        self._process.kill()
        self._process.communicate()


@cache
def nursery() -> Nursery:
    """One for all tests of a process."""
    return Nursery()


@dataclass
class Server:
    """A process that serves."""

    process: int
    port: int
    out: Path
    err: Path
    code: int | None = None  # once it has ended

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def key(self) -> str:
        """The key that was printed at the first start."""
        found = re.search(r"eh_[0-9a-f]{12}_\S{43}", self.out.read_text())
        assert found, self.out.read_text()
        return found[0]

    def ask(self, method: str, path: str, *, key: str = "", **more: Any) -> httpx.Response:
        headers = {"Authorization": f"Bearer {key}"} if key else {}
        return httpx.request(method, self.address + path, headers=headers, **more)

    def runs(self) -> bool:
        """Whether it has not ended yet."""
        state = Path(f"/proc/{self.process}/stat")
        return self.code is None and state.exists() and ") Z " not in state.read_text()

    def end(self, word: signal.Signals = signal.SIGTERM, patience: float = PATIENCE) -> int | None:
        """Tell it to end; its exit code, or nothing if it does not."""
        os.kill(self.process, word)
        until = monotonic() + patience
        while self.runs() and monotonic() < until:
            sleep(0.01)
        if not self.runs():
            self.code = nursery().ask(wait=self.process)
        return self.code


def free_port() -> int:
    with closing(socket.socket()) as trial:
        trial.bind(("127.0.0.1", 0))
        port: int = trial.getsockname()[1]
        return port


@contextmanager
def serving(folder: Path, *words: object, command: str = "serve") -> Iterator[Server]:
    """A service that has begun; killed at the end if it still runs."""
    port = free_port()
    out, err = folder / f"{port}.out", folder / f"{port}.err"
    whole = ["evenhand", command, *map(str, words), "--port", str(port)]
    process = nursery().ask(words=whole, out=str(out), err=str(err), folder=str(folder))
    server = Server(process, port, out, err)
    try:
        _wait(server)
        yield server
    finally:
        if server.code is None:
            server.end(signal.SIGKILL)


def _wait(server: Server) -> None:
    until = monotonic() + PATIENCE
    while monotonic() < until:
        assert server.runs(), server.err.read_text()
        try:
            if server.ask("GET", "/healthz").status_code == 200:
                return
        except httpx.TransportError:
            pass
        sleep(0.05)
    raise AssertionError(f"no service after {PATIENCE} s: {server.err.read_text()}")

"""Compiling beside the service, once it answers."""

import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from evenhand.web.pages import warming
from evenhand.web.pages.warming import Warming

PATIENCE = 30.0
SERVICE = """
import sys
from evenhand.ledger.ledger import Ledger
from evenhand.web import serving
from evenhand.web.pages import warming

folder, port, warm = sys.argv[1], int(sys.argv[2]), sys.argv[3] == "warm"
serving.SETTLED = 0.0
warming.WORK = f"open({folder + '/number'!r}, 'w').write(str(__import__('os').getpid()))\\n"
warming.WORK += "import time; time.sleep(600)"
with Ledger(folder + "/club.db") as ledger:
    serving.serve(ledger, serving.Serving(port=port, warm=warm))
"""


def wait_for(happened: Any) -> None:
    until = time.monotonic() + PATIENCE
    while not happened():
        assert time.monotonic() < until
        time.sleep(0.02)


def test_it_starts_once_and_ends_with_the_service(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[Any] = []
    start = subprocess.Popen

    def note(*args: Any, **more: Any) -> Any:
        started.append(start(*args, **more))
        return started[-1]

    monkeypatch.setattr(warming, "WORK", "import time; time.sleep(600)")
    monkeypatch.setattr(subprocess, "Popen", note)
    one = Warming()
    one.close()
    one.start()
    one.start()
    one.close()
    assert [process.returncode for process in started] == [-9]


@pytest.mark.parametrize("warm", [True, False])
def test_a_service_compiles_once_it_answers_and_only_if_it_should(
    tmp_path: Path, warm: bool
) -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-c", SERVICE, str(tmp_path), str(port), "warm" if warm else ""]
    number = tmp_path / "number"

    def answers() -> bool:
        with socket.socket() as client:
            return client.connect_ex(("127.0.0.1", port)) == 0

    with subprocess.Popen(command) as service:
        wait_for(answers)
        if warm:
            wait_for(lambda: number.exists() and number.read_text())
        service.send_signal(signal.SIGTERM)
        assert service.wait(PATIENCE) == 0
    assert number.exists() == warm
    if warm:
        with pytest.raises(ProcessLookupError):
            os.kill(int(number.read_text()), 0)


def test_every_game_is_compiled_though_one_of_them_cannot(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    compiled = []

    class Good:
        def warm(self) -> Any:
            compiled.append("good")
            yield "the good one"

    class Broken:
        def warm(self) -> Any:
            yield "the broken one"
            raise ZeroDivisionError

    found = {"broken": Broken(), "good": Good()}
    monkeypatch.setattr("evenhand.compiled.compile_always", lambda: None)
    monkeypatch.setattr("evenhand.games.names", lambda: tuple(found))
    monkeypatch.setattr("evenhand.games.game", found.__getitem__)
    monkeypatch.setattr(os, "nice", lambda _: 0)
    warming.warm()
    assert compiled == ["good"]
    assert "broken could not be compiled" in caplog.text

"""demo, as the shell would run it: a world on a port, alive, and gone at the end."""

import re
import signal
import socket
from contextlib import AbstractContextManager, closing
from pathlib import Path
from time import monotonic, sleep

from evenhand.cli.demo import _port
from evenhand.demo.games import LUDO_ARENA, RUMMY_ARENA, SKAT_LEAGUE
from evenhand.demo.world import SMALL, make_world
from evenhand.ledger.database import now
from evenhand.ledger.ledger import Ledger

from .conftest import Shell
from .servers import PATIENCE, Server, serving

LADDERS = (SKAT_LEAGUE, RUMMY_ARENA, LUDO_ARENA)


def demo(folder: Path, *words: object) -> AbstractContextManager[Server]:
    """A demo that has begun."""
    return serving(folder, *words, command="demo")


def versions(server: Server) -> list[int]:
    """How much was written to each ladder."""
    found = [server.ask("GET", f"/api/v1/ladders/{name}/leaderboard") for name in LADDERS]
    assert all(answer.json()["rows"] for answer in found)
    return [answer.json()["version"] for answer in found]


def test_a_life_from_the_first_list_to_the_last(tmp_path: Path) -> None:
    with demo(tmp_path) as server:
        said = server.out.read_text()
        for name in LADDERS:
            assert f"{server.address}/ladders/{name} " in said
        begin, until = versions(server), monotonic() + PATIENCE
        while any(a == b for a, b in zip(begin, versions(server), strict=True)):
            assert monotonic() < until, "nobody plays"
            sleep(0.2)
        sample = Path(re.findall(r"\S+-evening\.csv", said)[0])
        assert upload(server, sample) == (2, [], [])
        assert server.end(signal.SIGINT) == 0
        assert "Traceback" not in server.err.read_text()
        assert not sample.parent.exists()


def upload(server: Server, sample: Path) -> tuple[int, list[str], list[str]]:
    """How many series a file brings; what is wrong with it, and who is new."""
    address = f"/api/v1/ladders/{SKAT_LEAGUE}/uploads"
    answer = server.ask("POST", address, key=server.key, content=sample.read_bytes())
    assert answer.status_code == 201, answer.text
    told = answer.json()
    return told["accepted"], told["problems"] + told["warnings"], told["new_players"]


def test_a_world_in_a_file_goes_on_where_it_was(tmp_path: Path) -> None:
    db = tmp_path / "world.db"
    with Ledger(str(db)) as ledger:
        make_world(ledger, 7, now(), size=SMALL)
        before = [ledger.ladder(name).seq for name in LADDERS]
    keys = []
    for _ in range(2):
        with demo(tmp_path, "--db", db, "--no-play") as server:
            assert versions(server) == before
            keys.append(server.key)
            allowed = server.ask("GET", "/api/v1/keys", key=keys[-1])
            assert allowed.status_code == 200
            if len(keys) == 2:  # the key of the last start is worthless
                assert server.ask("GET", "/api/v1/keys", key=keys[0]).status_code == 401
            assert server.end(signal.SIGTERM) == 0
    assert (tmp_path / "world-evening.csv").exists()


def test_a_ledger_that_is_no_demo_world_is_refused_and_left_alone(
    shell: Shell, tmp_path: Path
) -> None:
    club, text = tmp_path / "club.db", tmp_path / "text.db"
    Ledger(str(club)).close()
    before = club.read_bytes()
    shown = shell("demo", "--db", club)
    assert (shown.code, shown.out) == (2, "")
    assert shown.err.startswith(f"evenhand: {club}: is no demo world")
    assert club.read_bytes() == before
    text.write_text("this is no database " * 100)
    shown = shell("demo", "--db", text)
    assert (shown.code, len(shown.err.splitlines())) == (2, 1)


def test_a_port_that_was_asked_for_and_is_taken_is_refused(shell: Shell) -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as taken:
        port = taken.getsockname()[1]
        shown = shell("demo", "--port", port)
    assert shown.code == 2
    assert f"cannot serve on 127.0.0.1 port {port}" in shown.err


def test_without_a_port_the_next_free_one_is_taken() -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as taken:
        port = taken.getsockname()[1]
        assert port < _port(None, port) < port + 100

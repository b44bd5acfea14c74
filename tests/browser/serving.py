"""A real server over a ledger of its own, in a thread beside the tests."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import Thread
from time import monotonic, sleep
from typing import Any

import httpx
from granian.constants import Interfaces
from granian.log import LogLevels
from granian.server.embed import Server

from evenhand.ledger.ledger import Ledger
from evenhand.web.app import make_app
from evenhand.web.pages.assets import CHARTS, static
from tests.cli.servers import free_port
from tests.web.asking import with_key
from tests.web.sites import API, NO_RATES, part

from .world import DEAL, GAMES, MELDED, OPEN, RULES, STRONG, SYSTEM, games, people

PATIENCE = 60.0
COMPILING = 300.0  # seconds for a first answer on a machine where nothing is compiled yet


@dataclass
class Served:
    """A service that listens, and a key that may do everything."""

    address: str
    key: str
    client: httpx.Client = field(init=False)

    def __post_init__(self) -> None:
        headers = with_key(self.key)
        self.client = httpx.Client(base_url=self.address, headers=headers, timeout=PATIENCE)

    def do(self, method: str, path: str, body: Any = None) -> Any:
        """Ask for something that must work; the answer."""
        found = self.client.request(method, f"{API}/{path}", json=body)
        assert found.is_success, (method, path, found.status_code, found.text)
        return found.json() if found.content else None

    def make_ladder(self, ladder: str, **more: Any) -> str:
        """Make a ladder that a test may write to."""
        told = {"id": ladder, "name": f"Ladder {ladder}", "rules": RULES, **SYSTEM, **more}
        self.do("POST", "ladders", told)
        return ladder

    def post(self, ladder: str, *results: dict[str, Any]) -> None:
        """Post results."""
        rows = self.do("POST", f"ladders/{ladder}/results", list(results))
        assert {row["status"] for row in rows} == {"accepted"}

    def rating(self, ladder: str, player: str) -> float:
        """The rating of a player."""
        found: float = self.do("GET", f"ladders/{ladder}/players/{part(player)}")["rating"]
        return found

    def hash(self, ladder: str) -> str:
        """The hash of a ladder's state."""
        found: str = self.do("GET", f"ladders/{ladder}/state")["hash"]
        return found


def fill(served: Served) -> None:
    """Make the world."""
    for person in people():
        served.do("POST", "players", person)
    served.make_ladder(OPEN, name="Open ladder", game="skat")
    told = games()
    middle = len(told) - GAMES // 3
    served.post(OPEN, *told[: middle - 100])
    served.do("POST", f"ladders/{OPEN}/lists", {"title": "Spring"})
    served.post(OPEN, *told[middle - 100 : middle])
    served.do("POST", f"ladders/{OPEN}/lists", {"title": "Summer"})
    served.post(OPEN, *told[middle:])


def warm(served: Served) -> None:
    """Let be compiled and read what takes its time, so that no page has to wait for it."""
    base = f"/ladders/{OPEN}"
    cards = [("card", card) for card in STRONG.split()]
    rummy = [("card", card) for card in MELDED.split()]
    asked: tuple[tuple[str, list[tuple[str, Any]]], ...] = (
        (f"{base}/about", []),
        (f"{base}/about", [("seats", "4"), ("waiting", "24")]),
        (f"{base}/skill", []),
        (static(CHARTS), []),
        ("/skat", [*cards, ("skat", "D7"), ("skat", "H7")]),
        ("/skat/deal", [("seed", "5")]),
        ("/skat/deal", [*DEAL.items(), ("game", "N")]),
        ("/rummy", rummy),
        ("/rummy", [*rummy, ("card", "DK"), ("wild", "2")]),
    )
    for path, fields in asked:
        answer = served.client.get(path, params=httpx.QueryParams(fields), timeout=COMPILING)
        assert answer.status_code == 200, (path, answer.text)


@contextmanager
def listening(ledger: Ledger) -> Iterator[str]:
    """The address of a service over a ledger, which ends with the block."""
    app, port = make_app(ledger, NO_RATES), free_port()
    server = Server(
        app, port=port, interface=Interfaces.ASGI, websockets=False, log_level=LogLevels.error
    )
    loop = asyncio.new_event_loop()
    thread = Thread(target=_run, args=(loop, server), daemon=True)
    thread.start()

    def stop() -> None:
        app.state.service.events.close()
        server.stop()  # type: ignore[no-untyped-call]

    try:
        _wait(f"http://127.0.0.1:{port}")
        yield f"http://127.0.0.1:{port}"
    finally:
        loop.call_soon_threadsafe(stop)
        thread.join(PATIENCE)
        assert not thread.is_alive(), "the service does not end"


def _run(loop: asyncio.AbstractEventLoop, server: Server) -> None:
    asyncio.set_event_loop(loop)
    try:
        loop.run_until_complete(server.serve())
    finally:
        loop.close()


def _wait(address: str) -> None:
    until = monotonic() + PATIENCE
    while monotonic() < until:
        try:
            if httpx.get(f"{address}/healthz").status_code == 200:
                return
        except httpx.TransportError:
            pass
        sleep(0.02)
    raise AssertionError(f"no service after {PATIENCE} s")

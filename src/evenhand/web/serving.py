"""The service on an address, by granian inside this process: one that writes, or only reads."""

import asyncio
import gc
import signal
import sys
from dataclasses import dataclass, field

import uvloop
from granian.constants import Interfaces
from granian.log import LogLevels
from granian.server.embed import Server

from evenhand.ledger.ledger import Ledger
from evenhand.web.app import make_app
from evenhand.web.limits import Limits
from evenhand.web.service import Service

SWITCH = 0.001  # seconds after which a busy thread lets another run
GARBAGE = (50_000, 20, 100)  # objects made until cycles are looked for: answers are many objects


@dataclass(frozen=True, slots=True)
class Serving:
    """Where to serve, and how much."""

    host: str = "127.0.0.1"
    port: int = 8000
    limits: Limits = field(default_factory=Limits)


def serve(ledger: Ledger, serving: Serving) -> None:
    """Serve a ledger until told to stop."""
    sys.setswitchinterval(SWITCH)
    gc.set_threshold(*GARBAGE)
    app = make_app(ledger, serving.limits)
    server = Server(
        app,
        address=serving.host,
        port=serving.port,
        interface=Interfaces.ASGI,
        websockets=False,
        backlog=1024,
        log_level=LogLevels.error,
    )
    uvloop.run(_until_told(server, app.state.service))


async def _until_told(server: Server, service: Service) -> None:
    def stop() -> None:
        service.events.close()  # the server waits for all answers, and streams have no end
        server.stop()  # type: ignore[no-untyped-call]

    loop = asyncio.get_running_loop()
    for word in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(word, stop)
    await server.serve()

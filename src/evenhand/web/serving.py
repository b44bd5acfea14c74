"""The service on an address, by granian inside this process: one that writes, or only reads."""

import asyncio
import gc
import logging
import signal
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, closing, suppress
from dataclasses import dataclass, field

import uvloop
from granian.constants import Interfaces
from granian.log import LogLevels
from granian.server.embed import Server

from evenhand.ledger.ledger import Ledger
from evenhand.web.app import make_app
from evenhand.web.limits import Limits
from evenhand.web.pages.warming import Warming
from evenhand.web.service import Service

SWITCH = 0.001  # seconds after which a busy thread lets another run
GARBAGE = (50_000, 20, 100)  # objects made until cycles are looked for: answers are many objects
READY = 0.05  # seconds between two looks whether the service is ready
SETTLED = 2.0  # seconds for which a service answers before it starts to compile

Beside = Callable[[Service], Awaitable[None]]
"""Something that goes on while a service runs."""
log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Serving:
    """Where to serve, and how much."""

    host: str = "127.0.0.1"
    port: int = 8000
    limits: Limits = field(default_factory=Limits)
    warm: bool = False  # whether to compile what pages and games run, once the service answers


def serve(ledger: Ledger, serving: Serving, beside: Beside | None = None) -> None:
    """Serve a ledger until told to stop.

    ``beside`` begins when the service is ready and is cancelled when it ends.
    """
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
    with closing(Warming()) as warming:
        on_ready = warming.start if serving.warm else None
        uvloop.run(_until_told(server, app.state.service, on_ready, beside))


async def _until_told(
    server: Server,
    service: Service,
    on_ready: Callable[[], None] | None,
    beside: Beside | None,
) -> None:
    async with _going_on(service, on_ready, beside) as task:

        def stop() -> None:
            task.cancel()
            service.events.close()  # the server waits for all answers, and streams have no end
            server.stop()  # type: ignore[no-untyped-call]

        loop = asyncio.get_running_loop()
        for word in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(word, stop)
        await server.serve()


@asynccontextmanager
async def _going_on(
    service: Service, on_ready: Callable[[], None] | None, beside: Beside | None
) -> AsyncIterator["asyncio.Task[None]"]:
    """Let something go on; what goes wrong with it is logged and does not end the service."""

    async def go_on() -> None:
        while not service.ready:
            await asyncio.sleep(READY)
        try:
            if on_ready is not None:
                asyncio.get_running_loop().call_later(SETTLED, on_ready)
            if beside is not None:
                await beside(service)
        except Exception:
            log.exception("what went on beside the service has ended")

    task = asyncio.create_task(go_on())
    try:
        yield task
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task

"""Someone who listens to live events, without a network."""

import asyncio
import json
from typing import Any, NamedTuple

from starlette.types import ASGIApp, Message

from .asking import ADDRESS, with_key
from .sites import API

PATIENCE = 20.0  # seconds, on a slow machine


class Event(NamedTuple):
    """An event as it came."""

    id: int | None
    kind: str
    data: Any


class Listener:
    """Opens a stream when it is made; must be left."""

    def __init__(
        self, app: ASGIApp, path: str, key: str | None = None, last: int | None = None
    ) -> None:
        headers = [] if key is None else [*with_key(key).items()]
        headers += [] if last is None else [("Last-Event-ID", str(last))]
        address, _, query = path.partition("?")
        self._scope = {
            "type": "http", "http_version": "1.1", "method": "GET", "scheme": "http",
            "path": f"{API}/{address}", "raw_path": f"{API}/{address}".encode(), "root_path": "",
            "query_string": query.encode(), "client": ADDRESS, "server": ("test", 80),
            "headers": [(name.lower().encode(), value.encode()) for name, value in headers],
        }  # fmt: skip
        self.headers: dict[str, str] = {}
        self._came: asyncio.Queue[Message] = asyncio.Queue()
        self._left = asyncio.Event()
        self._text = ""
        self._task = asyncio.create_task(self._run(app))

    async def _run(self, app: ASGIApp) -> None:
        asked = False

        async def receive() -> Message:
            nonlocal asked
            if not asked:
                asked = True
                return {"type": "http.request", "body": b"", "more_body": False}
            await self._left.wait()
            return {"type": "http.disconnect"}

        async def send(message: Message) -> None:
            self._came.put_nowait(message)

        await app(self._scope, receive, send)
        self._came.put_nowait({"type": "end"})

    async def _next(self) -> Message:
        async with asyncio.timeout(PATIENCE):
            return await self._came.get()

    async def status(self) -> int:
        """The status of the answer."""
        message = await self._next()
        self.headers = {name.decode(): value.decode() for name, value in message["headers"]}
        status: int = message["status"]
        return status

    async def text(self) -> str:
        """The next part that is sent, up to an empty line; nothing at the end."""
        while "\n\n" not in self._text:
            message = await self._next()
            if message["type"] == "end" or not message.get("more_body", False):
                return ""
            self._text += message["body"].decode()
        part, _, self._text = self._text.partition("\n\n")
        return part

    async def event(self) -> Event:
        """The next event."""
        fields = dict(line.split(": ", 1) for line in (await self.text()).splitlines())
        number = int(fields["id"]) if "id" in fields else None
        return Event(number, fields.get("event", ""), json.loads(fields.get("data", "null")))

    async def events(self, count: int) -> list[Event]:
        """The next events."""
        return [await self.event() for _ in range(count)]

    async def leave(self) -> None:
        """Close the stream and see it end."""
        self._left.set()
        async with asyncio.timeout(PATIENCE):
            await self._task

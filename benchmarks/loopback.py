"""A small HTTP client for load on loopback: many connections that stay open, one thread.

It knows what our service answers (Content-Length or chunks) and nothing else, so that it takes
little of the machine away from the service that it measures.
"""

import asyncio
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import cast

Request = bytes


@dataclass(slots=True)
class Load:
    """What came of a load."""

    answers: int = 0
    wrong: int = 0
    seconds: float = 0.0
    waits: list[float] = field(default_factory=list)
    first_wrong: bytes = b""

    @property
    def rate(self) -> float:
        """Answers a second."""
        return self.answers / self.seconds

    def wait(self, share: float) -> float:
        """The wait in milliseconds that this share of the requests had at most."""
        return 1000.0 * sorted(self.waits)[min(int(share * len(self.waits)), len(self.waits) - 1)]


def get(path: str, **headers: str) -> Request:
    """A GET request."""
    return _request("GET", path, b"", headers)


def post(path: str, body: bytes, method: str = "POST", **headers: str) -> Request:
    """A request with a body."""
    return _request(method, path, body, headers)


def _request(method: str, path: str, body: bytes, headers: dict[str, str]) -> Request:
    lines = [f"{method} {path} HTTP/1.1", "Host: localhost"]
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
    if method != "GET":
        lines.append(f"Content-Length: {len(body)}")
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body


class _Connection(asyncio.Protocol):
    """Sends a request, waits for the answer, sends the next."""

    def __init__(self, requests: Iterator[Request], load: Load, seen: Callable[[bytes], None]):
        self.requests, self.load, self.seen = requests, load, seen
        self.buffer = bytearray()
        self.ended: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)
        self._send()

    def connection_lost(self, problem: Exception | None) -> None:
        if not self.ended.done():
            self.ended.set_exception(problem or ConnectionError("the service hung up"))

    def _send(self) -> None:
        request = next(self.requests, None)
        if request is None:
            self.transport.close()
            self.ended.set_result(None)
            return
        self.sent = time.perf_counter()
        self.transport.write(request)

    def data_received(self, data: bytes) -> None:
        self.buffer += data
        end = self.buffer.find(b"\r\n\r\n")
        if end < 0:
            return
        head = bytes(self.buffer[:end]).lower()
        length = head.find(b"content-length:")
        if length >= 0:
            size = end + 4 + int(head[length + 15 :].split(b"\r\n", 1)[0])
            whole = len(self.buffer) >= size
        else:
            whole = b" 304 " in head[:16] or self.buffer.endswith(b"\r\n0\r\n\r\n")
        if whole:
            self._answered(head, end)

    def _answered(self, head: bytes, end: int) -> None:
        load = self.load
        load.waits.append(time.perf_counter() - self.sent)
        load.answers += 1
        if head[9:10] not in b"23":
            load.wrong += 1
            load.first_wrong = load.first_wrong or bytes(self.buffer[:2000])
        self.seen(bytes(self.buffer[end + 4 :]))
        self.buffer.clear()
        self._send()


async def run(
    port: int,
    requests: Iterator[Request],
    connections: int,
    seen: Callable[[bytes], None] = lambda _: None,
) -> Load:
    """Send all requests over some connections, each its next one when it was answered."""
    load, loop = Load(), asyncio.get_running_loop()
    begin = time.perf_counter()
    made = [
        await loop.create_connection(lambda: _Connection(requests, load, seen), "127.0.0.1", port)
        for _ in range(connections)
    ]
    await asyncio.gather(*(connection.ended for _, connection in made))
    load.seconds = time.perf_counter() - begin
    return load


def measure(
    port: int,
    requests: Iterator[Request],
    connections: int,
    seen: Callable[[bytes], None] = lambda _: None,
) -> Load:
    """The same from outside a loop, by uvloop."""
    import uvloop

    return uvloop.run(run(port, requests, connections, seen))

"""Bodies of requests, counted while they come.

For routes that read them themselves, that is, have no parameter for the body.
"""

from collections.abc import AsyncGenerator, Iterable
from contextlib import aclosing

from starlette.requests import ClientDisconnect, Request
from starlette.types import Message, Receive, Scope

from evenhand.web.problems import Problem

ALLOWANCE = "evenhand.allowance"


class Allowance:
    """Lets so many bytes of a body through; the framework, too, reads bodies through it."""

    def __init__(self, scope: Scope, receive: Receive, most: int) -> None:
        self.most = most
        self._scope, self._receive = scope, receive
        self._read = 0

    async def receive(self) -> Message:
        """The next part; refuses the first one already if more is announced."""
        if not self._read:
            check_length(self._scope["headers"], self.most)
        message = await self._receive()
        self._read += len(message.get("body", b""))
        if self._read > self.most:
            raise too_large(self.most)
        return message


async def read_body(request: Request, most: int) -> bytes:
    """The whole body, if it is not longer than that."""
    return b"".join([chunk async for chunk in _chunks(request, most)])


async def read_lines(
    request: Request, most_bytes: int, most_line: int
) -> AsyncGenerator[bytes, None]:
    """The lines of a body as they come, empty ones too, without their ends."""
    async with aclosing(read_blocks(request, most_bytes, most_line)) as blocks:
        async for lines in blocks:
            for line in lines:
                yield line


async def read_blocks(
    request: Request, most_bytes: int, most_line: int
) -> AsyncGenerator[list[bytes], None]:
    """The lines of a body, as many at a time as came together."""
    rest = bytearray()
    async for chunk in _chunks(request, most_bytes):
        lines = chunk.split(b"\n")
        rest += lines[0]
        if len(lines) > 1:
            lines[0], rest = bytes(rest), bytearray(lines.pop())
            yield _cut(lines, most_line)
        if len(rest) > most_line + 1:  # its end may yet be a carriage return
            raise _too_long(most_line)
    if rest:
        yield _cut([bytes(rest)], most_line)


def check_length(headers: Iterable[tuple[bytes, bytes]], most: int) -> None:
    """Refuse a body that is announced to be longer."""
    for name, value in headers:
        if name == b"content-length" and value.isdigit() and int(value[:20]) > most:
            raise too_large(most)


def too_large(most: int) -> Problem:
    """The answer to a body that is too long."""
    return Problem(413, f"the body may have {most:,} bytes")


async def _chunks(request: Request, most: int) -> AsyncGenerator[bytes, None]:
    allowance = request.scope.get(ALLOWANCE) or Allowance(request.scope, request.receive, most)
    allowance.most = most
    more = True
    while more:
        message = await allowance.receive()
        if message["type"] == "http.disconnect":
            raise ClientDisconnect
        more = message.get("more_body", False)
        yield message.get("body", b"")


def _cut(lines: list[bytes], most: int) -> list[bytes]:
    """Lines without carriage returns at their ends; refuses those that are too long."""
    cut = [line.removesuffix(b"\r") for line in lines]
    if max(map(len, cut), default=0) > most:
        raise _too_long(most)
    return cut


def _too_long(most: int) -> Problem:
    return Problem(413, f"a line may have {most:,} bytes")

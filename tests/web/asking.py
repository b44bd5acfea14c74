"""Small services for tests, and how to ask them without a network."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import httpx
from starlette.types import ASGIApp

ADDRESS = ("192.0.2.1", 1234)


class Client:
    """Asks a service, each request in an event loop of its own."""

    def __init__(self, app: ASGIApp, address: tuple[str, int] = ADDRESS) -> None:
        self.app, self.address = app, address

    def __call__(self, method: str, path: str, **more: Any) -> httpx.Response:
        return self.together(lambda ask: ask(method, path, **more))

    def together(self, work: Callable[..., Awaitable[httpx.Response]]) -> httpx.Response:
        """Let ``work`` ask several times in one event loop."""

        async def run() -> httpx.Response:
            transport = httpx.ASGITransport(self.app, client=self.address)
            async with httpx.AsyncClient(transport=transport, base_url="http://test") as client:
                return await work(client.request)

        return asyncio.run(run())


def with_key(text: str) -> dict[str, str]:
    """The header that brings a key."""
    return {"Authorization": f"Bearer {text}"}


async def chunks(*parts: bytes) -> AsyncIterator[bytes]:
    """A body that comes in parts and does not say how long it is."""
    for part in parts:
        yield part

"""The whole service over a small world, asked in one event loop that runs beside the tests."""

import shutil
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import quote

import httpx
import pytest
from anyio.from_thread import start_blocking_portal
from fastapi import FastAPI

from evenhand.ledger.keys import SCOPES, create_key
from evenhand.ledger.ledger import Ledger
from evenhand.web.app import make_app
from evenhand.web.limits import Limits
from evenhand.web.service import Service

from .asking import ADDRESS, with_key

API = "/api/v1"
NO_RATES = Limits(key_rate=0, address_rate=0)
MINUTE = "2026-01-01T{:02}:{:02}:00Z"


def seats(scores: Mapping[str, float], **luck: float) -> list[dict[str, Any]]:
    """The players of a result."""
    return [
        {"player": who, "score": points} | ({"luck": luck[who]} if who in luck else {})
        for who, points in scores.items()
    ]


def result(name: str, minute: int | None = None, **scores: float) -> dict[str, Any]:
    """A result, played so many minutes into 2026 or just now."""
    told: dict[str, Any] = {"id": name, "players": seats(scores)}
    if minute is not None:
        told["played_at"] = MINUTE.format(*divmod(minute, 60))
    return told


def path_of(text: str) -> str:
    """A part of an address."""
    return quote(text, safe="")


@dataclass
class Site:
    """A service that runs, and keys for it."""

    app: FastAPI
    ledger: Ledger
    portal: Any
    keys: dict[str, str] = field(default_factory=dict)
    client: httpx.AsyncClient = field(init=False)

    def __post_init__(self) -> None:
        transport = httpx.ASGITransport(self.app, client=ADDRESS)
        self.client = httpx.AsyncClient(transport=transport, base_url="http://test")

    @property
    def service(self) -> Service:
        """What all routes share."""
        service: Service = self.app.state.service
        return service

    def key(self, scope: str = "admin", tenant: str = "main") -> str:
        """A key of a tenant, the same every time."""
        name = f"{tenant} {scope}"
        if name not in self.keys:
            self.keys[name] = create_key(
                self.ledger.database, name=name, scopes=[scope], tenant=tenant
            )
        return self.keys[name]

    def ask(
        self, method: str, path: str, *, key: str | None = "admin", tenant: str = "main", **more: Any
    ) -> httpx.Response:
        """Ask with a key of a scope, with a key by its text, or with none."""
        headers = dict(more.pop("headers", {}))
        if key is not None:
            headers |= with_key(self.key(key, tenant) if key in SCOPES else key)
        address = path if path.startswith("/") else f"{API}/{path}"
        found: httpx.Response = self.portal.call(
            lambda: self.client.request(method, address, headers=headers, **more)
        )
        return found

    def do(self, method: str, path: str, body: Any = None, **more: Any) -> Any:
        """Ask for something that must work; the answer."""
        if body is not None:
            more["json"] = body
        found = self.ask(method, path, **more)
        assert found.status_code in (200, 201, 204), (method, path, found.status_code, found.text)
        return found.json() if found.content else None

    def get(self, path: str, **more: Any) -> Any:
        """What a route answers."""
        return self.do("GET", path, **more)

    def make_ladder(self, name: str, system: str = "elo", **more: Any) -> Any:
        """Make a ladder."""
        return self.do("POST", "ladders", {"id": name, "name": name, "system": system, **more})

    def post(self, ladder: str, *results: Mapping[str, Any], **more: Any) -> Any:
        """Post results together: what became of each."""
        return self.do("POST", f"ladders/{ladder}/results", list(results), **more)

    def together(self, asked: Sequence[tuple[str, str, Any]]) -> list[httpx.Response]:
        """Ask for several things at once, with an admin's key: method, path and body of each."""
        import asyncio

        headers = with_key(self.key())

        async def all_at_once() -> list[httpx.Response]:
            return await asyncio.gather(
                *(
                    self.client.request(method, f"{API}/{path}", json=body, headers=headers)
                    for method, path, body in asked
                )
            )

        found: list[httpx.Response] = self.portal.call(all_at_once)
        return found


@contextmanager
def running(url: str, limits: Limits = NO_RATES) -> Iterator[Site]:
    """A service over a database, from its start to its end."""
    with ExitStack() as stack:
        ledger = stack.enter_context(Ledger(url))
        app = make_app(ledger, limits)
        portal = stack.enter_context(start_blocking_portal())
        stack.enter_context(
            portal.wrap_async_context_manager(app.router.lifespan_context(app))
        )
        site = Site(app, ledger, portal)
        yield site
        portal.call(site.client.aclose)



"""The whole service over a small world, asked in an event loop that runs beside the tests."""

import asyncio
import shutil
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import quote

import httpx
import pytest
from anyio.from_thread import BlockingPortal, start_blocking_portal
from fastapi import FastAPI

from evenhand.ledger.keys import SCOPES, create_key
from evenhand.ledger.ledger import Ledger
from evenhand.web.app import make_app
from evenhand.web.limits import Limits
from evenhand.web.service import Service
from tests.ledger.uploads.files import DATA

from .asking import ADDRESS, with_key

API = "/api/v1"
JSON = {"Content-Type": "application/json"}
NO_RATES = Limits(key_rate=0, address_rate=0)
EVENING = (DATA / "evening.csv").read_bytes()
NAMES = ("anna", "ben", "cem", "dora", "emil", "fritz")
GAMES = 30  # of each ladder of the world
PATIENCE = 30  # seconds for an answer, so that a stream that should not be fails


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
        told["played_at"] = f"2026-01-01T{minute // 60:02}:{minute % 60:02}:00Z"
    return told


def some_results(count: int = GAMES, width: int = 2) -> list[dict[str, Any]]:
    """Results among all of the world, the same every time."""
    return [
        result(
            f"r{n}", n, **{NAMES[(n + k * (1 + n % 2)) % 6]: (n * 7 + k) % 5 for k in range(width)}
        )
        for n in range(count)
    ]


def part(text: str) -> str:
    """A part of an address."""
    return quote(text, safe="")


@dataclass
class Site:
    """A service that runs, and keys for it."""

    app: FastAPI
    ledger: Ledger
    portal: BlockingPortal
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
            database = self.ledger.database
            self.keys[name] = create_key(database, name=name, scopes=[scope], tenant=tenant)
        return self.keys[name]

    def ask(
        self, method: str, path: str, body: Any = None, *, key: str | None = "admin",
        tenant: str = "main", **more: Any,
    ) -> httpx.Response:  # fmt: skip
        """Ask with a key of a scope, with a key by its text, or with none."""
        headers = dict(more.pop("headers", {}))
        if key is not None:
            headers |= with_key(self.key(key, tenant) if key in SCOPES else key)
        if body is not None:
            more["json"] = body
        address = path if path.startswith("/") else f"{API}/{path}"

        async def answered() -> httpx.Response:
            async with asyncio.timeout(PATIENCE):
                return await self.client.request(method, address, headers=headers, **more)

        return self.portal.call(answered)

    def do(self, method: str, path: str, body: Any = None, **more: Any) -> Any:
        """Ask for something that must work; the answer."""
        found = self.ask(method, path, body, **more)
        assert found.is_success, (method, path, found.status_code, found.text)
        return found.json() if found.content else None

    def get(self, path: str, **more: Any) -> Any:
        """What a route answers."""
        return self.do("GET", path, **more)

    def status(self, method: str, path: str, body: Any = None, **more: Any) -> int:
        """The status of an answer; one that is no success is a problem."""
        found = self.ask(method, path, body, **more)
        if found.is_error:
            problem_of(found, found.status_code)
        return found.status_code

    def refused(self, status: int, method: str, path: str, body: Any = None, **more: Any) -> str:
        """Why something is refused."""
        detail: str = problem_of(self.ask(method, path, body, **more), status)["detail"]
        return detail

    def make_ladder(self, name: str, system: str = "elo", **more: Any) -> Any:
        """Make a ladder."""
        return self.do("POST", "ladders", {"id": name, "name": name, "system": system, **more})

    def post(self, ladder: str, *results: Mapping[str, Any], **more: Any) -> Any:
        """Post results together: what became of each."""
        return self.do("POST", f"ladders/{ladder}/results", list(results), **more)

    def rating(self, ladder: str, player: str) -> float:
        """The rating of a player."""
        found: float = self.get(f"ladders/{ladder}/players/{part(player)}")["rating"]
        return found

    def hash(self, ladder: str) -> str:
        """The hash of a ladder's state."""
        found: str = self.get(f"ladders/{ladder}/state")["hash"]
        return found

    def together(self, asked: Sequence[tuple[str, str, Any]]) -> list[httpx.Response]:
        """Ask for several things at once as an admin: method, path and body of each."""
        headers = with_key(self.key())

        async def all_at_once() -> list[httpx.Response]:
            return await asyncio.gather(
                *(
                    self.client.request(method, f"{API}/{path}", json=body, headers=headers)
                    for method, path, body in asked
                )
            )

        return self.portal.call(all_at_once)


def problem_of(answer: httpx.Response, status: int) -> dict[str, Any]:
    """What an answer says that is a problem, as all of them are."""
    assert answer.status_code == status, (answer.request, answer.status_code, answer.text)
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.headers["x-content-type-options"] == "nosniff"
    body: dict[str, Any] = answer.json()
    assert body["status"] == status
    assert body["type"] == "about:blank"
    assert body["title"]
    return body


@contextmanager
def running(
    url: str,
    keys: Mapping[str, str] | None = None,
    limits: Limits = NO_RATES,
    *,
    read_only: bool = False,
) -> Iterator[Site]:
    """A service over a database, from its start to its end."""
    with ExitStack() as stack:
        ledger = stack.enter_context(Ledger(url, read_only=read_only))
        app = make_app(ledger, limits)
        portal = stack.enter_context(start_blocking_portal())
        stack.enter_context(portal.wrap_async_context_manager(app.router.lifespan_context(app)))
        site = Site(app, ledger, portal, dict(keys or {}))
        yield site
        portal.call(site.client.aclose)


def fill(site: Site) -> str:
    """Ladders of several systems, one of them private, players, results, a list; an upload's id."""
    site.make_ladder("elo", params={"k": 32})
    site.make_ladder("glicko", "glicko-2")
    site.make_ladder("skat", "score-share-elo")
    site.make_ladder("secret", public=False)
    for ladder in ("elo", "glicko", "secret"):
        site.post(ladder, *some_results())
    site.post("skat", *some_results(width=3))
    site.do("PATCH", "players/anna", {"name": "Anna A.", "club": "North"})
    site.do("PATCH", "players/cem", {"club": "South"})
    site.do("POST", "players/ben/aliases", {"alias": "Benny"})
    site.do("POST", "players", {"id": "guest", "guest": True})
    site.do("POST", "ladders/elo/lists", {"title": "January"})
    for scope in SCOPES:
        site.key(scope)
    upload: str = site.do("POST", "ladders/skat/uploads?filename=evening.csv", content=EVENING)[
        "id"
    ]
    return upload


@dataclass(frozen=True)
class World:
    """A database with the world in it, to be copied."""

    path: Path
    keys: Mapping[str, str]
    upload: str

    @contextmanager
    def copied(
        self, folder: Path, limits: Limits = NO_RATES, *, read_only: bool = False
    ) -> Iterator[Site]:
        """A service over a copy."""
        path = folder / "world.db"
        shutil.copyfile(self.path, path)
        with running(str(path), self.keys, limits, read_only=read_only) as site:
            yield site


@pytest.fixture(scope="session")
def world(made_sqlite: Path, tmp_path_factory: pytest.TempPathFactory) -> World:
    """The world, made once."""
    path = tmp_path_factory.mktemp("world") / "world.db"
    shutil.copyfile(made_sqlite, path)
    with running(str(path)) as site:
        upload = fill(site)
        keys = dict(site.keys)
    return World(path, keys, upload)


@pytest.fixture
def site(world: World, tmp_path: Path) -> Iterator[Site]:
    """A service over a world of its own."""
    with world.copied(tmp_path) as copy:
        yield copy


@pytest.fixture(scope="session")
def seen(world: World, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A service over the world for tests that only look at it."""
    with world.copied(tmp_path_factory.mktemp("seen")) as copy:
        yield copy


@pytest.fixture
def empty(made_sqlite: Path, tmp_path: Path) -> Iterator[Site]:
    """A service over a ledger in which nothing is yet."""
    path = tmp_path / "empty.db"
    shutil.copyfile(made_sqlite, path)
    with running(str(path)) as made:
        yield made


@pytest.fixture
def either(database_url: str) -> Iterator[Site]:
    """A service over an empty ledger, on SQLite and on PostgreSQL."""
    with running(database_url) as made:
        yield made

"""The service as an ASGI application over a ledger."""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager

from fastapi import Depends, FastAPI, Request
from fastapi.dependencies.models import Dependant
from fastapi.routing import APIRoute
from starlette.routing import Match, Route
from starlette.types import Scope

from evenhand import __version__
from evenhand.ledger.answers import ReusedKeyError
from evenhand.ledger.ledger import ConflictError, Ledger, NotThereError
from evenhand.web import operations
from evenhand.web.api import (
    admin,
    boards,
    events,
    ladders,
    matchmaking,
    people,
    players,
    results,
    uploads,
)
from evenhand.web.limits import Limits
from evenhand.web.pages.all_pages import add_pages
from evenhand.web.problems import Problem
from evenhand.web.protection import protect
from evenhand.web.running import running
from evenhand.web.schemas import add_schemas
from evenhand.web.service import Service

ROUTERS = (ladders, results, boards, players, matchmaking, uploads, events, people, admin)
STATUSES = {NotThereError: 404, ConflictError: 409, ReusedKeyError: 409}
QUICK = (
    ("GET", "/ladders/{ladder}/leaderboard", boards.leaderboard),
    ("POST", "/ladders/{ladder}/results", results.post_results),
)
"""Routes that are asked thousands of times a second, found first and called without more ado."""
ABOUT = """Ratings for games in which both skill and luck decide, live and correctable.

Writes need `Authorization: Bearer KEY`.  Errors are problem+json (RFC 9457)."""


def make_app(ledger: Ledger, limits: Limits | None = None) -> FastAPI:
    """The service over a ledger; it is up to the caller to close the ledger."""
    service = Service(ledger, limits)

    @asynccontextmanager
    async def life(_: FastAPI) -> AsyncIterator[None]:
        async with running(service):
            yield

    app = FastAPI(
        title="evenhand",
        version=__version__,
        description=ABOUT,
        lifespan=life,
        openapi_url="/api/v1/openapi.json",
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
        telemetry={"tracing": False, "metrics": False, "logs": False},
        generate_unique_id_function=lambda route: route.name,
    )
    app.state.service = service
    app.state.measured = operations.Measured(service)
    for part in ROUTERS:
        app.include_router(part.router, prefix="/api/v1", dependencies=[Depends(known_only)])
    app.include_router(operations.router)
    protect(app, service.keys, service.limits, STATUSES)
    app.add_middleware(operations.Counting, measured=app.state.measured)
    add_schemas(app)
    add_pages(app)
    app.router.routes[:0] = [
        _Quick(f"/api/v1{path}", endpoint, methods=[method]) for method, path, endpoint in QUICK
    ]
    return app


class _Quick(Route):
    """A plain route that is known to have been found, as the framework's own are."""

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        """Whether a request is for this route."""
        match, found = super().matches(scope)
        return match, {**found, "route": self}


_names: dict[int, frozenset[str]] = {}


async def known_only(request: Request) -> None:
    """Refuse parameters that a route does not have: a typing error must not be passed over."""
    if not request.scope["query_string"]:
        return
    route = request.scope["route"]
    known = _names.get(id(route))
    if known is None:
        assert isinstance(route, APIRoute)
        known = _names[id(route)] = frozenset(_queries(route.dependant))
    for name in request.query_params:
        if name not in known:
            raise Problem(422, f"there is no parameter {name[:60]!r} here")


def _queries(dependant: Dependant) -> Iterator[str]:
    """The names of all parameters of a route, and of what it depends on."""
    yield from (field.alias for field in dependant.query_params)
    for part in dependant.dependencies:
        yield from _queries(part)

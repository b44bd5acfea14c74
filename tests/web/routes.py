"""All routes of the service, found by walking it, so that tests cannot forget a new one."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from fastapi.routing import iter_route_contexts

from .sites import API, EVENING, Site, part, result, seats


class Route(NamedTuple):
    """A method and an address with places to be filled, without the part that all have."""

    method: str
    path: str

    def at(self, names: Mapping[str, str]) -> str:
        """The address of something."""
        return self.path.format_map({key: part(value) for key, value in names.items()})


def all_routes(site: Site) -> list[Route]:
    """All routes, those outside the document too."""
    found = {
        Route(method, path.removeprefix(f"{API}/"))
        for one in iter_route_contexts(site.app.routes)
        if (path := one.path_format) is not None
        for method in one.methods or ()
        if method != "HEAD"
    }
    return sorted(found)


def api_routes(site: Site) -> list[Route]:
    """The routes of the API."""
    return [route for route in all_routes(site) if not route.path.startswith(("/", "openapi"))]


SCOPES = {
    Route("POST", "ladders"): "admin",
    Route("PATCH", "ladders/{ladder}"): "admin",
    Route("POST", "ladders/{ladder}/lists"): "admin",
    Route("POST", "ladders/{ladder}/results"): "results:write",
    Route("PUT", "ladders/{ladder}/results/{result}"): "results:correct",
    Route("DELETE", "ladders/{ladder}/results/{result}"): "results:correct",
    Route("POST", "ladders/{ladder}/uploads"): "results:write",
    Route("DELETE", "ladders/{ladder}/uploads/{upload}"): "results:correct",
    Route("POST", "ladders/{ladder}/tables"): "read",  # reckons and writes nothing
    Route("POST", "players"): "admin",
    Route("PATCH", "players/{player}"): "admin",
    Route("DELETE", "players/{player}"): "admin",
    Route("POST", "players/{player}/aliases"): "admin",
    Route("DELETE", "players/{player}/aliases/{alias}"): "admin",
    Route("POST", "players/{player}/merge"): "admin",
    Route("DELETE", "players/{player}/merge"): "admin",
    Route("POST", "keys"): "admin",
    Route("DELETE", "keys/{id}"): "admin",
}
"""What a key needs for everything that is no GET."""

READERS = {
    Route("GET", "audit"): "admin",
    Route("GET", "keys"): "admin",
    Route("GET", "ladders/{ladder}/uploads"): "read",
    Route("GET", "players/{player}"): "read",
}
"""What a key needs for a GET that not everybody may ask."""

BODIES: dict[Route, dict[str, Any]] = {
    Route("POST", "ladders"): {"id": "new", "name": "New"},
    Route("PATCH", "ladders/{ladder}"): {"name": "Other"},
    Route("POST", "ladders/{ladder}/lists"): {"title": "New"},
    Route("POST", "ladders/{ladder}/results"): result("new", 5, anna=1, ben=0),
    Route("PUT", "ladders/{ladder}/results/{result}"): {"players": seats({"anna": 5, "ben": 1})},
    Route("POST", "ladders/{ladder}/tables"): {"players": [{"player": "a"}, {"player": "b"}]},
    Route("POST", "players"): {"id": "new"},
    Route("PATCH", "players/{player}"): {"name": "Other"},
    Route("POST", "players/{player}/aliases"): {"alias": "new"},
    Route("POST", "players/{player}/merge"): {"into": "emil"},
    Route("POST", "keys"): {"name": "new", "scopes": ["read"]},
}
"""A right body for every route that reads JSON."""


def asked(route: Route) -> dict[str, Any]:
    """What to send along with a request that is right."""
    if route == ("POST", "ladders/{ladder}/uploads"):
        return {"content": EVENING}
    return {"json": BODIES[route]} if route in BODIES else _query(route)


def _query(route: Route) -> dict[str, Any]:
    return {"params": {"players": "anna,ben"}} if route.path.endswith("prediction") else {}

"""OWASP API 7 to 9: requests to others, headers and errors that tell too much, hidden routes."""

import ast
import logging
import socket
from pathlib import Path
from typing import Any

import pytest
from fastapi.routing import APIRoute

import evenhand
from evenhand.web.pages import all_pages

from .routes import Route, all_routes
from .sites import API, Site, problem_of, result

SOURCES = Path(evenhand.__file__).parent
CLIENTS = {
    "aiohttp", "asyncssh", "ftplib", "h11", "http", "httpcore", "httpx", "imaplib", "paramiko",
    "poplib", "pycurl", "requests", "smtplib", "socket", "ssl", "telnetlib", "urllib3",
    "webbrowser", "websockets", "xmlrpc",
}  # fmt: skip
HARMLESS = {"http.HTTPStatus", "urllib.parse"}
LEAKS = (
    "traceback", "site-packages", ".py", "python", "fastapi", "starlette", "granian", "uvloop",
    "sqlalchemy", "sqlite", "psycopg", "select ", "password", "0x",
)  # fmt: skip


def imports(path: Path) -> set[str]:
    """All that a file imports, with the names taken from each module."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {f"{node.module}.{name.name}" for name in node.names}
    return {
        name
        for name in found
        if name.partition(".")[0] in CLIENTS | {"urllib"} and not name.startswith(tuple(HARMLESS))
    }


@pytest.mark.parametrize("package", ["web", "ledger"])
def test_no_code_of_the_service_can_ask_another_server(package: str) -> None:
    files = list((SOURCES / package).rglob("*.py"))
    assert len(files) > 20
    assert {path.name: found for path in files if (found := imports(path))} == {}


def test_addresses_in_what_is_sent_are_text_and_nobody_is_asked(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[object] = []

    def connect(_: socket.socket, address: object) -> None:
        asked.append(address)
        raise OSError

    monkeypatch.setattr(socket.socket, "connect", connect)
    monkeypatch.setattr(socket, "getaddrinfo", lambda *where, **_: asked.append(where))
    address = "http://169.254.169.254/latest/meta-data"
    site.post(
        "elo",
        {
            "id": address,
            "players": [{"player": address, "score": 1}, {"player": "ben", "score": 0}],
        },
    )
    site.do("POST", "ladders", {"id": "new", "name": address, "game": "file:///etc/passwd"})
    site.do("POST", "players", {"id": "new", "club": address})
    site.do("POST", "ladders/elo/lists", {"title": address})
    assert site.status("POST", f"ladders/elo/uploads?filename={address}/a.csv", content=b"x") == 422
    assert site.get("ladders/new")["name"] == address
    assert asked == []


def nothing_told(answer: Any) -> None:
    """An answer that tells nothing of how it was made."""
    assert answer.headers["server"] == "evenhand"
    assert "x-powered-by" not in answer.headers
    told = (answer.text + str(dict(answer.headers))).lower()
    assert [leak for leak in LEAKS if leak in told] == []


def broken(*_: object, **__: object) -> None:
    raise RuntimeError("password=hunter2 in /srv/secret.py")


def test_an_error_that_nobody_foresaw_tells_a_number_and_nothing_else(
    site: Site, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(site.ledger, "ladder_ids", broken)
    monkeypatch.setattr(site.ledger, "write", broken)
    asked = (
        ("GET", "ladders", None),
        ("POST", "ladders/elo/results", result("new", 9, anna=1, ben=0)),
        ("DELETE", "ladders/elo/results/r1", None),
    )
    with caplog.at_level(logging.ERROR):
        for method, path, body in asked:
            answer = site.ask(method, path, body)
            told = problem_of(answer, 500)
            assert told.keys() == {"type", "title", "status", "detail"}
            assert told["detail"].startswith("the log tells more under ")
            assert told["detail"].split()[-1] in caplog.text
            nothing_told(answer)
    assert "hunter2" in caplog.text


def test_errors_tell_what_was_wrong_and_nothing_of_the_service(seen: Site) -> None:
    odd = [
        ("GET", "nowhere", 404),
        ("GET", "/api/v1/", 404),
        ("GET", "/api/v2/ladders", 404),
        ("GET", "ladders/", 404),
        ("GET", "ladders/nil", 404),
        ("GET", "ladders/elo/players/nil", 404),
        ("PUT", "ladders", 405),
        ("GET", "ladders?limit=1'--", 422),
        ("GET", "ladders/elo/leaderboard?limit=x", 422),
        ("GET", "ladders/elo/results?limit=x", 422),
        ("GET", "ladders/elo/leaderboard?cursor=AAAA", 422),
    ]
    for method, path, status in odd:
        answer = seen.ask(method, path, key=None)
        problem_of(answer, status)
        nothing_told(answer)


def test_pages_that_are_not_there_tell_nothing_either(seen: Site) -> None:
    for path in ("/.env", "/docs", "/admin", "/static/../site", "/static/x/..%2F..%2Fsite"):
        answer = seen.ask("GET", path, key=None)
        assert answer.status_code == 404
        nothing_told(answer)


def test_every_answer_has_headers_that_keep_browsers_from_harm(seen: Site) -> None:
    for path, key in (("ladders", None), ("ladders/elo/leaderboard", None), ("keys", "admin")):
        headers = seen.ask("GET", path, key=key).headers
        assert headers["x-content-type-options"] == "nosniff"
        assert "frame-ancestors 'none'" in headers["content-security-policy"]
        assert "unsafe-inline" not in headers["content-security-policy"]
        assert headers["referrer-policy"] == "same-origin"
        assert "access-control-allow-origin" not in headers
    assert seen.ask("GET", "keys").headers["cache-control"] == "no-store"
    secret = seen.ask("GET", "ladders/secret/leaderboard").headers["cache-control"]
    assert secret == "private, no-cache"


def test_the_text_of_a_key_is_shown_once_and_kept_nowhere(site: Site) -> None:
    made = site.do("POST", "keys", {"name": "mine", "scopes": ["read"]})
    secret = made["key"].removeprefix(f"eh_{made['id']}_")
    told = str(site.get("keys")) + str(site.get("audit?limit=1000"))
    assert made["id"] in told
    assert secret not in told
    path = site.ledger.database.path
    assert path is not None
    for file in path.parent.glob(f"{path.name}*"):
        assert secret.encode() not in file.read_bytes()


def test_every_route_is_in_the_document_but_those_for_operators(seen: Site) -> None:
    document = {
        Route(method.upper(), path.removeprefix(f"{API}/"))
        for path, methods in seen.app.openapi()["paths"].items()
        for method in methods
    }
    outside = {Route("GET", "/healthz"), Route("GET", "/metrics"), Route("GET", "openapi.json")}
    found = set(all_routes(seen))
    assert {route for route in found if route not in PAGES} == document | outside
    assert {route for route in PAGES if route.method != "GET"} == {
        Route("POST", path) for path in CHANGING_PAGES
    }


CHANGING_PAGES = (
    "/sign-in",
    "/sign-out",
    "/me",
    "/ladders/{ladder}/results/undo",
    "/ladders/{ladder}/upload",
    "/ladders/{ladder}/upload/undo",
)
PAGES = {
    Route(method, route.path_format)
    for part in all_pages.PAGES
    for route in part.router.routes
    if isinstance(route, APIRoute)
    for method in route.methods or ()
}


def test_the_document_says_of_every_operation_what_it_needs_and_may_answer(seen: Site) -> None:
    for methods in seen.app.openapi()["paths"].values():
        for operation in methods.values():
            assert operation["summary"]
            assert operation["description"]
            assert operation["security"] in ([{"key": []}], [{}, {"key": []}])
            statuses = set(operation["responses"])
            assert statuses >= {"400", "401", "414", "429"}
            if operation["security"] == [{"key": []}]:
                assert "403" in statuses
            if "requestBody" in operation:
                assert statuses >= {"413", "422"}


def test_those_for_operators_tell_nothing_of_anybody(site: Site) -> None:
    site.get("ladders/secret/players/anna")
    for path in ("/healthz", "/metrics"):
        told = site.ask("GET", path, key=None).text
        assert [name for name in ("secret", "anna", 'elo"', "main") if name in told] == []

"""Every answer has the headers that keep browsers in check."""

import pytest
from fastapi import FastAPI, Response

from evenhand.web.headers import SafeHeaders

from .asking import Client, with_key


@pytest.fixture
def ask() -> Client:
    app = FastAPI()

    @app.get("/plain")
    async def plain() -> Response:
        return Response("hello", headers={"Server": "something/1.2.3"})

    @app.get("/own")
    async def own() -> Response:
        return Response(
            "hello", headers={"Cache-Control": "max-age=5", "Referrer-Policy": "no-referrer"}
        )

    app.add_middleware(SafeHeaders)
    return Client(app)


@pytest.mark.parametrize("path", ["/plain", "/nowhere"])
def test_every_answer_has_them(ask: Client, path: str) -> None:
    headers = ask("GET", path).headers
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "same-origin"
    assert headers["cross-origin-opener-policy"] == "same-origin"


def test_browsers_run_no_script_but_ours_and_frame_nothing(ask: Client) -> None:
    policy = ask("GET", "/plain").headers["content-security-policy"].split("; ")
    assert "default-src 'self'" in policy
    assert {"frame-ancestors 'none'", "object-src 'none'", "base-uri 'none'"} <= set(policy)
    assert "form-action 'self'" in policy
    assert not any("unsafe" in rule or rule.startswith("script-src") for rule in policy)


def test_no_version_of_the_server_is_told(ask: Client) -> None:
    assert ask("GET", "/plain").headers.get_list("server") == ["evenhand"]


def test_answers_to_keys_are_kept_nowhere_unless_the_route_says_so(ask: Client) -> None:
    assert ask("GET", "/plain", headers=with_key("x")).headers["cache-control"] == "no-store"
    assert "cache-control" not in ask("GET", "/plain").headers
    own = ask("GET", "/own", headers=with_key("x")).headers
    assert own.get_list("cache-control") == ["max-age=5"]
    assert own.get_list("referrer-policy") == ["no-referrer"]

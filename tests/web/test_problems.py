"""Errors are answered as problem+json and tell what the caller needs, nothing else."""

import asyncio
import logging
from collections.abc import AsyncIterator
from typing import Annotated

import httpx
import pytest
from fastapi import Body, FastAPI, HTTPException, Query
from starlette.requests import ClientDisconnect
from starlette.responses import StreamingResponse
from starlette.types import Message

from evenhand.ledger.database import LedgerError
from evenhand.web.problems import MEDIA, Problem, Unforeseen, add_handlers

from .asking import Client


class TwiceError(LedgerError):
    """There is one already."""


class TwiceTodayError(TwiceError):
    """There is one already, of today."""


ERRORS = {
    "problem": Problem(409, "it is there already", title="Twice", seq=7),
    "http": HTTPException(418, "a teapot", {"X-Pot": "tea"}),
    "unchanged": HTTPException(304),
    "ledger": LedgerError("no such game"),
    "twice": TwiceTodayError("there is one"),
    "unforeseen": RuntimeError("password=hunter2"),
    "gone": ClientDisconnect(),
}


def make() -> FastAPI:
    app = FastAPI()

    @app.get("/errors/{kind}")
    async def fail(kind: str) -> None:
        raise ERRORS[kind]

    @app.post("/numbers")
    async def numbers(
        numbers: Annotated[list[int], Body()], most: Annotated[int, Query(le=10)] = 10
    ) -> int:
        return sum(numbers)

    @app.get("/half")
    async def half() -> StreamingResponse:
        async def parts() -> AsyncIterator[bytes]:
            yield b"one"
            raise RuntimeError("broken")

        return StreamingResponse(parts())

    add_handlers(app, {TwiceError: 409})
    app.add_middleware(Unforeseen)
    return app


@pytest.fixture
def ask() -> Client:
    return Client(make())


def problem(answer: httpx.Response, status: int) -> dict[str, object]:
    assert answer.status_code == status
    assert answer.headers["content-type"] == MEDIA
    assert answer.headers["cache-control"] == "no-store"
    body: dict[str, object] = answer.json()
    assert body["status"] == status
    assert body["title"]
    return body


def test_a_problem_has_title_detail_and_more_members(ask: Client) -> None:
    body = problem(ask("GET", "/errors/problem"), 409)
    assert body == {
        "type": "about:blank",
        "title": "Twice",
        "status": 409,
        "detail": "it is there already",
        "seq": 7,
    }


def test_errors_of_the_framework_are_problems_and_keep_their_headers(ask: Client) -> None:
    answer = ask("GET", "/errors/http")
    assert problem(answer, 418)["detail"] == "a teapot"
    assert answer.headers["x-pot"] == "tea"
    assert "detail" not in problem(ask("GET", "/nowhere"), 404)
    answer = ask("DELETE", "/numbers")
    problem(answer, 405)
    assert answer.headers["allow"] == "POST"


def test_what_is_no_error_has_no_body(ask: Client) -> None:
    answer = ask("GET", "/errors/unchanged")
    assert (answer.status_code, answer.content) == (304, b"")


def test_what_the_ledger_refuses_is_told(ask: Client) -> None:
    assert problem(ask("GET", "/errors/ledger"), 422)["detail"] == "no such game"
    assert problem(ask("GET", "/errors/twice"), 409)["detail"] == "there is one"


def test_every_wrong_place_of_a_request_is_named(ask: Client) -> None:
    body = problem(ask("POST", "/numbers?most=11", json=[1, "x", 2, None]), 422)
    assert body["detail"] == "3 things are wrong with the request, see errors"
    errors = body["errors"]
    assert isinstance(errors, list)
    assert [error["where"] for error in errors] == ["query.most", "body.1", "body.3"]
    assert all(set(error) == {"where", "problem"} for error in errors)


def test_what_is_no_json_is_told(ask: Client) -> None:
    for text in (b"{", b"[1, ]", b"nonsense"):
        answer = ask("POST", "/numbers", content=text, headers={"content-type": "application/json"})
        errors = problem(answer, 422)["errors"]
        assert isinstance(errors, list)
        assert errors[0]["problem"].startswith("this is no JSON")


def test_a_thousand_mistakes_are_not_all_repeated(ask: Client) -> None:
    body = problem(ask("POST", "/numbers", json=1000 * ["x"]), 422)
    assert body["detail"] == "1000 things are wrong with the request, see errors"
    errors = body["errors"]
    assert isinstance(errors, list)
    assert len(errors) == 100


def test_an_unforeseen_error_tells_a_number_only_and_the_log_the_rest(
    ask: Client, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.ERROR):
        answer = ask("GET", "/errors/unforeseen")
    detail = str(problem(answer, 500)["detail"])
    assert "hunter2" not in answer.text
    assert "RuntimeError" not in answer.text
    (record,) = caplog.records
    assert detail.rpartition(" ")[2] in record.getMessage()
    assert record.exc_info is not None
    assert "hunter2" in str(record.exc_info[1])


def test_a_path_cannot_forge_lines_of_the_log(
    ask: Client, caplog: pytest.LogCaptureFixture
) -> None:
    ask("GET", "/errors/x%0A2026-01-01 all is well")  # a KeyError
    assert "\n" not in caplog.records[0].getMessage()


def test_an_answer_that_fails_half_way_ends_with_an_error_for_the_server(ask: Client) -> None:
    with pytest.raises(RuntimeError, match="broken"):
        ask("GET", "/half")


def test_who_has_gone_is_no_error(caplog: pytest.LogCaptureFixture) -> None:
    sent: list[object] = []

    async def send(message: object) -> None:
        sent.append(message)

    async def receive() -> Message:
        return {"type": "http.disconnect"}

    async def gone(*_: object) -> None:
        raise ClientDisconnect

    scope = {"type": "http", "method": "POST", "path": "/"}
    asyncio.run(Unforeseen(gone)(scope, receive, send))
    assert (sent, caplog.records) == ([], [])

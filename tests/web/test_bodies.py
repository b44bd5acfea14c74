"""Bodies are counted while they come, however they come."""

import asyncio
from itertools import pairwise
from typing import Annotated, Any

import pytest
from fastapi import Body, FastAPI, Request
from hypothesis import given, strategies as st
from starlette.requests import ClientDisconnect
from starlette.types import Message

from evenhand.web.bodies import Allowance, read_body, read_lines
from evenhand.web.problems import Problem, add_handlers

from .asking import Client, chunks

MOST, LINE = 100, 10


@pytest.fixture
def ask() -> Client:
    app = FastAPI()

    @app.post("/body")
    async def body(request: Request) -> str:
        return (await read_body(request, MOST)).decode()

    @app.post("/lines")
    async def lines(request: Request) -> list[str]:
        return [line.decode() async for line in read_lines(request, MOST, LINE)]

    add_handlers(app)
    return Client(app)


class Sender:
    """A client that sends parts of a body, and how many were taken."""

    def __init__(self, *parts: bytes, gone: bool = False) -> None:
        self.parts, self.gone, self.taken = parts, gone, 0

    async def receive(self) -> Message:
        if self.gone and self.taken == len(self.parts):
            return {"type": "http.disconnect"}
        part = self.parts[self.taken]
        self.taken += 1
        more = self.gone or self.taken < len(self.parts)
        return {"type": "http.request", "body": part, "more_body": more}

    def request(self, **headers: str) -> Request:
        pairs = [(name.encode(), value.encode()) for name, value in headers.items()]
        return Request({"type": "http", "headers": pairs}, self.receive)


async def all_lines(request: Request, most: int = MOST) -> list[bytes]:
    return [line async for line in read_lines(request, most, LINE)]


def test_a_body_that_is_not_too_long_is_read(ask: Client) -> None:
    assert ask("POST", "/body", content=100 * b"x").json() == 100 * "x"
    assert ask("POST", "/body", content=chunks(60 * b"x", b"", 40 * b"y")).status_code == 200
    assert ask("POST", "/body").json() == ""


@pytest.mark.parametrize("path", ["/body", "/lines"])
def test_a_body_that_is_too_long_is_refused(ask: Client, path: str) -> None:
    whole, parts = 20 * b"12345\n", [b"12345\n"] * 20
    for content in (whole, chunks(*parts)):
        answer = ask("POST", path, content=content)
        assert answer.status_code == 413
        assert answer.json()["detail"] == "the body may have 100 bytes"


def test_a_body_that_says_it_is_too_long_is_not_read() -> None:
    sender = Sender(b"x")
    request = sender.request(**{"content-length": "101"})
    with pytest.raises(Problem) as refused:
        asyncio.run(read_body(request, MOST))
    assert (refused.value.status_code, sender.taken) == (413, 0)


def test_a_body_that_does_not_say_so_is_read_no_further_than_the_limit() -> None:
    for headers in ({}, {"content-length": "5"}, {"content-length": "x"}):
        sender = Sender(*[10 * b"x"] * 1000)
        with pytest.raises(Problem):
            asyncio.run(read_body(sender.request(**headers), MOST))
        assert sender.taken == 11


def test_a_body_that_breaks_off_is_not_taken_for_a_whole_one() -> None:
    with pytest.raises(ClientDisconnect):
        asyncio.run(read_body(Sender(b"1\n", b"2\n", gone=True).request(), MOST))
    with pytest.raises(ClientDisconnect):
        asyncio.run(all_lines(Sender(b"1\n", b"2\n", gone=True).request()))


@given(st.lists(st.binary(max_size=9).map(lambda line: line.translate(None, b"\r\n"))), st.data())
def test_lines_are_the_same_however_they_are_cut_into_parts(
    lines: list[bytes], data: st.DataObject
) -> None:
    ends = data.draw(st.sampled_from([b"\n", b"\r\n"]))
    whole = b"".join(line + ends for line in lines)
    cuts = sorted(data.draw(st.lists(st.integers(0, len(whole)))))
    places = [0, *cuts, len(whole)]
    parts = [whole[one:two] for one, two in pairwise(places)]
    assert asyncio.run(all_lines(Sender(*parts).request(), 1000)) == lines


def test_the_last_line_needs_no_end(ask: Client) -> None:
    assert ask("POST", "/lines", content=b"1\n\n2").json() == ["1", "", "2"]
    assert ask("POST", "/lines").json() == []


def test_a_line_that_is_too_long_is_refused_before_its_end_has_come() -> None:
    sender = Sender(b"1\n", *[b"x"] * 1000)
    with pytest.raises(Problem, match="a line may have 10 bytes") as refused:
        asyncio.run(all_lines(sender.request(), 10_000))
    assert refused.value.status_code == 413
    assert sender.taken < 20


@pytest.mark.parametrize("content", [b"12345678901", b"12345678901\n", b"1\n12345678901\n2"])
def test_no_line_is_longer_than_allowed(ask: Client, content: bytes) -> None:
    assert ask("POST", "/lines", content=content).status_code == 413
    shorter = content.replace(b"12345678901", b"1234567890")
    assert ask("POST", "/lines", content=shorter).status_code == 200


def test_bodies_that_the_framework_reads_are_counted_too() -> None:
    app = FastAPI()

    @app.post("/")
    async def numbers(numbers: Annotated[list[int], Body()]) -> int:
        return len(numbers)

    add_handlers(app)

    async def limited(scope: Any, receive: Any, send: Any) -> None:
        await app(scope, Allowance(scope, receive, MOST).receive, send)

    headers = {"content-type": "application/json"}
    for content in (b"[" + 60 * b"1," + b"1]", chunks(b"[", *[b"1,"] * 60, b"1]")):
        assert Client(limited)("POST", "/", content=content, headers=headers).status_code == 413
    assert Client(limited)("POST", "/", json=[1, 2, 3]).json() == 3

"""Every request passes the gate: keys, rates, lengths."""

from typing import Any

import httpx
import pytest
from fastapi import FastAPI, Request

from evenhand.ledger.database import Database
from evenhand.ledger.keys import create_key, revoke, shown_id
from evenhand.ledger.known_keys import KnownKeys
from evenhand.web.access import access_of, caller_of
from evenhand.web.limits import Limits
from evenhand.web.protection import protect

from .asking import Client, with_key


def make(database: Database, **limits: Any) -> FastAPI:
    app = FastAPI()

    @app.get("/who")
    async def who(request: Request) -> list[str | None]:
        access = access_of(request)
        return [caller_of(request), access.tenant_id if access else None]

    @app.get("/healthz")
    async def health() -> str:
        return "well"

    @app.post("/numbers")
    async def numbers(numbers: list[int]) -> int:
        return len(numbers)

    @app.get("/broken")
    async def broken() -> None:
        raise RuntimeError

    protect(app, KnownKeys(database), Limits(**limits))
    return app


def new_key(database: Database, tenant: str = "main") -> str:
    return create_key(database, name="a key", scopes=["read"], tenant=tenant)


def statuses(ask: Client, count: int, path: str = "/who", **more: Any) -> list[int]:
    return [ask("GET", path, **more).status_code for _ in range(count)]


def test_who_asks_is_known_by_key_or_address(database: Database) -> None:
    ask, text = Client(make(database)), new_key(database, "club")
    assert ask("GET", "/who").json() == ["192.0.2.1", None]
    assert ask("GET", "/who", headers=with_key(text)).json() == [shown_id(text), "club"]
    lower = {"authorization": f"bearer  {text} "}
    assert ask("GET", "/who", headers=lower).json() == [shown_id(text), "club"]


def test_what_is_no_key_counts_as_none(database: Database) -> None:
    basic = {"Authorization": "Basic dXNlcjpwYXNz"}
    assert Client(make(database))("GET", "/who", headers=basic).json() == ["192.0.2.1", None]


def test_whatever_is_wrong_with_a_key_gets_the_same_answer(database: Database) -> None:
    ask, text, gone = Client(make(database)), new_key(database), new_key(database)
    revoke(database, shown_id(gone))
    wrong = ["", "x", text[:-1] + "!", "eh_000000000000_" + 43 * "A", gone, "eh_\0", 9000 * "x"]
    answers = [ask("GET", "/who", headers=with_key(each)) for each in wrong]
    assert {answer.status_code for answer in answers} == {401}
    assert {answer.text for answer in answers} == {answers[0].text}
    assert {answer.headers["www-authenticate"] for answer in answers} == {"Bearer"}


def test_a_wrong_key_is_refused_where_none_is_needed(database: Database) -> None:
    ask = Client(make(database))
    for path in ("/who", "/healthz", "/nowhere"):
        assert ask("GET", path, headers=with_key("eh_x")).status_code == 401


def test_an_address_without_a_key_may_ask_so_often(database: Database) -> None:
    app = make(database, address_rate=0.01, address_burst=3)
    ask = Client(app)
    assert statuses(ask, 5) == [200, 200, 200, 429, 429]
    refused = ask("GET", "/who")
    assert 0 < int(refused.headers["retry-after"]) <= 100
    assert refused.headers["content-type"] == "application/problem+json"
    assert statuses(Client(app, ("192.0.2.2", 1)), 1) == [200]
    assert statuses(ask, 1, headers=with_key(new_key(database))) == [429]  # not yet looked up


def test_a_neighbour_who_asks_too_often_does_not_stop_a_key_in_use(database: Database) -> None:
    ask = Client(make(database, address_rate=0.01, address_burst=3))
    key = with_key(new_key(database))
    assert statuses(ask, 1, headers=key) == [200]
    assert statuses(ask, 5)[-1] == 429
    assert statuses(ask, 5, headers=key) == [200] * 5


def test_one_network_of_ipv6_counts_as_one_address(database: Database) -> None:
    app = make(database, address_rate=0.01, address_burst=3)
    got = [Client(app, (f"2001:db8::{n}", 1))("GET", "/who").status_code for n in range(5)]
    assert got == [200, 200, 200, 429, 429]


def test_a_key_may_ask_so_often_from_wherever(database: Database) -> None:
    app = make(database, key_rate=0.01, key_burst=3)
    one, other = with_key(new_key(database)), with_key(new_key(database))
    got = [Client(app, (f"192.0.2.{n}", 1))("GET", "/who", headers=one) for n in range(5)]
    assert [answer.status_code for answer in got] == [200, 200, 200, 429, 429]
    assert statuses(Client(app), 1, headers=other) == [200]


def test_trying_keys_is_limited_and_not_looked_up_any_more(database: Database) -> None:
    ask = Client(make(database, address_rate=0.01, address_burst=3))
    assert statuses(ask, 5, headers=with_key("eh_x")) == [401, 401, 401, 429, 429]


def test_health_can_always_be_asked(database: Database) -> None:
    ask = Client(make(database, address_rate=0.01, address_burst=1))
    assert statuses(ask, 5, "/healthz") == [200] * 5


def test_a_rate_of_0_is_no_limit(database: Database) -> None:
    ask = Client(make(database, address_rate=0))
    assert statuses(ask, 300, "/healthz") == [200] * 300


@pytest.mark.parametrize(("path", "query"), [("/who", 9000), ("/" + 9000 * "x", 0)])
def test_addresses_may_be_so_long(database: Database, path: str, query: int) -> None:
    answer = Client(make(database))("GET", f"{path}?q={query * 'x'}")
    assert answer.status_code == 414


@pytest.mark.parametrize("target", ["/who%00", "/who?q=a%00b"])
def test_zero_bytes_do_not_reach_the_database(database: Database, target: str) -> None:
    assert Client(make(database))("GET", target).status_code == 400


def test_bodies_are_limited_where_a_route_says_nothing(database: Database) -> None:
    ask = Client(make(database, body=100))
    assert ask("POST", "/numbers", json=[1, 2]).json() == 2
    assert ask("POST", "/numbers", json=100 * [1]).status_code == 413


def test_every_answer_has_safe_headers_whoever_gave_it(database: Database) -> None:
    ask = Client(make(database, address_rate=0.01, address_burst=3))
    answers: list[httpx.Response] = [
        ask("GET", "/broken"),
        ask("GET", "/nowhere"),
        ask("GET", "/who", headers=with_key("eh_x")),
        ask("GET", "/who"),
        ask("GET", "/healthz"),
    ]
    assert [answer.status_code for answer in answers] == [500, 404, 401, 429, 200]
    for answer in answers:
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["server"] == "evenhand"

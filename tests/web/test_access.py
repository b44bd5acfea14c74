"""Which key may do what, and what the OpenAPI document says of it."""

from typing import Any

import pytest
from fastapi import FastAPI

from evenhand.ledger.database import Database
from evenhand.ledger.keys import SCOPES, create_key
from evenhand.ledger.known_keys import KnownKeys
from evenhand.web.access import Admin, Anyone, Corrector, Reader, Writer
from evenhand.web.documented import OPTIONAL_KEY, problems
from evenhand.web.protection import protect

from .asking import Client, with_key

PATHS = ("/read", "/write", "/correct", "/admin")  # in the order of SCOPES


def make(database: Database) -> FastAPI:
    app = FastAPI()

    @app.get("/anyone", responses=problems(), openapi_extra=OPTIONAL_KEY)
    async def anyone(access: Anyone) -> str | None:
        return access.tenant_id if access else None

    @app.get("/read", responses=problems(403))
    async def read(access: Reader) -> str:
        return access.tenant_id

    @app.post("/write", responses=problems(403, 413, 422))
    async def write(access: Writer, number: int = 1) -> str:
        return access.tenant_id

    @app.put("/correct")
    async def correct(access: Corrector) -> str:
        return access.tenant_id

    @app.delete("/admin")
    async def admin(access: Admin) -> str:
        return access.tenant_id

    protect(app, KnownKeys(database))
    return app


METHODS = dict(zip(PATHS, ("GET", "POST", "PUT", "DELETE"), strict=True))


def test_each_scope_opens_its_doors_and_those_before(database: Database) -> None:
    ask = Client(make(database))
    for number, scope in enumerate(SCOPES):
        key = with_key(create_key(database, name="a key", scopes=[scope]))
        got = [ask(METHODS[path], path, headers=key).status_code for path in PATHS]
        assert got == [200 if at <= number else 403 for at in range(4)]


def test_without_a_key_only_what_is_for_anyone_is_open(database: Database) -> None:
    ask = Client(make(database))
    answers = [ask(METHODS[path], path) for path in PATHS]
    assert [answer.status_code for answer in answers] == [401] * 4
    assert {answer.headers["www-authenticate"] for answer in answers} == {"Bearer"}
    assert ask("GET", "/anyone").json() is None
    wrong = ask("GET", "/read", headers=with_key("eh_x"))
    assert wrong.json() == answers[0].json()


def test_a_missing_scope_is_named(database: Database) -> None:
    key = with_key(create_key(database, name="a key", scopes=["read"]))
    answer = Client(make(database))("POST", "/write", headers=key)
    assert answer.json()["detail"] == "this needs a key with the scope results:write"


@pytest.mark.parametrize("tenant", ["main", "club"])
def test_a_key_acts_for_its_own_tenant(database: Database, tenant: str) -> None:
    key = with_key(create_key(database, name="a key", scopes=["admin"], tenant=tenant))
    ask = Client(make(database))
    for path in PATHS:
        answer = ask(METHODS[path], f"{path}?tenant=other&tenant_id=other", headers=key)
        assert answer.json() == tenant
    assert ask("GET", "/anyone", headers=key).json() == tenant


@pytest.fixture
def document(tmp_path: Any) -> dict[str, Any]:
    return make(Database(str(tmp_path / "none.db"))).openapi()


def test_the_document_says_where_a_key_is_needed(document: dict[str, Any]) -> None:
    security = {
        path: next(iter(methods.values())).get("security")
        for path, methods in document["paths"].items()
    }
    assert security == {path: [{"key": []}] for path in PATHS} | {"/anyone": [{}, {"key": []}]}
    scheme = document["components"]["securitySchemes"]["key"]
    assert (scheme["type"], scheme["scheme"]) == ("http", "bearer")


def test_the_document_has_every_error_as_a_problem(document: dict[str, Any]) -> None:
    responses = document["paths"]["/write"]["post"]["responses"]
    assert sorted(responses) == ["200", "400", "401", "403", "413", "414", "422", "429"]
    for status, answer in responses.items():
        if status != "200":
            assert list(answer["content"]) == ["application/problem+json"]
    assert "Retry-After" in responses["429"]["headers"]
    assert "Problem" in document["components"]["schemas"]
    assert "HTTPValidationError" not in document["components"]["schemas"]

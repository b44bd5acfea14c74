"""Bodies in and out: read and written by msgspec, described in the OpenAPI document.

Every type that a route reads or answers is named where the route is made, so that the document
says just what the code does.
"""

from collections.abc import Sequence
from typing import Any, TypeVar

import msgspec
from fastapi import FastAPI, Request
from starlette.responses import Response

from evenhand.web.bodies import read_body
from evenhand.web.problems import Problem

JSON = "application/json"
NDJSON = "application/x-ndjson"
REF = "#/components/schemas/{name}"
T = TypeVar("T")
_known: dict[str, Any] = {}
encode = msgspec.json.Encoder().encode


def schema_of(kind: Any) -> dict[str, Any]:
    """The JSON schema of a type; what it refers to is kept for the document."""
    (schema,), components = msgspec.json.schema_components([kind], ref_template=REF)
    _known.update(components)
    return schema


def takes(kind: Any, *, media: Sequence[str] = (JSON,), required: bool = True) -> dict[str, Any]:
    """For ``openapi_extra``: a body of this type."""
    schema = schema_of(kind)
    content = {one: {"schema": schema} for one in media}
    return {"requestBody": {"required": required, "content": content}}


def gives(kind: Any, status: int = 200, what: str = "", media: str = JSON) -> dict[int | str, Any]:
    """For ``responses``: an answer of this type."""
    content = {media: {"schema": schema_of(kind)}}
    return {status: {"description": what or "What was asked for.", "content": content}}


def asks(kind: Any, *path: str) -> dict[str, Any]:
    """For ``openapi_extra``: parameters of an address, as the fields of a type."""
    (schema,), known = msgspec.json.schema_components([kind], ref_template="{name}")
    fields: dict[str, Any] = known[schema["$ref"]]["properties"]
    inside: list[dict[str, Any]] = [
        {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}
        for name in path
    ]
    return {"parameters": inside + [_parameter(*field) for field in fields.items()]}


def _parameter(name: str, schema: dict[str, Any]) -> dict[str, Any]:
    kinds = [one for one in schema.get("anyOf", [schema]) if one.get("type") != "null"]
    return {"name": name, "in": "query", "required": False, "schema": kinds[0]}


def asked(request: Request, kind: type[T]) -> T:
    """The parameters of an address as a type; a problem if they are others."""
    pairs = request.query_params.multi_items()
    values = dict(pairs)
    if len(values) < len(pairs):
        raise Problem(422, "a parameter is there twice")
    try:
        found = msgspec.convert(values, kind, strict=False)
    except msgspec.ValidationError as problem:
        raise Problem(422, str(problem).replace("Object contains", "The address has")) from None
    for name in values:
        if getattr(found, name) is None:
            raise Problem(422, f"{name} is not null: leave it out")
    return found


def answer(value: object, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    """An answer as JSON."""
    return Response(encode(value), status, headers, media_type=JSON)


async def read(request: Request, kind: type[T], most: int = 1 << 20) -> T:
    """The body of a request as a type; a problem if it is another."""
    check_media(request, JSON)
    return decoded(await read_body(request, most), kind)


def decoded(body: bytes, kind: type[T]) -> T:
    """JSON as a type; a problem if it is another."""
    try:
        return msgspec.json.decode(body, type=kind)
    except msgspec.ValidationError as problem:
        raise Problem(422, str(problem)) from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as problem:
        raise Problem(400, f"the body is not JSON: {problem}") from None


def media_of(request: Request) -> str:
    """The type of a body, without its parameters."""
    return request.headers.get("content-type", JSON).partition(";")[0].strip().lower()


def check_media(request: Request, *allowed: str) -> str:
    """The type of a body, if it is read here."""
    found = media_of(request)
    if found not in allowed:
        raise Problem(415, f"the body must be {' or '.join(allowed)}")
    return found


def add_schemas(app: FastAPI) -> None:
    """Put all types into the document."""
    plain = app.openapi

    def openapi() -> dict[str, Any]:
        document = plain()
        document.setdefault("components", {}).setdefault("schemas", {}).update(_known)
        return document

    app.openapi = openapi  # type: ignore[method-assign]

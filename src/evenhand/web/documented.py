"""What the OpenAPI document says of errors and keys."""

from typing import Any

from fastapi import FastAPI

from evenhand.web.problems import MEDIA

KEY = "key"  # the name of the security scheme
OPTIONAL_KEY: dict[str, Any] = {"security": [{}, {KEY: []}]}  # for openapi_extra of reads
ALWAYS = (400, 401, 414, 429)  # what any request may get
SCHEME = {
    "type": "http",
    "scheme": "bearer",
    "description": "An API key, as `evenhand keys create` prints it.",
}
DESCRIPTIONS = {
    400: "The request cannot be understood.",
    401: "The key is missing where one is needed, wrong or revoked.",
    403: "The key has not the scope that this needs.",
    404: "There is no such thing, or not for this key.",
    405: "This cannot be done here.",
    406: "It cannot be answered in the format that is asked for.",
    409: "It contradicts what is already there.",
    412: "It has changed since it was read.",
    413: "The body is larger than allowed.",
    414: "The address is longer than allowed.",
    415: "The body is of a type that is not read here.",
    422: "Something is wrong with what was sent.",
    429: "Too many requests; try again later.",
    503: "Not now; try again later.",
}
HEADERS = {
    401: {"WWW-Authenticate": {"schema": {"type": "string"}}},
    429: {
        "Retry-After": {"description": "Seconds to wait.", "schema": {"type": "integer"}},
    },
}
PROBLEM = {
    "title": "Problem",
    "description": "What went wrong (RFC 9457).",
    "type": "object",
    "properties": {
        "type": {"type": "string"},
        "title": {"type": "string"},
        "status": {"type": "integer"},
        "detail": {"type": "string"},
        "errors": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {"where": {"type": "string"}, "problem": {"type": "string"}},
                "required": ["where", "problem"],
            },
        },
    },
    "required": ["type", "title", "status"],
}


def problems(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """For ``responses`` of a route: these statuses, and those that any request may get.

    >>> sorted(problems(404))
    [400, 401, 404, 414, 429]
    """
    return {status: _problem(status) for status in sorted({*statuses, *ALWAYS})}


def _problem(status: int) -> dict[str, Any]:
    schema = {"$ref": "#/components/schemas/Problem"}
    answer = {"description": DESCRIPTIONS[status], "content": {MEDIA: {"schema": schema}}}
    return answer | ({"headers": HEADERS[status]} if status in HEADERS else {})


def _without_null(schema: dict[str, Any]) -> dict[str, Any]:
    """What a parameter can be if it is there: an address has no null."""
    kinds = [kind for kind in schema.get("anyOf", ()) if kind != {"type": "null"}]
    if len(kinds) != 1:
        return schema
    rest = {name: value for name, value in schema.items() if name != "anyOf"}
    return {**kinds[0], **rest}


def add_components(app: FastAPI) -> None:
    """Put what the routes refer to into the document."""
    plain = app.openapi

    def openapi() -> dict[str, Any]:
        document = plain()
        components = document.setdefault("components", {})
        components.setdefault("schemas", {})["Problem"] = PROBLEM
        components.setdefault("securitySchemes", {})[KEY] = SCHEME
        for methods in document["paths"].values():
            for operation in methods.values():
                for parameter in operation.get("parameters", ()):
                    parameter["schema"] = _without_null(parameter["schema"])
        return document

    app.openapi = openapi  # type: ignore[method-assign]

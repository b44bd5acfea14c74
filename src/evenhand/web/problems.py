"""What went wrong, as problem+json (RFC 9457)."""

import json
import logging
from collections.abc import Mapping
from functools import partial
from http import HTTPStatus
from secrets import token_hex
from typing import Any

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Match
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from evenhand.ledger.database import LedgerError

MEDIA = "application/problem+json"
MOST_ERRORS = 100
LONGEST = 200  # characters of where an error is
METHODS = ("DELETE", "GET", "HEAD", "PATCH", "POST", "PUT")
log = logging.getLogger(__name__)


class Problem(HTTPException):
    """An answer that says what went wrong; more members go along by name."""

    def __init__(
        self,
        status: int,
        detail: str = "",
        *,
        title: str = "",
        headers: Mapping[str, str] | None = None,
        **members: Any,
    ) -> None:
        super().__init__(status, detail, headers)
        self.title = title or HTTPStatus(status).phrase
        self.members = members

    def response(self) -> Response:
        """The answer; nothing keeps it."""
        body = {"type": "about:blank", "title": self.title, "status": self.status_code}
        body |= {"detail": self.detail} if self.detail else {}
        headers = {"Cache-Control": "no-store", **(self.headers or {})}
        text = json.dumps(body | self.members)
        return Response(text, self.status_code, headers, media_type=MEDIA)


def add_handlers(app: FastAPI, statuses: Mapping[type[LedgerError], int] | None = None) -> None:
    """Answer errors with problems; LedgerErrors with 422 or the status of their class."""
    app.add_exception_handler(HTTPException, _http)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(LedgerError, partial(_ledger, 422))
    for kind, status in (statuses or {}).items():
        app.add_exception_handler(kind, partial(_ledger, status))


async def _ledger(status: int, _: Request, error: Exception) -> Response:
    return Problem(status, str(error)).response()


async def _http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if isinstance(error, Problem):
        return error.response()
    if error.status_code < 400:
        return Response(status_code=error.status_code, headers=error.headers)
    detail = "" if error.detail == HTTPStatus(error.status_code).phrase else error.detail
    headers = dict(error.headers or {})
    if error.status_code == 405:
        headers["Allow"] = ", ".join(_allowed(request))
    return Problem(error.status_code, detail, headers=headers).response()


def _allowed(request: Request) -> list[str]:
    """The methods of all routes that an address has; the framework tells those of one."""
    routes = request.app.routes
    return [
        method
        for method in METHODS
        if any(
            route.matches({**request.scope, "method": method})[0] == Match.FULL for route in routes
        )
    ]


async def _invalid(_: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    found = error.errors()
    errors = [{"where": _where(each["loc"]), "problem": _what(each)} for each in found]
    detail = f"{len(found)} things are wrong" if len(found) > 1 else "something is wrong"
    return Problem(
        422, f"{detail} with the request, see errors", errors=errors[:MOST_ERRORS]
    ).response()


def _where(place: tuple[Any, ...]) -> str:
    return ".".join(map(str, place))[:LONGEST]


def _what(error: Mapping[str, Any]) -> str:
    if error["type"] == "json_invalid":
        return f"this is no JSON ({error.get('ctx', {}).get('error', '')})"
    return str(error["msg"])


class Unforeseen:
    """Answers errors that nobody foresaw with a number, under which the log has the rest."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return await self.app(scope, receive, send)
        begun = False

        async def watch(message: Message) -> None:
            nonlocal begun
            begun = True
            await send(message)

        try:
            await self.app(scope, receive, watch)
        except ClientDisconnect:
            return None  # nobody is there to be answered
        except Exception:
            number = token_hex(6)
            log.exception("%s: %s %r failed", number, scope["method"], scope["path"])
            if begun:
                raise  # so that the answer ends before its end
            await Problem(500, f"the log tells more under {number}").response()(
                scope, receive, send
            )

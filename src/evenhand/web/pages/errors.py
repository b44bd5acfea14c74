"""What went wrong, as a page for people where programs get problem+json."""

from collections.abc import Awaitable, Callable
from http import HTTPStatus

import msgspec
from fastapi import FastAPI, Request
from starlette.responses import Response

from evenhand.web.gate import API
from evenhand.web.pages.site import page

FOR_PROGRAMS = (API, "/healthz", "/metrics", "/static/")
Handler = Callable[[Request, Exception], Awaitable[Response]]


def show_errors(app: FastAPI) -> None:
    """Let errors on the way to a page be a page; others stay as they are."""
    handlers = app.exception_handlers
    for kind, handler in list(handlers.items()):
        handlers[kind] = _shown(handler)  # type: ignore[arg-type]


def _shown(handler: Handler) -> Handler:
    async def show(request: Request, error: Exception) -> Response:
        answer = await handler(request, error)
        if answer.status_code < 400 or request.url.path.startswith(FOR_PROGRAMS):
            return answer
        told = msgspec.json.decode(answer.body)
        title = HTTPStatus(answer.status_code).phrase
        detail = told.get("detail", "")
        return page(request, "error.html", answer.status_code, title=title, detail=detail)

    return show

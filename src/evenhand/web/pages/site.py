"""What every page has: templates, the language, who is signed in, pressed answers."""

import gzip
from functools import cache, partial
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote, urlencode

from fastapi import Request
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.responses import RedirectResponse, Response

from evenhand.ledger.ladder import Ladder
from evenhand.web.access import access_of
from evenhand.web.pages.assets import static
from evenhand.web.pages.language import LANGUAGES, language_of
from evenhand.web.problems import Problem
from evenhand.web.service import service_of

TEMPLATES = Path(__file__).parent / "templates"
ME = "me"  # the cookie that says which player one is
WORTH_PACKING = 1000  # bytes
WRITTEN = ("number", "points", "signed", "percent", "date", "moment")  # as the language has it


@cache
def templates(code: str) -> Environment:
    """All templates in a language; whatever is put in is text and never becomes markup."""
    language = LANGUAGES[code]
    made = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    made.globals |= {
        "_": language.text,
        "language": language,
        "languages": list(LANGUAGES.values()),
        "static": static,
    }
    made.filters |= {name: getattr(language, name) for name in WRITTEN}
    made.filters |= {"part": as_part, "querystring": partial(urlencode, doseq=True)}
    return made


def as_part(text: str) -> str:
    """A text as one part of an address.

    >>> as_part("Anna/Ö")
    'Anna%2F%C3%96'
    """
    return quote(text, safe="")


def page(request: Request, template: str, status: int = 200, **values: Any) -> Response:
    """A page made of a template."""
    access = access_of(request)
    own = {
        "here": request.url.path,
        "here_whole": _whole(request),
        "signed_in": access is not None,
        "me": unquote(request.cookies.get(ME, "")),
    }
    found = templates(language_of(request).code).get_template(template)
    content = found.render(own | values).encode()
    headers = {"Vary": "Cookie, Accept-Language, Accept-Encoding"}
    headers["Cache-Control"] = "no-cache" if access is None else "no-store"
    if len(content) > WORTH_PACKING and "gzip" in request.headers.get("accept-encoding", ""):
        content = gzip.compress(content, 5, mtime=0)
        headers["Content-Encoding"] = "gzip"
    return Response(content, status, headers, media_type="text/html")


def _whole(request: Request) -> str:
    query = request.url.query
    return f"{request.url.path}?{query}" if query else request.url.path


async def seen(request: Request, name: str) -> Ladder:
    """A ladder that may be looked at: one of the own tenant, or a public one."""
    service, access = service_of(request), access_of(request)
    try:
        return await service.see_as(access, name)
    except Problem:
        if access is None:
            raise
        return await service.see_as(None, name)


def may(request: Request, ladder: Ladder, scope: str) -> bool:
    """Whether who looks may do something on a ladder."""
    access = access_of(request)
    return access is not None and access.tenant == ladder.tenant and access.may(scope)


def check_own_page(request: Request) -> None:
    """Refuse what a page sends that is not ours: the cookie goes along all the same."""
    site, origin = request.headers.get("sec-fetch-site"), request.headers.get("origin")
    if site is not None:  # browsers say so themselves, and no page can say otherwise
        ours = site in ("same-origin", "none")
    else:
        ours = origin is None or origin.partition("://")[2] == request.headers.get("host")
    if not ours:
        raise Problem(403, "this must come from a page of this service")


def go_to(address: str, *, otherwise: str = "/") -> RedirectResponse:
    """Go on to an address of ours."""
    ours = address.startswith("/") and not address.startswith(("//", "/\\"))
    clean = ours and address.isprintable()
    return RedirectResponse(address if clean else otherwise, 303)

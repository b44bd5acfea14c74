"""Signing in with a key, choosing a language, saying who one is."""

from urllib.parse import parse_qs

from fastapi import APIRouter, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from evenhand.web.bodies import read_body
from evenhand.web.gate import COOKIE as KEY
from evenhand.web.pages.language import COOKIE as LANGUAGE, LANGUAGES
from evenhand.web.pages.site import ME, as_part, check_own_page, go_to, page
from evenhand.web.service import service_of

router = APIRouter(include_in_schema=False)
MOST = 4096  # bytes of a form
YEAR = 365 * 24 * 3600


async def form(request: Request, most: int = MOST) -> dict[str, str]:
    """What was filled in on a page of ours."""
    check_own_page(request)
    body = await read_body(request, most)
    fields = parse_qs(body.decode("utf-8", "replace"), keep_blank_values=True, max_num_fields=100)
    return {name: values[-1] for name, values in fields.items()}


@router.get("/sign-in")
async def sign_in_page(request: Request, back: str = "/") -> Response:
    """The page on which one signs in."""
    return page(request, "sign_in.html", back=back, wrong=False)


@router.post("/sign-in")
async def sign_in(request: Request) -> Response:
    """Sign in with a key, until the browser is closed."""
    filled = await form(request)
    key, back = filled.get("key", "").strip(), filled.get("back", "/")
    service = service_of(request)
    known = await run_in_threadpool(service.keys.ask, key) if key.isascii() else None
    if known is None:
        return page(request, "sign_in.html", 401, back=back, wrong=True)
    answer = go_to(back)
    answer.set_cookie(KEY, key, httponly=True, samesite="strict", secure=_is_secure(request))
    return answer


def _is_secure(request: Request) -> bool:
    """Whether the browser came by HTTPS, to us or to the proxy before us."""
    told = request.headers.get("x-forwarded-proto", "")
    behind = service_of(request).limits.trust_proxy and told.rpartition(",")[2].strip() == "https"
    return behind or request.url.scheme == "https"


@router.post("/sign-out")
async def sign_out(request: Request) -> Response:
    """Forget the key."""
    filled = await form(request)
    answer = go_to(filled.get("back", "/"))
    answer.delete_cookie(KEY, httponly=True, samesite="strict")
    return answer


@router.get("/language/{code}")
async def choose_language(code: str, back: str = "/") -> Response:
    """Choose a language, for a year."""
    answer = go_to(back)
    if code in LANGUAGES:
        answer.set_cookie(LANGUAGE, code, max_age=YEAR, samesite="lax")
    return answer


@router.post("/me")
async def say_who(request: Request) -> Response:
    """Say which player one is, so that lists can show the part around oneself."""
    filled = await form(request)
    answer, player = go_to(filled.get("back", "/")), filled.get("player", "")[:200]
    if player:
        answer.set_cookie(ME, as_part(player), max_age=YEAR, samesite="lax")
    else:
        answer.delete_cookie(ME)
    return answer

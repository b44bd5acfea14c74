"""Uploading a club's list: every row's message and the effect first, then posting, then undoing."""

from fastapi import APIRouter, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from evenhand.ledger.corrections import undo_upload
from evenhand.ledger.ladder import Ladder
from evenhand.web.access import access_of
from evenhand.web.api.uploads import LIMITS, heads_of, take_file
from evenhand.web.bodies import read_body
from evenhand.web.pages.language import language_of
from evenhand.web.pages.player import name_of
from evenhand.web.pages.signing import form
from evenhand.web.pages.site import as_part, check_own_page, go_to, may, page, seen
from evenhand.web.problems import Problem
from evenhand.web.service import service_of

router = APIRouter(include_in_schema=False)
SHOWN = 20
WRITE, CORRECT = "results:write", "results:correct"


@router.get("/ladders/{ladder}/upload")
async def upload_page(request: Request, ladder: str) -> Response:
    """The page on which a file is dropped, and the files that came last."""
    service, found = service_of(request), await seen(request, ladder)
    may_write = may(request, found, WRITE)
    heads = await run_in_threadpool(heads_of, service.ledger, found, SHOWN) if may_write else []
    return page(
        request, "upload.html", ladder=found, tab="upload", may_write=may_write, heads=heads,
        may_undo=may(request, found, CORRECT), most=LIMITS.size >> 20,
        undone=request.query_params.get("undone", "")[:100],
    )  # fmt: skip


@router.post("/ladders/{ladder}/upload")
async def upload(
    request: Request, ladder: str, filename: str = "", confirmed: bool = False
) -> Response:
    """What a file would bring, or brought: a piece of the page."""
    check_own_page(request)
    service, found = service_of(request), await _writable(request, ladder)
    content = await read_body(request, LIMITS.size)
    access = access_of(request)
    try:
        _, told = await take_file(
            service, found, content, filename[:300], access.key if access else "", not confirmed
        )
    except Problem as problem:
        return page(request, "_upload_told.html", 200, ladder=found, told=None, name_of=name_of,
                    problem=problem.detail, filename=filename, confirmed=confirmed)  # fmt: skip
    return page(request, "_upload_told.html", ladder=found, told=told, problem="", name_of=name_of,
                filename=filename, confirmed=confirmed)  # fmt: skip


@router.post("/ladders/{ladder}/upload/undo")
async def undo(request: Request, ladder: str) -> Response:
    """Let no result of a file count."""
    filled = await form(request)
    found = await seen(request, ladder)
    if not may(request, found, CORRECT):
        raise Problem(
            403, language_of(request).text("Sign in with a key that may correct results.")
        )
    service, access, name = service_of(request), access_of(request), filled.get("upload", "")
    by = access.key if access else ""
    await service.write(lambda: undo_upload(service.ledger, found, name, by=by))
    return go_to(f"/ladders/{as_part(found.id)}/upload?undone={as_part(name)}")


async def _writable(request: Request, name: str) -> Ladder:
    found = await seen(request, name)
    if not may(request, found, WRITE):
        raise Problem(403, language_of(request).text("Sign in with a key that may post results."))
    return found

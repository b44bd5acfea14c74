"""Results that came last, and undoing one."""

import numpy as np
from fastapi import APIRouter, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from evenhand.ledger.corrections import void
from evenhand.ledger.effects import Effect
from evenhand.ledger.ladder import Ladder
from evenhand.ledger.ledger import Ledger
from evenhand.ledger.profile import Game, changes
from evenhand.web.access import access_of
from evenhand.web.api.effects import show_effect
from evenhand.web.pages.language import language_of
from evenhand.web.pages.player import name_of
from evenhand.web.pages.signing import form
from evenhand.web.pages.site import as_part, go_to, may, page, seen
from evenhand.web.problems import Problem
from evenhand.web.service import service_of

router = APIRouter(include_in_schema=False)
SHOWN = 30
CORRECT = "results:correct"


@router.get("/ladders/{ladder}/results")
async def recent(request: Request, ladder: str) -> Response:
    """The games played last."""
    service, found = service_of(request), await seen(request, ladder)

    games = await run_in_threadpool(last_games, service.ledger, found, SHOWN)
    undone = request.query_params.get("undone", "")[:200]
    return page(
        request, "results.html", ladder=found, tab="results", games=games, name_of=name_of,
        may_undo=may(request, found, CORRECT), undone=undone,
    )  # fmt: skip


def last_games(ledger: Ledger, ladder: Ladder, most: int) -> list[Game]:
    """The games played last, the very last first."""
    with ledger.database.reading() as connection, ladder.lock:
        count = ladder.standing.games.count
        return changes(connection, ladder, np.arange(max(count - most, 0), count)[::-1])


@router.get("/ladders/{ladder}/results/undo")
async def undo_page(request: Request, ladder: str, result: str) -> Response:
    """What undoing a result would change, before it is done."""
    found = await _correctable(request, ladder)
    effect = await _undo(request, found, result, dry_run=True)
    return page(
        request, "undo_result.html", ladder=found, tab="results", result=result, effect=effect,
        shown=show_effect(found, effect, True), name_of=name_of,
    )  # fmt: skip


@router.post("/ladders/{ladder}/results/undo")
async def undo(request: Request, ladder: str) -> Response:
    """Let a result count no longer."""
    filled = await form(request)
    found = await _correctable(request, ladder)
    result = filled.get("result", "")
    await _undo(request, found, result, dry_run=False)
    return go_to(f"/ladders/{as_part(found.id)}/results?undone={as_part(result)}")


async def _correctable(request: Request, name: str) -> Ladder:
    """A ladder on which who asks may correct results."""
    found = await seen(request, name)
    if not may(request, found, CORRECT):
        told = language_of(request).text("Sign in with a key that may correct results.")
        raise Problem(403, told)
    return found


async def _undo(request: Request, ladder: Ladder, result: str, *, dry_run: bool) -> Effect | None:
    service, access = service_of(request), access_of(request)
    by = access.key if access else ""
    _, effect = await service.write(
        lambda: void(service.ledger, ladder, result, by=by, dry_run=dry_run)
    )
    return effect

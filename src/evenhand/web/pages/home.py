"""The first page: all ladders that one may see."""

from fastapi import APIRouter, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from evenhand.ledger.board import Board
from evenhand.ledger.ladder import Ladder
from evenhand.ledger.ledger import Ledger
from evenhand.web.access import access_of
from evenhand.web.pages.site import page
from evenhand.web.service import Service, service_of

router = APIRouter(include_in_schema=False)
LEADERS = 3


@router.get("/")
async def home(request: Request) -> Response:
    """All ladders, each with its leaders."""
    service, access = service_of(request), access_of(request)
    ids = await run_in_threadpool(
        _visible, service.ledger, None if access is None else access.tenant
    )
    found = [await run_in_threadpool(_shown, service, name) for name in ids]
    return page(request, "home.html", ladders=found)


def _visible(ledger: Ledger, tenant: int | None) -> list[str]:
    own = [] if tenant is None else ledger.ladder_ids(tenant)
    return [*own, *(name for name in ledger.ladder_ids(None) if name not in own)]


def _shown(service: Service, name: str) -> dict[str, object]:
    ladder = service.ledger.ladder(name)
    board: Board = service.kept(ladder).board
    with ladder.lock:
        return {
            "id": name,
            "name": ladder.settings.name,
            "game": ladder.settings.game,
            "games": ladder.standing.games.count,
            "players": len(ladder.standing.ranking),
            "last": _last(ladder),
            "leaders": board.page(LEADERS).rows,
        }


def _last(ladder: Ladder) -> int | None:
    time = ladder.standing.games["time"]
    return int(time[-1]) if len(time) else None

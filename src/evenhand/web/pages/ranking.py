"""The live ranking list of a ladder, also as a file."""

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Header, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response, StreamingResponse

from evenhand.ledger.board import BoardRow
from evenhand.ledger.ladder import Ladder
from evenhand.sheets import encode_sheet
from evenhand.web.api.events import MEDIA as STREAM, place
from evenhand.web.pages.official import Official, newest_list, place_on
from evenhand.web.pages.ranking_rows import part_of
from evenhand.web.pages.site import page, seen
from evenhand.web.pages.wanted import read_wanted
from evenhand.web.service import service_of

router = APIRouter(include_in_schema=False)
MOST_CLUBS = 300
MEDIA = {
    "csv": "text/csv; charset=utf-8",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}
COLUMNS = (
    "rank", "player", "name", "title", "club", "rating", "deviation", "games", "provisional",
    "active", "last played", "official rank", "official rating",
)  # fmt: skip


@router.get("/ladders/{ladder}")
async def ranking(request: Request, ladder: str) -> Response:
    """The live list beside the official one."""
    service, found = service_of(request), await seen(request, ladder)
    wanted, board = read_wanted(request.query_params), service.kept(found).board

    def work() -> dict[str, Any]:
        official = newest_list(service.ledger, found)
        part = part_of(board, wanted, official)
        return {"official": official, "part": part, "clubs": _clubs(found)}

    values = await run_in_threadpool(work)
    return page(request, "ranking.html", ladder=found, wanted=wanted, tab="ranking", **values)


def _clubs(ladder: Ladder) -> list[str]:
    """The clubs of those who play on a ladder, if there are not too many to choose from."""
    with ladder.lock:
        numbers = ladder.numbers[ladder.standing.ranking.order]
        clubs = ladder.roster.clubs_of(numbers)
    return sorted(clubs, key=str.casefold)[:MOST_CLUBS]


@router.get("/ladders/{ladder}/events", dependencies=[Depends(place)])
async def news(
    request: Request, ladder: str, last_event_id: Annotated[int | None, Header(ge=0)] = None
) -> StreamingResponse:
    """What happens on a ladder, for pages that show it live."""
    service, found = service_of(request), await seen(request, ladder)
    headers = {"Cache-Control": "no-cache", "X-Accel-Buffering": "no"}
    stream = service.events.stream(found, last_event_id)
    return StreamingResponse(stream, headers=headers, media_type=STREAM)


@router.get("/ladders/{ladder}/ranking.{kind}")
async def download(request: Request, ladder: str, kind: Literal["csv", "xlsx"]) -> Response:
    """The live list as a file, all of it that passes the filter."""
    service, found = service_of(request), await seen(request, ladder)
    wanted, board = read_wanted(request.query_params), service.kept(found).board

    def work() -> bytes:
        official = newest_list(service.ledger, found)
        whole = board.page(max(found.standing.players, 1), None, wanted.filters)
        rows = [_cells(found, row, official) for row in whole.rows]
        return encode_sheet(COLUMNS, rows, kind, bom=kind == "csv")

    return file_answer(await run_in_threadpool(work), found.id, kind)


def _cells(ladder: Ladder, row: BoardRow, official: Official | None) -> tuple[object, ...]:
    deviation = None if row.deviation is None else round(row.deviation, 2)
    return (
        row.rank, row.player, row.name, row.title, row.club, round(row.rating, 2), deviation,
        row.games, row.provisional, row.active, row.last_played,
        *place_on(official, ladder.roster.find(row.player)),
    )  # fmt: skip


def file_answer(content: bytes, name: str, kind: Literal["csv", "xlsx"]) -> Response:
    """A file to be kept; its name is made of letters that are safe in names of files."""
    headers = {"Content-Disposition": f'attachment; filename="{name}.{kind}"'}
    return Response(content, headers=headers, media_type=MEDIA[kind])

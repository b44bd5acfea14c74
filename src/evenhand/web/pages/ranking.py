"""The ranking list of a ladder: live, official, as files."""

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Header, Path, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response, StreamingResponse

from evenhand.ledger.board import BoardRow
from evenhand.ledger.ladder import Ladder
from evenhand.ledger.lists import list_heads, read_list
from evenhand.tables.spreadsheet_safe import write_safe
from evenhand.web.api.events import MEDIA as STREAM
from evenhand.web.api.events import place
from evenhand.web.pages.language import language_of
from evenhand.web.pages.official import Official, newest_list, official_list, place_on
from evenhand.web.pages.ranking_rows import LINES, part_of
from evenhand.web.pages.site import page, seen
from evenhand.web.pages.wanted import read_wanted
from evenhand.web.problems import Problem
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
ListNumber = Annotated[int, Path(ge=1, le=2**31 - 1)]


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
        return write_safe(COLUMNS, rows, kind, bom=kind == "csv")

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


@router.get("/ladders/{ladder}/lists/{number}.{kind}")
async def official_file(
    request: Request, ladder: str, number: ListNumber, kind: Literal["csv", "xlsx"]
) -> Response:
    """A published list as a file."""
    service, found = service_of(request), await seen(request, ladder)

    def work() -> bytes:
        ids, names = found.roster.ids, found.roster.names
        rows = read_list(service.ledger, found, number).content.rows
        cells = [(r.rank, ids[r.player], names[r.player], r.rating, r.games) for r in rows]
        return write_safe(("rank", "player", "name", "rating", "games"), cells, kind, bom=True)

    return file_answer(await run_in_threadpool(work), f"{found.id}-{number}", kind)


@router.get("/ladders/{ladder}/lists/{number}")
async def official_page(request: Request, ladder: str, number: ListNumber) -> Response:
    """A published list, with movement since the one before."""
    service, found = service_of(request), await seen(request, ladder)
    wanted, language = read_wanted(request.query_params), language_of(request)
    start = _start(request.query_params.get("from", ""))

    def work() -> dict[str, Any]:
        heads = list_heads(service.ledger, found)
        known = {head.number: head for head in heads}
        if number not in known:
            raise Problem(404, language.text("There is no list {number}.", number=number))
        shown = official_list(service.ledger, found, known[number])
        before = known.get(number - 1)
        earlier = official_list(service.ledger, found, before) if before else None
        rows = shown.published.content.rows
        names = found.roster.names
        if wanted.search:
            asked = wanted.search.casefold()
            rows = [row for row in rows if asked in names[row.player].casefold()]
        return {
            "heads": heads,
            "shown": shown.published,
            "earlier": earlier,
            "rows": rows[start : start + 2 * LINES],
            "total": len(rows),
            "start": start,
            "step": 2 * LINES,
        }

    values = await run_in_threadpool(work)
    return page(request, "official.html", ladder=found, wanted=wanted, tab="lists", **values)


def _start(text: str) -> int:
    return int(text[:9]) if text.isascii() and text.isdigit() else 0


@router.get("/ladders/{ladder}/lists")
async def official_lists(request: Request, ladder: str) -> Response:
    """All published lists."""
    service, found = service_of(request), await seen(request, ladder)
    heads = await run_in_threadpool(list_heads, service.ledger, found)
    return page(request, "lists.html", ladder=found, heads=heads, tab="lists")

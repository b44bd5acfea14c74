"""Published lists of a ladder, each with the movement since the one before, also as files."""

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from evenhand.ledger.ladder import Ladder
from evenhand.ledger.ledger import Ledger
from evenhand.ledger.lists import ListRow, list_heads, read_list
from evenhand.sheets import encode_sheet
from evenhand.web.pages.language import language_of
from evenhand.web.pages.official import official_list
from evenhand.web.pages.ranking import file_answer
from evenhand.web.pages.site import page, seen
from evenhand.web.pages.wanted import Wanted, read_wanted
from evenhand.web.problems import Problem
from evenhand.web.service import service_of

router = APIRouter(include_in_schema=False)
LINES = 100
COLUMNS = ("rank", "player", "name", "rating", "games")
ListNumber = Annotated[int, Path(ge=1, le=2**31 - 1)]


@router.get("/ladders/{ladder}/lists")
async def official_lists(request: Request, ladder: str) -> Response:
    """All published lists."""
    service, found = service_of(request), await seen(request, ladder)
    heads = await run_in_threadpool(list_heads, service.ledger, found)
    return page(request, "lists.html", ladder=found, heads=heads, tab="lists")


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
        return encode_sheet(COLUMNS, cells, kind, bom=kind == "csv")

    return file_answer(await run_in_threadpool(work), f"{found.id}-{number}", kind)


@router.get("/ladders/{ladder}/lists/{number}")
async def official_page(request: Request, ladder: str, number: ListNumber) -> Response:
    """A published list, with movement since the one before."""
    service, found = service_of(request), await seen(request, ladder)
    wanted, start = read_wanted(request.query_params), _start(request.query_params.get("from", ""))
    values = await run_in_threadpool(_shown, service.ledger, found, number, wanted, start)
    if values is None:
        raise Problem(404, language_of(request).text("There is no list {number}.", number=number))
    return page(request, "official.html", ladder=found, wanted=wanted, tab="lists", **values)


def _shown(
    ledger: Ledger, ladder: Ladder, number: int, wanted: Wanted, start: int
) -> dict[str, Any] | None:
    """What a page of a list shows; nothing if there is no such list."""
    heads = {head.number: head for head in list_heads(ledger, ladder)}
    if number not in heads:
        return None
    shown = official_list(ledger, ladder, heads[number])
    before = heads.get(number - 1)
    rows = _found(ladder, shown.published.content.rows, wanted.search)
    return {
        "heads": list(heads.values()),
        "shown": shown.published,
        "earlier": official_list(ledger, ladder, before) if before else None,
        "rows": rows[start : start + LINES],
        "total": len(rows),
        "start": start,
        "step": LINES,
    }


def _found(ladder: Ladder, rows: list[ListRow], text: str) -> list[ListRow]:
    if not text:
        return rows
    wanted, sought = text.casefold(), ladder.roster.sought()
    return [row for row in rows if wanted in sought[row.player]]


def _start(text: str) -> int:
    return int(text[:9]) if text.isascii() and text.isdigit() else 0

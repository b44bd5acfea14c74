"""The list of a ladder, live and as it was published."""

from typing import Annotated
from zlib import crc32

import msgspec
from fastapi import APIRouter, Path, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from evenhand.ledger.board import Board, Filters, Page, read_cursor
from evenhand.ledger.ladder import Ladder
from evenhand.ledger.lists import PublishedList, list_heads, publish, read_list
from evenhand.ledger.names import clean_name
from evenhand.ledger.results import show_time
from evenhand.ledger.settings import Value
from evenhand.web.access import Admin
from evenhand.web.api.ladders import LadderPath
from evenhand.web.documented import OPTIONAL_KEY, problems
from evenhand.web.problems import Problem
from evenhand.web.remembered import Keep, once
from evenhand.web.schemas import JSON, answer, asked, asks, encode, gives, read, takes
from evenhand.web.service import service_of

router = APIRouter(tags=["lists"])
MOST_IDS = 200


class NewList(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A list to be published."""

    title: Annotated[str, msgspec.Meta(min_length=1, max_length=200)]


class HeadAnswer(msgspec.Struct, frozen=True):
    """A published list without its lines."""

    number: int
    title: str
    seq: int
    published_at: str
    hash: str


class LineAnswer(msgspec.Struct, frozen=True):
    """A line of a published list; ``number`` is what the hash knows of the player."""

    rank: int
    number: int
    player: str
    name: str
    rating: float
    games: int


class ListAnswer(msgspec.Struct, frozen=True):
    """A published list, which never changes; names are those of today."""

    number: int
    title: str
    seq: int
    published_at: str
    hash: str
    system: str
    params: dict[str, Value]
    rows: list[LineAnswer]


class Asked(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What part of the list is asked for."""

    limit: Annotated[int, msgspec.Meta(ge=1, le=1000)] = 50
    cursor: Annotated[str, msgspec.Meta(max_length=100, description="`next` or `prev`.")] | None = (
        None
    )
    around: Annotated[str, msgspec.Meta(max_length=200, description="A player.")] | None = None
    ids: Annotated[str, msgspec.Meta(max_length=7000, description="Players, by commas.")] | None = (
        None
    )
    club: Annotated[str, msgspec.Meta(max_length=200)] | None = None
    min_games: Annotated[int, msgspec.Meta(ge=1, le=1_000_000)] | None = None
    active: bool | None = None
    provisional: bool | None = None


@router.get(
    "/ladders/{ladder}/leaderboard",
    summary="The live list",
    responses={
        **gives(Page),
        304: {"description": "It is still what the caller has."},
        **problems(404, 422),
    },
    openapi_extra=OPTIONAL_KEY | asks(Asked, "ladder"),
)
async def leaderboard(request: Request) -> Response:
    """The top, a page from a cursor, the part around a player, or some players.

    With a filter ranks count among those who pass it.  A player is active who has played within
    the ladder's `inactive_days` before its last game.
    """
    service = service_of(request)
    found = service.quickly_seen(request) or await service.see(
        request, request.path_params["ladder"]
    )
    kept = service.kept(found)
    query = request.scope["query_string"]
    tag = f'"{found.number}-{kept.seq}-{crc32(query):x}"'
    kind = "public" if found.public else "private"
    headers = {"ETag": tag, "Cache-Control": f"{kind}, no-cache"}
    if tag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    body = kept.answers.get(query)
    if body is None:
        wanted = asked(request, Asked)
        page = _page(kept.board, found, wanted)
        body = encode(page)
        if page.version == kept.seq and wanted.around is None and wanted.ids is None:
            kept.answers[query] = body
    return Response(body, headers=headers, media_type=JSON)


def _page(board: Board, ladder: Ladder, wanted: Asked) -> Page:
    cursor, around, ids = wanted.cursor, wanted.around, wanted.ids
    filters = Filters(wanted.club, wanted.min_games, wanted.active, wanted.provisional)
    if (cursor is not None) + (around is not None) + (ids is not None) > 1:
        raise Problem(422, "ask for one of cursor, around and ids")
    if ids is not None:
        names = ids.split(",")
        if len(names) > MOST_IDS:
            raise Problem(422, f"ask for at most {MOST_IDS} players")
        known = [local for name in names if (local := _local(ladder, name)) is not None]
        return board.some(known, filters)
    if around is not None:
        local = _local(ladder, around)
        page = None if local is None else board.around(local, wanted.limit, filters)
        if page is None:
            raise Problem(404, f"{around[:100]!r} is not on this list")
        return page
    return board.page(wanted.limit, None if cursor is None else read_cursor(cursor), filters)


def _local(ladder: Ladder, name: str) -> int | None:
    number = ladder.roster.find(name)
    return None if number is None else ladder.local(ladder.roster.final(number))


@router.get(
    "/ladders/{ladder}/lists",
    summary="Published lists",
    responses={**gives(list[HeadAnswer]), **problems(404, 422)},
    openapi_extra=OPTIONAL_KEY,
)
async def published_lists(request: Request, ladder: LadderPath) -> Response:
    """All lists that were published, the newest first."""
    service = service_of(request)
    found = await service.see(request, ladder)
    heads = await run_in_threadpool(list_heads, service.ledger, found)
    return answer([HeadAnswer(h.number, h.title, h.seq, show_time(h.at), h.hash) for h in heads])


@router.post(
    "/ladders/{ladder}/lists",
    status_code=201,
    summary="Publish the list",
    responses={**gives(HeadAnswer, 201, "The list."), **problems(403, 404, 409, 413, 415, 422)},
    openapi_extra=takes(NewList),
)
async def publish_list(request: Request, ladder: LadderPath, access: Admin) -> Response:
    """Freeze the list as it is now, with ratings rounded to two decimals."""
    service = service_of(request)
    found = await service.see(request, ladder)
    new = await read(request, NewList)
    title = _title(new.title)

    def work(keep: Keep) -> bytes:
        made = publish(
            service.ledger,
            found,
            title,
            by=access.key,
            within=lambda connection, made: keep(connection, encode(_head(made))),
        )
        return encode(_head(made))

    return await once(request, access, new, work, 201)


def _title(text: str) -> str:
    try:
        return clean_name(text)
    except ValueError as problem:
        raise Problem(422, str(problem)) from None


def _head(made: PublishedList) -> HeadAnswer:
    content = made.content
    at = show_time(content.published_at)
    return HeadAnswer(content.number, content.title, content.seq, at, made.hash)


@router.get(
    "/ladders/{ladder}/lists/{number}",
    summary="A published list",
    responses={**gives(ListAnswer), **problems(404, 422)},
    openapi_extra=OPTIONAL_KEY,
)
async def published_list(
    request: Request, ladder: LadderPath, number: Annotated[int, Path(ge=1, le=2**31 - 1)]
) -> Response:
    """A list as it was published."""
    service = service_of(request)
    found = await service.see(request, ladder)
    made = await run_in_threadpool(read_list, service.ledger, found, number)
    return answer(_whole(found, made))


def _whole(ladder: Ladder, made: PublishedList) -> ListAnswer:
    content, roster = made.content, ladder.roster
    rows = [
        LineAnswer(
            row.rank, row.player, roster.ids[row.player], roster.names[row.player], row.rating,
            row.games,
        )
        for row in content.rows
    ]  # fmt: skip
    at = show_time(content.published_at)
    head = (content.number, content.title, content.seq, at, made.hash)
    return ListAnswer(*head, content.system, content.params, rows)

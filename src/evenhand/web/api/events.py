"""Live events of a ladder."""

from collections.abc import AsyncIterator
from typing import Annotated

from fastapi import APIRouter, Depends, Header, Query, Request
from starlette.responses import StreamingResponse

from evenhand.web.access import caller_of
from evenhand.web.api.ladders import LadderPath
from evenhand.web.documented import OPTIONAL_KEY, problems
from evenhand.web.schemas import JSON
from evenhand.web.service import service_of

router = APIRouter(tags=["events"])
MEDIA = "text/event-stream"
KINDS = ("result", "correction", "void", "merge", "unmerge", "player", "settings", "reset")
EVENT = {
    "type": "object",
    "properties": {
        "id": {"type": "string", "description": "The sequence number."},
        "event": {"type": "string", "enum": KINDS},
        "data": {"type": "string", "contentMediaType": JSON},
        "retry": {"type": "integer"},
    },
}


async def place(request: Request) -> AsyncIterator[None]:
    """A place among those who listen, until the answer has ended."""
    with service_of(request).streams.taking(caller_of(request)):
        yield


@router.get(
    "/ladders/{ladder}/events",
    summary="Listen to a ladder",
    responses={
        200: {
            "description": "Events, each with its sequence number as id.",
            "content": {MEDIA: {"itemSchema": EVENT}},
        },
        **problems(404, 422),
    },
    response_class=StreamingResponse,
    openapi_extra=OPTIONAL_KEY,
    dependencies=[Depends(place)],
)
async def events(
    request: Request,
    ladder: LadderPath,
    last_event_id: Annotated[int | None, Header(ge=0, le=2**62)] = None,
    after: Annotated[
        int | None, Query(ge=0, le=2**62, description="Like Last-Event-ID, for a first call.")
    ] = None,
) -> StreamingResponse:
    """Server-sent events: `result`, `correction`, `void`, `merge`, `unmerge`, `player`, `settings`.

    A browser's EventSource goes on by itself where it was cut off.  `reset` means that too much was
    missed: load the list anew.
    """
    service = service_of(request)
    found = await service.see(request, ladder)
    seen = last_event_id if last_event_id is not None else after
    headers = {"Cache-Control": "no-cache", "X-Accel-Buffering": "no"}
    return StreamingResponse(service.events.stream(found, seen), headers=headers, media_type=MEDIA)

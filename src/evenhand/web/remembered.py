"""Requests with an Idempotency-Key: the same one again gets the same answer and does nothing."""

from collections.abc import Callable

from fastapi import Request
from sqlalchemy import Connection
from starlette.responses import Response

from evenhand.ledger.answers import digest_of, remember, remembered
from evenhand.ledger.keys import Access
from evenhand.web.schemas import JSON, encode
from evenhand.web.service import service_of

Keep = Callable[[Connection, bytes], None]
"""Keeps an answer in the transaction that it tells of."""


async def once(
    request: Request, access: Access, body: object, work: Callable[[Keep], bytes], status: int
) -> Response:
    """Do what a request asks for, unless it came before."""
    service, key = service_of(request), request.headers.get("idempotency-key")
    asked = digest_of(request.method.encode(), request.url.path.encode(), encode(body))

    def keep(connection: Connection, text: bytes) -> None:
        if key is not None:
            remember(connection, access.tenant, key, asked, status, text.decode())

    def turn() -> tuple[int, bytes]:
        if key is not None:
            with service.ledger.database.reading() as connection:
                earlier = remembered(connection, access.tenant, key, asked)
            if earlier is not None:
                return earlier[0], earlier[1].encode()
        return status, work(keep)

    found, text = await service.write(turn)
    return Response(text, found, media_type=JSON)

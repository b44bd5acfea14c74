"""Keys and the audit log of a tenant."""

from typing import Annotated, Any, Literal

import msgspec
from fastapi import APIRouter, Path, Query, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from evenhand.ledger import audit, keys
from evenhand.ledger.database import LedgerError
from evenhand.ledger.ledger import READER, ConflictError
from evenhand.ledger.results import show_time
from evenhand.web.access import Admin
from evenhand.web.documented import problems
from evenhand.web.problems import Problem
from evenhand.web.schemas import answer, gives, read, takes
from evenhand.web.service import Service, service_of

router = APIRouter(tags=["admin"])
Scope = Literal["read", "results:write", "results:correct", "admin"]


class NewKey(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A key to be made."""

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=keys.LONGEST_NAME)]
    scopes: Annotated[list[Scope], msgspec.Meta(min_length=1, max_length=len(keys.SCOPES))]


class MadeKey(msgspec.Struct, frozen=True):
    """A new key; its text is shown this once."""

    id: str
    key: str


class KeyAnswer(msgspec.Struct, frozen=True):
    """What is known of a key."""

    id: str
    name: str
    scopes: list[str]
    created_at: str
    revoked_at: str | None


class AuditAnswer(msgspec.Struct, frozen=True):
    """Something that was done."""

    number: int
    at: str
    by: str
    action: str
    ladder: str
    detail: dict[str, Any]


def check_writer(service: Service) -> None:
    """Refuse to change keys where nothing else can be changed either."""
    if service.ledger.read_only:
        raise ConflictError(READER)


@router.get(
    "/keys",
    summary="Keys of the tenant",
    responses={**gives(list[KeyAnswer]), **problems(403)},
)
async def list_keys(request: Request, access: Admin) -> Response:
    """All keys, without their secrets."""
    database = service_of(request).ledger.database
    found = await run_in_threadpool(keys.list_keys, database, tenant=access.tenant_id)
    return answer(
        [
            KeyAnswer(
                one.id,
                one.name,
                list(one.scopes),
                show_time(one.created_at),
                None if one.revoked_at is None else show_time(one.revoked_at),
            )
            for one in found
        ]
    )


@router.post(
    "/keys",
    status_code=201,
    summary="Make a key",
    responses={**gives(MadeKey, 201, "The key."), **problems(403, 409, 413, 415, 422)},
    openapi_extra=takes(NewKey),
)
async def make_key(request: Request, access: Admin) -> Response:
    """Make a key of the same tenant; the answer is the only place where it is shown."""
    service, new = service_of(request), await read(request, NewKey)
    check_writer(service)
    text = await service.write(
        lambda: keys.create_key(
            service.ledger.database,
            name=new.name,
            scopes=new.scopes,
            tenant=access.tenant_id,
            by=access.key,
        )
    )
    return answer(MadeKey(keys.shown_id(text), text), 201)


@router.delete(
    "/keys/{id}",
    status_code=204,
    summary="Revoke a key",
    responses={204: {"description": "It works no longer."}, **problems(403, 404, 409, 422)},
)
async def revoke_key(
    request: Request, id: Annotated[str, Path(max_length=100)], access: Admin
) -> Response:
    """Let a key of the same tenant work no longer."""
    service = service_of(request)
    check_writer(service)

    def work() -> None:
        try:
            keys.revoke(service.ledger.database, id, tenant=access.tenant, by=access.key)
        except LedgerError as problem:  # no key, or none of this tenant
            raise Problem(404, str(problem)) from None

    await service.write(work)
    service.keys.forget()
    return Response(status_code=204)


@router.get(
    "/audit",
    summary="What was done",
    responses={**gives(list[AuditAnswer]), **problems(403, 422)},
)
async def audit_log(
    request: Request,
    access: Admin,
    limit: Annotated[int, Query(ge=1, le=1000)] = 50,
    before: Annotated[
        int | None, Query(ge=1, le=2**62, description="A number to go on from.")
    ] = None,
) -> Response:
    """Every write to the tenant's ladders, players and keys, the latest first."""
    database = service_of(request).ledger.database
    rows = await run_in_threadpool(
        lambda: audit.entries(database, access.tenant, before=before, limit=limit)
    )
    return answer(
        [AuditAnswer(r.number, show_time(r.at), r.by, r.action, r.ladder, r.detail) for r in rows]
    )

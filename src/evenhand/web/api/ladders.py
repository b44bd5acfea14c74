"""Ladders: made, seen, changed; their state."""

from typing import Annotated

import msgspec
from fastapi import APIRouter, Path, Query, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from evenhand.ledger.corrections import change_settings
from evenhand.ledger.database import LedgerError
from evenhand.ledger.effects import Effect
from evenhand.ledger.hashing import state_hash
from evenhand.ledger.ladder import Ladder
from evenhand.ledger.ledger import Ledger
from evenhand.ledger.names import clean_name
from evenhand.ledger.results import show_time
from evenhand.ledger.settings import Rules, Settings, Value
from evenhand.ratings import SYSTEMS
from evenhand.web.access import Admin, access_of
from evenhand.web.api.effects import EffectAnswer, show_effect
from evenhand.web.documented import OPTIONAL_KEY, problems
from evenhand.web.problems import Problem
from evenhand.web.schemas import answer, gives, read, takes
from evenhand.web.service import service_of

router = APIRouter(tags=["ladders"])
LadderPath = Annotated[
    str, Path(description="The id of a ladder.", examples=["skat-2026"], max_length=120)
]
DryRun = Annotated[bool, Query(description="Only show what would change.")]
ID = r"^([a-z0-9-]{1,40}\.)?[a-z0-9][a-z0-9-]{0,59}$"
System = Annotated[str, msgspec.Meta(extra_json_schema={"enum": list(SYSTEMS)})]


class LadderAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """A ladder: what is played, how it is rated, how far it is."""

    id: str
    name: str
    game: str
    system: str
    params: dict[str, Value]
    rules: Rules
    public: bool
    created_at: str
    seq: int
    games: int
    players: int


class NewLadder(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A ladder to be made."""

    id: Annotated[str, msgspec.Meta(max_length=101, extra_json_schema={"pattern": ID})]
    name: Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
    game: Annotated[str, msgspec.Meta(max_length=40)] = ""
    system: System = "elo"
    params: dict[str, Value] = {}
    rules: Rules = Rules()
    public: bool = True


class LadderChange(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What is to be different; the rest stays."""

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=200)] | None = None
    game: Annotated[str, msgspec.Meta(max_length=40)] | None = None
    system: System | None = None
    params: dict[str, Value] | None = None
    rules: Rules | None = None
    public: bool | None = None


class State(msgspec.Struct, frozen=True):
    """The last sequence number, and a hash that is the same for the same results."""

    seq: int
    hash: str


def _clean(text: str) -> str:
    """A name that shows what it is."""
    try:
        return clean_name(text)
    except ValueError as problem:
        raise Problem(422, str(problem)) from None


def show_ladder(ladder: Ladder) -> LadderAnswer:
    """A ladder as it is answered."""
    with ladder.lock:
        settings = ladder.settings
        return LadderAnswer(
            id=ladder.id,
            name=settings.name,
            game=settings.game,
            system=settings.system,
            params=settings.params,
            rules=settings.rules,
            public=ladder.public,
            created_at=show_time(ladder.created_at),
            seq=ladder.seq,
            games=ladder.standing.games.count,
            players=len(ladder.standing.ranking),
        )


@router.get(
    "/ladders",
    summary="Ladders that the caller may see",
    responses={**gives(list[LadderAnswer]), **problems()},
    openapi_extra=OPTIONAL_KEY,
)
async def list_ladders(request: Request) -> Response:
    """With a key the ladders of its tenant, else those that are public."""
    service, access = service_of(request), access_of(request)
    tenant = None if access is None else access.tenant
    ids = await run_in_threadpool(service.ledger.ladder_ids, tenant)
    ladders = [await run_in_threadpool(service.ledger.ladder, name) for name in ids]
    return answer([show_ladder(ladder) for ladder in ladders])


@router.post(
    "/ladders",
    status_code=201,
    summary="Make a ladder",
    responses={**gives(LadderAnswer, 201, "The ladder."), **problems(403, 409, 413, 415, 422)},
    openapi_extra=takes(NewLadder),
)
async def make_ladder(request: Request, access: Admin) -> Response:
    """Make a ladder of a game, with a rating system, its parameters and rules for the list."""
    new, service = await read(request, NewLadder), service_of(request)
    settings = Settings(
        name=_clean(new.name),
        game=_clean(new.game) if new.game else "",
        system=new.system,
        params=new.params,
        rules=new.rules,
    )
    made = await service.write(
        lambda: service.ledger.make_ladder(
            access.tenant, new.id, settings, public=new.public, by=access.key
        )
    )
    return answer(show_ladder(made), 201, {"Location": f"{request.url.path}/{made.id}"})


@router.get(
    "/ladders/{ladder}",
    summary="A ladder",
    responses={**gives(LadderAnswer), **problems(404, 422)},
    openapi_extra=OPTIONAL_KEY,
)
async def get_ladder(request: Request, ladder: LadderPath) -> Response:
    """What is played, how it is rated, how many games and players there are."""
    return answer(show_ladder(await service_of(request).see(request, ladder)))


@router.patch(
    "/ladders/{ladder}",
    summary="Change a ladder",
    responses={**gives(EffectAnswer), **problems(403, 404, 409, 413, 415, 422)},
    openapi_extra=takes(LadderChange),
)
async def change_ladder(
    request: Request, ladder: LadderPath, access: Admin, dry_run: DryRun = False
) -> Response:
    """With another system or parameters all games are rated anew."""
    service = service_of(request)
    found = await service.see(request, ladder)
    change = await read(request, LadderChange)
    old = found.settings
    chosen = {name: getattr(change, name) for name in ("name", "game", "system", "params", "rules")}
    chosen |= {name: _clean(chosen[name]) for name in ("name", "game") if chosen[name]}
    if chosen["system"] not in (None, old.system) and change.params is None:
        chosen["params"] = {}
    settings = msgspec.structs.replace(old, **{k: v for k, v in chosen.items() if v is not None})

    def work() -> EffectAnswer:
        effect = _changed(service.ledger, found, settings, access.key, dry_run)
        if change.public is not None and not dry_run:
            service.ledger.show(found, change.public, by=access.key)
        return show_effect(found, effect, dry_run)

    return answer(await service.write(work))


def _changed(
    ledger: Ledger, ladder: Ladder, settings: Settings, by: str, dry_run: bool
) -> Effect | None:
    try:
        return change_settings(ledger, ladder, settings, by=by, dry_run=dry_run)
    except LedgerError:
        raise
    except ValueError as problem:
        told = f"the games that are there cannot be rated so: {problem}"
        raise Problem(409, told) from None


@router.get(
    "/ladders/{ladder}/state",
    summary="The state as a hash",
    responses={**gives(State), **problems(404, 422)},
    openapi_extra=OPTIONAL_KEY,
)
async def get_state(request: Request, ladder: LadderPath) -> Response:
    """Two ledgers with the same results have the same hash, whenever these came."""
    found = await service_of(request).see(request, ladder)
    return answer(State(*await run_in_threadpool(state_hash, found)))

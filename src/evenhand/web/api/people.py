"""The players of a tenant, on all its ladders: made, changed, merged, parted, erased."""

from collections.abc import Callable
from typing import Annotated

import msgspec
from fastapi import APIRouter, Path, Request
from starlette.responses import Response

from evenhand.ledger import people
from evenhand.ledger.ledger import Ledger
from evenhand.web.access import Admin, Reader
from evenhand.web.api.players import PlayerPath
from evenhand.web.documented import problems
from evenhand.web.problems import Problem
from evenhand.web.schemas import answer, gives, read, takes
from evenhand.web.service import service_of

router = APIRouter(tags=["people"])
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]


class PersonAnswer(msgspec.Struct, frozen=True):
    """A player of a tenant."""

    player: str
    name: str
    club: str
    guest: bool
    aliases: list[str]
    merged_into: str | None
    erased: bool


class NewPerson(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A player to be made before any result does so."""

    id: Name
    name: Name | None = None
    club: Annotated[str, msgspec.Meta(max_length=200)] = ""
    guest: bool = False


class PersonChange(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What is to be different; the rest stays."""

    name: Name | None = None
    club: Annotated[str, msgspec.Meta(max_length=200)] | None = None
    guest: bool | None = None


class NewAlias(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Another id of a player."""

    alias: Name


class Merge(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whose games those of a player are."""

    into: Name


def show_person(ledger: Ledger, tenant: int, number: int) -> PersonAnswer:
    """A player as it is answered."""
    roster = ledger.roster(tenant)
    into = roster.merged.get(number)
    return PersonAnswer(
        roster.ids[number],
        roster.names[number],
        roster.club(number),
        roster.is_guest(number),
        [alias for alias, owner in roster.aliases.items() if owner == number],
        None if into is None else roster.ids[into],
        number in roster.erased,
    )


async def _change(
    request: Request, access: Admin, player: str, work: Callable[[Ledger, int], object]
) -> Response:
    """Do something to a player, in the writer's turn; how the player is then."""
    service = service_of(request)

    def turn() -> PersonAnswer:
        number = people.number_of(service.ledger, access.tenant, player)
        work(service.ledger, number)
        return show_person(service.ledger, access.tenant, number)

    return answer(await service.write(turn))


@router.post(
    "/players",
    status_code=201,
    summary="Make a player",
    responses={**gives(PersonAnswer, 201, "The player."), **problems(403, 409, 413, 415, 422)},
    openapi_extra=takes(NewPerson),
)
async def make_person(request: Request, access: Admin) -> Response:
    """Make a player with a name and a club; otherwise the first result does it."""
    service, new = service_of(request), await read(request, NewPerson)

    def turn() -> PersonAnswer:
        number = people.make_player(
            service.ledger, access.tenant, new.id, name=new.name or "", club=new.club,
            guest=new.guest, by=access.key,
        )  # fmt: skip
        return show_person(service.ledger, access.tenant, number)

    return answer(await service.write(turn), 201)


@router.post(
    "/players/{player:part}/aliases",
    summary="Add an alias",
    responses={**gives(PersonAnswer), **problems(403, 404, 409, 413, 415, 422)},
    openapi_extra=takes(NewAlias),
)
async def add_alias(request: Request, player: PlayerPath, access: Admin) -> Response:
    """Let a player be known by another id too, as results and uploads may name him."""
    new = await read(request, NewAlias)
    return await _change(
        request,
        access,
        player,
        lambda ledger, number: people.add_alias(
            ledger, access.tenant, number, new.alias, by=access.key
        ),
    )


@router.delete(
    "/players/{player:part}/aliases/{alias:part}",
    summary="Remove an alias",
    responses={**gives(PersonAnswer), **problems(403, 404, 409, 422)},
)
async def remove_alias(
    request: Request,
    player: PlayerPath,
    alias: Annotated[str, Path(max_length=800)],
    access: Admin,
) -> Response:
    """Let a player no longer be known by another id."""
    return await _change(
        request,
        access,
        player,
        lambda ledger, number: people.remove_alias(
            ledger, access.tenant, number, alias, by=access.key
        ),
    )


@router.post(
    "/players/{player:part}/merge",
    summary="Merge a player into another",
    responses={**gives(PersonAnswer), **problems(403, 404, 409, 413, 415, 422)},
    openapi_extra=takes(Merge),
)
async def merge(request: Request, player: PlayerPath, access: Admin) -> Response:
    """Let the games of a player count for another, on all ladders, from the first game on."""
    given = await read(request, Merge)

    def work(ledger: Ledger, number: int) -> None:
        into = ledger.roster(access.tenant).find(given.into)
        if into is None:
            raise Problem(422, f"there is no player {given.into[:100]!r} to merge into")
        people.merge(ledger, access.tenant, number, into, by=access.key)

    return await _change(request, access, player, work)


@router.delete(
    "/players/{player:part}/merge",
    summary="Part merged players",
    responses={**gives(PersonAnswer), **problems(403, 404, 409, 422)},
)
async def unmerge(request: Request, player: PlayerPath, access: Admin) -> Response:
    """Let the games of a merged player be the player's own again."""
    return await _change(
        request,
        access,
        player,
        lambda ledger, number: people.unmerge(ledger, access.tenant, number, by=access.key),
    )


@router.get(
    "/players/{player:part}",
    summary="A player of the tenant",
    responses={**gives(PersonAnswer), **problems(403, 404, 422)},
)
async def get_person(request: Request, player: PlayerPath, access: Reader) -> Response:
    """Name, club, aliases, and whether the player was merged."""
    ledger = service_of(request).ledger
    return answer(
        show_person(ledger, access.tenant, people.number_of(ledger, access.tenant, player))
    )


@router.patch(
    "/players/{player:part}",
    summary="Change a player",
    responses={**gives(PersonAnswer), **problems(403, 404, 409, 413, 415, 422)},
    openapi_extra=takes(PersonChange),
)
async def change_person(request: Request, player: PlayerPath, access: Admin) -> Response:
    """Change the name, the club, or whether the player is a guest, who is on no list."""
    change = await read(request, PersonChange)
    return await _change(
        request,
        access,
        player,
        lambda ledger, number: people.change_player(
            ledger, access.tenant, number, name=change.name, club=change.club,
            guest=change.guest, by=access.key,
        ),
    )  # fmt: skip


@router.delete(
    "/players/{player:part}",
    summary="Erase a player",
    responses={**gives(PersonAnswer), **problems(403, 404, 409, 422)},
)
async def erase(request: Request, player: PlayerPath, access: Admin) -> Response:
    """Put a pseudonym in the place of id, name, club and aliases; all ratings stay."""
    return await _change(
        request,
        access,
        player,
        lambda ledger, number: people.erase(ledger, access.tenant, number, by=access.key),
    )

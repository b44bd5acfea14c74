"""Players of a ladder: where they stand, every change and why, whom they met."""

from typing import Annotated

import msgspec
from fastapi import APIRouter, Path, Query, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from evenhand.ledger.ladder import Ladder
from evenhand.ledger.ledger import Ledger
from evenhand.ledger.profile import (
    Game,
    Opponent,
    Profile,
    chances,
    games_of,
    opponents,
    profile,
)
from evenhand.web.api.ladders import LadderPath
from evenhand.web.documented import OPTIONAL_KEY, problems
from evenhand.web.problems import Problem
from evenhand.web.schemas import answer, gives
from evenhand.web.service import service_of

router = APIRouter(tags=["players"])
MOST_AT_A_TABLE = 100
PlayerPath = Annotated[str, Path(description="The id or alias of a player.", max_length=800)]
OtherPath = Annotated[str, Path(description="Another player.", max_length=800)]


class History(msgspec.Struct, frozen=True):
    """Games of a player, the last played first."""

    player: str
    version: int
    games: list[Game]
    next: int | None = None


class Opponents(msgspec.Struct, frozen=True):
    """Whom a player met, the most often met first."""

    player: str
    version: int
    total: int
    opponents: list[Opponent]


class HeadToHead(msgspec.Struct, frozen=True):
    """Two players against each other: how often who had more points, and the chances now."""

    players: list[str]
    games: int
    won: int
    drawn: int
    lost: int
    chances: list[float]


class Chance(msgspec.Struct, frozen=True):
    """A player's chance to win."""

    player: str
    chance: float


class Prediction(msgspec.Struct, frozen=True):
    """Chances to win at one table."""

    version: int
    players: list[Chance]


def number_on(ladder: Ladder, player: str) -> int:
    """The number of a player, after merging, by id or alias."""
    number = ladder.roster.find(player)
    if number is None:
        raise Problem(404, f"there is no player {player[:100]!r}")
    return ladder.roster.final(number)


def local_on(ladder: Ladder, player: str) -> int:
    """The local number of a player who has played on a ladder."""
    local = ladder.local(number_on(ladder, player))
    if local is None:
        raise Problem(404, f"{player[:100]!r} has not played on this ladder")
    return local


@router.get(
    "/ladders/{ladder}/players/{player:part}/history",
    summary="Every change of a rating",
    responses={**gives(History), **problems(404, 422)},
    openapi_extra=OPTIONAL_KEY,
)
async def history(
    request: Request,
    ladder: LadderPath,
    player: PlayerPath,
    limit: Annotated[int, Query(ge=1, le=500)] = 50,
    after: Annotated[int | None, Query(ge=1, description="As `next` says.")] = None,
) -> Response:
    """A player's games with what each did, the last played first.

    Where luck was taken out, `skill` is what counted and `luck` what did not.
    """
    service = service_of(request)
    found = await service.see(request, ladder)
    local = local_on(found, player)

    def work(ledger: Ledger) -> History:
        with ledger.database.reading() as connection:
            games, more = games_of(connection, found, local, limit, after)
        name = found.roster.ids[found.number_of(local)]
        return History(name, found.seq, games, more)

    return answer(await run_in_threadpool(work, service.ledger))


@router.get(
    "/ladders/{ladder}/players/{player:part}/opponents/{other:part}",
    summary="Head to head",
    responses={**gives(HeadToHead), **problems(404, 422)},
    openapi_extra=OPTIONAL_KEY,
)
async def head_to_head(
    request: Request, ladder: LadderPath, player: PlayerPath, other: OtherPath
) -> Response:
    """Two players against each other, and their chances now."""
    found = await service_of(request).see(request, ladder)
    one, two = local_on(found, player), local_on(found, other)
    if one == two:
        raise Problem(422, "these are the same player")
    met = opponents(found, one, two)
    count = (met[0].games, met[0].won, met[0].drawn, met[0].lost) if met else (0, 0, 0, 0)
    names = [found.roster.ids[found.number_of(local)] for local in (one, two)]
    return answer(HeadToHead(names, *count, chances(found, [one, two])))


@router.get(
    "/ladders/{ladder}/players/{player:part}/opponents",
    summary="Whom a player met",
    responses={**gives(Opponents), **problems(404, 422)},
    openapi_extra=OPTIONAL_KEY,
)
async def met(
    request: Request,
    ladder: LadderPath,
    player: PlayerPath,
    limit: Annotated[int, Query(ge=1, le=1000)] = 100,
) -> Response:
    """All whom a player met, the most often met first."""
    found = await service_of(request).see(request, ladder)
    local = local_on(found, player)
    rows = await run_in_threadpool(opponents, found, local)
    name = found.roster.ids[found.number_of(local)]
    return answer(Opponents(name, found.seq, len(rows), rows[:limit]))


@router.get(
    "/ladders/{ladder}/players/{player:part}",
    summary="A player",
    responses={**gives(Profile), **problems(404, 422)},
    openapi_extra=OPTIONAL_KEY,
)
async def get_player(request: Request, ladder: LadderPath, player: PlayerPath) -> Response:
    """Where a player stands, the highest rating so far, and what luck was worth."""
    found = await service_of(request).see(request, ladder)
    return answer(await run_in_threadpool(profile, found, number_on(found, player)))


@router.get(
    "/ladders/{ladder}/prediction",
    summary="Chances to win",
    responses={**gives(Prediction), **problems(404, 422)},
    openapi_extra=OPTIONAL_KEY,
)
async def prediction(
    request: Request,
    ladder: LadderPath,
    players: Annotated[
        str, Query(description="Ids, by commas.", examples=["anna,ben"], max_length=8000)
    ],
) -> Response:
    """The chances of some players at one table, by their ratings now."""
    found = await service_of(request).see(request, ladder)
    names = players.split(",")
    if not 2 <= len(names) <= MOST_AT_A_TABLE:
        raise Problem(422, f"ask for 2 to {MOST_AT_A_TABLE} players, as players=anna,ben")
    numbers = [number_on(found, name) for name in names]
    if len(set(numbers)) < len(numbers):
        raise Problem(422, "a player is there twice")
    shares = chances(found, [found.local(number) for number in numbers])
    rows = [
        Chance(found.roster.ids[number], share)
        for number, share in zip(numbers, shares, strict=True)
    ]
    return answer(Prediction(found.seq, rows))

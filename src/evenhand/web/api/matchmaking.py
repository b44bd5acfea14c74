"""Fair tables from waiting players."""

from collections.abc import Iterator, Sequence
from typing import Annotated

import msgspec
import numpy as np
from fastapi import APIRouter, Request
from numpy.typing import NDArray
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from evenhand.ledger.effects import seated
from evenhand.ledger.ladder import Ladder
from evenhand.ledger.profile import walk
from evenhand.matchmaking import Fairness, Tables, fair_tables
from evenhand.tables import Floats
from evenhand.web.access import Reader
from evenhand.web.api.ladders import LadderPath
from evenhand.web.documented import problems
from evenhand.web.problems import Problem
from evenhand.web.schemas import answer, gives, read, takes
from evenhand.web.service import service_of

router = APIRouter(tags=["matchmaking"])
MOST_WAITING = 100_000
MOST_BYTES = 32 << 20
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]


class Waiting(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A player who waits for a table; one who has never played starts at the start."""

    player: Name
    waiting: Annotated[float, msgspec.Meta(ge=0.0, le=1e9)] = 0.0  # seconds
    avoid: Annotated[list[Name], msgspec.Meta(max_length=1000)] = []


class Wanted(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Who waits, and what is fair."""

    players: Annotated[list[Waiting], msgspec.Meta(max_length=MOST_WAITING)]
    seats: Annotated[int, msgspec.Meta(ge=2, le=10)] = 2
    recent: Annotated[int, msgspec.Meta(ge=0, le=50)] = 1
    """So many last games whose opponents do not meet again so soon."""
    lowest: Annotated[float, msgspec.Meta(gt=0.0, le=0.5)] = 0.30
    widest: Annotated[float, msgspec.Meta(gt=0.0, le=0.5)] = 0.10
    widens_after: Annotated[float, msgspec.Meta(ge=0.0, le=1e9)] = 30.0
    widening: Annotated[float, msgspec.Meta(ge=0.0, le=1.0)] = 0.05
    again_after: Annotated[float, msgspec.Meta(ge=0.0, le=1e9)] = 120.0


class TableSeat(msgspec.Struct, frozen=True):
    """A player at a table."""

    player: str
    chance: float


class TablesAnswer(msgspec.Struct, frozen=True):
    """Tables, and who goes on waiting."""

    version: int
    tables: list[list[TableSeat]]
    waiting: list[str]


@router.post(
    "/ladders/{ladder}/tables",
    summary="Make fair tables",
    responses={**gives(TablesAnswer), **problems(403, 404, 413, 415, 422)},
    openapi_extra=takes(Wanted),
)
async def make_tables(request: Request, ladder: LadderPath, access: Reader) -> Response:
    """Seat waiting players so that everybody has a fair chance.

    Every two at a table have a chance of `lowest` or more against each other.  Who has waited for
    more than `widens_after` seconds accepts less, by `widening` a minute, down to `widest`.
    """
    found = await service_of(request).see(request, ladder)
    wanted = await read(request, Wanted, MOST_BYTES)
    return answer(await run_in_threadpool(tables_for, found, wanted))


def tables_for(ladder: Ladder, wanted: Wanted) -> TablesAnswer:
    """Tables for those who wait."""
    numbers = [_number(ladder, one.player) for one in wanted.players]
    known = [number for number in numbers if number is not None]
    unknown = [o.player for o, n in zip(wanted.players, numbers, strict=True) if n is None]
    if len(set(known)) + len(set(unknown)) < len(numbers):
        raise Problem(422, "a player waits twice")
    with ladder.lock:
        locals_ = [None if n is None else ladder.local(n) for n in numbers]
        version, rows = ladder.seq, _rows(ladder, locals_)
        recent = list(_recent(ladder, locals_, wanted.recent))
    place = {one.player: at for at, one in enumerate(wanted.players)}
    try:
        tables = fair_tables(
            ladder.standing.system,
            rows,
            np.array([one.waiting for one in wanted.players], np.float64),
            seats=wanted.seats,
            fairness=_fairness(wanted),
            avoid=_pairs(_avoided(wanted, place)),
            recent=_pairs(recent),
        )
    except ValueError as problem:
        raise Problem(422, str(problem)) from None
    return _shown(wanted, tables, version)


def _number(ladder: Ladder, player: str) -> int | None:
    number = ladder.roster.find(player)
    return None if number is None else ladder.roster.final(number)


def _fairness(wanted: Wanted) -> Fairness:
    return Fairness(
        lowest=wanted.lowest,
        widest=min(wanted.widest, wanted.lowest),
        widens_after=wanted.widens_after,
        widening=wanted.widening,
        again_after=wanted.again_after,
    )


def _rows(ladder: Ladder, locals_: Sequence[int | None]) -> Floats:
    """Rows of ratings; who has never played has the one that one starts with."""
    rows = ladder.standing.system.initial_values(len(locals_))
    known = [(at, local) for at, local in enumerate(locals_) if local is not None]
    if known:
        places, own = np.array(known).T
        rows[places] = ladder.standing.ratings[own]
    return rows


def _avoided(wanted: Wanted, place: dict[str, int]) -> Iterator[tuple[int, int]]:
    for at, one in enumerate(wanted.players):
        yield from ((at, place[name]) for name in one.avoid if place.get(name, at) != at)


def _recent(ladder: Ladder, locals_: Sequence[int | None], games: int) -> Iterator[tuple[int, int]]:
    """Who has met lately among those who wait."""
    place = {local: at for at, local in enumerate(locals_) if local is not None}
    for local, at in place.items() if games else ():
        positions, _ = walk(ladder, local, games)
        for other in np.unique(seated(ladder.standing, positions)).tolist():
            if place.get(other, at) != at:
                yield at, place[other]


def _pairs(
    pairs: Iterator[tuple[int, int]] | Sequence[tuple[int, int]],
) -> NDArray[np.int64] | None:
    found = list(pairs)
    return np.array(found, np.int64).reshape(-1, 2) if found else None


def _shown(wanted: Wanted, tables: Tables, version: int) -> TablesAnswer:
    names = [one.player for one in wanted.players]
    seats = zip(tables.seats.tolist(), tables.probabilities.tolist(), strict=True)
    made = [
        [TableSeat(names[at], chance) for at, chance in zip(*table, strict=True)] for table in seats
    ]
    return TablesAnswer(version, made, [names[at] for at in tables.left.tolist()])

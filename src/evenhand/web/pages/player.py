"""A player: the rating and its curve, every change and why, luck, opponents, best and worst."""

from collections.abc import Sequence
from typing import Any, Literal

import numpy as np
from fastapi import APIRouter, Request
from numpy.typing import NDArray
from sqlalchemy import Connection
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from evenhand.ledger.ladder import Ladder
from evenhand.ledger.profile import (
    Game,
    Opponent,
    Profile,
    SeatChange,
    chances,
    changes,
    games_of,
    opponents,
    profile,
)
from evenhand.web.pages.career import Career, career
from evenhand.web.pages.chart_specs import Spec, curves
from evenhand.web.pages.distribution import distribution
from evenhand.web.pages.language import Language, language_of
from evenhand.web.pages.site import page, seen
from evenhand.web.problems import Problem
from evenhand.web.schemas import answer
from evenhand.web.service import service_of

router = APIRouter(include_in_schema=False)
GAMES = 25
EXTREMES = 3
OPPONENTS = 12
MOST_COMPARED = 5
SECOND = 1000  # milliseconds, in which charts count


@router.get("/ladders/{ladder}/players/{player:part}/chart/{view}")
async def chart(
    request: Request, ladder: str, player: str, view: Literal["games", "time", "luck"]
) -> Response:
    """A chart: the rating by own games or by time, or the luck received so far."""
    found, language = await seen(request, ladder), language_of(request)
    locals_ = _chosen(request, found, player)
    return answer(await run_in_threadpool(_chart, found, locals_, view, language))


@router.get("/ladders/{ladder}/players/{player:part}")
async def player_page(request: Request, ladder: str, player: str) -> Response:
    """All about a player."""
    service, found, language = (
        service_of(request),
        await seen(request, ladder),
        language_of(request),
    )
    number = found.roster.find(player)
    if number is None:
        raise Problem(404, language.text("There is no player {player}.", player=player[:100]))
    after = request.query_params.get("after", "")

    def work() -> dict[str, Any]:
        known = profile(found, number)
        local = found.local(found.roster.final(number))
        if local is None or not known.games:
            return {"profile": known, "career": None}
        with service.ledger.database.reading() as connection:
            games, more = games_of(connection, found, local, GAMES, _number(after))
            own = career(found, local)
            best = _some(connection, found, own.best(EXTREMES))
            worst = _some(connection, found, own.worst(EXTREMES))
        met = opponents(found, local)
        others = _chosen(request, found, player)[1:]
        return {
            "profile": known,
            "career": own,
            "games": games,
            "more": more,
            "best": best,
            "worst": worst,
            "met": met[:OPPONENTS],
            "met_count": len(met),
            "compared": [_compared(found, local, other) for other in others],
            "shape": distribution(found, known.rating),
            "luck": _luck(own),
        }

    values = await run_in_threadpool(work)
    asked = request.query_params.getlist("with")
    tools: dict[str, Any] = {"own_seat": own_seat, "names_of": names_of, "name_of": name_of}
    return page(request, "player.html", ladder=found, asked=asked, **tools, **values)


def own_seat(game: Game, player: str) -> SeatChange:
    """What a game did to a player."""
    return next(seat for seat in game.players if seat.player == player)


def names_of(ladder: Ladder, game: Game, but: str = "") -> list[str]:
    """The names of a game's players, all but one."""
    return [name_of(ladder, seat.player) for seat in game.players if seat.player != but]


def name_of(ladder: Ladder, player: str) -> str:
    """The name of a player by id."""
    number = ladder.roster.find(player)
    return player if number is None else ladder.roster.names[number]


def _number(text: str) -> int | None:
    return int(text[:18]) if text.isascii() and text.isdigit() else None


def _some(connection: Connection, ladder: Ladder, games: NDArray[np.int64]) -> list[Game]:
    with ladder.lock:
        return changes(connection, ladder, games)


def _chosen(request: Request, ladder: Ladder, player: str) -> list[int]:
    """The player and those to compare with, by local number, everyone once."""
    names = [player, *request.query_params.getlist("with")[:MOST_COMPARED]]
    found = dict.fromkeys(find_player(ladder, name) for name in names if name)
    return [local for local in found if local is not None]


def find_player(ladder: Ladder, text: str) -> int | None:
    """A player of a ladder by id, alias or name, as a local number."""
    roster = ladder.roster
    number = roster.find(text)
    local = None if number is None else ladder.local(roster.final(number))
    if local is not None:
        return local
    wanted = text.strip().casefold()
    numbers = ladder.numbers[: ladder.standing.players].tolist()
    same = (number for number in numbers if roster.names[number].casefold() == wanted)
    return next((ladder.local(roster.final(number)) for number in same), None)


def _compared(ladder: Ladder, local: int, other: int) -> dict[str, Any]:
    """Two players against each other."""
    found = opponents(ladder, local, other)
    met: Opponent | None = found[0] if found else None
    their: Profile = profile(ladder, ladder.number_of(other))
    return {"profile": their, "met": met, "chances": chances(ladder, [local, other])}


def _luck(own: Career) -> dict[str, float] | None:
    """What luck would have brought, and how much of the ups and downs it is."""
    if own.luck is None:
        return None
    known = own.luck[own.luck == own.luck]
    return {"sum": float(known.sum()), "best": float(known.max()), "worst": float(known.min())}


def _chart(ladder: Ladder, locals_: Sequence[int], view: str, language: Language) -> Spec:
    rows, names = [], []
    for local in locals_ if view != "luck" else locals_[:1]:
        number = ladder.number_of(local)
        name = ladder.roster.names[number]
        if name in names:
            name = f"{name} ({ladder.roster.ids[number]})"
        names.append(name)
        rows += _points(career(ladder, local), name, view)
    x = language.text("own game") if view == "games" else language.text("date")
    y = language.text("luck so far") if view == "luck" else language.text("Rating")
    return curves(
        rows,
        names,
        time=view != "games",
        x_title=x,
        y_title=y,
        height=180 if view == "luck" else 280,
    )


def _points(own: Career, name: str, view: str) -> list[dict[str, object]]:
    places = own.thinned()
    values = own.after
    if view == "luck":
        values = np.nancumsum(np.zeros(len(own)) if own.luck is None else own.luck)
    x = places + 1 if view == "games" else own.time[places] // SECOND
    y = values[places].round(2)
    return [{"player": name, "x": a, "y": b} for a, b in zip(x.tolist(), y.tolist(), strict=True)]

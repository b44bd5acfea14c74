"""What a ladder is like: how ratings are distributed, how much is skill, who would win."""

from typing import Any

from fastapi import APIRouter, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from evenhand.ledger.ladder import Ladder
from evenhand.ledger.profile import chances
from evenhand.web.api.matchmaking import Waiting, Wanted, tables_for
from evenhand.web.pages.distribution import distribution
from evenhand.web.pages.player import find_player, name_of
from evenhand.web.pages.results import CORRECT, last_games
from evenhand.web.pages.site import may, page, seen
from evenhand.web.pages.skill import skill_of
from evenhand.web.problems import Problem
from evenhand.web.service import service_of

router = APIRouter(include_in_schema=False)
MOST_NAMES = 200
RESULTS = 5
MOST_SEATED = 6
WAITING = (6, 12, 24, 48)


@router.get("/ladders/{ladder}/about")
async def about(request: Request, ladder: str) -> Response:
    """The ladder, with forms for a prediction and for tables."""
    found, fields = await seen(request, ladder), request.query_params
    ledger = service_of(request).ledger

    def work() -> dict[str, Any]:
        asked = [name.strip()[:200] for name in fields.getlist("player")][:MOST_SEATED]
        return {
            "shape": distribution(found),
            "games": last_games(ledger, found, RESULTS),
            "may_undo": may(request, found, CORRECT),
            "names": _names(found),
            "asked": asked + [""] * (MOST_SEATED - len(asked)),
            "prediction": _prediction(found, [name for name in asked if name]),
            "tables": _tables(found, _choice(fields.get("seats", ""), (2, 3, 4)),
                              _choice(fields.get("waiting", ""), WAITING)),
        }  # fmt: skip

    values = await run_in_threadpool(work)
    return page(
        request, "about.html", ladder=found, tab="about", sizes=WAITING, name_of=name_of, **values
    )


@router.get("/ladders/{ladder}/skill")
async def skill(request: Request, ladder: str) -> Response:
    """How much of the game is skill, which takes a while to tell: a page, or a piece of one."""
    found = await seen(request, ladder)
    analysis, problem = await run_in_threadpool(skill_of, service_of(request).ledger, found)
    alone = request.headers.get("sec-fetch-dest") == "document"
    values: dict[str, Any] = {"analysis": analysis, "problem": problem}
    if alone:
        return page(request, "skill.html", ladder=found, tab="about", **values)
    return page(request, "_skill.html", **values)


def _names(ladder: Ladder) -> list[tuple[str, str]]:
    """Players to choose from: the first on the list."""
    with ladder.lock:
        first = ladder.standing.ranking.order[:MOST_NAMES]
        numbers = ladder.numbers[first].tolist()
    return [(ladder.roster.ids[n], ladder.roster.names[n]) for n in numbers]


def _prediction(ladder: Ladder, asked: list[str]) -> dict[str, Any]:
    """The chances of those who were asked for, best first, and who is not known."""
    found = {name: find_player(ladder, name) for name in asked}
    unknown = [name for name, local in found.items() if local is None]
    locals_ = list(dict.fromkeys(local for local in found.values() if local is not None))
    shares = chances(ladder, locals_) if len(locals_) > 1 else []
    numbers = [ladder.number_of(local) for local in locals_]
    rows = [
        {"player": ladder.roster.ids[n], "name": ladder.roster.names[n], "chance": share}
        for n, share in zip(numbers, shares, strict=False)
    ]
    return {"rows": sorted(rows, key=lambda row: -row["chance"]), "unknown": unknown}


def _choice(text: str, choices: tuple[int, ...]) -> int:
    return int(text) if text.isdigit() and int(text) in choices else choices[0]


def _tables(ladder: Ladder, seats: int, waiting: int) -> dict[str, Any]:
    """Fair tables if those who played last were waiting now."""
    with ladder.lock:
        games = ladder.standing.games["seats"][-waiting * 3 :][::-1]
        there = dict.fromkeys(int(one) for one in games.ravel() if one >= 0)
        numbers = [ladder.roster.final(ladder.number_of(local)) for local in there]
    players = [ladder.roster.ids[number] for number in dict.fromkeys(numbers)][:waiting]
    about: dict[str, Any] = {"seats": seats, "count": waiting, "tables": [], "left": []}
    about["problem"] = ""
    if len(players) < seats:
        return about
    wanted = Wanted(players=[Waiting(name) for name in players], seats=seats, recent=0)
    try:
        made = tables_for(ladder, wanted)
    except Problem as problem:
        return about | {"problem": problem.detail}
    return about | {"tables": made.tables, "left": [name_of(ladder, one) for one in made.waiting]}

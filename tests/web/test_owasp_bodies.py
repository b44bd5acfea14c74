"""OWASP API 3 and 4: fields that nobody may set, and limits on all that is sent or asked for."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest

from evenhand.web.api import results, uploads
from evenhand.web.limits import Limits, Places

from .asking import chunks
from .listening import Listener
from .routes import BODIES, SCOPES, Route, api_routes
from .sites import API, JSON, Site, World, problem_of, result
from .test_owasp_objects import OURS, rows

FORBIDDEN = {
    "rating": 3000, "seq": 1, "tenant": 2, "tenant_id": "club", "public": True, "digest": "0",
    "number": 1, "created_at": "2026-01-01", "hash": "0", "by": "me", "merged_into": "anna",
    "erased": False, "status": "accepted", "revoked_at": None,
}  # fmt: skip
ALLOWED = {(Route("POST", "ladders"), "public"), (Route("PATCH", "ladders/{ladder}"), "public")}


def inside(body: dict[str, Any], field: str, value: object) -> Iterator[dict[str, Any]]:
    """The body with one more field, on top and within whatever it has."""
    yield {**body, field: value}
    for name, part in body.items():
        if isinstance(part, list) and isinstance(part[0], dict):
            yield {**body, name: [{**part[0], field: value}, *part[1:]]}


def test_every_route_that_reads_a_body_is_known(seen: Site) -> None:
    bodies = {
        Route(method.upper(), path.removeprefix(f"{API}/"))
        for path, methods in seen.app.openapi()["paths"].items()
        for method, operation in methods.items()
        if "requestBody" in operation
    }
    assert bodies == {*BODIES, Route("POST", "ladders/{ladder}/uploads")}


def test_fields_that_nobody_may_set_are_refused_and_nothing_is_stored(site: Site) -> None:
    before = rows(site)
    for route, body in BODIES.items():
        for field, value in FORBIDDEN.items():
            if (route, field) not in ALLOWED:
                for sent in inside(body, field, value):
                    answer = site.ask(route.method, route.at(OURS), sent)
                    assert f"`{field}`" in problem_of(answer, 422)["detail"]
    assert rows(site) == before


def test_fields_that_nobody_may_set_are_refused_in_lists_and_streams_too(site: Site) -> None:
    before = rows(site)
    body = result("new", 5, anna=1, ben=0)
    for field, value in FORBIDDEN.items():
        for sent in inside(body, field, value):
            (answer,) = site.post("elo", sent)
            assert answer["status"] == "rejected"
            assert f"`{field}`" in answer["problem"]
    assert rows(site) == before


def test_rules_and_settings_take_no_other_fields(site: Site) -> None:
    for rules in ({"seq": 1}, {"min_games": 0}, {"max_players": 101}, {"min_games": "1"}):
        body = {"id": "new", "name": "x", "rules": rules}
        assert site.status("POST", "ladders", body) == 422
        assert site.status("PATCH", "ladders/elo", {"rules": rules}) == 422


def test_parameters_that_a_route_does_not_have_are_refused(site: Site) -> None:
    before = rows(site)
    for route in api_routes(site):
        if route != ("GET", "ladders/{ladder}/events"):
            more: dict[str, Any] = {"json": BODIES[route]} if route in BODIES else {}
            params = {"tenant": "club"}
            if route.path.endswith("prediction"):
                params["players"] = "anna,ben"
            answer = site.ask(route.method, route.at(OURS), params=params, **more)
            assert "tenant" in problem_of(answer, 422)["detail"]
    assert rows(site) == before


def test_a_page_has_so_many_rows_and_no_more(seen: Site) -> None:
    limited = 0
    for path, methods in seen.app.openapi()["paths"].items():
        for parameter in methods.get("get", {}).get("parameters", ()):
            if parameter["name"] == "limit":
                limited += 1
                most = parameter["schema"]["maximum"]
                assert most <= 1000
                address = Route("GET", path).at(OURS)
                for limit, status in ((most, 200), (most + 1, 422), (0, 422), (-1, 422)):
                    assert seen.status("GET", f"{address}?limit={limit}") == status
    assert limited == 6


def test_at_most_so_many_players_are_asked_for_at_once(seen: Site) -> None:
    many = ",".join(["x"] * 201)
    assert seen.status("GET", f"ladders/elo/leaderboard?ids={many}") == 422
    assert seen.status("GET", f"ladders/elo/prediction?players={many}") == 422
    assert seen.status("GET", f"ladders/elo/leaderboard?ids={'x' * 9000}") == 414
    crowd = [{"player": f"p{n}"} for n in range(100_001)]
    assert seen.status("POST", "ladders/elo/tables", {"players": crowd}) == 422
    far = [{"player": "a", "avoid": ["b"] * 1001}, {"player": "b"}]
    assert seen.status("POST", "ladders/elo/tables", {"players": far}) == 422
    assert seen.status("POST", "ladders/elo/tables", {"players": [], "seats": 11}) == 422


LONGER = {
    Route("POST", "ladders/{ladder}/results"): results.MOST_BYTES,
    Route("POST", "ladders/{ladder}/tables"): 32 << 20,
    Route("POST", "ladders/{ladder}/uploads"): uploads.LIMITS.size,
}


@pytest.mark.parametrize("announced", [True, False])
def test_a_body_that_is_too_long_is_refused_on_every_route(site: Site, announced: bool) -> None:
    before = rows(site)
    for route in SCOPES:
        if route.method == "DELETE":
            continue
        most = LONGER.get(route, 1 << 20)
        content: bytes | AsyncIterator[bytes] = b" " * (most + 1)
        if not announced:
            content = chunks(b" " * (most // 2), b" " * (most // 2), b"  ")
        answer = site.ask(route.method, route.at(OURS), content=content, headers=JSON)
        assert problem_of(answer, 413)["detail"] == f"the body may have {most:,} bytes"
    assert rows(site) == before


def test_a_body_where_none_is_read_does_no_harm(site: Site) -> None:
    for path in ("ladders/elo/results/r1", "players/ben/aliases/Benny"):
        assert site.status("DELETE", path, content=b"x" * (1 << 21)) == 200


def test_a_list_has_so_many_results_and_no_more(site: Site) -> None:
    one = b'{"id":"1"},'
    body = b"[" + (one * (results.MOST_RESULTS + 1))[:-1] + b"]"
    told = site.refused(413, "POST", "ladders/elo/results", content=body, headers=JSON)
    assert told == "at most 20,000 results can be posted together"
    lines = (one[:-1] + b"\n") * (results.MOST_RESULTS + 1)
    headers = {"Content-Type": "application/x-ndjson"}
    path = "ladders/elo/results?atomic=true"
    assert site.refused(413, "POST", path, content=lines, headers=headers) == told


def test_a_line_of_a_stream_has_so_many_bytes_and_no_more(site: Site) -> None:
    headers = {"Content-Type": "application/x-ndjson"}
    line = b" " * (results.MOST_LINE + 2)
    told = site.refused(413, "POST", "ladders/elo/results", content=line, headers=headers)
    assert told == "a line may have 65,536 bytes"


def test_a_game_has_so_many_players_and_no_more(site: Site) -> None:
    nine = result("nine", 5, **{f"p{n}": n for n in range(9)})
    told = site.refused(422, "POST", "ladders/elo/results", nine)
    assert told == "9 players; this ladder allows 8 in a game"
    crowd = result("crowd", 5, **{f"p{n}": n for n in range(101)})
    assert "length <= 100" in site.refused(422, "POST", "ladders/elo/results", crowd)
    alone = result("alone", 5, anna=1)
    assert "length >= 2" in site.refused(422, "POST", "ladders/elo/results", alone)


def test_deep_bodies_are_refused_and_not_recursed_into(site: Site) -> None:
    for start, end in ((b"[", b"]"), (b'{"players":', b"}")):
        for path in ("ladders/elo/results", "ladders", "keys"):
            deep = start * 50_000 + end * 50_000
            found = site.ask("POST", path, content=deep, headers=JSON)
            assert found.status_code in (400, 422)


def test_so_many_streams_are_open_and_no_more(site: Site) -> None:
    site.service.streams = Places(most=3, each=2)

    async def listen() -> list[int]:
        statuses, open_streams = [], []
        for key in (site.key(), site.key(), site.key(), None, None):
            open_streams.append(Listener(site.app, "ladders/elo/events", key))
            statuses.append(await open_streams[-1].status())
        assert open_streams[2].headers["retry-after"] == "5"
        for one in open_streams:
            await one.leave()
        again = Listener(site.app, "ladders/elo/events")
        statuses.append(await again.status())
        await again.leave()
        return statuses

    assert site.portal.call(listen) == [200, 200, 429, 200, 429, 200]
    assert site.service.streams.taken == 0


def test_whoever_asks_too_often_has_to_wait(world: World, tmp_path: Path) -> None:
    limits = Limits(key_rate=0.01, key_burst=5, address_rate=0.01, address_burst=3)
    with world.copied(tmp_path, limits) as site:
        for key, allowed in (("read", 5), ("admin", 5), (None, 3)):
            answers = [site.ask("GET", "ladders", key=key) for _ in range(6)]
            statuses = [answer.status_code for answer in answers]
            assert statuses == [200] * allowed + [429] * (6 - allowed)
            assert int(answers[-1].headers["retry-after"]) > 0
        assert [site.status("GET", "/healthz", key=None) for _ in range(9)] == [200] * 9


def test_a_body_that_comes_slowly_holds_up_nobody_else(site: Site) -> None:
    async def slowly() -> AsyncIterator[bytes]:
        yield b"["
        await asyncio.sleep(0.3)
        yield b"]"

    async def both() -> list[str]:
        order: list[str] = []

        async def ask(name: str, method: str, path: str, **more: Any) -> None:
            headers = {"Authorization": f"Bearer {site.key()}", **JSON}
            answer = await site.client.request(method, f"{API}/{path}", headers=headers, **more)
            assert answer.status_code in (200, 201)
            order.append(name)

        body = result("quick", 70, anna=1, ben=0)
        await asyncio.gather(
            ask("slow", "POST", "ladders/elo/results", content=slowly()),
            ask("quick", "POST", "ladders/elo/results", json=body),
        )
        return order

    assert site.portal.call(both) == ["quick", "slow"]

"""Live events over HTTP: what happened, from where one left off, until the service ends."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest

from evenhand.ledger.corrections import post as write
from evenhand.ledger.ledger import Ledger
from evenhand.ledger.posting import Posting
from evenhand.ledger.results import NewResult, Seat
from evenhand.web import events

from .asking import with_key
from .listening import Event, Listener
from .sites import API, GAMES, Site, problem_of, result

PATH = "ladders/elo/events"


async def send(site: Site, method: str, path: str, body: Any = None) -> Any:
    """Ask for something that must work, from within the loop."""
    headers = with_key(site.key())
    answer = await site.client.request(method, f"{API}/{path}", json=body, headers=headers)
    assert answer.is_success, answer.text
    return answer.json()


async def post(site: Site, *names: str) -> Any:
    """Post results, each for itself."""
    for name in names:
        await send(site, "POST", "ladders/elo/results", result(name, 50, anna=1, ben=0))


@asynccontextmanager
async def listening(site: Site, path: str = PATH, **more: Any) -> Any:
    """Someone who listens, and has seen the beginning."""
    listener = Listener(site.app, path, **more)
    assert await listener.status() == 200
    try:
        yield listener
    finally:
        await listener.leave()


def run(site: Site, work: Callable[[], Awaitable[Any]]) -> Any:
    """Do something in the loop of the service."""
    return site.portal.call(work)


def last_seq(site: Site) -> int:
    seq: int = site.get("ladders/elo")["seq"]
    return seq


def test_a_result_is_told_as_soon_as_it_counts(site: Site) -> None:
    last = last_seq(site)

    async def work() -> tuple[str, Event, dict[str, str]]:
        async with listening(site) as listener:
            begin = await listener.text()
            await post(site, "new")
            return begin, await listener.event(), listener.headers

    begin, event, headers = run(site, work)
    assert begin == f"retry: 2000\nid: {last}"
    assert event[:2] == (last + 1, "result")
    assert event.data == {
        key: value
        for key, value in site.get("ladders/elo/results/new").items()
        if key in ("id", "seq", "played_at", "players")
    }
    assert headers["content-type"] == "text/event-stream; charset=utf-8"
    assert headers["cache-control"] == "no-cache"
    assert headers["x-accel-buffering"] == "no"


def test_everybody_who_listens_hears_everything_in_order(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(events, "PAUSE", 0.0)
    last, names = last_seq(site), [f"n{n}" for n in range(12)]

    async def work() -> list[list[Event]]:
        async with listening(site) as one, listening(site, key=site.key()) as other:
            for listener in (one, other):
                await listener.text()
            await asyncio.gather(*(post(site, name) for name in names))
            return [await listener.events(12) for listener in (one, other)]

    heard = run(site, work)
    # One may hear of a game before, the other after a late one has changed what it did.
    one, other = ([(event.id, event.data["id"]) for event in own] for own in heard)
    assert one == other
    assert [event.id for event in heard[0]] == list(range(last + 1, last + 13))
    assert {event.data["id"] for event in heard[0]} == set(names)


@pytest.mark.parametrize("way", ["header", "query"])
def test_who_comes_back_goes_on_where_it_left_off(site: Site, way: str) -> None:
    async def work() -> tuple[list[Event], list[Event]]:
        path, more = (PATH, {"last": 10}) if way == "header" else (f"{PATH}?after=10", {})
        async with listening(site, path, **more) as listener:
            assert await listener.text() == "retry: 2000\nid: 10"
            first = await listener.events(GAMES - 10)
        async with listening(site, last=GAMES - 2) as listener:
            await listener.text()
            return first, await listener.events(2)

    first, second = run(site, work)
    assert [event.id for event in first] == list(range(11, GAMES + 1))
    assert [event.data["id"] for event in first] == [f"r{n}" for n in range(10, GAMES)]
    assert second == first[-2:]


def test_the_header_of_a_browser_goes_before_the_address(site: Site) -> None:
    async def work() -> str:
        async with listening(site, f"{PATH}?after=1", last=20) as listener:
            return str(await listener.text())

    assert run(site, work) == "retry: 2000\nid: 20"


def test_who_has_seen_more_than_there_is_hears_what_is_new(site: Site) -> None:
    last = last_seq(site)

    async def work() -> Event:
        async with listening(site, last=10**9) as listener:
            assert await listener.text() == f"retry: 2000\nid: {last}"
            await post(site, "new")
            return await listener.event()  # type: ignore[no-any-return]

    assert run(site, work).id == last + 1


def test_who_has_missed_too_much_is_told_to_load_the_list_anew(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(events, "MOST_MISSED", 20)
    last = last_seq(site)

    async def work() -> list[Event]:
        async with listening(site, last=last - 21) as listener:
            await listener.text()
            reset = await listener.event()
            await post(site, "new")
            return [reset, await listener.event()]

    reset, new = run(site, work)
    assert reset == (last, "reset", {})
    assert new[:2] == (last + 1, "result")


def test_whatever_happens_to_a_ladder_is_told(site: Site) -> None:
    last = last_seq(site)
    asked: list[tuple[str, str, Any]] = [
        ("PUT", "ladders/elo/results/r4", {"players": result("", 0, anna=1, ben=0)["players"]}),
        ("DELETE", "ladders/elo/results/r5", None),
        ("PATCH", "players/anna", {"name": "Other"}),
        ("POST", "ladders/elo/results", result("new", 50, newcomer=1, anna=0)),
        ("POST", "players/newcomer/merge", {"into": "ben"}),
        ("DELETE", "players/newcomer/merge", None),
        ("PATCH", "ladders/elo", {"params": {"k": 16}}),
    ]

    async def work() -> list[Event]:
        async with listening(site) as listener:
            await listener.text()
            told = []
            for method, path, body in asked:
                await send(site, method, path, body)
                told.append(await listener.event())
            return told

    told = run(site, work)
    assert [event.id for event in told] == list(range(last + 1, last + 8))
    assert [event.kind for event in told] == [
        "correction", "void", "player", "result", "merge", "unmerge", "settings",
    ]  # fmt: skip
    data = [{key: value for key, value in event.data.items() if key != "seq"} for event in told]
    assert data[:3] == [{"id": "r4"}, {"ids": ["r5"]}, {"player": "anna"}]
    assert data[4:] == [
        {"player": "newcomer", "into": "ben"}, {"player": "newcomer", "into": None}, {},
    ]  # fmt: skip
    document = site.app.openapi()["paths"]["/api/v1/ladders/{ladder}/events"]["get"]
    schema = document["responses"]["200"]["content"]["text/event-stream"]["itemSchema"]
    assert {event.kind for event in told} < set(schema["properties"]["event"]["enum"])


def test_who_comes_back_is_told_what_counts_now(site: Site) -> None:
    async def replay() -> list[Event]:
        async with listening(site, last=3) as listener:
            await listener.text()
            told: list[Event] = await listener.events(2)
            return told

    before = run(site, replay)
    site.do("DELETE", "ladders/elo/results/r4")
    site.do("PATCH", "ladders/elo", {"params": {"k": 16}})
    after = run(site, replay)
    assert [event.id for event in after] == [event.id for event in before] == [4, 5]
    assert after[0].data != before[0].data  # rated anew
    assert after[1].data == {"seq": 5, "voided": True}


def test_an_upload_and_its_undoing_are_told(site: Site) -> None:
    async def work() -> list[Event]:
        async with listening(site) as listener:
            await listener.text()
            headers = with_key(site.key())
            content = b"player_1,player_2,score_1,score_2\nanna,ben,1,0\nben,anna,1,0\n"
            path = f"{API}/ladders/elo/uploads"
            told = (await site.client.post(path, content=content, headers=headers)).json()
            first = await listener.events(2)
            await send(site, "DELETE", f"ladders/elo/uploads/{told['id']}")
            return [*first, await listener.event()]

    *first, undone = run(site, work)
    assert [event.kind for event in first] == ["result", "result"]
    assert undone.kind == "void"
    assert undone.data["ids"] == [event.data["id"] for event in first]


def test_a_dry_run_is_not_told(site: Site) -> None:
    async def work() -> Event:
        async with listening(site) as listener:
            await listener.text()
            await send(site, "DELETE", "ladders/elo/results/r1?dry_run=true")
            await post(site, "new")
            return await listener.event()  # type: ignore[no-any-return]

    assert run(site, work).kind == "result"


def test_a_stream_shows_that_it_is_alive(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(events, "HEARTBEAT", 0.01)

    async def work() -> list[str]:
        async with listening(site) as listener:
            return [await listener.text() for _ in range(3)]

    assert run(site, work)[1:] == [": still here", ": still here"]


def test_streams_end_when_the_service_does(site: Site) -> None:
    async def work() -> list[str]:
        streams = [Listener(site.app, PATH) for _ in range(3)]
        for stream in streams:
            assert await stream.status() == 200
            await stream.text()
        site.service.events.close()
        ends = [await stream.text() for stream in streams]
        for stream in streams:
            await stream.leave()
        return ends

    assert run(site, work) == ["", "", ""]
    assert site.service.streams.taken == 0


def test_who_goes_away_leaves_a_place(site: Site) -> None:
    async def work() -> tuple[int, int]:
        async with listening(site) as listener:
            await listener.text()
            there = site.service.streams.taken
        return there, site.service.streams.taken

    assert run(site, work) == (1, 0)


def test_a_private_ladder_is_heard_with_a_key_only(site: Site) -> None:
    async def work() -> list[int]:
        statuses = []
        for key in (None, site.key("read"), site.key("read", "club")):
            listener = Listener(site.app, "ladders/secret/events", key)
            statuses.append(await listener.status())
            await listener.leave()
        return statuses

    assert run(site, work) == [404, 200, 404]


@pytest.mark.parametrize("last", ["-1", "x", "", "1.5", str(2**63)])
def test_what_cannot_have_been_seen_is_refused(seen: Site, last: str) -> None:
    problem_of(seen.ask("GET", PATH, headers={"Last-Event-ID": last}), 422)
    problem_of(seen.ask("GET", f"{PATH}?after={last}"), 422)


def test_what_another_process_writes_is_heard_too(site: Site) -> None:
    last = last_seq(site)

    def elsewhere() -> None:
        with Ledger(str(site.ledger.database.path)) as other:
            one = NewResult(id="new", players=[Seat("anna", 1.0), Seat("ben", 0.0)])
            write(other, other.ladder("elo"), [Posting([one], "other")])

    async def work() -> Event:
        async with listening(site) as listener:
            await listener.text()
            await asyncio.to_thread(elsewhere)
            return await listener.event()  # type: ignore[no-any-return]

    event = run(site, work)
    assert (event.id, event.data["id"]) == (last + 1, "new")
    assert site.get("ladders/elo")["seq"] == last + 1

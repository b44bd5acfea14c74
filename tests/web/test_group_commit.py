"""Group commit: what comes at the same time is committed together, and each is answered once."""

import asyncio
from collections import Counter
from collections.abc import Callable, Sequence
from threading import Event
from typing import Any

import pytest
from sqlalchemy import func, select

from evenhand.ledger.corrections import post
from evenhand.ledger.ladder import Ladder
from evenhand.ledger.ledger import Ledger
from evenhand.ledger.posting import Checked, Posting
from evenhand.ledger.schema import results
from evenhand.web import writer

from .asking import with_key
from .sites import API, NAMES, PATIENCE, Site, result, some_results

RESULTS = "ladders/elo/results"
Post = Callable[[Ledger, Ladder, Sequence[Posting]], tuple[list[Checked], object]]


def singles(count: int) -> list[dict[str, Any]]:
    """Results among all of the world."""
    return [
        result(f"s{n}", 100 + n, **{NAMES[n % 6]: 1, NAMES[(n + 1) % 6]: n % 2})
        for n in range(count)
    ]


def together(site: Site, *bodies: Any) -> list[Any]:
    """Post each for itself, all of them while the writer is held up; statuses and answers."""
    held, go = Event(), Event()

    def hold() -> None:
        held.set()
        go.wait(PATIENCE)

    async def post_all() -> list[Any]:
        headers = with_key(site.key())
        async with asyncio.timeout(PATIENCE), asyncio.TaskGroup() as tasks:
            tasks.create_task(site.service.write(hold))
            await until(held.is_set)
            posts = [
                tasks.create_task(site.client.post(f"{API}/{RESULTS}", json=body, headers=headers))
                for body in bodies
            ]
            await until(lambda: site.service.writer.waiting == len(bodies))
            go.set()
        return [post.result() for post in posts]

    return [(answer.status_code, answer.json()) for answer in site.portal.call(post_all)]


async def until(true: Callable[[], bool]) -> None:
    while not true():
        await asyncio.sleep(0.001)


def test_single_posts_at_once_are_all_answered_in_far_fewer_commits(site: Site) -> None:
    before, bodies = site.service.writer.commits, singles(60)
    answers = site.together([("POST", RESULTS, body) for body in bodies])
    assert [answer.status_code for answer in answers] == [201] * 60
    told = [answer.json() for answer in answers]
    assert [one["id"] for one in told] == [body["id"] for body in bodies]
    assert {one["status"] for one in told} == {"accepted"}
    seqs = sorted(one["seq"] for one in told)
    assert seqs == list(range(seqs[0], seqs[0] + 60))
    assert 1 <= site.service.writer.commits - before <= 20
    with site.ledger.database.reading() as connection:
        own = results.c.id.like("s%")
        assert connection.execute(select(func.count()).where(own)).scalar_one() == 60


def test_all_that_waits_is_one_commit_and_the_same_as_one_by_one(site: Site) -> None:
    before, bodies = site.service.writer.commits, singles(25)
    told = together(site, *bodies)
    assert site.service.writer.commits == before + 1
    site.make_ladder("slow", params={"k": 32})
    site.post("slow", *some_results())
    for (status, answer), body in zip(told, bodies, strict=True):
        assert status == 201
        alone = site.do("POST", "ladders/slow/results", body)
        assert alone["players"] == site.get(f"ladders/slow/results/{body['id']}")["players"]
        assert answer["id"] == body["id"]
    assert site.hash("slow") == site.hash("elo")


def test_one_that_is_wrong_does_not_hurt_the_others(site: Site) -> None:
    good, bad = singles(4), result("bad", 100, anna=1, ben=1e13)
    twice = result("s0", 101, anna=0, ben=1)
    before = site.service.writer.commits
    told = together(site, good[0], bad, good[1], twice, good[0], *good[2:])
    assert [status for status, _ in told] == [201, 422, 201, 422, 200, 201, 201]
    assert told[1][1]["detail"] == "the score 1e+13 is out of range"
    assert told[3][1]["detail"] == "another result has this id; correct it with PUT"
    assert told[4][1]["seq"] == told[0][1]["seq"]
    assert site.service.writer.commits == before + 1


def test_all_or_nothing_holds_for_one_request_of_a_group(site: Site) -> None:
    async def both() -> list[Any]:
        headers = with_key(site.key())
        good, bad = singles(3), result("bad", 100, anna=1, ben=1e13)
        sent = (("", good[0]), ("?atomic=true", [good[1], bad]), ("", good[1]))
        return await asyncio.gather(
            *(
                site.client.post(f"{API}/{RESULTS}{query}", json=body, headers=headers)
                for query, body in sent
            )
        )

    statuses = [answer.status_code for answer in site.portal.call(both)]
    assert statuses == [201, 422, 201]


def test_the_same_result_from_many_at_once_counts_once(site: Site) -> None:
    told = together(site, *singles(1) * 20)
    assert Counter(status for status, _ in told) == {201: 1, 200: 19}
    assert len({answer["seq"] for _, answer in told}) == 1
    assert {str(answer["players"]) for _, answer in told} == {str(told[0][1]["players"])}


def broken_for(name: str) -> Post:
    """Posting, but for a result that the database cannot take."""

    def posting(ledger: Ledger, ladder: Ladder, postings: Sequence[Posting], **more: Any) -> Any:
        names = {
            one.id for own in postings for one in own.results if not isinstance(one, Exception)
        }
        if name in names or name == "*":
            raise RuntimeError("the disk is full")
        return post(ledger, ladder, postings, **more)

    return posting


def test_an_error_of_the_database_is_told_to_whom_it_concerns(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer, "post", broken_for("s2"))
    told = together(site, *singles(5))
    assert [status for status, _ in told] == [201, 201, 500, 201, 201]
    assert "disk" not in str(told)
    monkeypatch.undo()
    assert site.status("POST", RESULTS, singles(3)[2]) == 201


def test_an_error_of_the_database_is_told_to_everybody_if_it_concerns_all(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = site.get("ladders/elo/state")
    monkeypatch.setattr(writer, "post", broken_for("*"))
    told = together(site, *singles(5))
    assert [status for status, _ in told] == [500] * 5
    monkeypatch.undo()
    assert site.get("ladders/elo/state") == before
    assert [status for status, _ in together(site, *singles(5))] == [201] * 5


def test_results_of_other_ladders_and_other_writes_keep_their_turns(site: Site) -> None:
    bodies = singles(6)
    asked: list[tuple[str, str, Any]] = [
        ("POST", "ladders/elo/results", bodies[0]),
        ("POST", "ladders/glicko/results", bodies[0]),
        ("POST", "ladders/elo/results", bodies[1]),
        ("PATCH", "players/anna", {"name": "Other"}),
        ("POST", "ladders/elo/results", bodies[2]),
        ("DELETE", "ladders/elo/results/r1", None),
        ("POST", "ladders/elo/lists", {"title": "Now"}),
        ("POST", "ladders/elo/results", bodies[3]),
    ]
    games = [site.get(f"ladders/{ladder}")["games"] for ladder in ("elo", "glicko")]
    before = len(site.get("audit?limit=1000"))
    statuses = [answer.status_code for answer in site.together(asked)]
    assert statuses == [201, 201, 201, 200, 201, 200, 201, 201]
    entries = site.get("audit?limit=1000")
    kinds = Counter(entry["action"] for entry in entries[: len(entries) - before])
    assert 2 <= kinds.pop("results posted") <= 5  # those of one ladder may have come together
    assert kinds == {"player changed": 1, "result voided": 1, "list published": 1}
    after = [site.get(f"ladders/{ladder}")["games"] for ladder in ("elo", "glicko")]
    assert after == [games[0] + 4 - 1, games[1] + 1]


def test_who_has_gone_does_not_hurt_who_waits(site: Site) -> None:
    async def work() -> list[int]:
        headers = with_key(site.key())
        bodies = singles(6)
        posts = [
            asyncio.create_task(site.client.post(f"{API}/{RESULTS}", json=body, headers=headers))
            for body in bodies
        ]
        await asyncio.sleep(0)
        for gone in posts[::2]:
            gone.cancel()
        await asyncio.wait(posts)
        return [post.result().status_code for post in posts if not post.cancelled()]

    assert site.portal.call(work)[-3:] == [201] * 3
    again = [site.ask("POST", RESULTS, body).json()["status"] for body in singles(6)]
    assert set(again) <= {"accepted", "duplicate"}
    assert site.get("ladders/elo/players/anna")["games"] > 0

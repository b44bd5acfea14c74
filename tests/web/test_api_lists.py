"""Published lists over HTTP: numbered, hashed, never changed, published once."""

import hashlib
import json
from datetime import datetime

from evenhand.ledger.schema import lists

from .sites import Site, problem_of, result

LISTS = "ladders/elo/lists"


def test_a_list_is_published_as_the_ratings_are_rounded_to_two_decimals(site: Site) -> None:
    answer = site.ask("POST", LISTS, {"title": " February "})
    assert answer.status_code == 201
    head = answer.json()
    assert (head["number"], head["title"]) == (2, "February")
    assert head["seq"] == site.get("ladders/elo")["seq"]
    whole = site.get(f"{LISTS}/2", key=None)
    assert {key: whole[key] for key in head} == head
    assert (whole["system"], whole["params"]) == ("elo", {"k": 32.0})
    live = site.get("ladders/elo/leaderboard")["rows"]
    for row, own in zip(whole["rows"], live, strict=True):
        assert (row["rank"], row["player"], row["games"]) == (
            own["rank"], own["player"], own["games"],
        )  # fmt: skip
        assert row["rating"] == round(own["rating"], 2)
    assert [one["number"] for one in site.get(LISTS, key=None)] == [2, 1]
    assert site.get(LISTS)[0] == head


def test_a_published_list_never_changes(site: Site) -> None:
    before = site.get(f"{LISTS}/1")
    site.post("elo", result("new", 50, anna=1, ben=0))
    site.do("DELETE", "ladders/elo/results/r1")
    site.do("PATCH", "ladders/elo", {"params": {"k": 16}, "name": "Other"})
    site.do("POST", LISTS, {"title": "Later"})
    assert site.get(f"{LISTS}/1") == before


def test_names_on_a_list_are_those_of_today_and_the_hash_stays(site: Site) -> None:
    before = site.get(f"{LISTS}/1")
    site.do("PATCH", "players/anna", {"name": "Somebody"})
    site.do("DELETE", "players/ben")
    after = site.get(f"{LISTS}/1")
    assert after["hash"] == before["hash"]
    for row, old in zip(after["rows"], before["rows"], strict=True):
        assert (row["rank"], row["number"], row["rating"], row["games"]) == (
            old["rank"], old["number"], old["rating"], old["games"],
        )  # fmt: skip
    names = {row["number"]: row["name"] for row in after["rows"]}
    assert "Somebody" in names.values()
    assert "ben" not in str(after)


def test_whoever_has_the_answer_can_reckon_its_hash(site: Site) -> None:
    """The hash is over the canonical JSON of what the answer tells, players by their numbers."""
    told = site.get(f"{LISTS}/1", key=None)
    at = datetime.fromisoformat(told["published_at"])
    microseconds = int(at.timestamp()) * 1_000_000 + at.microsecond
    content = {
        "ladder": "elo",
        "number": told["number"],
        "title": told["title"],
        "seq": told["seq"],
        "published_at": microseconds,
        "system": told["system"],
        "params": told["params"],
        "rows": [[row["rank"], row["number"], row["rating"], row["games"]] for row in told["rows"]],
    }
    text = json.dumps(content, separators=(",", ":"), ensure_ascii=False)
    assert hashlib.sha256(text.encode()).hexdigest() == told["hash"]


def test_the_same_key_publishes_once_and_gets_the_same_answer(site: Site) -> None:
    headers = {"Idempotency-Key": "once"}
    first = site.ask("POST", LISTS, {"title": "February"}, headers=headers)
    site.post("elo", result("new", 50, anna=1, ben=0))
    second = site.ask("POST", LISTS, {"title": "February"}, headers=headers)
    assert (first.status_code, first.content) == (second.status_code, second.content)
    assert len(site.get(LISTS)) == 2
    other = site.ask("POST", LISTS, {"title": "March"}, headers=headers)
    told = problem_of(other, 409)["detail"]
    assert told == "this Idempotency-Key came with another request before"
    elsewhere = site.ask("POST", "ladders/glicko/lists", {"title": "February"}, headers=headers)
    assert elsewhere.status_code == 409
    assert len(site.get(LISTS)) == 2


def test_the_key_of_another_tenant_is_another(site: Site) -> None:
    body = {"id": "club.evening", "name": "x"}
    site.do("POST", "ladders", body, tenant="club")
    headers = {"Idempotency-Key": "once"}
    site.do("POST", LISTS, {"title": "February"}, headers=headers)
    theirs = "ladders/club.evening/lists"
    made = site.do("POST", theirs, {"title": "March"}, headers=headers, tenant="club")
    assert (made["number"], made["title"]) == (1, "March")


def test_many_at_once_with_one_key_publish_once(site: Site) -> None:
    async def ask() -> list[int]:
        import asyncio

        headers = {"Authorization": f"Bearer {site.key()}", "Idempotency-Key": "once"}
        answers = await asyncio.gather(
            *(
                site.client.post(f"/api/v1/{LISTS}", json={"title": "x"}, headers=headers)
                for _ in range(8)
            )
        )
        assert len({answer.content for answer in answers}) == 1
        return [answer.status_code for answer in answers]

    assert site.portal.call(ask) == [201] * 8
    assert len(site.get(LISTS)) == 2


def test_keys_that_cannot_be_are_refused(site: Site) -> None:
    for key in ("", " ", "a b", "x" * 201):
        headers = {"Idempotency-Key": key}
        assert site.status("POST", LISTS, {"title": "x"}, headers=headers) == 422
    assert len(site.get(LISTS)) == 1


def test_a_list_that_could_not_be_kept_is_not_answered(site: Site) -> None:
    """The answer is kept in the transaction that makes the list, or neither is."""
    with site.ledger.database.writing() as connection:
        connection.exec_driver_sql(
            "CREATE TRIGGER no_answers BEFORE INSERT ON answers"
            " BEGIN SELECT RAISE(ABORT, 'full'); END"
        )
    headers = {"Idempotency-Key": "once"}
    assert site.status("POST", LISTS, {"title": "x"}, headers=headers) == 500
    assert len(site.get(LISTS)) == 1
    with site.ledger.database.reading() as connection:
        assert len(connection.execute(lists.select()).all()) == 1


def test_what_is_not_there_is_told(seen: Site) -> None:
    assert seen.refused(404, "GET", f"{LISTS}/9") == "there is no list 9"
    for number in ("0", "-1", "x", "1.5", str(2**31), str(10**30)):
        assert seen.status("GET", f"{LISTS}/{number}") == 422
    assert seen.get("ladders/glicko/lists") == []
    assert seen.status("POST", LISTS, {"title": ""}) == 422

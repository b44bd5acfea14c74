"""Keys and the audit log over HTTP."""

from pathlib import Path
from typing import Any

import httpx
import pytest

from evenhand.ledger.keys import shown_id
from evenhand.ledger.ledger import Ledger

from .routes import SCOPES, Route, asked
from .sites import API, Site, World, result


def test_a_key_is_made_listed_used_and_revoked(site: Site) -> None:
    answer = site.ask("POST", "keys", {"name": "bot", "scopes": ["results:write"]})
    assert answer.status_code == 201
    made = answer.json()
    assert made.keys() == {"id", "key"}
    assert shown_id(made["key"]) == made["id"]
    assert answer.headers["cache-control"] == "no-store"
    listed = {key["id"]: key for key in site.get("keys")}[made["id"]]
    assert listed.pop("created_at").endswith("Z")
    assert listed == {
        "id": made["id"], "name": "bot", "scopes": ["results:write"], "revoked_at": None,
    }  # fmt: skip
    body = result("new", 50, anna=1, ben=0)
    assert site.status("POST", "ladders/elo/results", body, key=made["key"]) == 201
    gone = site.ask("DELETE", f"keys/{made['id']}")
    assert (gone.status_code, gone.content) == (204, b"")
    assert site.status("POST", "ladders/elo/results", body, key=made["key"]) == 401
    revoked = {key["id"]: key["revoked_at"] for key in site.get("keys")}[made["id"]]
    assert revoked.endswith("Z")


@pytest.mark.parametrize(
    "body",
    [
        {"name": "x", "scopes": []},
        {"name": "x", "scopes": ["all"]},
        {"name": "x", "scopes": ["read"] * 5},
        {"name": "", "scopes": ["read"]},
        {"name": " ", "scopes": ["read"]},
        {"name": "x" * 81, "scopes": ["read"]},
        {"name": "x\ny", "scopes": ["read"]},
        {"scopes": ["read"]},
        {"name": "x"},
    ],
)
def test_keys_that_cannot_be_are_refused(seen: Site, body: dict[str, Any]) -> None:
    before = seen.get("keys")
    assert seen.status("POST", "keys", body) == 422
    assert seen.get("keys") == before


def test_a_key_that_is_not_there_is_told(seen: Site) -> None:
    for key in ("000000000000", "x", "eh_000000000000", "%27%20OR%201", "é"):
        assert seen.refused(404, "DELETE", f"keys/{key}").startswith("there is no such key")


def test_an_admin_can_make_another_and_revoke_himself(site: Site) -> None:
    other = site.do("POST", "keys", {"name": "other", "scopes": ["admin"]})["key"]
    site.do("DELETE", f"keys/{shown_id(other)}", key=other)
    assert site.status("GET", "keys", key=other) == 401


OURS = {
    "ladder": "elo", "result": "r1", "player": "emil", "alias": "Benny", "other": "anna",
}  # fmt: skip
ACTIONS = {
    Route("POST", "ladders"): "ladder made",
    Route("PATCH", "ladders/{ladder}"): "settings changed",
    Route("POST", "ladders/{ladder}/lists"): "list published",
    Route("POST", "ladders/{ladder}/results"): "results posted",
    Route("PUT", "ladders/{ladder}/results/{result}"): "result corrected",
    Route("DELETE", "ladders/{ladder}/results/{result}"): "result voided",
    Route("POST", "ladders/{ladder}/uploads"): "results posted",
    Route("DELETE", "ladders/{ladder}/uploads/{upload}"): "upload undone",
    Route("POST", "players"): "player made",
    Route("PATCH", "players/{player}"): "player changed",
    Route("POST", "players/{player}/aliases"): "alias added",
    Route("DELETE", "players/{player}/aliases/{alias}"): "alias removed",
    Route("POST", "players/{player}/merge"): "players merged",
    Route("DELETE", "players/{player}/merge"): "players parted",
    Route("DELETE", "players/{player}"): "player erased",
    Route("POST", "keys"): "key created",
    Route("DELETE", "keys/{id}"): "key revoked",
}


def test_every_write_is_in_the_audit_log_with_who_did_it(site: Site) -> None:
    """Every route that can write, one after the other, each by a key of its own."""
    assert ACTIONS.keys() == {route for route, scope in SCOPES.items() if scope != "read"}
    others: dict[Route, dict[str, Any]] = {  # than those who were made by the time
        Route("POST", "players/{player}/aliases"): {"alias": "another"},
        Route("POST", "players/{player}/merge"): {"into": "emil"},
    }
    for route, action in ACTIONS.items():
        made = site.do("POST", "keys", {"name": action, "scopes": ["admin"]})
        before = site.get("audit?limit=1")[0]["number"]
        chosen = {**OURS, "alias": "another", "id": shown_id(site.key("read"))}
        more = {"json": others[route]} if route in others else asked(route)
        if route.path.endswith("merge"):
            chosen["player"] = "new"
        if route.path.endswith("{upload}"):
            chosen["upload"] = site.get("ladders/elo/uploads")[0]["id"]
        answer = site.ask(route.method, route.at(chosen), key=made["key"], **more)
        assert answer.is_success, (route, answer.text)
        new = [entry for entry in site.get("audit?limit=10") if entry["number"] > before]
        assert [entry["action"] for entry in new] == [action]
        assert new[0]["by"] == made["id"]
        assert new[0]["at"].endswith("Z")
        if "{ladder}" in route.path:
            assert new[0]["ladder"] == "elo"


def test_what_is_refused_or_only_tried_is_not_in_the_audit_log(site: Site) -> None:
    before = site.get("audit?limit=1")
    site.do(
        "PUT",
        "ladders/elo/results/r1?dry_run=true",
        {"players": result("", 0, anna=1, ben=0)["players"]},
    )
    site.do("DELETE", "ladders/elo/results/r1?dry_run=true")
    site.do("PATCH", "ladders/elo?dry_run=true", {"params": {"k": 16}, "public": False})
    site.status("POST", "ladders/elo/results", result("new", 0, anna=1))
    site.status("DELETE", "players/nil")
    site.status("POST", "keys", {"name": "x", "scopes": ["all"]})
    site.status("DELETE", "players/ben", key="read")
    assert site.get("audit?limit=1") == before


def test_the_audit_log_is_paged_the_latest_first(seen: Site) -> None:
    whole = seen.get("audit?limit=1000")
    numbers = [entry["number"] for entry in whole]
    assert numbers == sorted(numbers, reverse=True)
    paged, before = [], ""
    while page := seen.get(f"audit?limit=4{before}"):
        paged += page
        before = f"&before={page[-1]['number']}"
    assert paged == whole


def test_a_service_that_only_reads_refuses_every_write(world: World, tmp_path: Path) -> None:
    with world.copied(tmp_path, read_only=True) as site:
        names = {**OURS, "player": "ben", "upload": world.upload, "id": shown_id(site.key("read"))}
        for route in ACTIONS.keys() - {Route("DELETE", "players/{player}/merge")}:  # nobody is
            chosen, more = dict(names), asked(route)
            if route.path.endswith("{upload}"):
                chosen["ladder"] = "skat"
            if route.path.endswith("merge"):
                chosen["player"] = "guest"
            told = site.refused(409, route.method, route.at(chosen), **more)
            assert told == "this is a reader: write to the ladder's writer"
        assert site.get("ladders/elo/leaderboard")["total"] == 6
        assert site.get("audit?limit=1")[0]["action"] == "results posted"


def test_a_reader_follows_what_the_writer_writes(site: Site) -> None:
    path = str(site.ledger.database.path)
    with Ledger(path, read_only=True) as ledger:
        ladder = ledger.ladder("elo")
        site.do("POST", "ladders/elo/results", result("new", 50, anna=1, ben=0))
        assert [one.id for one in ledger.behind()] == ["elo"]
        assert ledger.follow(ladder)
        assert ladder.seq == site.get("ladders/elo")["seq"]


def test_the_document_can_be_read_by_everybody(seen: Site) -> None:
    answer: httpx.Response = seen.ask("GET", f"{API}/openapi.json", key=None)
    document = answer.json()
    assert document["openapi"].startswith("3.1")
    assert "/api/v1/ladders/{ladder}/players/{player}/opponents/{other}" in document["paths"]
    assert document["components"]["securitySchemes"]["key"]["scheme"] == "bearer"

"""OWASP API 1 and 5: what is another's, and what a key may not do."""

from collections.abc import Iterator

import pytest

from evenhand.ledger.keys import SCOPES as ALL_SCOPES, revoke, shown_id
from evenhand.ledger.schema import metadata
from tests.ledger.rows import Rows, read

from .routes import READERS, SCOPES, Route, api_routes, asked
from .sites import EVENING, Site, World, problem_of, result

THEIRS = "club"
PRIVATE, PUBLIC = "club.evening", "club.open"


def rows(site: Site) -> Rows:
    """All that is in the database."""
    with site.ledger.database.reading() as connection:
        return read(connection, metadata)


@pytest.fixture
def theirs(site: Site) -> dict[str, str]:
    """What another tenant has, of everything that an address can name."""
    for name in (PRIVATE, PUBLIC):
        body = {"id": name, "name": name, "public": name == PUBLIC}
        site.do("POST", "ladders", body, tenant=THEIRS)
        site.do("POST", f"ladders/{name}/results", result("theirs", 1, zoe=1, yan=0), tenant=THEIRS)
        site.do("POST", f"ladders/{name}/lists", {"title": "Theirs"}, tenant=THEIRS)
        site.do("POST", f"ladders/{name}/lists", {"title": "Theirs"}, tenant=THEIRS)
    site.do("POST", "players/zoe/aliases", {"alias": "Zoë"}, tenant=THEIRS)
    upload = site.do("POST", f"ladders/{PRIVATE}/uploads", content=EVENING, tenant=THEIRS)
    site.key()
    return {
        "ladder": PRIVATE,
        "result": "theirs",
        "player": "zoe",
        "other": "yan",
        "alias": "Zoë",
        "number": "2",
        "upload": upload["id"],
        "id": shown_id(site.key("admin", THEIRS)),
    }


def named(site: Site) -> Iterator[Route]:
    """Routes whose address names something."""
    return (route for route in api_routes(site) if "{" in route.path)


@pytest.mark.parametrize("ladder", [PRIVATE, PUBLIC])
def test_nothing_of_another_tenant_is_found_by_its_id_whatever_the_route(
    site: Site, theirs: dict[str, str], ladder: str
) -> None:
    before = rows(site)
    for route in named(site):
        address = route.at({**theirs, "ladder": ladder})
        problem_of(site.ask(route.method, address, **asked(route)), 404)
    assert rows(site) == before


def test_nothing_of_another_tenant_is_found_on_a_ladder_of_ones_own(
    site: Site, theirs: dict[str, str]
) -> None:
    before = rows(site)
    for route in named(site):
        if route.path.count("{") > 1:
            address = route.at({**theirs, "ladder": "elo"})
            problem_of(site.ask(route.method, address, **asked(route)), 404)
    assert rows(site) == before


def test_nobody_is_merged_with_a_player_of_another_tenant(
    site: Site, theirs: dict[str, str]
) -> None:
    assert "no player" in site.refused(422, "POST", "players/anna/merge", {"into": "zoe"})
    assert "no player" in site.refused(
        422, "POST", "players/zoe/merge", {"into": "anna"}, tenant=THEIRS
    )


def test_the_same_ids_are_different_things_for_two_tenants(
    site: Site, theirs: dict[str, str]
) -> None:
    site.do("POST", f"ladders/{PRIVATE}/results", result("r1", 1, anna=0, ben=1), tenant=THEIRS)
    site.do("PATCH", "players/anna", {"name": "Another Anna"}, tenant=THEIRS)
    site.do("DELETE", "players/ben", tenant=THEIRS)
    assert site.get("players/anna")["name"] == "Anna A."
    assert site.get("players/ben")["name"] == "ben"
    assert site.status("GET", "players/ben", tenant=THEIRS) == 404


def test_lists_of_ladders_keys_and_writes_show_ones_own_only(
    site: Site, theirs: dict[str, str]
) -> None:
    own = ["elo", "glicko", "secret", "skat"]
    assert [ladder["id"] for ladder in site.get("ladders")] == own
    assert [ladder["id"] for ladder in site.get("ladders", tenant=THEIRS)] == [PRIVATE, PUBLIC]
    public = ["club.open", "elo", "glicko", "skat"]
    assert [ladder["id"] for ladder in site.get("ladders", key=None)] == public
    assert THEIRS not in str(site.get("keys"))
    assert THEIRS not in str(site.get("audit?limit=1000"))
    theirs_only = site.get("audit?limit=1000", tenant=THEIRS)
    assert {entry["ladder"] for entry in theirs_only} == {"", PRIVATE, PUBLIC}


def test_a_ladder_cannot_be_made_in_the_part_of_ids_that_is_anothers(site: Site) -> None:
    for name in ("club.new", "main.new", "new.club"):
        told = site.refused(422, "POST", "ladders", {"id": name, "name": "x"})
        assert "the id of a ladder" in told
    told = site.refused(422, "POST", "ladders", {"id": "new", "name": "x"}, tenant=THEIRS)
    assert told.startswith("ids of your ladders begin with 'club.'")
    assert "already" in site.refused(409, "POST", "ladders", {"id": "elo", "name": "x"})


def test_a_private_ladder_is_not_there_for_whoever_has_no_key(site: Site) -> None:
    names = {
        "ladder": "secret", "result": "r1", "player": "anna", "other": "ben", "number": "1",
        "upload": "x",
    }  # fmt: skip
    for route in named(site):
        if route.method == "GET" and route not in READERS and "{ladder}" in route.path:
            found = site.ask("GET", route.at(names), key=None, **asked(route))
            nothing = site.ask(
                "GET", route.at({**names, "ladder": "nil"}), key=None, **asked(route)
            )
            assert problem_of(found, 404)["detail"] == "there is no ladder 'secret'"
            assert found.text == nothing.text.replace("'nil'", "'secret'")


def test_a_ladder_that_is_hidden_is_gone_for_others_at_once(site: Site) -> None:
    assert site.status("GET", "ladders/elo/leaderboard", key=None) == 200
    tag = site.ask("GET", "ladders/elo/leaderboard", key=None).headers["etag"]
    site.do("PATCH", "ladders/elo", {"public": False})
    asking = {"headers": {"If-None-Match": tag}, "key": None}
    assert site.status("GET", "ladders/elo/leaderboard", **asking) == 404
    assert site.status("GET", "ladders/elo/leaderboard") == 200
    site.do("PATCH", "ladders/elo", {"public": True})
    assert site.status("GET", "ladders/elo/leaderboard", key=None) == 200


OURS = {
    "ladder": "elo", "result": "r1", "player": "ben", "other": "anna", "alias": "Benny",
    "number": "1", "upload": "x", "id": "000000000000",
}  # fmt: skip
"""What the world has; neither an upload nor a key is needed to be refused."""


def writes(site: Site) -> Iterator[Route]:
    """Routes for which a key is needed that can do more than see."""
    return (route for route in api_routes(site) if SCOPES.get(route, "read") != "read")


def test_what_every_route_needs_is_known(seen: Site) -> None:
    assert {route for route in api_routes(seen) if route.method != "GET"} == SCOPES.keys()


def test_without_a_right_key_nothing_is_written(site: Site) -> None:
    revoked = site.do("POST", "keys", {"name": "gone", "scopes": ["admin"]})
    assert site.status("GET", "keys", key=revoked["key"]) == 200
    revoke(site.ledger.database, revoked["id"])
    site.service.keys.forget()
    secret = site.key().rpartition("_")[2]
    wrong = [None, "", "nonsense", site.key()[:-1] + "!", f"eh_000000000000_{secret}"]
    before = rows(site)
    for route in [*SCOPES, *READERS]:
        for key in (*wrong, revoked["key"]):
            answer = site.ask(route.method, route.at(OURS), key=key, **asked(route))
            assert problem_of(answer, 401)["detail"].startswith("this needs a key")
            assert answer.headers["www-authenticate"] == "Bearer"
    assert rows(site) == before


def test_a_key_that_is_revoked_over_http_is_refused_at_once(site: Site) -> None:
    made = site.do("POST", "keys", {"name": "soon gone", "scopes": ["admin"]})
    assert site.status("GET", "audit", key=made["key"]) == 200
    assert site.status("DELETE", f"keys/{made['id']}") == 204
    assert site.status("GET", "audit", key=made["key"]) == 401
    assert site.status("DELETE", f"keys/{made['id']}") == 204  # again


@pytest.mark.parametrize("scope", ALL_SCOPES[:-1])
def test_a_key_can_do_no_more_than_its_scope_says(site: Site, scope: str) -> None:
    before = rows(site)
    for route, needed in (SCOPES | READERS).items():
        if ALL_SCOPES.index(needed) > ALL_SCOPES.index(scope):
            answer = site.ask(route.method, route.at(OURS), key=scope, **asked(route))
            told = problem_of(answer, 403)["detail"]
            assert told == f"this needs a key with the scope {needed}"
    assert rows(site) == before


def test_a_key_for_reading_sees_everything_of_its_tenant_and_writes_nothing(
    site: Site, world: World
) -> None:
    before = rows(site)
    names = {**OURS, "ladder": "secret", "upload": world.upload}
    skipped = {
        Route("GET", "ladders/{ladder}/events"),
        Route("GET", "ladders/{ladder}/lists/{number}"),
    }
    for route in api_routes(site):
        if route.method == "GET" and READERS.get(route) != "admin" and route not in skipped:
            assert site.status("GET", route.at(names), key="read", **asked(route)) == 200
    assert rows(site) == before


def test_self_reported_results_need_a_key_and_count_once_and_can_be_seen(site: Site) -> None:
    """Farming: two who only play each other are not punished; it shows in reports."""
    body = result("farmed", 60, anna=1, ben=0)
    assert site.status("POST", "ladders/elo/results", body, key=None) == 401
    assert site.status("POST", "ladders/elo/results", body, key="read") == 403
    before = site.rating("elo", "anna")
    for _ in range(3):
        site.do("POST", "ladders/elo/results", body, key="results:write")
    farmed = [result(f"farmed {n}", 61 + n, anna=1, ben=0) for n in range(20)]
    answers = site.post("elo", *farmed, key="results:write")
    assert {answer["status"] for answer in answers} == {"accepted"}
    gains = [answer["players"][0]["change"] for answer in answers]
    assert gains == sorted(gains, reverse=True)  # ever less to win from the same opponent
    assert site.rating("elo", "anna") > before
    met = site.get("ladders/elo/players/anna/opponents")["opponents"][0]
    assert met["player"] == "ben"
    assert met["games"] >= 21
    assert met["expected"] < met["won"]
    posted = site.get("audit?limit=1")[0]
    assert posted["by"] == shown_id(site.key("results:write"))

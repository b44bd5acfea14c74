"""Odd addresses, methods and bytes: answered with a problem, never with an error."""

from typing import Any

import pytest

from .sites import API, JSON, Site, problem_of, result
from .test_owasp_objects import rows

RESULTS = "ladders/elo/results"


@pytest.mark.parametrize(
    ("path", "allowed"),
    [
        ("ladders", "GET, POST"),
        ("ladders/elo", "GET, PATCH"),
        (RESULTS, "GET, POST"),
        (f"{RESULTS}/r1", "DELETE, GET, PUT"),
        ("ladders/elo/uploads/x", "DELETE"),
        ("players/anna", "DELETE, GET, PATCH"),
        ("players/anna/merge", "DELETE, POST"),
        ("players/anna/aliases", "POST"),
        ("players/anna/aliases/x", "DELETE"),
        ("keys", "GET, POST"),
        ("/healthz", "GET"),
    ],
)
def test_a_method_that_an_address_has_not_is_told_those_that_it_has(
    seen: Site, path: str, allowed: str
) -> None:
    for method in ("OPTIONS", "TRACE", "PROPFIND"):
        answer = seen.ask(method, path)
        problem_of(answer, 405)
        assert answer.headers["allow"] == allowed
    assert seen.ask("HEAD", path).status_code == 405


def test_an_address_that_nobody_has_is_a_problem_whatever_the_method(seen: Site) -> None:
    for method in ("GET", "POST", "PUT", "DELETE", "OPTIONS"):
        for path in ("nowhere", "/api/v1/", "ladders/elo/nowhere", "ladders/", "ladders//state"):
            problem_of(seen.ask(method, path), 404)


def test_a_slash_that_belongs_to_an_id_does_not_lead_elsewhere(seen: Site) -> None:
    for path in ("ladders/elo%2Fstate", "ladders%2Felo", "ladders/elo/players%2Fanna"):
        problem_of(seen.ask("GET", path), 404)
    for path in ("players/anna%2fmerge", "ladders/elo/players/anna%2Fhistory", "keys/a%2Fb"):
        problem_of(seen.ask("GET" if "players" in path else "DELETE", path), 404)


ODD = ("%ff", "%ED%A0%80", "%C3%28", "%1F", "%F4%90%80%80", "%E2%80%AE", "%0A", "%25", "%252F")


@pytest.fixture
def small(either: Site) -> Site:
    """A ladder with one result and three players, on SQLite and on PostgreSQL."""
    either.make_ladder("elo")
    either.post("elo", result("r1", 0, anna=1, ben=0))
    either.do("POST", "players", {"id": "cem"})
    return either


def test_odd_bytes_in_an_address_find_nothing(small: Site) -> None:
    for odd in ODD:
        for path in (
            f"ladders/{odd}", f"ladders/{odd}/leaderboard", f"{RESULTS}/{odd}", f"players/{odd}",
            f"ladders/elo/players/{odd}", f"ladders/elo/players/anna/opponents/{odd}",
            f"ladders/elo/leaderboard?around={odd}", f"ladders/elo/prediction?players=anna,{odd}",
        ):  # fmt: skip
            problem_of(small.ask("GET", path), 404)
        for path in (f"keys/{odd}", f"ladders/elo/uploads/{odd}", f"{RESULTS}/{odd}"):
            problem_of(small.ask("DELETE", path), 404)
        assert small.get(f"ladders/elo/leaderboard?club={odd}")["rows"] == []


def odd_bodies(text: str) -> list[tuple[str, str, str]]:
    """Right bodies of all kinds but for a text, in every place that has one."""
    seats = '"players": [{"player": "anna", "score": 1}, {"player": "ben", "score": 0}]'
    named = '"players": [{"player": "$", "score": 1}, {"player": "ben", "score": 0}]'
    bodies = [
        ("POST", RESULTS, '{"id": "$", ' + seats + "}"),
        ("POST", RESULTS, '{"id": "n", ' + named + "}"),
        ("POST", RESULTS, '{"id": "n", "played_at": "$", ' + seats + "}"),
        ("PUT", f"{RESULTS}/r1", "{" + named + "}"),
        ("PUT", f"{RESULTS}/r1", '{"id": "$", ' + seats + "}"),
        ("POST", "ladders", '{"id": "$", "name": "x"}'),
        ("POST", "ladders", '{"id": "n", "name": "$"}'),
        ("POST", "ladders", '{"id": "n", "name": "x", "game": "$"}'),
        ("POST", "ladders", '{"id": "n", "name": "x", "system": "$"}'),
        ("POST", "ladders", '{"id": "n", "name": "x", "params": {"k": "$"}}'),
        ("POST", "ladders", '{"id": "n", "name": "x", "params": {"$": 1}}'),
        ("PATCH", "ladders/elo", '{"name": "$"}'),
        ("POST", "ladders/elo/lists", '{"title": "$"}'),
        ("POST", "players", '{"id": "$"}'),
        ("POST", "players", '{"id": "n", "name": "$"}'),
        ("POST", "players", '{"id": "n", "club": "$"}'),
        ("PATCH", "players/anna", '{"name": "$"}'),
        ("PATCH", "players/anna", '{"club": "$"}'),
        ("POST", "players/anna/aliases", '{"alias": "$"}'),
        ("POST", "players/anna/merge", '{"into": "$"}'),
        ("POST", "keys", '{"name": "$", "scopes": ["read"]}'),
        ("POST", "keys", '{"name": "x", "scopes": ["$"]}'),
        ("POST", "keys", '{"name": "x", "scopes": ["read"], "$": 1}'),
    ]
    return [(method, path, body.replace("$", text)) for method, path, body in bodies]


def test_zero_bytes_and_half_characters_in_texts_are_refused_everywhere(small: Site) -> None:
    """A zero byte is no part of a name; half a character cannot even be read."""
    before = rows(small)
    for text, status in (("a\\u0000b", 422), ("\\u0000", 422), ("\\ud800b", 400), ("\\udfff", 400)):
        for method, path, body in odd_bodies(text):
            problem_of(small.ask(method, path, content=body.encode(), headers=JSON), status)
    assert rows(small) == before


@pytest.mark.parametrize("text", [b"a\xffb", b"\xed\xa0\x80", b"\x00", b"\x1f"])
def test_bytes_that_are_no_text_are_refused_everywhere(seen: Site, text: bytes) -> None:
    before = rows(seen)
    for method, path, body in odd_bodies("$"):
        content = body.encode().replace(b"$", text)
        assert seen.status(method, path, content=content, headers=JSON) in (400, 422)
    assert rows(seen) == before


@pytest.mark.parametrize(
    "number", ["1e400", "-1e400", "9" * 400, "9" * 30, "1e13", "NaN", "Infinity", "0x10", "1_0"]
)
def test_numbers_that_are_too_large_or_none_are_refused(seen: Site, number: str) -> None:
    before = rows(seen)
    bodies = [
        ("POST", RESULTS, '{"id": "n", "players": [{"player": "anna", "score": $}, '
                          '{"player": "ben", "score": 0}]}'),
        ("POST", RESULTS, '{"id": "n", "players": [{"player": "anna", "score": 1, "luck": $}, '
                          '{"player": "ben", "score": 0}]}'),
        ("POST", RESULTS, '{"id": "n", "players": [{"player": "anna", "score": 1, "team": $}, '
                          '{"player": "ben", "score": 0}]}'),
        ("POST", "ladders", '{"id": "n", "name": "x", "rules": {"min_games": $}}'),
        ("POST", "ladders/elo/tables", '{"players": [{"player": "a", "waiting": $}]}'),
        ("POST", "ladders/elo/tables", '{"players": [], "seats": $}'),
    ]  # fmt: skip
    for method, path, body in bodies:
        content = body.replace("$", number).encode()
        assert seen.status(method, path, content=content, headers=JSON) in (400, 422)
    assert rows(seen) == before


@pytest.mark.parametrize("number", [str(2**31), str(2**63), str(10**30), "9" * 4301, "1e400"])
def test_numbers_in_addresses_may_be_as_large_as_one_likes(seen: Site, number: str) -> None:
    for path in (
        f"{RESULTS}?before={number}", f"{RESULTS}?limit={number}", f"audit?before={number}",
        f"ladders/elo/players/anna/history?after={number}", f"ladders/elo/lists/{number}",
        f"ladders/elo/leaderboard?min_games={number}", f"ladders/elo/uploads?limit={number}",
    ):  # fmt: skip
        assert seen.ask("GET", path).status_code in (200, 404, 422)


def test_times_as_far_away_as_can_be_shown_are_shown(site: Site) -> None:
    seats = result("", 0, anna=1, ben=0)["players"]
    first = "0001-01-01T00:00:00Z"
    site.post("elo", {"id": "first", "played_at": first, "players": seats})
    assert site.get(f"{RESULTS}/first")["played_at"] == first
    assert site.get("ladders/elo/players/anna/history")["games"][-1]["id"] == "first"
    assert site.get("ladders/elo/leaderboard?active=true")["total"] == 6


def test_headers_that_make_no_sense_are_passed_over_or_refused(seen: Site) -> None:
    odd: list[dict[str, Any]] = [
        {"Content-Type": ""}, {"Content-Type": ";"}, {"Content-Type": "x" * 5000},
        {"If-None-Match": '"' * 999}, {"If-None-Match": "*"}, {"Accept": "nonsense"},
        {"Host": "evil.example"}, {"X-Forwarded-For": "nonsense"}, {"Range": "bytes=0-1"},
        {"Cookie": "a=b"}, {"Expect": "nonsense"}, {"Transfer-Encoding": "nonsense"},
    ]  # fmt: skip
    for headers in odd:
        answer = seen.ask("GET", "ladders/elo/leaderboard", key=None, headers=headers)
        assert answer.status_code in (200, 304)
        assert "evil" not in str(answer.headers) + answer.text
    basic = {"Authorization": "Basic YTpi"}
    assert seen.status("GET", "ladders", key=None, headers=basic) == 200
    assert seen.status("GET", "keys", key=None, headers=basic) == 401


def test_addresses_are_so_long_and_no_longer(seen: Site) -> None:
    assert seen.status("GET", f"ladders/{'x' * 9000}") == 414
    assert seen.status("GET", f"ladders/{'x' * 200}") == 422
    assert seen.status("GET", f"ladders/elo/players/{'x' * 801}") == 422
    assert seen.status("GET", f"ladders/elo/players/{'x' * 800}") == 404
    assert seen.status("GET", f"{API}/ladders?{'x' * 9000}") == 414

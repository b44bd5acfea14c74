"""For those who run the service: health and numbers."""

import re

import pytest

from evenhand.web import operations

from .sites import Site, result


def numbers(site: Site) -> dict[str, float]:
    """All numbers, by name and labels."""
    answer = site.ask("GET", "/metrics", key=None)
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
    lines = [line for line in answer.text.splitlines() if not line.startswith("#")]
    return {name: float(value) for name, _, value in (line.rpartition(" ") for line in lines)}


def test_a_service_that_is_ready_says_so(seen: Site) -> None:
    answer = seen.ask("GET", "/healthz", key=None)
    assert (answer.status_code, answer.json()) == (200, {"status": "ok"})


def test_a_service_that_is_not_ready_says_so(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    site.service.ready = False
    answer = site.ask("GET", "/healthz", key=None)
    assert (answer.status_code, answer.json()) == (503, {"status": "not ready"})
    site.service.ready = True
    assert site.ask("GET", "/healthz", key=None).status_code == 200

    def away(_: object) -> None:
        raise OSError("the database is away at secret:5432")

    monkeypatch.setattr(operations, "check_current", away)
    answer = site.ask("GET", "/healthz", key=None)
    assert (answer.status_code, answer.json()) == (503, {"status": "not ready"})


def test_requests_are_counted_by_route_and_status_and_made_up_ones_together(site: Site) -> None:
    site.get("ladders/elo/players/anna")
    site.get("ladders/elo/players/ben", key=None)
    site.get("ladders/glicko/leaderboard")
    site.post("elo", result("new", 50, anna=1, ben=0))
    for path in ("nowhere", "nowhere/else", "ladders/nil/leaderboard", "/.env"):
        site.ask("GET", path)
    told = numbers(site)
    counted = {
        tuple(re.findall(r'"([^"]*)"', name)): value
        for name, value in told.items()
        if name.startswith("evenhand_requests_total")
    }
    player, board = "/ladders/{ladder}/players/{player}", "/ladders/{ladder}/leaderboard"
    assert {key: value for key, value in counted.items() if key[1] in (player, board)} == {
        ("GET", player, "200"): 2.0,
        ("GET", board, "200"): 1.0,
        ("GET", board, "404"): 1.0,
    }
    assert counted["other", "other", "404"] == 3.0
    assert not [name for name in told if "anna" in name or "nowhere" in name]


def test_ladders_commits_and_streams_are_told(site: Site) -> None:
    before = numbers(site)
    site.post("elo", result("new", 50, anna=1, ben=0))
    after = numbers(site)
    number = site.ledger.ladder("elo").number
    for name in ("evenhand_ladder_seq", "evenhand_ladder_games"):
        label = f'{name}{{ladder="{number}"}}'
        assert after[label] == before[label] + 1
    assert after["evenhand_commits_total"] == before["evenhand_commits_total"] + 1
    assert (after["evenhand_waiting"], after["evenhand_streams"]) == (0.0, 0.0)

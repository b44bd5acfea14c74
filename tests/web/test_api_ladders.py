"""Ladders over HTTP: made, seen, changed; their state."""

import pytest

from evenhand.ratings import SYSTEMS

from .sites import GAMES, Site, result, some_results


def test_a_ladder_is_made_with_all_that_can_be_set_and_shown_as_it_is(empty: Site) -> None:
    body = {
        "id": "skat-2026", "name": " Skat 2026 ", "game": "skat", "system": "score-share-elo",
        "params": {"k": 0.02}, "rules": {"min_games": 3}, "public": False,
    }  # fmt: skip
    answer = empty.ask("POST", "ladders", body)
    assert answer.status_code == 201
    assert answer.headers["location"] == "/api/v1/ladders/skat-2026"
    made = answer.json()
    assert made.pop("created_at").endswith("Z")
    assert made == {
        "id": "skat-2026", "name": "Skat 2026", "game": "skat", "system": "score-share-elo",
        "params": {"k": 0.02}, "public": False, "seq": 0, "games": 0, "players": 0,
        "rules": {
            "min_games": 3, "provisional_games": 10, "inactive_days": 365, "max_players": 8,
            "titles": [],
        },
    }  # fmt: skip
    assert {**empty.get("ladders/skat-2026"), "created_at": ""} == {**made, "created_at": ""}


def test_a_ladder_counts_its_entries_games_and_players(seen: Site) -> None:
    ladder = seen.get("ladders/glicko", key=None)
    assert (ladder["games"], ladder["players"]) == (GAMES, 6)
    assert ladder["seq"] > GAMES
    assert seen.get("ladders/glicko/state")["seq"] == ladder["seq"]


def test_every_system_can_be_chosen_and_the_document_names_them(empty: Site) -> None:
    for system in SYSTEMS:
        made = empty.make_ladder(f"by-{system}", system)
        assert (made["system"], made["params"]) == (system, {})
    named = empty.app.openapi()["components"]["schemas"]["NewLadder"]["properties"]["system"]
    assert named["enum"] == list(SYSTEMS)


def test_every_system_takes_an_advantage_and_its_parameters_are_shown_as_given(
    empty: Site,
) -> None:
    for system in SYSTEMS:
        params = {"advantage": 40.0, "effects": "none", "luck": None}
        made = empty.make_ladder(f"by-{system}", system, params=params)
        assert made["params"] == params
        assert empty.get(f"ladders/by-{system}")["params"] == params


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ({"name": "x"}, "missing required field `id`"),
        ({"id": "new"}, "missing required field `name`"),
        ({"id": "New", "name": "x"}, "small letters"),
        ({"id": "a b", "name": "x"}, "small letters"),
        ({"id": "-a", "name": "x"}, "small letters"),
        ({"id": "a" * 61, "name": "x"}, "small letters"),
        ({"id": "", "name": "x"}, "small letters"),
        ({"id": "new", "name": ""}, "length >= 1"),
        ({"id": "new", "name": " "}, "at least one character that shows"),
        ({"id": "new", "name": "x" * 201}, "length <= 200"),
        ({"id": "new", "name": "x", "system": "glicko2"}, "did you mean glicko-2?"),
        ({"id": "new", "name": "x", "params": {"kk": 3}}, "elo has no parameter 'kk'"),
        ({"id": "new", "name": "x", "params": {"k": "much"}}, "k is a number"),
        ({"id": "new", "name": "x", "params": {"k": [1]}}, "Expected `float | str | null`"),
        ({"id": "new", "name": "x", "params": {"scale": 0}}, "scale"),
        ({"id": "new", "name": "x", "params": {"effects": "derby:12"}}, "effects cannot be set"),
        ({"id": "new", "name": "x", "public": "no"}, "Expected `bool`"),
    ],
)
def test_what_is_wrong_with_a_new_ladder_is_told(
    seen: Site, body: dict[str, object], told: str
) -> None:
    assert told in seen.refused(422, "POST", "ladders", body)
    assert len(seen.get("ladders")) == 4


def test_what_is_no_json_or_no_body_of_this_kind_is_told(empty: Site) -> None:
    assert "not JSON" in empty.refused(400, "POST", "ladders", content=b"{")
    assert "not JSON" in empty.refused(400, "POST", "ladders")
    headers = {"Content-Type": "text/plain"}
    told = empty.refused(415, "POST", "ladders", content=b"{}", headers=headers)
    assert told == "the body must be application/json"


def test_parameters_can_be_changed_and_all_games_are_rated_anew(site: Site) -> None:
    before = site.get("ladders/elo/leaderboard")["rows"]
    effect = site.do("PATCH", "ladders/elo?dry_run=true", {"params": {"k": 16}})
    assert (effect["dry_run"], effect["replayed"], effect["changed"]) == (True, GAMES, 6)
    assert site.get("ladders/elo/leaderboard")["rows"] == before
    told = site.do("PATCH", "ladders/elo", {"params": {"k": 16}})
    assert told["players"] == effect["players"]
    for shift in told["players"]:
        assert site.rating("elo", shift["player"]) == shift["after"]
        assert shift["change"] == shift["after"] - shift["before"]
    site.make_ladder("fresh", params={"k": 16})
    site.post("fresh", *some_results())
    assert site.hash("fresh") == site.hash("elo")


def test_another_system_has_its_own_parameters(site: Site) -> None:
    site.do("PATCH", "ladders/elo", {"system": "glicko-2"})
    changed = site.get("ladders/elo")
    assert (changed["system"], changed["params"]) == ("glicko-2", {})
    assert site.hash("elo") == site.hash("glicko")
    site.do("PATCH", "ladders/elo", {"system": "elo", "params": {"k": 32}})
    assert site.get("ladders/elo")["params"] == {"k": 32.0}


def test_a_system_that_cannot_rate_the_games_that_are_there_is_refused(site: Site) -> None:
    before = site.get("ladders/elo"), site.hash("elo")
    for query in ("", "?dry_run=true"):
        told = site.refused(409, "PATCH", f"ladders/elo{query}", {"system": "benchmark-elo"})
        assert told.startswith("the games that are there cannot be rated so: column score")
    assert (site.get("ladders/elo"), site.hash("elo")) == before
    site.post("elo", result("new", 50, anna=1, ben=0))


def test_what_is_not_named_stays_and_nothing_to_change_changes_nothing(site: Site) -> None:
    before = site.get("ladders/elo")
    effect = site.do("PATCH", "ladders/elo", {})
    assert (effect["changed"], effect["players"]) == (0, [])
    assert site.get("ladders/elo") == before
    site.do("PATCH", "ladders/elo", {"name": "Other", "game": "chess", "public": False})
    after = site.get("ladders/elo")
    changed = {"name": "Other", "game": "chess", "public": False, "seq": before["seq"] + 1}
    assert after == before | changed


def test_a_dry_run_of_a_change_hides_nothing(site: Site) -> None:
    site.do("PATCH", "ladders/elo?dry_run=true", {"public": False, "name": "Other"})
    assert site.get("ladders/elo", key=None)["name"] == "elo"


def test_rules_of_the_list_hold_at_once(site: Site) -> None:
    site.post("elo", result("new", 50, newcomer=1, anna=0))
    assert site.get("ladders/elo/leaderboard")["total"] == 7
    site.do("PATCH", "ladders/elo", {"rules": {"min_games": 2}})
    assert site.get("ladders/elo/leaderboard")["total"] == 6
    assert site.get("ladders/elo")["rules"]["provisional_games"] == 10  # the rest as usual


def test_the_same_results_have_the_same_hash_in_whatever_order_they_come(site: Site) -> None:
    site.make_ladder("again", params={"k": 32})
    for one in reversed(some_results()):
        site.do("POST", "ladders/again/results", one)
    assert site.hash("again") == site.hash("elo")
    site.do("DELETE", "ladders/again/results/r7")
    assert site.hash("again") != site.hash("elo")


def test_what_is_not_there_is_told(seen: Site) -> None:
    for path in ("ladders/nil", "ladders/nil/state", "ladders/ELO"):
        assert seen.refused(404, "GET", path).startswith("there is no ladder")
    assert seen.status("PATCH", "ladders/nil", {"name": "x"}) == 404

"""Results over HTTP: one, many, a stream; duplicates; what each did; corrected and voided."""

import json
from collections.abc import Mapping
from typing import Any

import pytest

from evenhand.elo import expected
from evenhand.web.api import results as route

from .asking import chunks
from .sites import GAMES, Site, result, seats, some_results

NDJSON = {"Content-Type": "application/x-ndjson"}
RESULTS = "ladders/elo/results"


def stream(site: Site, content: Any, query: str = "") -> list[dict[str, Any]]:
    """Answers to lines."""
    answer = site.ask("POST", f"{RESULTS}{query}", content=content, headers=NDJSON)
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "application/x-ndjson"
    return [json.loads(line) for line in answer.text.splitlines()]


def lines(*bodies: Mapping[str, Any]) -> bytes:
    return b"".join(json.dumps(body).encode() + b"\n" for body in bodies)


def statuses(answers: list[dict[str, Any]]) -> list[tuple[str, str]]:
    return [(answer["id"], answer["status"]) for answer in answers]


def test_one_result_is_answered_with_what_it_did(empty: Site) -> None:
    empty.make_ladder("elo", params={"k": 32})
    answer = empty.ask("POST", RESULTS, result("1", 0, anna=3, ben=1))
    assert answer.status_code == 201
    assert answer.json() == {
        "id": "1",
        "status": "accepted",
        "seq": 1,
        "players": [
            {"player": "anna", "score": 3.0, "before": 1500.0, "after": 1516.0, "expected": 0.5,
             "change": 16.0},
            {"player": "ben", "score": 1.0, "before": 1500.0, "after": 1484.0, "expected": 0.5,
             "change": -16.0},
        ],
    }  # fmt: skip
    second = empty.do("POST", RESULTS, result("2", 1, anna=0, ben=1))
    first, other = second["players"]
    assert first["expected"] == pytest.approx(expected(1516.0, 1484.0))  # by another formula
    assert first["after"] == first["before"] + first["change"]
    assert other["before"] == 1484.0
    assert empty.rating("elo", "anna") == first["after"]


def test_where_luck_is_taken_out_skill_and_luck_are_told_apart(empty: Site) -> None:
    empty.make_ladder("elo", params={"k": 32, "luck": 0.5})
    empty.make_ladder("plain", params={"k": 32})
    known = {"id": "1", "players": seats({"anna": 1, "ben": 0}, anna=0.8, ben=-0.8)}
    told = empty.do("POST", RESULTS, known)["players"][0]
    plain = empty.do("POST", "ladders/plain/results", known)["players"][0]
    assert "skill" not in plain
    assert told["skill"] == told["change"] < plain["change"]
    assert told["luck"] > 0
    assert told["skill"] + told["luck"] == pytest.approx(plain["change"])
    unknown = empty.do("POST", RESULTS, result("2", None, anna=1, ben=0))["players"][0]
    assert "luck" not in unknown
    history = empty.get("ladders/elo/players/anna/history")["games"]
    assert [game["players"][0].get("luck") for game in history] == [None, told["luck"]]
    assert empty.get("ladders/elo/players/anna")["luck"] == told["luck"]
    assert "luck" not in empty.get("ladders/plain/players/anna")


def test_a_list_is_answered_in_its_order_each_result_for_itself(site: Site) -> None:
    wrong = {"id": "wrong", "players": [{"player": "anna", "score": 1}] * 2}
    one, other = result("b", 41, anna=1, ben=0), result("b", 9, anna=1, ben=0)
    late, known = result("a", 40, anna=1, ben=0), some_results()[3]
    sent = [one, wrong, known, {"id": "x"}, 7, late, one, other]
    answers = site.do("POST", RESULTS, sent)
    assert statuses(answers) == [
        ("b", "accepted"), ("wrong", "rejected"), ("r3", "duplicate"), ("x", "rejected"),
        ("", "rejected"), ("a", "accepted"), ("b", "duplicate"), ("b", "rejected"),
    ]  # fmt: skip
    first = answers[0]["seq"]
    assert [answer.get("seq") for answer in answers] == [
        first, None, 4, None, None, first + 1, first, None,
    ]  # fmt: skip
    assert answers[1]["problem"] == "a player sits twice in one game"
    assert answers[3]["problem"] == "Object missing required field `players`"
    assert answers[7]["problem"] == "another result has this id; correct it with PUT"
    assert answers[6]["players"] == answers[0]["players"]
    assert answers[5]["players"][0]["after"] == answers[0]["players"][0]["before"]


def test_an_empty_list_is_answered_with_an_empty_list(site: Site) -> None:
    assert site.post("elo") == []
    assert stream(site, b"") == []
    assert stream(site, b"\n\r\n \n") == []


def test_all_or_nothing_posts_nothing_if_one_is_rejected(site: Site) -> None:
    before = site.get("ladders/elo/state")
    good, bad = result("new", 40, anna=1, ben=0), result("bad", 40, anna=1, ben=float(10**13))
    for sent in ({"json": [good, bad]}, {"content": lines(good, bad), "headers": NDJSON}):
        answer = site.ask("POST", f"{RESULTS}?atomic=true", **sent)
        assert answer.status_code == 422
        assert answer.json()["detail"] == "nothing was posted"
        problem = "the score 1e+13 is out of range"
        assert answer.json()["errors"] == [{"where": "result 2", "problem": problem}]
    assert site.get("ladders/elo/state") == before
    answers = site.do("POST", f"{RESULTS}?atomic=true", [good, some_results()[0]])
    assert statuses(answers) == [("new", "accepted"), ("r0", "duplicate")]


def test_a_stream_is_answered_line_by_line_however_it_is_cut(site: Site) -> None:
    bodies = [result(f"s{n}", 40 + n, anna=n % 2, ben=1) for n in range(5)]
    text = lines(*bodies[:3], {"id": "s9", "nonsense": 1}, *bodies[3:]).replace(b"\n", b"\r\n")
    cut = [text[at : at + 17] for at in range(0, len(text), 17)]
    answers = stream(site, chunks(*cut))
    assert statuses(answers) == [
        ("s0", "accepted"), ("s1", "accepted"), ("s2", "accepted"), ("s9", "rejected"),
        ("s3", "accepted"), ("s4", "accepted"),
    ]  # fmt: skip
    again = stream(site, text.rstrip())
    assert {answer["status"] for answer in again} == {"duplicate", "rejected"}


def test_a_stream_is_committed_in_lots_and_the_answers_keep_its_order(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(route, "LOT", 4)
    before = site.service.writer.commits
    bodies = [result(f"s{n}", 40 + n, anna=n % 2, ben=1) for n in range(10)]
    answers = stream(site, lines(*bodies))
    assert [answer["id"] for answer in answers] == [f"s{n}" for n in range(10)]
    assert site.service.writer.commits == before + 3
    assert [a["players"][0]["before"] for a in answers[1:]] == [
        a["players"][0]["after"] for a in answers[:-1]
    ]


def test_what_came_before_a_mistake_in_a_stream_counts_and_can_be_sent_again(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(route, "LOT", 4)
    bodies = [result(f"s{n}", 40 + n, anna=n % 2, ben=1) for n in range(10)]
    whole = lines(*bodies)
    cut = chunks(whole, b" " * (route.MOST_LINE + 2))
    told = site.refused(413, "POST", RESULTS, content=cut, headers=NDJSON)
    assert told == "a line may have 65,536 bytes"
    again = [answer["status"] for answer in stream(site, whole)]
    assert again == ["duplicate"] * 8 + ["accepted"] * 2


def test_answers_to_a_long_stream_are_kept_until_it_has_ended(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(route, "LOT", 4)
    monkeypatch.setattr(route, "IN_MEMORY", 100)
    bodies = [result(f"s{n}", 40 + n, anna=n % 2, ben=1) for n in range(10)]
    answers = stream(site, chunks(*(lines(body) for body in bodies)))
    assert [answer["id"] for answer in answers] == [f"s{n}" for n in range(10)]


def test_lines_that_are_no_json_are_rejected_and_the_others_count(site: Site) -> None:
    good = lines(result("new", 40, anna=1, ben=0))
    answers = stream(site, b"{\n\xff\n[]\n" + b"[" * 60_000 + b"\n" + good)
    assert [answer["status"] for answer in answers] == ["rejected"] * 4 + ["accepted"]


def test_a_result_counts_once_however_often_it_is_posted(site: Site) -> None:
    before = site.get("ladders/elo/state")
    body = some_results()[5]
    answer = site.ask("POST", RESULTS, body)
    assert (answer.status_code, answer.json()["status"], answer.json()["seq"]) == (
        200, "duplicate", 6,
    )  # fmt: skip
    assert answer.json()["players"][0]["player"] == body["players"][0]["player"]
    untimed = {key: value for key, value in body.items() if key != "played_at"}
    assert site.do("POST", RESULTS, untimed)["status"] == "duplicate"
    told = site.refused(422, "POST", RESULTS, result("r5", 5, anna=1, ben=0))
    assert told == "another result has this id; correct it with PUT"
    assert site.get("ladders/elo/state") == before


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"id": ""}, "length >= 1"),
        ({"id": "x" * 201}, "length <= 200"),
        ({"id": " "}, "at least one character"),
        ({"id": 7}, "Expected `str`, got `int`"),
        ({"played_at": "soon"}, "played_at is no time: 'soon'"),
        ({"played_at": "2999-01-01"}, "played_at is in the future"),
        ({"played_at": "0001-01-01T00:00:00+14:00"}, "before the year 1"),
        ({"played_at": 7}, "Expected `str | null`"),
        ({"players": seats({"anna": float(2**40), "ben": 1e13})}, "out of range"),
        ({"players": [{"player": "anna", "score": "1"}] * 2}, "Expected `float`"),
        ({"players": [{"player": "anna"}] * 2}, "missing required field `score`"),
        ({"players": [{"player": "anna", "score": 1, "luck": 1e13}] * 2}, "luck"),
        ({"players": [{"player": "anna", "score": 1, "team": 128}] * 2}, "<= 127"),
        ({"players": seats({"anna": 1, "Benny": 1, "ben": 0})}, "a player sits twice"),
    ],
)
def test_what_is_wrong_with_a_result_is_told(seen: Site, change: dict[str, Any], told: str) -> None:
    body = result("new", 40, anna=1, ben=0) | change
    assert told in seen.refused(422, "POST", RESULTS, body)
    assert seen.status("GET", f"{RESULTS}/new") == 404


def test_bodies_of_another_kind_are_refused(site: Site) -> None:
    for kind in ("text/plain", "text/csv", "application/xml", "multipart/form-data"):
        headers = {"Content-Type": kind}
        assert site.status("POST", RESULTS, content=b"[]", headers=headers) == 415
    for kind in ("application/json; charset=utf-8", "Application/JSON"):
        assert site.status("POST", RESULTS, content=b"[]", headers={"Content-Type": kind}) == 200


def test_players_are_known_by_their_aliases(site: Site) -> None:
    answer = site.do("POST", RESULTS, result("new", 40, anna=1, Benny=0))
    assert [seat["player"] for seat in answer["players"]] == ["anna", "ben"]


def test_a_late_result_counts_from_where_it_was_played(site: Site) -> None:
    site.make_ladder("late", params={"k": 32})
    bodies = some_results()
    site.post("late", *bodies[:4], *bodies[5:])
    answer = site.do("POST", "ladders/late/results", bodies[4])
    assert answer["seq"] == GAMES
    assert site.hash("late") == site.hash("elo")
    in_time = site.get("ladders/elo/results/r4")["players"]
    assert answer["players"] == in_time


def test_a_result_can_be_seen_with_what_it_did(seen: Site) -> None:
    told = seen.get("ladders/elo/results/r4", key=None)
    assert told.keys() == {"id", "seq", "counts", "played_at", "players"}
    assert (told["id"], told["seq"], told["counts"]) == ("r4", 5, True)
    assert told["played_at"] == "2026-01-01T00:04:00Z"
    assert seen.refused(404, "GET", "ladders/elo/results/nil") == "there is no result 'nil'"


def test_recent_results_are_paged_each_once_the_last_played_first(seen: Site) -> None:
    ids, path = [], f"{RESULTS}?limit=7"
    while True:
        page = seen.get(path, key=None)
        ids += [game["id"] for game in page["games"]]
        if page["next"] is None:
            break
        path = f"{RESULTS}?limit=7&before={page['next']}"
    assert ids == [f"r{n}" for n in reversed(range(GAMES))]
    assert seen.status("GET", f"{RESULTS}?before=99999") == 404


def test_a_corrected_result_is_as_if_it_had_always_been_right(site: Site) -> None:
    site.make_ladder("right", params={"k": 32})
    right = result("r4", 4, anna=9, dora=2)
    site.post("right", *(right if one["id"] == "r4" else one for one in some_results()))
    before = site.hash("elo")
    body = {"players": right["players"]}
    dry = site.do("PUT", f"{RESULTS}/r4?dry_run=true", body)
    assert dry["dry_run"] is True
    assert dry["changed"] == len(dry["players"])
    assert dry["noticeable"] > 0
    assert site.hash("elo") == before
    done = site.do("PUT", f"{RESULTS}/r4", body)
    assert done["players"] == dry["players"]
    assert site.hash("elo") == site.hash("right")
    for shift in done["players"]:
        assert site.rating("elo", shift["player"]) == shift["after"]
    sizes = [abs(shift["change"]) for shift in done["players"]]
    assert sizes == sorted(sizes, reverse=True)
    assert site.get(f"{RESULTS}/r4")["players"][0]["score"] == 9.0


def test_a_correction_may_move_a_result_and_name_it(site: Site) -> None:
    moved = result("r4", 50, anna=1, ben=0)
    site.do("PUT", f"{RESULTS}/r4", moved)
    assert site.get(f"{RESULTS}?limit=1")["games"][0]["id"] == "r4"
    told = site.refused(422, "PUT", f"{RESULTS}/r4", {**moved, "id": "r5"})
    assert told == "the id in the body is not that of the address"
    assert site.status("PUT", f"{RESULTS}/nil", {"players": moved["players"]}) == 404
    twice = {"players": [moved["players"][0]] * 2}
    assert site.refused(422, "PUT", f"{RESULTS}/r4", twice) == "a player sits twice in one game"


def test_a_voided_result_is_as_if_it_had_never_been_and_can_come_back(site: Site) -> None:
    site.make_ladder("without", params={"k": 32})
    bodies = some_results()
    site.post("without", *(one for one in bodies if one["id"] != "r4"))
    before = site.hash("elo")
    dry = site.do("DELETE", f"{RESULTS}/r4?dry_run=true")
    assert site.hash("elo") == before
    done = site.do("DELETE", f"{RESULTS}/r4")
    assert done["players"] == dry["players"]
    assert site.hash("elo") == site.hash("without")
    voided = site.get(f"{RESULTS}/r4")
    assert voided == {"id": "r4", "seq": 5, "counts": False, "played_at": None, "players": []}
    assert site.do("DELETE", f"{RESULTS}/r4")["changed"] == 0  # again
    assert site.do("POST", RESULTS, bodies[4])["status"] == "duplicate"  # voided, not forgotten
    site.do("PUT", f"{RESULTS}/r4", {"players": bodies[4]["players"]})
    assert site.hash("elo") == before


def test_a_dry_run_makes_no_players(site: Site) -> None:
    body = {"players": seats({"stranger": 1, "anna": 0})}
    told = site.do("PUT", f"{RESULTS}/r4?dry_run=true", body)
    assert "stranger" in [shift["player"] for shift in told["players"]]
    assert site.status("GET", "players/stranger") == 404


def test_games_of_teams_are_rated_where_the_system_takes_them(empty: Site) -> None:
    empty.make_ladder("teams", "true-skill")
    empty.make_ladder("elo")
    body = {
        "id": "1",
        "players": [
            {"player": name, "score": score, "team": team}
            for name, score, team in (("a", 1, 1), ("b", 1, 1), ("c", 0, 2), ("d", 0, 2))
        ],
    }
    changes = {
        seat["player"]: seat["change"]
        for seat in empty.do("POST", "ladders/teams/results", body)["players"]
    }
    assert changes["a"] == changes["b"] > 0 > changes["c"] == changes["d"]
    assert "single players" in empty.refused(422, "POST", "ladders/elo/results", body)

"""Fair tables over HTTP."""

from typing import Any

import pytest

from .sites import NAMES, Site, result

TABLES = "ladders/elo/tables"


def waiting(*names: str, seconds: float = 0.0) -> list[dict[str, Any]]:
    return [{"player": name, "waiting": seconds} for name in names]


def seated(told: dict[str, Any]) -> list[set[str]]:
    return [{seat["player"] for seat in table} for table in told["tables"]]


@pytest.mark.parametrize("seats", [2, 3])
def test_waiting_players_are_seated_so_that_everybody_has_a_chance(site: Site, seats: int) -> None:
    body = {"players": waiting(*NAMES), "seats": seats, "recent": 0}
    told = site.do("POST", TABLES, body, key="read")
    assert told["version"] == site.get("ladders/elo")["seq"]
    players = [player for table in seated(told) for player in table]
    assert sorted([*players, *told["waiting"]]) == sorted(NAMES)
    assert len(told["tables"]) >= 1
    for table in told["tables"]:
        assert len(table) == seats
        assert sum(seat["chance"] for seat in table) == pytest.approx(1.0)
        predicted = site.get(
            f"ladders/elo/prediction?players={','.join(seat['player'] for seat in table)}"
        )
        assert [seat["chance"] for seat in table] == [
            pytest.approx(one["chance"]) for one in predicted["players"]
        ]


def test_who_is_too_strong_waits_until_the_window_is_wide_enough(site: Site) -> None:
    site.post("elo", *(result(f"n{n}", 40 + n, star=1, **{f"x{n}": 0}) for n in range(12)))
    body = {"players": waiting("star", "x0"), "recent": 0}
    assert site.do("POST", TABLES, body)["waiting"] == ["star", "x0"]
    long = {**body, "players": waiting("star", "x0", seconds=600.0)}
    assert seated(site.do("POST", TABLES, long)) == [{"star", "x0"}]
    wide = {**body, "lowest": 0.05}
    assert seated(site.do("POST", TABLES, wide)) == [{"star", "x0"}]


def test_who_avoids_somebody_or_has_just_met_somebody_sits_elsewhere(empty: Site) -> None:
    empty.make_ladder("elo")
    four = waiting("a", "b", "c", "d")
    four[0]["avoid"] = ["b", "c", "nobody"]
    assert {"a", "d"} in seated(empty.do("POST", TABLES, {"players": four}))
    empty.post("elo", result("1", 0, a=1, b=1), result("2", 0, c=1, d=1))
    told = seated(empty.do("POST", TABLES, {"players": waiting("a", "b", "c", "d")}))
    assert {"a", "b"} not in told
    assert len(told) == 2
    again = {"players": waiting("a", "b"), "recent": 1, "again_after": 60.0}
    assert seated(empty.do("POST", TABLES, again)) == []
    again["players"] = waiting("a", "b", seconds=61.0)
    assert seated(empty.do("POST", TABLES, again)) == [{"a", "b"}]


def test_nothing_is_written_and_strangers_start_at_the_start(site: Site) -> None:
    before = site.get("ladders/elo")
    told = site.do("POST", TABLES, {"players": waiting("stranger", "other")})
    assert told["tables"][0][0]["chance"] == 0.5
    assert site.get("ladders/elo") == before
    assert site.status("GET", "players/stranger") == 404
    assert site.do("POST", TABLES, {"players": []})["tables"] == []


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"players": waiting("anna", "anna")}, "a player waits twice"),
        ({"players": waiting("ben", "Benny")}, "a player waits twice"),
        ({"players": waiting("anna", seconds=-1.0)}, ">= 0"),
        ({"seats": 1}, ">= 2"),
        ({"lowest": 0.6}, "<= 0.5"),
        ({"lowest": 0}, "> 0"),
        ({"recent": 51}, "<= 50"),
    ],
)
def test_what_is_wrong_is_told(seen: Site, change: dict[str, Any], told: str) -> None:
    body = {"players": waiting("anna", "ben")} | change
    assert told in seen.refused(422, "POST", TABLES, body)
